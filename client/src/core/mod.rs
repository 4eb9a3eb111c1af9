//! The state and the logic of the client, as a pure core.
//!
//! Nothing here depends on tokio, macroquad, files, sockets or the system's clock.
//!
//! The modules form layers, declared below in this order. A file imports only from its own
//! layer and from those above it in the list, and no two files import each other:
//!
//! 1. **Vocabulary**: plain data that the layers exchange. Actions (from widgets), events (to the
//!    app), effects (from the app), settings, shapes of a scene, colours and fonts.
//! 2. **Model**: the state of each part of a visit to a server: the link, the lobby, the chat,
//!    the forms, the notices.
//! 3. **Games**: luzhanqi, the table, the help pages, and how boards become scenes.
//! 4. **App**: the state machine that owns the model and answers each event with effects.
//! 5. **Texts**: one value for each language. They depend on data of layers 1 to 3 only.
//! 6. **Screens**: everything but the board, drawn with egui from the app and the texts; and the
//!    text mode, which puts the same into lines.

// vocabulary
pub mod action;
pub mod analysis;
pub mod call;
pub mod cursor_action;
pub mod date;
pub mod denied;
pub mod effect;
pub mod engines;
pub mod environment;
pub mod event;
pub mod files;
pub mod fonts;
pub mod game_choice;
pub mod hosting;
pub mod keys;
pub mod lang;
pub mod library;
pub mod local_choice;
pub mod local_store;
pub mod notation_choice;
pub mod pinyin;
pub mod preset;
pub mod review_action;
pub mod scene;
pub mod screen_rect;
pub mod set_up_action;
pub mod settings;
pub mod settings_page;
pub mod sound;
pub mod start_action;
pub mod theme;
pub mod time_fields;
pub mod transport;
pub mod trust;
pub mod ui_trace;
pub mod verb;
pub mod widgets;

// model
pub mod account;
pub mod challenge;
pub mod chat;
pub mod engine_form;
pub mod filter_form;
pub mod games;
pub mod join_form;
pub mod library_list;
pub mod link;
#[cfg(test)]
mod link_tests;
pub mod lobby;
pub mod local;
pub mod notice;
mod outbox;
pub mod preferences;
pub mod record_notice;
pub mod watch;

// games
pub mod animation;
pub mod board_cursor;
pub mod board_layout;
mod board_marks;
pub mod board_scene;
pub mod characters;
mod drawn_marks;
pub mod figures;
pub mod help;
pub mod luzhanqi;
pub mod move_list;
mod move_reader;
pub mod previews;
pub mod repetition;
pub mod review;
pub mod set_up;
mod snapshot;
pub mod table;
pub mod table_layout;
pub mod ui_scale;
pub mod window_place;

// app
pub mod app;
pub mod local_play;
pub mod reviewing;
pub mod visit;

// texts
pub mod text;

// screens
pub mod screens;
pub mod text_mode;
