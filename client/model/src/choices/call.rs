//! Calls for the user's attention, which the shell makes while another window has the focus.

use serde::{Deserialize, Serialize};

/// How the user wants to be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CallSettings {
    /// Whether the window asks the window manager to highlight it.
    pub urgent: bool,
    /// Whether a notification appears on the desktop.
    pub notification: bool,
}

impl Default for CallSettings {
    fn default() -> Self {
        Self { urgent: true, notification: false }
    }
}

/// Something that the user wants to know at once, also while another window has the focus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// What happened, in the user's language.
    pub message: String,
    /// How to call the user.
    pub how: CallSettings,
}
