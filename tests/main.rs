//! Whole games through every layer, in one test binary.

#[cfg(target_os = "linux")]
mod accessibility;
mod architecture;
mod buttons;
#[expect(dead_code, reason = "the server's own tests use the rest of it")]
#[path = "../server/tests/sockets/client.rs"]
mod client;
mod driven;
mod full;
mod games;
mod hostile;
mod invitations;
mod local;
#[path = "../server/hub/tests/hub/long_game.rs"]
mod long_game;
mod luzhanqi;
mod monkey;
#[cfg(target_os = "linux")]
mod nearby;
mod program;
mod proxy;
mod screens;
mod simulation;
mod text_mode;
mod torture;
mod watcher;
mod watching;
#[cfg(feature = "web")]
mod web;
mod window_figures;
mod windows;
mod world;
