"""What students' programs are checked with: known mistakes, proved positions, rank correlation.

The modules here are pure: they import the games' protocol, the searches and each other.
"""
