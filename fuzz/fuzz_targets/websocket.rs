//! Fuzzes the server's end of a WebSocket.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    chuhe_fuzz::websocket::run(data);
});
