// The WebSocket to the server of this page: each binary message is one frame.

// `hear(message, bytes)` receives what happens.
export function createSocket(hear) {
  let socket = null;

  function close() {
    if (socket) {
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
    opened.binaryType = "arraybuffer";
    opened.onopen = () => hear({ kind: "opened", number });
    opened.onmessage = (event) => hear({ kind: "frame", number }, new Uint8Array(event.data));
    opened.onclose = (event) => {
      if (socket === opened) socket = null;
      hear({ kind: "closed", number, reason: `${event.code} ${event.reason}` });
    };
  }

  function send(bytes) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(bytes.slice());
  }

  return { connect, send, close };
}
