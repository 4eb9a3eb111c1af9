//! Chuhe: server.
