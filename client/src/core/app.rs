//! The whole client as a state machine: told what happened, it says what to do.

use super::effect::Effect;
use super::event::Event;
use super::scene::{Scene, Size};
use super::settings::Settings;
use chuhe_rules::clock::Timestamp;

/// All the client knows.
#[derive(Debug)]
pub struct App {
    settings: Settings,
}

impl App {
    /// The client as it starts, on the screen where one joins.
    #[must_use]
    pub fn new(settings: Settings, _now: Timestamp) -> Self {
        Self { settings }
    }

    /// Takes in what happened; what is to be done about it.
    pub fn update(&mut self, _event: Event, _now: Timestamp) -> Vec<Effect> {
        Vec::new()
    }

    /// The board in a window of this size; empty when none is on the screen.
    #[must_use]
    pub fn view(&self, _size: Size, _now: Timestamp) -> Scene {
        Scene::default()
    }

    /// Whether something moves, so that frames must follow each other at once.
    #[must_use]
    pub fn animating(&self, _now: Timestamp) -> bool {
        false
    }

    /// When at the latest to tell [`Event::Tick`] and show the screens again.
    #[must_use]
    pub fn next_wakeup(&self, _now: Timestamp) -> Option<Timestamp> {
        None
    }

    /// What is remembered; for the theme and the language.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }
}
