"""The words of the entry in a desktop's menu, and of the commands that add and remove it."""

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
