"""A client for Chuhe servers, with the standard library of Python only.

`Codec` encodes and decodes messages by docs/protocol.json. `Player` is a connection that has joined.
docs/protocol.md explains the conversation.

Values have the form of JSON: a struct is a dict; a variant is its name, or a dict from its name to its
content; an option is None or the value; lists, arrays and tuples are lists.
"""

import json
import socket
import struct
import time
from pathlib import Path

DESCRIPTION = json.loads((Path(__file__).parents[2] / "docs" / "protocol.json").read_text(encoding="utf-8"))
HEARTBEAT_S = DESCRIPTION["limits"]["HEARTBEAT_MS"]["value"] / 1000
SILENCE_S = DESCRIPTION["limits"]["SILENCE_MS"]["value"] / 1000
SIZES = {251: 2, 252: 4, 253: 8}


class Malformed(Exception):
    """A frame is not a message of this version."""


class Refused(Exception):
    """The server refused a request; the argument is the reason."""


class Closed(Exception):
    """The connection ended; the argument is the server's reason, or None."""


class Codec:
    """Encodes and decodes values of one type, for example "Request"."""

    def __init__(self, root, types=DESCRIPTION["types"]):
        self.root = root
        self.types = types

    def encode(self, value):
        return self._encode(value, self.root)

    def decode(self, frame):
        self.frame, self.at = frame, 0
        value = self._decode(self.root)
        if self.at != len(frame):
            raise Malformed("bytes follow the message")
        return value

    def _encode(self, value, of):
        match of:
            case "u8":
                return bytes([value])
            case "u16" | "u32" | "u64":
                return encode_integer(value)
            case "bool":
                return bytes([value])
            case "char":
                return value.encode()
            case "string":
                return encode_integer(len(value.encode())) + value.encode()
            case {"option": item}:
                return b"\0" if value is None else b"\1" + self._encode(value, item)
            case {"list": item}:
                return encode_integer(len(value)) + b"".join(self._encode(one, item) for one in value)
            case {"array": item}:
                return b"".join(self._encode(one, item) for one in value)
            case {"tuple": items}:
                return b"".join(map(self._encode, value, items))
            case {"map": [key, item]}:
                entries = (self._encode(at, key) + self._encode(value[at], item) for at in sorted(value))
                return encode_integer(len(value)) + b"".join(entries)
        declared = self.types[of]
        if "variants" not in declared:
            return self._encode_content(value, declared)
        name, content = opened(value)
        variant = next(variant for variant in declared["variants"] if variant["name"] == name)
        return encode_integer(variant["index"]) + self._encode_content(content, variant)

    def _encode_content(self, value, holder):
        if "type" in holder:
            return self._encode(value, holder["type"])
        fields = holder.get("fields", [])
        return b"".join(self._encode(value[field["name"]], field["type"]) for field in fields)

    def _decode(self, of):
        match of:
            case "u8":
                return self._take(1)[0]
            case "u16" | "u32" | "u64":
                return self._decode_integer()
            case "bool":
                return self._take(1) == b"\1"
            case "char":
                first = self._take(1)
                more = 0 if first < b"\x80" else 1 if first < b"\xe0" else 2 if first < b"\xf0" else 3
                return (first + self._take(more)).decode()
            case "string":
                return self._take(self._decode_integer()).decode()
            case {"option": item}:
                return self._decode(item) if self._take(1) == b"\1" else None
            case {"list": item}:
                return [self._decode(item) for _ in range(self._decode_integer())]
            case {"array": item, "length": length}:
                return [self._decode(item) for _ in range(length)]
            case {"tuple": items}:
                return [self._decode(item) for item in items]
            case {"map": [key, item]}:
                return {self._decode(key): self._decode(item) for _ in range(self._decode_integer())}
        declared = self.types[of]
        if "variants" not in declared:
            return self._decode_content(declared)
        index = self._decode_integer()
        if index >= len(declared["variants"]):
            raise Malformed(f"{of} has no variant {index}")
        variant = declared["variants"][index]
        if "type" not in variant and "fields" not in variant:
            return variant["name"]
        return {variant["name"]: self._decode_content(variant)}

    def _decode_content(self, holder):
        if "type" in holder:
            return self._decode(holder["type"])
        return {field["name"]: self._decode(field["type"]) for field in holder["fields"]}

    def _decode_integer(self):
        first = self._take(1)[0]
        return int.from_bytes(self._take(SIZES[first]), "little") if first in SIZES else first

    def _take(self, count):
        taken = self.frame[self.at : self.at + count]
        if len(taken) < count:
            raise Malformed("the message is cut off")
        self.at += count
        return taken


def opened(variant):
    """Returns the name and the content of a variant."""
    return (variant, None) if isinstance(variant, str) else next(iter(variant.items()))


def encode_integer(number):
    """The shortest form; the server refuses a longer one."""
    if number < 251:
        return bytes([number])
    marker = 251 if number < 1 << 16 else 252 if number < 1 << 32 else 253
    return bytes([marker]) + number.to_bytes(SIZES[marker], "little")


class Player:
    """A player's connection to a server."""

    requests = Codec(DESCRIPTION["frames"]["client"]["type"])
    messages = Codec(DESCRIPTION["frames"]["server"]["type"])

    def __init__(self, address, name):
        """Joins as a guest."""
        self.address = address
        self.events = {}  # of each game: all that arrived
        self.next = {}  # of each game: the number of the next event
        self.read = {}  # of each game: how many of them `next_event` has returned
        self._enter({"Door": {"Join": {"name": name, "hall": None}}})

    def resume(self, game=None):
        """Connects again after a lost connection, and asks for the events of `game` that are missing."""
        self.socket.close()
        seen = [{"game": game, "next": self.next[game]}] if game else []
        self._enter({"Door": {"Resume": {"token": self.token, "seen": seen, "hall": None}}})

    def send(self, message):
        """Sends a request. Effects arrive as messages; a refusal carries the number of the request."""
        self.number += 1
        self._send_frame(self.requests.encode({"number": self.number, "message": message}))

    def send_at_table(self, game, request):
        """Sends a request at the table of a game."""
        self.send({"Table": {"game": game, "request": request}})

    def receive(self):
        """Returns the next message, as its name without its area, and its content. Sends a ping whenever one is due.

        The content of a message at a table includes its game.
        """
        area, content = opened(self.messages.decode(self._receive_frame()))
        name = area
        if area == "Table":
            game = content["game"]
            name, content = opened(content["message"])
            content = {"game": game, **(content or {})}
        elif area != "Refused":
            name, content = opened(content)
        if name == "Closing":
            raise Closed(content["reason"])
        if name == "Events":
            game = content["game"]
            assert content["first"] == self.next.get(game, 0), "events have no gaps"
            self.events.setdefault(game, []).extend(content["events"])
            self.next[game] = content["first"] + len(content["events"])
        if name == "Pong" and self.events:
            # the server measures the network delay by this, and does not charge it in a game
            self.send({"Door": {"Echo": {"nonce": content["nonce"]}}})
        if name == "Snapshot":
            # fewer events that lead to the same state; they replace those received before
            game = content["game"]
            if content["first"]:
                self.events[game], self.read[game] = [], 0
            self.events[game] += content["events"]
            self.next[game] = content["next"]
        return name, content

    def until(self, wanted):
        """Receives messages up to one with this name, and returns its content."""
        while True:
            name, content = self.receive()
            if name == wanted:
                return content
            if name == "Refused":
                raise Refused(content["reason"])

    def next_event(self, game):
        """Returns the next event of a game, as its name and content."""
        at = self.read.get(game, 0)
        while len(self.events.get(game, [])) <= at:
            self.until("Events")
        self.read[game] = at + 1
        return opened(self.events[game][at])

    def event(self, game, wanted):
        """Skips to the next event with this name, and returns its content."""
        while True:
            name, content = self.next_event(game)
            if name == wanted:
                return content

    def _enter(self, request):
        self.socket = socket.create_connection(self.address, timeout=SILENCE_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer, self.number = b"", 0
        self.heard = self.pinged = time.monotonic()
        self._send_frame(b"CHUHE" + struct.pack(">H", DESCRIPTION["version"]))
        answer = self._receive_frame()
        if not answer.startswith(b"CHUHE\0"):
            raise Closed("the server does not support this version")
        self.send(request)
        joined = self.until("Joined")
        self.id, self.name, self.token = joined["player"], joined["name"], joined["token"]

    def _send_frame(self, frame):
        self.socket.sendall(struct.pack(">I", len(frame)) + frame)

    def _receive_frame(self):
        size = struct.unpack(">I", self._receive_bytes(4))[0]
        return self._receive_bytes(size)

    def _receive_bytes(self, count):
        while len(self.buffer) < count:
            now = time.monotonic()
            if now - self.heard > SILENCE_S:
                raise Closed("the server is silent")
            if now - self.pinged >= HEARTBEAT_S:
                self.pinged = now
                self.send({"Door": {"Ping": {"nonce": 0, "round_trip_ms": None}}})
            self.socket.settimeout(max(0.01, self.pinged + HEARTBEAT_S - now))
            try:
                received = self.socket.recv(1 << 16)
            except TimeoutError:
                continue
            if not received:
                raise Closed(None)
            self.buffer += received
            self.heard = time.monotonic()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken
