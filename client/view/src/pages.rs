//! The pages of the player list in a crowded lobby, and whoever is on none of those that the client has.

use super::{Button, Fact, Model, Part, parts};
use chuhe_model::actions::action::{Action, LobbyAction};
use chuhe_model::exchange::route::{Place, Route};
use chuhe_model::lobby::Lobby;
use chuhe_protocol::PlayerName;

/// A page of the list of a crowded lobby.
#[derive(Clone, Debug, PartialEq)]
pub struct PagesView {
    /// The number of the page.
    pub number: u32,
    /// Which page it is, of how many.
    pub label: Fact,
    /// Turns to the page before, and to the next.
    pub turn: [Button; 2],
}

impl PagesView {
    pub(crate) fn of(model: &Model<'_>, lobby: &Lobby) -> Option<Self> {
        let place = lobby.pages.place().filter(|place| place.count() > 1)?;
        let (text, number, count) = (model.text.profile(), place.number(), place.count());
        let is_there = |permitted: bool| if permitted { model.online() } else { Err(String::new()) };
        let button = |id: &'static str, label: &str, page| Button::new(id, label, LobbyAction::Page(page));
        let previous = button("lobby.previous", text.previous, number.saturating_sub(1));
        let next = button("lobby.next", text.next, number.saturating_add(1));
        Some(Self {
            number,
            label: Fact::new("lobby.page", text.page(number.saturating_add(1), count)),
            turn: [
                previous.permit(is_there(number > 0)),
                next.permit(is_there(number.saturating_add(1) < count)),
            ],
        })
    }

    pub(crate) fn parts(&self) -> Vec<Part> {
        parts![&self.label, &self.turn[0], &self.turn[1]]
    }
}

/// Challenges the player of this name, who need not be on the page: the form opens once the server has found them.
#[must_use]
pub fn challenge_named(name: PlayerName) -> Action {
    Action::Follow(Route::to(Place::Challenge(name)).to_string())
}

/// Shows more boards of running games: the next ones, or, after the last of a page, those of the next page or the first one again.
pub(crate) fn more_boards(lobby: &Lobby, are_last: bool) -> LobbyAction {
    match lobby.pages.place().filter(|place| are_last && place.count() > 1) {
        Some(place) => LobbyAction::Page(place.number().saturating_add(1) % place.count()),
        None => LobbyAction::NextBoards,
    }
}
