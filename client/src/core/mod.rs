//! The state and the logic of the client, as a pure core.
//!
//! Nothing here depends on tokio, macroquad, files, sockets or the system's clock.
//!
//! The rooms below stand in groups: each imports only from groups above its own, and no two files
//! import each other. An event from the shell goes to `app`, which owns the state and answers with
//! effects; `screens` and the scenes of the boards are drawn from that state.

pub mod engines;
pub mod library;
pub mod pinyin;

pub mod analysis;
pub mod choices;

pub mod drawing;

pub mod help;

pub mod actions;

pub mod exchange;
pub mod luzhanqi;

pub mod layout;
pub mod lobby;

pub mod notices;

pub mod connection;
pub mod table;

pub mod review;

pub mod text;

pub mod app;

pub mod view;

pub mod widgets;

pub mod small_boards;

pub mod screens;
pub mod text_mode;

pub mod mirror;
