"""Installs the Windows packages in Wine, plays with them against programs of this machine, and uninstalls them.

`packaging/windows/check` runs it. The folders and a player have Chinese names.
"""

import argparse
import json
import os
import pathlib
import queue
import random
import signal
import socket
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from players import Game, start_player, start_server  # noqa: E402

# how long to wait for a program, in seconds; generous, for a busy machine
TIMEOUT = 300

# moves from the initial position to checkmate, with the pieces
MOVES = [("b2b4", "C"), ("d9e8", "a"), ("b4g4", "C"), ("b9c7", "n"), ("g4g9", "C")]
# in the user's folder: a removal keeps it unless it is asked to delete it
SETTINGS = pathlib.PurePath("AppData/Roaming/chuhe")


def expect(holds, what):
    if not holds:
        sys.exit(f"the check failed: {what}")


class Screen:
    """A virtual screen."""

    def __init__(self):
        reader, writer = os.pipe()
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"]
        self.process = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as lines:
            self.display = ":" + lines.readline().strip()

    def xdotool(self, *words):
        command = ["xdotool", *(str(word) for word in words)]
        environment = {**os.environ, "DISPLAY": self.display}
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True, timeout=TIMEOUT).stdout


class Wine:
    """A folder that Wine takes for the disk of a Windows machine, on a screen."""

    def __init__(self, program, folder, screen):
        self.program = program
        self.folder = folder
        self.screen = screen
        # no types of files, menu entries or downloads for the desktop of this machine
        overrides = "mscoree,mshtml=;winemenubuilder.exe=;bcryptprimitives=n,b"
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in ("WAYLAND_DISPLAY", "LC_ALL")},
            "DISPLAY": screen.display,
            "WINEPREFIX": str(folder),
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": overrides,
            # Wine takes names of files from the locale
            "LC_ALL": "C.UTF-8",
            "CHUHE_NO_NEARBY": "1",
        }

    def command(self, *words):
        return [self.program, *(str(word) for word in words)]

    def run(self, *words, code=0, cwd=None):
        """Runs a program to its end; returns what it prints."""
        done = subprocess.run(
            self.command(*words), env=self.environment, cwd=cwd, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, check=False, timeout=TIMEOUT,
        )
        said = done.stdout.decode()
        expect(done.returncode == code, f"{words}: exit code {done.returncode} instead of {code}\n{said}")
        return said

    def settle(self):
        """Waits until no program runs in Wine, and the registry is written."""
        subprocess.run([self.server(), "-w"], env=self.environment, check=True, timeout=TIMEOUT)

    def server(self):
        beside = pathlib.Path(self.program).parent / "wineserver"
        return str(beside) if beside.exists() else "wineserver"

    def home(self):
        """The folder of the user."""
        return next(it for it in (self.folder / "drive_c/users").iterdir() if it.name != "Public")

    def traces(self):
        """The files and the lines of the registry with the name of the program."""
        files = [path for path in (self.folder / "drive_c").rglob("*") if "chuhe" in path.name.lower()]
        lines = [
            line for file in sorted(self.folder.glob("*.reg"))
            for line in file.read_text(errors="replace").splitlines() if "chuhe" in line.lower()
        ]
        return files, lines


def on_z(path):
    """What Wine calls a path of this machine."""
    return "Z:" + str(path).replace("/", "\\")


class Window:
    """A window of the client, whose widgets it reports, and which xdotool clicks."""

    opened = []

    def __init__(self, name, screen, command, trace, environment, path=str):
        self.name = name
        self.opened.append(self)
        self.screen = screen
        self.page = {}
        trace.touch()
        self.tail = subprocess.Popen(["tail", "-c", "+1", "-f", str(trace)], stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.pages = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.process = subprocess.Popen([*command, "--ui-trace", path(trace)], env=environment, stdin=subprocess.DEVNULL)
        self.until("it opens", lambda page: page)
        self.window = screen.xdotool("search", "--sync", "--onlyvisible", "--class", "chuhe").split()[-1]

    def _read(self):
        for line in self.tail.stdout:
            self.pages.put(json.loads(line))

    def until(self, what, shown):
        end = time.monotonic() + TIMEOUT
        while True:
            while not self.pages.empty():
                self.page = self.pages.get()
            if shown(self.page):
                return
            try:
                self.page = self.pages.get(timeout=max(0, end - time.monotonic()))
            except queue.Empty:
                self.save_picture("failed")
                sys.exit(f"{self.name} waits in vain until {what}; it shows:\n{json.dumps(self.page, ensure_ascii=False)}")

    def save_picture(self, what):
        """Saves what is on the screen, for people."""
        folder = pathlib.Path("artifacts")
        folder.mkdir(exist_ok=True)
        picture = folder / f"windows-{self.name}-{what}.png"
        subprocess.run(["import", "-window", "root", str(picture)], env={**os.environ, "DISPLAY": self.screen.display}, check=False)

    def widget(self, name):
        return next((it for it in self.page.get("widgets", []) if it["id"] == name), None)

    def shows(self, words):
        return any(words in it["label"] for it in self.page.get("widgets", []))

    def input(self, releases, *words):
        """Passes input that releases so many keys and buttons, and waits for its effect."""
        wanted = self.page["releases"] + releases
        self.screen.xdotool(*words)
        self.until(f"{words} is handled", lambda page: page["releases"] >= wanted)

    def click_at(self, x, y):
        self.input(1, "mousemove", "--window", self.window, x, y, "click", 1)

    def click(self, name):
        self.until(f"{name} is enabled", lambda _: (self.widget(name) or {"enabled": False})["enabled"])
        it = self.widget(name)
        self.click_at(it["x"] + it["w"] // 2, it["y"] + it["h"] // 2)

    def choose(self, name):
        self.click(name)
        self.until(f"{name} is chosen", lambda _: (self.widget(name) or {"chosen": False})["chosen"])

    def fill(self, name, text):
        self.click(name)
        self.input(2, "key", "ctrl+a")
        self.input(len(text), "type", "--delay", 40, text)
        self.until(f"{name} reads {text}", lambda _: (self.widget(name) or {"label": None})["label"] == text)

    def until_piece(self, square, letter):
        self.until(f"{square} holds {letter}", lambda page: page["screen"] == "table" and page["pieces"].get(square) == letter)

    def play(self, other, move, letter):
        """Plays a move by two clicks, and waits until both windows show it."""
        start, end = move[:2], move[2:]
        self.until_piece(start, letter)
        self.click_at(*self.page["squares"][start])
        self.click_at(*self.page["squares"][end])
        for window in (self, other):
            window.until_piece(start, None)
            window.until_piece(end, letter)

    def kill(self):
        self.process.kill()
        self.process.wait(TIMEOUT)
        self.tail.kill()


class Check:
    """What the parts of the check share."""

    def __init__(self, options):
        self.options = options
        self.scratch = options.scratch
        self.native_screen, self.screen = Screen(), Screen()
        self.wine = Wine(options.wine, self.scratch / "盘", self.screen)
        self.wine.run("wineboot", "-i")
        self.wine.settle()
        library = self.wine.folder / "drive_c/windows/system32/bcryptprimitives.dll"
        library.write_bytes((self.scratch / "bcryptprimitives.dll").read_bytes())
        self.data = self.scratch / "对局"
        self.data.mkdir()
        self.traces = 0

    def done(self, what):
        print(f"in Wine: {what}", flush=True)

    def trace(self):
        self.traces += 1
        return self.scratch / f"trace-{self.traces}"

    def native_window(self, name, *flags):
        environment = {**os.environ, "DISPLAY": self.native_screen.display, "LIBGL_ALWAYS_SOFTWARE": "1"}
        environment.pop("WAYLAND_DISPLAY", None)
        command = [str(self.options.native), "--settings", str(self.data / f"{name}.json"), "--lang", "en", "--no-nearby", *flags]
        return Window(name, self.native_screen, command, self.trace(), environment)

    def wine_window(self, name, *flags):
        settings = on_z(self.data / f"{name}.json")
        command = self.wine.command(self.installed / "chuhe.exe", "--settings", settings, "--lang", "zh", *flags)
        return Window(name, self.screen, command, self.trace(), self.wine.environment, on_z)

    def start_server(self, listen="127.0.0.1:0"):
        flags = ["--listen", listen, "--data", on_z(self.data / "服务器"), "--log", "warn"]
        command = self.wine.command(self.installed / "chuhe-server.exe", *flags)
        return start_server(command, env=self.wine.environment)

    def restart(self, server, address, notice):
        """Kills the server, waits until the players notice, and starts it again with its data."""
        server.process.kill()
        server.process.wait(TIMEOUT)
        notice()
        return self.start_server(address)[0]

    def install(self):
        before = self.wine.traces()
        expect(before == ([], []), f"the disk is new: {before}")
        self.wine.run(self.options.setup, "/S", "/SERVER")
        self.wine.settle()
        self.installed = self.wine.home() / "AppData/Local/Programs/Chuhe"
        for program in ("chuhe.exe", "chuhe.com", "chuhe-server.exe"):
            same = (self.installed / program).read_bytes() == (self.options.unpacked / program).read_bytes()
            expect(same, f"{program} is the same in the zip and in the installer")
        menu = self.wine.home() / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs"
        expect((menu / "Chuhe 楚河.lnk").is_file() and (menu / "Chuhe server.lnk").is_file(), "the Start menu has both")
        self.done("installed without questions")

    def use_a_console(self):
        """A console runs `chuhe.com`, which prints there."""
        version = self.options.version
        for folder in (self.installed, self.options.unpacked):
            for line in ("chuhe --version", "chuhe-server --version"):
                said = self.wine.run("cmd", "/c", line, cwd=folder)
                expect(version in said, f"{line} in {folder} prints {said!r}")
        said = self.wine.run(self.installed / "chuhe.com", "--text", "--settings", on_z(self.data / "empty.json"))
        expect(said.strip(), "the text mode greets")
        self.done("a console shows what the client prints")

    def play_in_text_mode(self):
        """A game to checkmate, in which the server is killed."""
        server, address = self.start_server()
        settings = on_z(self.data / "文字.json")
        bo = start_player("Bo", [str(self.options.native), "--settings", str(self.data / "text.json")], address)
        command = self.wine.command(self.installed / "chuhe.com", "--settings", settings)
        cy = start_player("云中鹤", command, address, env=self.wine.environment)
        game = Game(bo, cy)
        game.play(3)
        players = (bo, cy)
        server = self.restart(server, address, lambda: [player.hear("connection is lost") for player in players])
        for player in players:
            player.hear("Reconnected")
        game.end()
        for player in players:
            player.say("quit")
            player.process.wait(TIMEOUT)
        server.process.kill()
        self.done("a game in text mode to checkmate over a killed server")

    def play_in_windows(self):
        """A game to checkmate, in which the server is killed, then the window in Wine."""
        server, address = self.start_server()
        join = ["--connect", address, "--name"]
        bo = self.native_window("Bo", *join, "Bo")
        cy = self.wine_window("Cy", *join, "云中鹤")
        bo.click("lobby.challenge.云中鹤")
        bo.choose("form.preset.5")
        bo.choose("form.red")
        bo.click("form.send")
        cy.click("challenge.accept")
        windows = [bo, cy]

        def play(ply):
            mover, other = windows[ply % 2], windows[(ply + 1) % 2]
            mover.play(other, *MOVES[ply])

        play(0)
        play(1)

        def until_connected(connected):
            # without a connection, nobody can resign
            for window in windows:
                window.until(f"connected: {connected}", lambda _: window.widget("table.resign")["enabled"] == connected)

        server = self.restart(server, address, lambda: until_connected(False))
        until_connected(True)
        play(2)
        cy.save_picture("table")
        cy.kill()
        windows[1] = cy = self.wine_window("Cy", *join, "云中鹤")
        cy.until_piece("g4", "C")
        play(3)
        play(4)
        bo.until("the checkmate is announced", lambda _: bo.shows("heckmate"))
        cy.until("the checkmate is announced", lambda _: cy.shows("绝杀"))
        cy.save_picture("checkmate")
        cy.click("keep.save")
        games = self.data / "games"
        cy.until("the record is saved", lambda _: cy.shows(".pgn"))
        record = next(games.glob("*.pgn"))
        expect("云中鹤" in record.read_text(encoding="utf-8"), f"{record} names the player")
        self.record = record.rename(games / "棋谱 一.pgn")
        for window in windows:
            window.kill()
        server.process.kill()
        self.done("a game of a window in Wine and a native one to checkmate, over a killed server and a killed window")

    def host(self):
        """A window in Wine hosts a server, which a player of this machine joins."""
        window = self.wine_window("Host")
        window.click("start.host")
        port = free_port()
        window.fill("host.port", str(port))
        window.click("host.start")
        window.until("it hosts", lambda _: window.widget("host.stop"))
        window.fill("host.name", "Cy")
        window.click("host.join")
        window.until("the lobby is shown", lambda page: page["screen"] == "lobby")
        guest = start_player("Bo", [str(self.options.native), "--settings", str(self.data / "guest.json")], f"127.0.0.1:{port}")
        window.until("the guest is in the lobby", lambda _: window.widget("lobby.challenge.Bo"))
        guest.say("quit")
        guest.process.wait(TIMEOUT)
        window.kill()
        self.done("a window hosts a server")

    def open_a_record(self):
        """A double click on a record shows it."""
        window = self.wine_window("Review", on_z(self.record))
        window.until("the record is shown", lambda page: page["screen"] == "review")
        window.kill()
        classes = (".pgn", "Chuhe.pgn")
        self.show_classes(classes)
        self.wine.settle()
        opened = subprocess.Popen(self.wine.command("start", "/wait", on_z(self.record)), env=self.wine.environment)
        self.screen.xdotool("search", "--sync", "--onlyvisible", "--class", "chuhe")
        mine = [pid for pid, words in self.processes() if self.record.name in words and "chuhe.exe" in words.lower()]
        expect(len(mine) == 1, "a double click on a record starts the client with it")
        os.kill(mine[0], signal.SIGKILL)
        opened.wait(TIMEOUT)
        for name in classes:
            self.wine.run("reg", "delete", rf"HKLM\Software\Classes\{name}", "/f")
        self.wine.settle()
        settings = self.wine.home() / SETTINGS
        self.done(f"a double click opens a record; settings are in {settings.relative_to(self.wine.folder)}")

    def show_classes(self, names):
        """Copies the user's types of files to those of the system: Windows shows both as one list, of which Wine 8 reads only the latter."""
        for name in names:
            self.wine.run("reg", "copy", rf"HKCU\Software\Classes\{name}", rf"HKLM\Software\Classes\{name}", "/s", "/f")

    def processes(self):
        """The processes of this disk, with their command lines."""
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                mine = str(self.wine.folder).encode() in (folder / "environ").read_bytes()
                words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            except OSError:
                continue
            if mine and "start" not in words.split():
                yield int(folder.name), words

    def refuse(self):
        server, _ = self.start_server()
        self.wine.run(self.options.setup, "/S", code=2)
        # an uninstaller removes itself by a copy, for which nobody waits; with this flag it works without one
        folder = "C:\\" + str(self.installed.relative_to(self.wine.folder / "drive_c")).replace("/", "\\")
        self.wine.run(self.installed / "uninstall.exe", "/S", f"_?={folder}", code=2)
        server.process.kill()
        server.process.wait(TIMEOUT)
        self.wine.settle()
        expect((self.installed / "chuhe.exe").is_file(), "nothing is removed while a program runs")
        self.pretend_version("99.0.0")
        self.wine.run(self.options.setup, "/S", code=3)
        self.pretend_version(self.options.version)
        self.done("a running program is neither replaced nor removed, and a newer version is not replaced")

    def pretend_version(self, version):
        """Changes which version Windows takes for the installed one."""
        key = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Chuhe"
        self.wine.run("reg", "add", key, "/v", "DisplayVersion", "/d", version, "/f")

    def uninstall(self):
        settings = self.wine.home() / SETTINGS
        settings.mkdir(parents=True, exist_ok=True)
        (settings / "settings.json").write_text("{}")
        local = self.wine.home() / "AppData/Local/chuhe-server"
        local.mkdir()
        self.wine.run(self.installed / "uninstall.exe", "/S")
        self.wine.settle()
        files, lines = self.wine.traces()
        expect(not self.installed.exists(), "the programs are removed")
        expect(set(files) == {settings, local}, f"a removal leaves only the data: {files}")
        expect(not lines, f"a removal leaves nothing in the registry: {lines}")

        self.wine.run(self.options.setup, "/S")
        self.wine.settle()
        expect(not (self.installed / "chuhe-server.exe").exists(), "the server is installed only if asked for")
        self.wine.run(self.installed / "uninstall.exe", "/S", "/PURGE")
        self.wine.settle()
        left = self.wine.traces()
        expect(left == ([], []), f"a purge leaves nothing: {left}")
        self.done("removed: without questions the data stay, and /PURGE deletes them too")


def free_port():
    """A free port below those that the system gives to connections, so that none of them takes it meanwhile."""
    while True:
        with socket.socket() as free:
            try:
                free.bind(("", random.randrange(20_000, 30_000)))
            except OSError:
                continue
            return free.getsockname()[1]


def main():
    parser = argparse.ArgumentParser()
    for name in ("setup", "unpacked", "native", "scratch"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    for name in ("wine", "version"):
        parser.add_argument(f"--{name}", required=True)
    check = Check(parser.parse_args())
    try:
        check.install()
        check.use_a_console()
        check.play_in_text_mode()
        check.play_in_windows()
        check.host()
        check.open_a_record()
        check.refuse()
        check.uninstall()
    finally:
        for window in Window.opened:
            window.kill()
        subprocess.run([check.wine.server(), "-k"], env=check.wine.environment, check=False)
        for screen in (check.screen, check.native_screen):
            screen.process.terminate()


if __name__ == "__main__":
    main()
