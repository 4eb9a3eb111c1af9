#!/usr/bin/env python3
"""Joins a server twice and plays against itself: xiangqi to checkmate and to a ruling, then luzhanqi to a draw.

Usage: play.py [HOST [PORT]]
"""

import sys

from chuhe import Player

MATE = "h2e2 d9e8 d0e1 g9e7 e2e6 a9a7 b2b9".split()

# red checks in a circle, and loses by it
CHECKS = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
CHECKING = "a0a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9 a8a9".split()

# from the front to the back, from left to right, without the camps
FORMATION = """
    Captain Lieutenant Captain Lieutenant Captain
    Colonel Major Colonel
    Brigadier Bomb Bomb Brigadier
    MajorGeneral Marshal MajorGeneral
    Engineer Mine General Mine Engineer
    Lieutenant Flag Mine Engineer Major
""".split()

TIME = {"game_ms": 600_000, "move_ms": 60_000, "increment_ms": 0, "read_ms": 0}


def begin(red, black, game):
    """Challenges and accepts; returns the number of the game."""
    terms = {
        "game": game,
        "color": "Red",
        "challenger_time": TIME,
        "opponent_time": TIME,
        "takeback": "Off",
        "watch_delay_plies": 0,
        "rated": False,
    }
    red.send({"Lobby": {"Challenge": {"opponent": black.id, "terms": terms}}})
    challenge = black.until("ChallengeOpened")
    black.send({"Lobby": {"AcceptChallenge": {"challenge": challenge["id"]}}})
    ends = [player.until("ChallengeClosed")["how"] for player in (red, black)]
    assert ends[0] == ends[1]
    number = ends[0]["Accepted"]
    print(f"{next(iter(game))} {number}: {red.name} challenges {black.name}, who accepts")
    return number


def leave(game, *players):
    for player in players:
        player.send_at_table(game, "Leave")
        player.until("Players")  # back in the lobby, and free for a challenge


def square(text):
    """The index of a point of the xiangqi board, such as h2."""
    return int(text[1]) * 9 + "abcdefghi".index(text[0])


def play(red, black, game, ply, move):
    mover = (red, black)[ply % 2]
    mv = {"Xiangqi": {"from": square(move[:2]), "to": square(move[2:])}}
    mover.send_at_table(game, {"Play": {"ply": ply, "mv": mv, "premove": False}})
    for player in (red, black):
        assert player.event(game, "Played")["mv"] == mv
    print(f"  {mover.name} plays {move}")


def xiangqi(red, black):
    game = begin(red, black, {"Xiangqi": {"rules": "Asian", "start": None}})
    for ply, move in enumerate(MATE):
        play(red, black, game, ply, move)
        if ply == 3:
            black.resume(game)
            print(f"  {black.name} connects again")
    outcomes = [player.event(game, "Ended")["outcome"] for player in (red, black)]
    assert outcomes == [{"Won": {"winner": "Red", "reason": "Checkmate"}}] * 2, outcomes
    print(f"  over: {outcomes[0]}")
    leave(game, red, black)


def repetition(red, black):
    game = begin(red, black, {"Xiangqi": {"rules": "Asian", "start": CHECKS}})
    for ply, move in enumerate(CHECKING):
        play(red, black, game, ply, move)
        if ply >= 4:  # the position stands for the second time, and after the last move for the third
            judged = [player.event(game, "RepetitionJudged") for player in (red, black)]
            assert judged[0] == judged[1]
            how = "ruling" if judged[0]["is_final"] else "warning"
            print(f"  {how} on plies {judged[0]['from_ply']} to {judged[0]['to_ply']}: {judged[0]['verdict']}")
    outcomes = [player.event(game, "Ended")["outcome"] for player in (red, black)]
    assert outcomes == [{"Won": {"winner": "Black", "reason": "PerpetualCheck"}}] * 2, outcomes
    print(f"  over: {outcomes[0]}")
    leave(game, red, black)


def station(text):
    """The index of a station of the luzhanqi board, such as s11: arm, row, column."""
    return "snwe".index(text[0]) * 30 + (int(text[1]) - 1) * 5 + int(text[2]) - 1


def luzhanqi(red, black):
    options = {
        "mine": "Stays",
        "resign_from_step": 20,
        "draw_after_quiet_steps": 70,
        "draw_notice_steps": 10,
        "passes_to_lose": 5,
    }
    game = begin(red, black, {"Luzhanqi": {"board": "Classic", "options": options}})
    for player in (red, black):
        player.send_at_table(game, {"SetUp": {"strengths": FORMATION}})
        player.send_at_table(game, "ConfirmFormation")
    for player in (red, black):
        seen = [name_of(player.event(game, "Luzhanqi")["seen"]) for _ in range(4)]
        print(f"  {player.name} sees the set-up as {', '.join(seen)}")
    for ply, move in enumerate(["s11n15", "n13s13"]):
        mover = (red, black)[ply % 2]
        mv = {"from": station(move[:3]), "to": station(move[3:])}
        mover.send_at_table(game, {"Play": {"ply": ply, "mv": {"Luzhanqi": mv}, "premove": False}})
        moved = [player.event(game, "Luzhanqi")["seen"]["Moved"] for player in (red, black)]
        assert moved[0] == moved[1]
        print(f"  {mover.name} moves {move}: {moved[0]['battle']}")
    red.send_at_table(game, {"Offer": {"kind": "Draw"}})
    black.event(game, "Offered")
    black.send_at_table(game, {"AnswerOffer": {"kind": "Draw", "accept": True}})
    outcomes = [player.event(game, "Ended")["outcome"] for player in (red, black)]
    assert outcomes == [{"Drawn": "Agreement"}] * 2, outcomes
    revealed = red.event(game, "Luzhanqi")["seen"]["Revealed"]
    print(f"  over: {outcomes[0]}; {len(revealed['pieces'])} pieces are left")
    leave(game, red, black)


def name_of(variant):
    return variant if isinstance(variant, str) else next(iter(variant))


def main():
    host = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1"
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 9899
    address = (host, port)
    red, black = Player(address, "Pythia"), Player(address, "蟒蛇")
    xiangqi(red, black)
    repetition(red, black)
    luzhanqi(red, black)
    for player in (red, black):
        player.send({"Door": "Quit"})
    print("done")


if __name__ == "__main__":
    main()
