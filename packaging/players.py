"""For the checks of packages: starts servers, and players who use the program `chuhe` in its text mode."""

import queue
import subprocess
import threading

# how long to wait for a line, in seconds; generous, for a busy machine
TIMEOUT = 120

# moves from the initial position to checkmate
MOVES = ["b2b4", "A4+5", "C8.3", "H2+3", "C3+5"]


class Program:
    """A running program with its input and output, as lines."""

    def __init__(self, name, command, **options):
        self.name = name
        self.heard = []
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1, **options
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def hear(self, words):
        """Waits for a line that contains `words`, and returns it."""
        while True:
            try:
                line = self.lines.get(timeout=TIMEOUT)
            except queue.Empty:
                line = None
            if line is None:
                raise SystemExit(f"{self.name} does not say {words!r}, but:\n" + "\n".join(self.heard))
            self.heard.append(line)
            if words in line:
                return line

    def stop(self):
        """Ends the program as a service manager does, and waits for its end."""
        self.process.terminate()
        try:
            self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise SystemExit(f"{self.name} does not stop") from None


def start_server(command, **options):
    """Starts a server and waits until it listens; returns it with its address."""
    server = Program("the server", command, **options)
    return server, server.hear("listening at ").removeprefix("listening at ")


def start_player(name, command, address, **options):
    """Starts the client in text mode with `command` before its flags, and enters the lobby."""
    flags = ["--text", "--lang", "en", "--no-nearby", "--connect", address, "--name", name]
    player = Program(name, [*command, *flags], **options)
    player.hear(f"as {name}")
    return player


class Game:
    """A game of two players, who play `MOVES`."""

    def __init__(self, red, black):
        self.players = [red, black]
        self.played = 0
        red.say(f"challenge {black.name} xiangqi red untimed")
        black.hear("challenges you")
        black.say("accept")
        red.hear("Your move.")

    def play(self, plies):
        """Plays the next moves; the other player hears each of them."""
        for _ in range(plies):
            mover, other = self.players[self.played % 2], self.players[(self.played + 1) % 2]
            mover.say(MOVES[self.played])
            self.played += 1
            other.hear("Your move." if self.played < len(MOVES) else "Checkmate")

    def end(self):
        """Plays to checkmate."""
        self.play(len(MOVES) - self.played)
        self.players[0].hear("Checkmate")
