//! What the client knows and decides. Nothing here names tokio, macroquad, a
//! file, a socket or a source of time.
