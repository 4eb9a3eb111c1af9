//! What is on each screen: what it offers, whether that is allowed and why not, and what it says.
//!
//! This is decided here once. The screens of egui, the mirror for screen readers and the text mode decide
//! only where and how each part is shown: they pass on the actions of the parts and make none of their own.

pub mod account;
pub mod challenge;
pub mod chat;
pub mod coach;
pub mod connection;
pub mod endgames;
pub mod engines;
pub mod evening;
pub mod fair_play;
pub mod flags;
pub mod form;
pub mod games;
pub mod guess;
pub mod help;
pub mod invitation;
pub mod join;
pub mod keys;
pub mod layouts;
pub mod leaderboard;
pub mod learn;
pub mod library;
pub mod lobby;
pub mod mistakes;
pub mod offline;
pub mod openings;
pub mod outgoing;
pub mod pages;
mod parts;
mod permits;
mod pieces;
pub mod player;
pub mod profile;
pub mod puzzle_list;
pub mod puzzles;
pub mod quit;
mod rating;
pub mod report;
pub mod review;
pub mod running;
pub mod screen;
pub mod seek;
pub mod set_up;
pub mod settings;
pub mod start;
pub mod status;
pub mod table;
pub mod trust;

use chuhe_app::App;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{HelpAction, LibraryAction, SettingsAction};
use chuhe_model::actions::preferences_action::PreferencesAction;
use chuhe_model::notices::denied::Denied;
use chuhe_protocol::{PlayerId, Refusal};
use chuhe_rules::clock::Timestamp;
use chuhe_texts::Text;
pub use parts::{
    Button, Choice, Entry, Fact, Field, Group, GroupKind, Part, Question, Role, Rows, Tick, Tone,
};
pub(crate) use parts::{named, parts};

/// The state that the screens describe, and the words for it.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// The state of the client.
    pub app: &'a App,
    /// The texts in the user's language.
    pub text: &'static Text,
    /// The present time.
    pub now: Timestamp,
}

/// Describes something in a function that a page loads when it is first called: a dialog or a screen that is not the first.
///
/// Neither the compiler nor what shrinks the page may put the function into the one that asks whether it is open.
pub fn apart<A, R>(describe: fn(A) -> R, what: A) -> R {
    std::hint::black_box(describe)(what)
}

impl<'a> Model<'a> {
    /// The state of this client now.
    #[must_use]
    pub fn of(app: &'a App, now: Timestamp) -> Self {
        Self { app, text: app.desk().text(), now }
    }

    /// The permit in the user's language.
    pub(crate) fn permit(&self, permit: Result<(), Denied>) -> Result<(), String> {
        permit.map_err(|denied| match self.waits_for_hand_over() {
            // the game of two people at this screen pauses until the other has it
            Some(name) if denied == Denied::Refused(Refusal::Paused) => {
                self.text.local.hand_over_to(&self.text.called(name))
            }
            Some(_) | None => self.denied(denied),
        })
    }

    /// Why something is denied, in the user's language.
    pub(crate) fn denied(&self, denied: Denied) -> String {
        // no connection is lost while the user plays on somewhere else
        let offline = (denied == Denied::Offline).then(|| offline::plays_elsewhere(self.app)).flatten();
        offline.unwrap_or_else(|| self.text.denied(denied))
    }

    /// The button that blocks a player, or lifts the block.
    pub(crate) fn block(&self, id: &'static str, visit: &Visit, player: PlayerId) -> Button {
        let (label, action) = if visit.preferences.blocks(player) {
            (self.text.unblock, PreferencesAction::Unblock(player))
        } else {
            (self.text.block, PreferencesAction::Block(player))
        };
        Button::new(id, label, action).hint(self.text.block_explained)
    }

    /// The one of two people at this screen who gets it next, if the other must hand it over.
    fn waits_for_hand_over(&self) -> Option<&'a str> {
        self.app.sessions().local().filter(|local| local.hands_over())?;
        let table = self.app.sessions().table()?;
        Some(table.game().seats()[table.game().me().opponent()].name.as_str())
    }

    /// The address of the server.
    pub(crate) fn server(&self) -> Option<String> {
        self.app.sessions().link().server().map(|server| format!("{}:{}", server.host, server.port))
    }

    /// Whether the server takes requests; the error says why not.
    ///
    /// # Errors
    /// Why not, in the user's language.
    pub fn online(&self) -> Result<(), String> {
        self.permit(if self.app.sessions().link().is_joined() { Ok(()) } else { Err(Denied::Offline) })
    }

    /// The whole seconds until `at`, rounded up as a countdown is.
    #[must_use]
    pub fn seconds_until(&self, at: Timestamp) -> u64 {
        at.since(self.now).div_ceil(1_000)
    }
}

/// The buttons of every screen: the settings, the help, and the library.
#[must_use]
pub fn everywhere(model: &Model<'_>) -> [Button; 3] {
    let text = model.text;
    [
        Button::new("settings", text.settings, SettingsAction::Toggle),
        Button::new("help", text.help.rules, HelpAction::Toggle),
        Button::new("library", text.library.title, LibraryAction::Open).hint(text.library.explained),
    ]
}
