// The WebSocket to the server of this page: each binary message is one frame.

// A WebSocket that is not open after this time is held up on the way, in milliseconds. The program waits a
// little longer.
const HELD_UP_MS = 9_000;

// `hear(message, bytes)` receives what happens; `failed(times)` is called whenever a WebSocket does not open, with how many
// have not, and 0 if one has opened before; `opened()` is called whenever one does.
export function createSocket(hear, { failed, opened: gotThrough }) {
  let socket = null;
  let began = 0;
  let failures = 0;
  let hasOpened = false;

  function didNotOpen() {
    failures += 1;
    failed(hasOpened ? 0 : failures);
  }

  function close() {
    if (socket) {
      if (socket.readyState === WebSocket.CONNECTING && performance.now() - began > HELD_UP_MS) didNotOpen();
      // what was sent leaves first; what still arrives concerns nobody
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
      socket = null;
    }
  }

  function connect(number) {
    close();
    const address = new URL("ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = address.search = "";
    let opened;
    try {
      opened = new WebSocket(address);
    } catch (error) {
      return hear({ kind: "closed", number, reason: String(error) });
    }
    socket = opened;
    began = performance.now();
    opened.binaryType = "arraybuffer";
    let isOpen = false;
    opened.onopen = () => {
      isOpen = hasOpened = true;
      gotThrough();
      hear({ kind: "opened", number });
    };
    opened.onmessage = (event) => hear({ kind: "frame", number }, new Uint8Array(event.data));
    opened.onclose = (event) => {
      if (socket === opened) socket = null;
      if (!isOpen) didNotOpen();
      hear({ kind: "closed", number, reason: `${event.code} ${event.reason}` });
    };
  }

  function send(bytes) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(bytes.slice());
  }

  // The page is left, and may be shown again: the server learns now that nobody is there, the program later.
  function leave() {
    socket?.close();
  }

  return { connect, send, close, leave };
}
