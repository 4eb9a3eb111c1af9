//! The requests for the recent opponents and for the card of a player.
//!
//! The server answers one request for games at a time, so that these wait for each other and for
//! those of the list of finished games.

use super::{App, Screen};
use chuhe_model::lobby::past_games::{PastGames, PastQuery, Rematch, rematch_terms};
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::Table;
use chuhe_protocol::{ClientMessage, Event, GameId, GameSummary, PlayerId, Refusal};
use chuhe_rules::Outcome;

impl App {
    /// Requests the games again on a new connection; a new guest has none.
    pub(super) fn reset_past_games(&mut self, is_new: bool) {
        let Some(visit) = &mut self.visit else { return };
        visit.past.asked = None;
        if is_new {
            visit.past = PastGames::of_new_player();
        }
    }

    /// Opens the card of a player who is online, or whom the user played lately.
    pub(super) fn open_card(&mut self, player: PlayerId) {
        let Some(visit) = &mut self.visit else { return };
        let online = visit.lobby.player(player).map(|player| &player.name);
        let Some(name) = online.or_else(|| visit.past.name_of(player)).cloned() else { return };
        visit.past.open_card(player, name);
    }

    /// Adds the finished game at the table to the latest ones.
    pub(super) fn add_past_game(&mut self, outcome: Outcome, plies: usize, ended_at_ms: u64) {
        let Some(visit) = &mut self.visit else { return };
        let Some(game) = visit.table.as_ref().map(Table::game) else { return };
        visit.past.add(GameSummary {
            game: game.id(),
            seats: game.seats().clone(),
            outcome,
            plies: u16::try_from(plies).unwrap_or(u16::MAX),
            ended_at_ms,
            kind: game.terms().game.kind(),
        });
    }

    /// Challenges an earlier opponent on the terms of the game with them, which are requested first.
    pub(super) fn ask_for_rematch(&mut self, opponent: PlayerId, game: GameId) {
        if let Some(visit) = &mut self.visit {
            visit.past.close_card();
            visit.past.rematch = Some(Rematch { opponent, game });
        }
    }

    /// Sends the next request for games, unless an answer is awaited.
    pub(super) fn ask_for_past_games(&mut self) {
        if !self.link.is_joined() || self.link.is_local() || self.link.is_catching_up() {
            return;
        }
        let is_lobby_shown = self.screen() == Screen::Lobby;
        let Some(visit) = self.visit.as_mut().filter(|visit| !visit.paused) else { return };
        if visit.past.asked.is_some() {
            return;
        }
        if std::mem::take(&mut visit.games.is_deferred) {
            return self.request_games();
        }
        if let Some(game) = visit.games.deferred_game.take() {
            return self.open_game(game);
        }
        let is_loading = visit.table.as_ref().is_some_and(|table| table.loading.is_some());
        if visit.games.is_loading() || visit.games.opening().is_some() || is_loading {
            return;
        }
        if let Some((query, message)) = visit.past.wanted(is_lobby_shown) {
            visit.past.asked = Some((self.out.send(message), query));
        }
    }

    /// Takes a page of games if it was requested for the lobby or a card.
    pub(super) fn past_games(&mut self, games: &[GameSummary], next: Option<GameId>) -> bool {
        self.visit.as_mut().is_some_and(|visit| visit.past.add_page(games, next))
    }

    /// Takes the beginning of a finished game if it was requested for a rematch, and challenges the
    /// opponent.
    pub(super) fn rematch_found(&mut self, game: GameId, events: &[Event]) -> bool {
        let Some(visit) = &mut self.visit else { return false };
        let is_it = |query: &PastQuery| matches!(query, PastQuery::Terms(rematch) if rematch.game == game);
        let Some((_, PastQuery::Terms(Rematch { opponent, .. }))) =
            visit.past.asked.take_if(|(_, query)| is_it(query))
        else {
            return false;
        };
        visit.past.rematch.take_if(|rematch| rematch.game == game);
        let Some(Event::Started(start)) = events.first() else {
            self.out.notice(Notice::Refused(Refusal::Unreadable));
            return true;
        };
        let terms = rematch_terms(start, visit.me);
        let request = self.out.send(ClientMessage::Challenge { opponent, terms });
        visit.challenged = Some((request, opponent));
        true
    }

    /// Handles a refusal of a request for the lobby or a card, and returns whether it was one.
    ///
    /// The user hears only of a rematch.
    pub(super) fn past_games_refused(&mut self, request: u32, reason: Refusal) -> bool {
        let Some(query) = self.visit.as_mut().and_then(|visit| visit.past.refused(request)) else {
            return false;
        };
        match query {
            PastQuery::Terms(_) => self.out.notice(Notice::Refused(reason)),
            PastQuery::Latest | PastQuery::Together(_) => {}
        }
        true
    }
}
