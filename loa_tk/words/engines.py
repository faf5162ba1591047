"""The programs in other languages that `loa new engine` writes: they play and speak UGI at once.

@FILE@, @NAME@ and @GAME@ stand for the file, its name without the ending, and the game. They are
for Lines of Action on any board.
"""

from __future__ import annotations

CPP = """\
// My engine for Lines of Action. It knows the rules and the interface, and looks one move ahead.
//   g++ -O2 -std=c++17 -o engine @FILE@
//   loa check . --game @GAME@          (in the folder of the program `engine`)
#include <algorithm>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

struct Move { int from, to; };
struct Board { int n; std::string squares; char side; };  // squares[row * n + column], a1 first

char other(char side) { return side == 'b' ? 'w' : 'b'; }

int groups(Board b, char side) {  // pieces that touch, in eight directions, are one group
    int found = 0;
    for (; b.squares.find(side) != std::string::npos; found++)
        for (std::vector<int> open{int(b.squares.find(side))}; !open.empty();) {
            int at = open.back();
            open.pop_back();
            b.squares[at] = '.';
            for (int to = 0; to < b.n * b.n; to++)
                if (b.squares[to] == side && std::abs(to / b.n - at / b.n) < 2 &&
                    std::abs(to % b.n - at % b.n) < 2) open.push_back(to);
        }
    return found;
}

bool legal(const Board& b, Move m) {  // exactly as far as there are pieces on the whole line
    int dr = m.to / b.n - m.from / b.n, dc = m.to % b.n - m.from % b.n;
    int distance = std::max(std::abs(dr), std::abs(dc)), count = 0;
    if (b.squares[m.from] != b.side || b.squares[m.to] == b.side ||
        (dr && dc && std::abs(dr) != std::abs(dc))) return false;
    dr /= distance, dc /= distance;
    for (int i = -b.n; i <= b.n; i++) {
        int row = m.from / b.n + i * dr, column = m.from % b.n + i * dc;
        if (row < 0 || row >= b.n || column < 0 || column >= b.n) continue;
        char piece = b.squares[row * b.n + column];
        count += piece != '.';
        if (0 < i && i < distance && piece == other(b.side)) return false;  // jumps over no enemy
    }
    return count == distance;
}

std::vector<Move> moves(const Board& b) {  // in the fixed order: by origin, then by target
    std::vector<Move> all;
    for (int i = 0; i < b.n * b.n * b.n * b.n; i++)
        if (Move m{i / (b.n * b.n), i % (b.n * b.n)}; legal(b, m)) all.push_back(m);
    return all;
}

Board after(Board b, Move m) {
    b.squares[m.to] = b.side, b.squares[m.from] = '.', b.side = other(b.side);
    return b;
}

std::string name(const Board& b, Move m) {
    auto square = [&](int at) { return char('a' + at % b.n) + std::to_string(at / b.n + 1); };
    return square(m.from) + (b.squares[m.to] == '.' ? "-" : "x") + square(m.to);
}

Move choose(const Board& b) {  // your search: alpha-beta to a depth, or until the time is over
    auto value = [&](Move m) {
        int mine = groups(after(b, m), b.side), theirs = groups(after(b, m), other(b.side));
        return mine == 1 ? 100 : theirs - mine;
    };
    std::vector<Move> all = moves(b);
    return *std::max_element(all.begin(), all.end(),
                             [&](Move one, Move two) { return value(one) < value(two); });
}

Board read(std::istringstream& words) {  // fen 1bbb1/w3w/w3w/w3w/1bbb1 b moves c1-c3 ...
    std::string text, word, row;
    Board b{0, "", 'b'};
    words >> word >> text >> b.side;
    std::istringstream rows(text);
    while (std::getline(rows, row, '/')) {  // the top row comes first
        std::string squares;
        for (char c : row) squares += std::isdigit(c) ? std::string(c - '0', '.') : std::string{c};
        b.squares = squares + b.squares, b.n++;
    }
    words >> word;
    while (words >> word)
        for (Move m : moves(b)) if (name(b, m) == word) { b = after(b, m); break; }
    return b;
}

int main() {
    Board board{};
    for (std::string line, word; std::getline(std::cin, line);) {
        std::istringstream words(line);
        words >> word;
        if (word == "ugi") std::cout << "id name @NAME@\\nugiok" << std::endl;
        if (word == "isready") std::cout << "readyok" << std::endl;
        if (word == "position") board = read(words);
        if (word == "go") std::cout << "bestmove " << name(board, choose(board)) << std::endl;
        if (word == "quit") return 0;
    }
}
"""

JAVA = """\
// My engine for Lines of Action. It knows the rules and the interface, and looks one move ahead.
//   javac @FILE@
//   loa check . --game @GAME@          (a file `player` has the line: java -cp . @NAME@)
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Scanner;

class @NAME@ {
    record Move(int from, int to) {}
    record Board(int n, String squares, char side) {}  // squares[row * n + column], a1 first

    static char other(char side) { return side == 'b' ? 'w' : 'b'; }

    static int groups(Board b, char side) {  // pieces that touch, also by a corner, are one group
        char[] squares = b.squares.toCharArray();
        int found = 0;
        for (int first = 0; first < b.n * b.n; first++)
            if (squares[first] == side) { found++; remove(squares, b.n, first); }
        return found;
    }

    static void remove(char[] squares, int n, int at) {  // a piece with its whole group
        char side = squares[at];
        squares[at] = '.';
        for (int to = 0; to < n * n; to++)
            if (squares[to] == side && Math.abs(to / n - at / n) < 2
                    && Math.abs(to % n - at % n) < 2) remove(squares, n, to);
    }

    static boolean legal(Board b, Move m) {  // exactly as far as there are pieces on the whole line
        int dr = m.to / b.n - m.from / b.n, dc = m.to % b.n - m.from % b.n;
        int distance = Math.max(Math.abs(dr), Math.abs(dc)), count = 0;
        if (b.squares.charAt(m.from) != b.side || b.squares.charAt(m.to) == b.side
                || (dr != 0 && dc != 0 && Math.abs(dr) != Math.abs(dc))) return false;
        for (int i = -b.n; i <= b.n; i++) {
            int row = m.from / b.n + i * dr / distance, column = m.from % b.n + i * dc / distance;
            if (row < 0 || row >= b.n || column < 0 || column >= b.n) continue;
            char piece = b.squares.charAt(row * b.n + column);
            if (piece != '.') count++;
            if (0 < i && i < distance && piece == other(b.side)) return false;  // no enemy between
        }
        return count == distance;
    }

    static List<Move> moves(Board b) {  // in the fixed order: by origin, then by target
        List<Move> all = new ArrayList<>();
        for (int from = 0; from < b.n * b.n; from++)
            for (int to = 0; to < b.n * b.n; to++)
                if (legal(b, new Move(from, to))) all.add(new Move(from, to));
        return all;
    }

    static Board after(Board b, Move m) {
        StringBuilder squares = new StringBuilder(b.squares);
        squares.setCharAt(m.to, b.side);
        squares.setCharAt(m.from, '.');
        return new Board(b.n, squares.toString(), other(b.side));
    }

    static String name(Board b, Move m) {
        String sign = b.squares.charAt(m.to) == '.' ? "-" : "x";
        return "" + (char) ('a' + m.from % b.n) + (m.from / b.n + 1) + sign
            + (char) ('a' + m.to % b.n) + (m.to / b.n + 1);
    }

    static Move choose(Board b) {  // your search: alpha-beta to a depth, or until the time is over
        return Collections.max(moves(b), Comparator.comparingInt(m -> value(b, after(b, m))));
    }

    static int value(Board before, Board b) {
        int mine = groups(b, before.side), theirs = groups(b, b.side);
        return mine == 1 ? 100 : theirs - mine;
    }

    static Board read(String[] words) {  // position fen 1bbb1/w3w/w3w/w3w/1bbb1 b moves c1-c3 ...
        String[] rows = words[2].split("/");
        StringBuilder squares = new StringBuilder();
        for (int row = rows.length - 1; row >= 0; row--)  // the top row comes first
            for (char c : rows[row].toCharArray())
                squares.append(Character.isDigit(c) ? ".".repeat(c - '0') : "" + c);
        Board b = new Board(rows.length, squares.toString(), words[3].charAt(0));
        for (int i = 5; i < words.length; i++)
            for (Move m : moves(b)) if (name(b, m).equals(words[i])) { b = after(b, m); break; }
        return b;
    }

    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in);
        Board board = null;
        while (lines.hasNextLine()) {
            String[] words = lines.nextLine().trim().split(" +");
            if (words[0].equals("ugi")) System.out.println("id name @NAME@\\nugiok");
            if (words[0].equals("isready")) System.out.println("readyok");
            if (words[0].equals("position")) board = read(words);
            if (words[0].equals("go")) System.out.println("bestmove " + name(board, choose(board)));
            if (words[0].equals("quit")) return;
        }
    }
}
"""

ENGINES = {".cpp": CPP, ".java": JAVA}  # by the ending of the file
