"""Uses the Debian packages that are installed in the folder of the first argument: plays, upgrades, refuses older packages, purges.

`packaging/deb/check` runs it in a network of its own.
"""

import os
import pathlib
import re
import shlex
import sqlite3
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from players import Game, start_player, start_server  # noqa: E402

ROOT = pathlib.Path(sys.argv[1]).resolve()
ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive", "HOME": "/tmp"}
UNIT = ROOT / "usr/lib/systemd/system/chuhe-server.service"
# a user id of the range from which systemd takes dynamic users
USER = 61_184
STATE = ROOT / "var/lib/private/chuhe"
DATABASE = STATE / "chuhe.db"


def chroot(*words):
    return ["chroot", str(ROOT), *words]


def run(*words, fails=False):
    """Runs a command in the system; returns what it prints, and ends the check unless it succeeds or fails as expected."""
    done = subprocess.run(chroot(*words), env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if (done.returncode != 0) != fails:
        sys.exit(f"{shlex.join(words)}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def expect(holds, what):
    if not holds:
        sys.exit(f"the check failed: {what}")


def start():
    """Starts the server as its unit does, which needs a running systemd for that."""
    text = UNIT.read_text().replace("\\\n", " ")
    command = re.search(r"^ExecStart=(.*)$", text, re.M)[1].replace("${STATE_DIRECTORY}", "/var/lib/chuhe")
    settings = re.findall(r"^(CHUHE_\w+)=(.*)$", (ROOT / "etc/chuhe/server.env").read_text(), re.M)
    user = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--no-new-privs", "--inh-caps=-all"]
    return start_server(chroot(*user, *shlex.split(command)), env={**ENVIRONMENT, **dict(settings)})


def player(name, address):
    return start_player(name, chroot("chuhe", "--settings", f"/tmp/{name}.json"), address, env=ENVIRONMENT)


def state_directory():
    """Makes the directory of a dynamic user as systemd does."""
    STATE.mkdir(mode=0o700, parents=True)
    os.chown(STATE, USER, USER)
    (ROOT / "var/lib/chuhe").symlink_to("private/chuhe")


def version():
    return run("dpkg-query", "-W", "-f", "${Version}", "chuhe-server")


def pretend_newer_data(in_log):
    """Gives the data a schema of the future, in the header of the file or only in the log beside it; returns how to undo it."""
    connection = sqlite3.connect(DATABASE)
    before = connection.execute("PRAGMA user_version").fetchone()[0]
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute(f"PRAGMA user_version={before + 1}")
    connection.commit()
    if not in_log:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def undo():
        connection.execute(f"PRAGMA user_version={before}")
        connection.commit()
        connection.close()

    return undo


def check_desktop():
    """Checks the menu entry, the metadata, and which program opens which file."""
    run("desktop-file-validate", "/usr/share/applications/chuhe.desktop", "/usr/share/applications/chuhe-link.desktop")
    run("appstreamcli", "validate", "--no-net", "/usr/share/metainfo/invalid.chuhe.chuhe.metainfo.xml")
    records = {
        "a.pgn": b'[Game "Chinese Chess"]\n',
        "b.xqf": b"XQ\x12",
        "c.cbr": b"CCBridge Record\0",
        "d.cbl": b"CCBridgeLibrary\0",
        "e.ubb": b"[DhtmlXQ]\n",
        "f.txt": b"luzhanqi record 2\n",
    }
    others = {"comic.cbr": b"Rar!\x1a\x07\0", "note.txt": "一行字\n".encode(), "empty.txt": b""}
    folder = ROOT / "tmp/棋谱"
    folder.mkdir()
    for name, content in {**records, **others}.items():
        (folder / name).write_bytes(content)
        said = run("gio", "info", "--attributes=standard::content-type", f"/tmp/棋谱/{name}")
        kind = said.rpartition("content-type: ")[2].strip()
        opens = "chuhe.desktop" in run("gio", "mime", kind)
        expect(opens == (name in records), f"whether a double click on {name} ({kind}) opens it in Chuhe")
    for scheme in ("chuhe", "chuhes"):
        expect("chuhe-link.desktop" in run("gio", "mime", f"x-scheme-handler/{scheme}"), f"links that begin with {scheme}://")


def main():
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    # standard tools accept the files
    run("systemd-analyze", "verify", "--man=no", "/" + str(UNIT.relative_to(ROOT)))
    expect("enabled" in run("systemctl", "is-enabled", "chuhe-server"), "the service is enabled")
    expect("chuhe-server" in run("chuhe-server", "--version"), "the server says its version")
    check_desktop()

    # a game goes on after an upgrade
    with (ROOT / "etc/chuhe/server.env").open("a") as settings:
        settings.write("CHUHE_LISTEN=127.0.0.1:9899\nCHUHE_LOG=error\n")
    state_directory()
    server, address = start()
    bo, cy = player("Bo", address), player("云中鹤", address)
    game = Game(bo, cy)
    game.play(2)
    before = version()
    run("dpkg", "-i", "/tmp/chuhe-server-next.deb", "/tmp/chuhe-next.deb")
    expect(version() == before + "+next", "the upgrade has the next version")
    expect("CHUHE_LISTEN" in (ROOT / "etc/chuhe/server.env").read_text(), "an upgrade keeps the settings")
    game.play(1)
    # what systemd does at the end of the upgrade
    server.stop()
    server, _ = start()
    for one in (bo, cy):
        one.hear("Reconnected")
    game.end()
    for one in (bo, cy):
        one.say("quit")
        one.process.wait()
    server.stop()

    # data of a newer server stop an upgrade before it changes anything
    for in_log in (False, True):
        undo = pretend_newer_data(in_log)
        installed = version()
        said = run("dpkg", "-i", "/tmp/chuhe-server.deb", fails=True)
        expect("was written by a newer server" in said and "nothing was changed" in said, f"the package says why: {said}")
        expect(version() == installed, "the newer package stays installed")
        expect("chuhe-server" in run("chuhe-server", "--version"), "the newer server stays")
        undo()
    run("dpkg", "-i", "/tmp/chuhe-server.deb")
    expect(version() == before, "an older package with the same schema can be installed")

    run("dpkg", "--remove", "chuhe-server")
    expect(DATABASE.is_file(), "a removal keeps the data")
    expect((ROOT / "etc/chuhe/server.env").is_file(), "a removal keeps the settings")
    run("dpkg", "-i", "/tmp/chuhe-server.deb")
    server, address = start()
    said = player("云中鹤", address)
    said.say("quit")
    server.stop()
    run("dpkg", "--purge", "chuhe-server", "chuhe")


main()
