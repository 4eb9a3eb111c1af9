//! What the shell does on a desktop: sockets, files, threads, the window system.

#[cfg(all(feature = "accessibility", unix, not(target_os = "macos")))]
mod accessibility;
#[cfg(not(all(feature = "accessibility", unix, not(target_os = "macos"))))]
#[path = "no_accessibility.rs"]
mod accessibility;
mod analysis;
mod chooser;
mod desktop;
pub mod desktop_look;
mod external;
mod files;
mod font_search;
#[cfg(feature = "host")]
pub mod host;
#[cfg(not(feature = "host"))]
#[path = "no_host.rs"]
pub mod host;
mod library;
#[cfg(feature = "host")]
mod local_store;
#[cfg(not(feature = "host"))]
#[path = "no_local_store.rs"]
mod local_store;
mod local_store_thread;
mod machine;
mod mailbox;
#[cfg(feature = "nearby")]
mod nearby;
#[cfg(not(feature = "nearby"))]
#[path = "no_nearby.rs"]
mod nearby;
mod open_failure;
mod review_file;
pub mod settings;
mod speaker;
pub mod tcp;
pub mod text_mode;
mod thinking;
mod tls;
mod worker;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_drop;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_error;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_watch;

pub(super) use desktop::Desktop;
pub(super) use font_search::{FontSearch, MOST_FONTS};
pub(super) use machine::Machine;
pub(super) use open_failure::{explain, set_opened};
pub(super) use settings::SettingsFile;
pub(super) use std::time::Instant;
