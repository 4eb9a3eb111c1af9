//! The requests that the lobby sends by itself: for the boards of running games and for the last visitors.

use super::{App, Screen};
use chuhe_model::actions::action::LobbyTab;
use chuhe_protocol::{ClientMessage, GameId, Preview, Visitor};
use chuhe_rules::clock::Timestamp;

impl App {
    /// Asks for the boards on the screen, and ends those that are not.
    ///
    /// The server ends them by itself when the user sits down at a table. While it cannot be asked,
    /// the boards stay as they are.
    pub(super) fn choose_previews(&mut self, now: Timestamp) {
        self.request_previews(self.screen() == Screen::Lobby, now);
    }

    /// Asks for the boards on the screen if the lobby `is_shown`, and ends the others.
    pub(super) fn request_previews(&mut self, is_shown: bool, now: Timestamp) {
        if !self.link.is_joined() || self.link.is_local() {
            return;
        }
        let Some(visit) = self.visit.as_mut().filter(|visit| !visit.paused) else { return };
        let is_seated = visit.table.as_ref().is_some_and(|table| table.seat().is_some());
        let games: Vec<GameId> = if is_shown && visit.tab == LobbyTab::Watch {
            let running: Vec<GameId> =
                visit.lobby.running().into_iter().filter_map(|row| row.game).map(|(game, _)| game).collect();
            running[visit.previews.on_page(running.len())].to_vec()
        } else {
            Vec::new()
        };
        if !visit.previews.is_outdated(&games, now) {
            return;
        }
        visit.previews.choose(games.clone());
        if !is_seated {
            visit.previews.asked = Some(self.out.send(ClientMessage::PreviewGames { games }));
        }
    }

    /// Requests the last visitors, once each time the user is alone in the lobby.
    pub(super) fn ask_for_visitors(&mut self) {
        if !self.link.is_joined() || self.link.is_local() {
            return;
        }
        let Some(visit) = self.visit.as_mut().filter(|visit| !visit.paused) else { return };
        if !visit.lobby.is_alone(visit.me) {
            visit.lobby.visitors_asked = false;
        } else if !std::mem::replace(&mut visit.lobby.visitors_asked, true) {
            self.out.send(ClientMessage::ListVisitors);
        }
    }

    /// The players who were here last.
    pub(super) fn visitors(&mut self, visitors: Vec<Visitor>, now: Timestamp) {
        if let Some(visit) = &mut self.visit {
            visit.lobby.set_visitors(visitors, now);
        }
    }

    /// The board of a running game.
    pub(super) fn preview(&mut self, preview: Preview) {
        if let Some(visit) = &mut self.visit {
            visit.previews.add(preview);
        }
    }

    /// Whether a refused request was one for boards: a game may have begun meanwhile.
    ///
    /// It is repeated after a while.
    pub(super) fn preview_refused(&mut self, request: u32, now: Timestamp) -> bool {
        self.visit.as_mut().is_some_and(|visit| visit.previews.refused(request, now))
    }
}
