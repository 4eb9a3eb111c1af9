//! What the client knows and decides. Nothing here names tokio, macroquad, a
//! file, a socket or a source of time.

pub mod account;
pub mod action;
pub mod app;
pub mod board_layout;
pub mod board_scene;
pub mod challenge;
pub mod characters;
pub mod chat;
pub mod date;
pub mod effect;
pub mod event;
pub mod files;
pub mod fonts;
pub mod games;
pub mod help;
pub mod link;
#[cfg(test)]
mod link_tests;
pub mod lobby;
pub mod luzhanqi;
pub mod notice;
mod outbox;
pub mod scene;
pub mod screens;
pub mod session;
pub mod settings;
mod snapshot;
pub mod table;
pub mod table_layout;
pub mod text;
pub mod theme;
pub mod trust;
pub mod ui_trace;
pub mod watch;
pub mod widgets;
