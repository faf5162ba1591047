"""An engine of the Universal Game Interface that misbehaves in the way its argument says."""

import sys
import time

from loa_tk.model.games import find_game
from loa_tk.model.match import Match
from loa_tk.model.notation import move_text, read_position

how = sys.argv[1]
if how == "silent":
    time.sleep(60)
if how == "dies":
    sys.exit("bad_engine: no licence.")
if how == "flood":
    while True:
        print("x" * 100)
game = find_game("loa5")
match = Match(game)
asked = 0
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ugi"]:
        print("some chatter\nid name bad\nugiok", flush=True)
    elif words[:1] == ["isready"]:
        print("readyok", flush=True)
    elif words[:1] == ["setoption"]:
        game = find_game(words[-1])
    elif words[:1] == ["position"]:
        match = Match(game, read_position(game, " ".join(words[2:4])))
        for text in words[5:]:
            match.play_text(text)
    elif words[:1] == ["go"]:
        asked += 1
        if asked == 2 and how == "crash":
            sys.exit(3)
        if asked == 2 and how == "slow":
            time.sleep(30)
        if asked == 2 and how == "illegal":
            print("bestmove a1-a1", flush=True)
        elif asked == 2 and how == "garbage":
            print("bestmove", flush=True)
        else:
            move = move_text(game, match.state, game.moves(match.state)[0])
            print(f"info depth 1 nodes 5 pv {move}\nbestmove {move}", flush=True)
    elif words[:1] == ["quit"]:
        break
