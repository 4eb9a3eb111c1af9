"""Uses the container image: `use.py CONTAINER ROOT CLIENT PROXY SCRATCH`. packaging/image/check runs it in a network and mounts of its own."""

import json
import os
import pathlib
import shlex
import subprocess
import sys

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from players import Game, Program, start_player, start_server  # noqa: E402

CONTAINER, ROOT, CLIENT, PROXY, SCRATCH = sys.argv[1:]
DEPLOY = pathlib.Path("packaging/deploy/container")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICE = COMPOSE["services"]["server"]
# what compose.yaml sets, but for this machine
ENVIRONMENT = {
    **SERVICE["environment"],
    "CHUHE_WEB_URL": "https://localhost",
    "CHUHE_WEB_PROXY_FROM": "127.0.0.1",
    "CHUHE_LOG": "error",
}
PROBE = SERVICE["healthcheck"]["test"][1:]


def run(*words, fails=False, **options):
    """Runs a command; returns what it prints, and ends the check unless it succeeds or fails as expected."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if (done.returncode != 0) != fails:
        sys.exit(f"{shlex.join(words)}: exit code {done.returncode}\n{done.stdout}")
    return done.stdout


def expect(holds, what):
    if not holds:
        sys.exit(f"the check failed: {what}")


def players(address, folder):
    """Two clients with their settings in `folder`, who enter the lobby over TLS."""
    names = ("Bo", "云中鹤")
    return [start_player(name, [CLIENT, "--tls", "--settings", f"{SCRATCH}/{folder}-{name}.json"], address) for name in names]


def check_with_buildah():
    """Runs the image by its own configuration."""
    flags = [f"--env={name}={value}" for name, value in ENVIRONMENT.items()]
    inside = ["buildah", "run", "--isolation", "chroot", *flags, CONTAINER, "--"]
    expect("no server answers" in run(*inside, *PROBE, fails=True), "the health check fails without a server")
    server, address = start_server([*inside, "/usr/bin/chuhe-server"])
    expect(run(*inside, *PROBE) == "ok\n", "the health check passes")
    bo, cy = players(address.replace("[::]", "127.0.0.1"), "buildah")
    Game(bo, cy).end()
    check_proxy()
    for one in (bo, cy):
        one.say("quit")
        one.process.wait()
    server.stop()


def check_proxy():
    """Requests the page through the proxy, which makes its own certificate for `localhost`."""
    environment = {**os.environ, "CHUHE_DOMAIN": "localhost", "CHUHE_UPSTREAM": "127.0.0.1:9880", "HOME": SCRATCH, "XDG_DATA_HOME": SCRATCH}
    with open(f"{SCRATCH}/caddy.log", "w", encoding="utf-8") as log:
        proxy = Program("the proxy", [PROXY, "run", "--config", str(DEPLOY / "Caddyfile")], env=environment, stderr=log)
    request = ["curl", "--silent", "--show-error", "--fail", "--insecure", "--http1.1"]
    # repeats the request until the proxy listens and has its certificate
    page = run(*request, "--retry", "60", "--retry-all-errors", "--retry-delay", "1", "https://localhost/")
    expect("<canvas" in page, f"the proxy serves the page: {page}")
    upgrade = ["--include", "--max-time", "5", "--header", "Connection: Upgrade", "--header", "Upgrade: websocket"]
    key = ["--header", "Sec-WebSocket-Version: 13", "--header", "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==", "--header", "Origin: https://localhost"]
    done = subprocess.run([*request, *upgrade, *key, "https://localhost/ws"], capture_output=True, check=False)
    expect(b" 101 " in done.stdout.split(b"\r\n")[0], f"the proxy passes WebSockets on: {done.stdout!r} {done.stderr!r}")
    proxy.stop()


def check_read_only():
    """Runs the image with a root that cannot be written, but for the volume, as compose.yaml has it."""
    expect(SERVICE["read_only"] and SERVICE["volumes"] == ["games:/data"], "compose.yaml lets only the volume be written")
    configured = json.loads(run("buildah", "inspect", CONTAINER))["OCIv1"]["config"]
    user = configured["User"].split(":")[0]
    expect(user.isdecimal() and int(user) > 0, "the image does not run as root")
    expect("/data" in configured["Volumes"], "the data are a volume")
    data = f"{SCRATCH}/data"
    os.mkdir(data)
    os.chown(data, int(user), int(user))
    run("mount", "--bind", ROOT, ROOT)
    run("mount", "--bind", data, f"{ROOT}/data")
    run("mount", "-o", "remount,bind,ro", ROOT)
    expect(run("touch", f"{ROOT}/file", fails=True), "the root cannot be written")
    settings = dict(line.split("=", 1) for line in configured["Env"])
    inside = ["chroot", f"--userspec={user}:{user}", "--groups=", ROOT, *configured["Entrypoint"]]
    environment = {**settings, **ENVIRONMENT, "PATH": os.environ["PATH"]}
    server, address = start_server(inside, env=environment)
    bo, cy = players(address.replace("[::]", "127.0.0.1"), "read-only")
    game = Game(bo, cy)
    game.play(2)
    server.stop()
    server, _ = start_server(inside, env=environment)
    for one in (bo, cy):
        one.hear("Reconnected")
    game.end()
    for one in (bo, cy):
        one.say("quit")
        one.process.wait()
    server.stop()


subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
check_with_buildah()
check_read_only()
