#!/usr/bin/env python3
"""Seats a UCI engine in the lobby of a server: it accepts challenges to xiangqi, plays, and plays again.

Usage: engine.py [--name NAME] [--movetime MS] [--games NUMBER] ENGINE [HOST [PORT]]

For example: engine.py /usr/games/fairy-stockfish 127.0.0.1 9899
"""

import argparse
import subprocess

from chuhe import Player, Refused

FILES = "abcdefghi"


class Engine:
    """A UCI engine that plays xiangqi."""

    def __init__(self, path, movetime):
        self.movetime = movetime
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self._send("uci")
        lines = self._read_to("uciok")
        # engines for several variants are told which one, and count the ranks from 1
        has_variants = any(line.startswith("option name UCI_Variant ") for line in lines)
        self.first_rank = 1 if has_variants else 0
        if has_variants:
            self._send("setoption name UCI_Variant value xiangqi")
        self._send("isready")
        self._read_to("readyok")

    def best_move(self, start, moves):
        """Returns the move for the side to move, as the server writes it; `None` if there is none."""
        position = f"fen {start}" if start else "startpos"
        played = " ".join(self._square(move["from"]) + self._square(move["to"]) for move in moves)
        self._send(f"position {position}" + (f" moves {played}" if played else ""))
        self._send(f"go movetime {self.movetime}")
        best = self._read_to("bestmove")[-1].split()[1]
        squares = self._squares(best)
        return squares and {"from": squares[0], "to": squares[1]}

    def close(self):
        self._send("quit")
        self.process.wait(timeout=10)

    def _square(self, index):
        return FILES[index % 9] + str(index // 9 + self.first_rank)

    def _squares(self, text):
        """Parses a move such as h3e3 or a10a9; `None` for a move that is none."""
        starts = [at for at, letter in enumerate(text) if letter in FILES]
        if len(starts) != 2:
            return None
        parts = text[: starts[1]], text[starts[1] :]
        return [(int(part[1:]) - self.first_rank) * 9 + FILES.index(part[0]) for part in parts]

    def _send(self, line):
        self.process.stdin.write(line + "\n")

    def _read_to(self, word):
        """Reads lines up to one that begins with this word."""
        lines = []
        while not lines or lines[-1].split()[:1] != [word]:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("the engine has ended")
            lines.append(line.strip())
        return lines


def accept_challenge(player):
    """Waits for a challenge to xiangqi, and returns the number of the game."""
    while True:
        name, content = player.receive()
        if name == "ChallengeOpened" and content["to"] == player.id:
            if "Xiangqi" in content["terms"]["game"]:
                player.send({"Lobby": {"AcceptChallenge": {"challenge": content["id"]}}})
            else:
                player.send({"Lobby": {"DeclineChallenge": {"challenge": content["id"], "reason": "OtherTerms"}}})
        if name == "ChallengeClosed" and "Accepted" in content["how"]:
            return content["how"]["Accepted"]


def answer(player, game, offer):
    """Answers an offer of the opponent: every one but a draw is accepted."""
    accept = offer["kind"] != "Draw"
    player.send_at_table(game, {"AnswerOffer": {"kind": offer["kind"], "accept": accept}})


def play(player, engine, game):
    """Plays a game to its end."""
    start = player.event(game, "Started")
    own = "Red" if start["seats"]["red"]["player"] == player.id else "Black"
    fen = start["terms"]["game"]["Xiangqi"]["start"]
    first = "Black" if fen and fen.split()[1] == "b" else "Red"
    other = {"Red": "Black", "Black": "Red"}
    moves, thought_at = [], None
    while True:
        turn = first if len(moves) % 2 == 0 else other[first]
        is_up_to_date = player.read[game] == len(player.events[game])
        if turn == own and is_up_to_date and thought_at != len(moves):
            thought_at = len(moves)
            mv = engine.best_move(fen, moves)
            if mv is None:
                player.send_at_table(game, "Resign")
            else:
                player.send_at_table(game, {"Play": {"ply": len(moves), "mv": {"Xiangqi": mv}, "premove": False}})
        try:
            name, content = player.next_event(game)
        except Refused as refused:
            # a takeback was faster than the move
            print(f"  refused: {refused}")
            continue
        if name == "Played":
            moves.append(content["mv"]["Xiangqi"])
        elif name == "TakenBack":
            del moves[content["to_ply"] :]
            thought_at = None
        elif name == "Offered" and content["by"] != own:
            answer(player, game, content)
        elif name == "Ended":
            print(f"  over after {len(moves)} plies: {content['outcome']}", flush=True)
            return own


def leave_or_play_again(player, game, own):
    """Waits until the opponent leaves; returns the number of a rematch, if there is one."""
    while True:
        while player.read[game] < len(player.events[game]):
            name, content = player.next_event(game)
            if name == "Offered" and content["by"] != own:
                answer(player, game, content)
            if name == "Left" and content["color"] != own:
                player.send_at_table(game, "Leave")
                player.until("Players")
                return None
        name, content = player.receive()
        if name == "Events" and content["game"] != game:
            return content["game"]


def main():
    arguments = argparse.ArgumentParser(description="Seats a UCI engine in the lobby of a server.")
    arguments.add_argument("engine")
    arguments.add_argument("host", nargs="?", default="127.0.0.1")
    arguments.add_argument("port", nargs="?", type=int, default=9899)
    arguments.add_argument("--name", default="engine")
    arguments.add_argument("--movetime", type=int, default=500, help="milliseconds for each move, at most 3000")
    arguments.add_argument("--games", type=int, help="stop after this many games")
    arguments = arguments.parse_args()
    # a longer thought would delay the next ping
    engine = Engine(arguments.engine, min(arguments.movetime, 3_000))
    player = Player((arguments.host, arguments.port), arguments.name)
    print(f"{player.name} is in the lobby", flush=True)
    played, game = 0, None
    while arguments.games is None or played < arguments.games:
        game = game or accept_challenge(player)
        print(f"game {game}", flush=True)
        own = play(player, engine, game)
        game = leave_or_play_again(player, game, own)
        played += 1
    player.send({"Door": "Quit"})
    engine.close()
    print("done")


if __name__ == "__main__":
    main()
