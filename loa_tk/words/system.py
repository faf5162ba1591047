"""The words about the system: `loa doctor`, a window that cannot open, a desktop's menu entry."""

NAME = "loa_tk"
KIND = "Game search lab"
COMMENT = "Play Lines of Action and its relatives, and see what the search does"
KEYWORDS = (
    "Lines of Action", "Breakthrough", "Mini-Checkers", "Flow Free", "alpha-beta", "minimax",
    "Monte Carlo", "SGF",
)  # fmt: skip
RECORD = "Game record of loa_tk"

INSTALLED = "The menu of your desktop now has loa_tk, and game records open with it. Written:"
REMOVED = "Removed:"
NOTHING = "There was nothing to remove."
NO_TOOL = "Without {tool} (Debian's package {package}), {effect}."
EFFECTS = {
    "update-desktop-database": "game records may open with loa_tk only after you log in again",
    "update-mime-database": "your desktop does not know the type of game records",
}

ELSEWHERE = {
    "win32": "{flag} is for Linux desktops; on Windows make a shortcut to loa.exe, as for any file",
    "darwin": "{flag} is for Linux desktops; on macOS drag loa.app into the folder Applications",
}
NOT_WRITTEN = "{path} cannot be written: {reason}"
NOT_REMOVED = "{path} cannot be removed: {reason}"
NOT_YOURS = "{folder} belongs to another user; log in as that user, and not as root, for {flag}"
FORBIDDEN = "a desktop cannot start {path}, because of the {sign} in its path; move or rename it"


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
HELD, PART = "{text} ({parts})", "{part}: {answer}"
YES, NO, MEGABYTES = "yes", "no", "{size:,} MB"
OWN_NAMESPACES, OTHER_FILES_HIDDEN = "namespaces of its own", "other files hidden"
CALLS_FILTERED, MEMORY_BOUND = "system calls filtered", "memory bounded"
NO_BWRAP = "{text}: {reason}; {remedy}"
NOT_PERMITTED = "this system does not permit it, as many containers do not"
CLUSTER = "the package distributed is installed"
NOT_WRITABLE = (
    "{folder} cannot be written to ({reason}), so nothing is kept there; let this user write to it"
)
NOT_A_FOLDER, NO_PERMISSION = "{path} is not a folder", "you may not write to {path}"
TEMPORARY = "{folder}, {free:,} MB free"
NO_TEMPORARY = "no folder for temporary files can be written to; set TMPDIR to one that can"
NOEXEC = "{text}, mounted noexec; set TMPDIR to another folder before you start the frozen file"
NEARLY_FULL = "{text}, which is little; make room, or set TMPDIR to another folder"

CAN_PLAY = "The window can open, and the computer can play."
CANNOT_PLAY = "What has failed must be mended before you can play in the window."
