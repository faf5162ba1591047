"""The words of `loa doctor`, and of a window that cannot open: what is amiss and what mends it."""

NO_TKINTER = (
    "the window needs tkinter, which this Python lacks ({reason}); {remedy}. The commands work "
    "without it (loa --help)"
)
NO_FONTS = "the window cannot open because this system has no fonts ({reason}); {remedy}"
NO_DISPLAY = (
    "the window cannot open ({reason}); start it in a desktop session, or through ssh -X. The "
    "commands need no screen (loa --help)"
)

INSTALL = "install the package {package}: {command}"
INSTALL_BY_NAME = (
    "install its package, which Debian calls {debian}, Fedora {fedora} and Arch {arch}"
)
OTHER_PYTHON = "use the system's own Python, /usr/bin/python3, and {remedy}"
BREW = "type: brew install python-tk@{version}"
MAC = "install Python from python.org, which has it"
WINDOWS = "start Python's installer again, choose Modify, and tick tcl/tk"

PYTHON = "{version}, {path}, {system}"
SCREEN = "{display}, {width} x {height}, {dpi:.0f} dpi, drawn at {scale:.0%}"
FONTS = "{sans} and {mono}"
OTHER_FONTS = "{fonts}, in which some signs may be missing; for DejaVu, {remedy}"
ENGINE = "a move after {seconds:.1f} s"
ENGINE_LATE = "its process does not answer; end other programs, and try again"
SCREEN_LATE = "the display does not answer; check the variable DISPLAY, or log in again"
ENDED = "its process ended (status {status}); memory or processes may be short on this machine"
BROKEN = "could not be checked: {error}"
NOT_CHECKED = "not checked, because there is no Tk"
NO_BWRAP = "{text}: {reason}; {remedy}"
NOT_PERMITTED = "this system does not permit it, as many containers do not"
CLUSTER = "the package distributed is installed"
NOT_WRITABLE = "{folder} cannot be written to ({reason}), so nothing is kept there; mend that"
NOT_A_FOLDER, NO_PERMISSION = "{path} is not a folder", "you may not write to {path}"
TEMPORARY = "{folder}, {free:,} MB free"
NO_TEMPORARY = "no folder for temporary files can be written to; set TMPDIR to one that can"
NOEXEC = "{text}, mounted noexec; set TMPDIR to another folder before you start the frozen file"
NEARLY_FULL = "{text}, which is little; make room, or set TMPDIR to another folder"

CAN_PLAY = "The window can open, and the computer can play."
CANNOT_PLAY = "What has failed must be mended before you can play in the window."
