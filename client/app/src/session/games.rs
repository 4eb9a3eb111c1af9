//! Finished games: the list, the game that is opened, the recent opponents and the card of a player.
//!
//! The server answers one request for games at a time, so that these wait for each other.

use super::{News, Session};
use chuhe_model::actions::action::{FilterPart, GamesAction, LobbyTab};
use chuhe_model::choices::zone::Zone;
use chuhe_model::lobby::filter_form::BadDate;
use chuhe_model::lobby::games::Games;
use chuhe_model::lobby::past_games::{PastGames, PastQuery, Rematch, rematch_terms};
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::{Applied, Role, Table};
use chuhe_protocol::limits::GAME_EVENTS;
use chuhe_protocol::{ClientMessage, Event, GameId, GameSummary, PlayerId, Refusal, Seq};
use chuhe_rules::Outcome;
use chuhe_rules::clock::Timestamp;

impl Session {
    /// Shows a tab of the lobby; requests the list of games again.
    pub(crate) fn show_lobby_tab(&mut self, tab: LobbyTab) {
        let Some(visit) = &mut self.visit else { return };
        visit.lobby.tab = tab;
        if tab == LobbyTab::Games {
            visit.games.list = Games::default();
            self.request_games();
        }
    }

    /// Lists the user's games with this player.
    pub(crate) fn show_games_with(&mut self, player: PlayerId, zone: &Zone) {
        let Some(visit) = &mut self.visit else { return };
        let Some(name) = visit.lobby.player(player).map(|player| player.name.to_string()) else { return };
        visit.games.past.close_card();
        visit.lobby.tab = LobbyTab::Games;
        visit.games.list = Games::default();
        visit.games.list.form.edit(FilterPart::Opponent, &name);
        visit.games.list.whole_name = Some(name);
        self.search_games(zone);
    }

    pub(crate) fn act_games(&mut self, action: GamesAction, zone: &Zone) {
        let Some(visit) = self.visit.as_mut().filter(|_| self.link.is_joined()) else { return };
        if let GamesAction::Open(game) = action {
            if visit.games.list.opening().is_none() && visit.table.is_none() {
                visit.games.past.close_card();
                self.open_game(game);
            }
            return;
        }
        if visit.games.list.is_loading() {
            return;
        }
        match action {
            GamesAction::More if !visit.games.list.has_more() => return,
            GamesAction::More => return self.request_games(),
            GamesAction::Result(result) => visit.games.list.form.result = result,
            GamesAction::Kind(kind) => visit.games.list.form.kind = kind,
            GamesAction::Search | GamesAction::Open(_) => {}
        }
        self.search_games(zone);
    }

    /// Lists the games that match the filter in the form.
    fn search_games(&mut self, zone: &Zone) {
        let Some(visit) = &mut self.visit else { return };
        match visit.games.list.form.filter(zone) {
            Ok(filter) => {
                visit.games.list.start(filter);
                self.request_games();
            }
            Err(BadDate) => {
                visit.games.list.form.is_refused = true;
                self.out.notice(Notice::BadDate);
            }
        }
    }

    /// Requests the events of a finished game, after the answer to another request.
    pub(super) fn open_game(&mut self, game: GameId) {
        let Some(visit) = &mut self.visit else { return };
        if visit.games.past.asked.is_some() {
            visit.games.list.deferred_game = Some(game);
            return;
        }
        let request = self.out.send(ClientMessage::FetchGame { game, from: 0 });
        visit.games.list.opening = Some((game, request));
    }

    /// Requests the next page of the list, after the answer to another request.
    pub(super) fn request_games(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        if visit.games.past.asked.is_some() {
            visit.games.list.is_deferred = true;
            return;
        }
        let request = visit.games.list.request();
        visit.games.list.refused = None;
        visit.games.list.asked = Some(self.out.send(request));
    }

    /// Repeats unanswered requests on a new connection.
    pub(super) fn retry_requests(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        if let Some((game, _)) = visit.games.list.opening {
            let request = self.out.send(ClientMessage::FetchGame { game, from: 0 });
            visit.games.list.opening = Some((game, request));
        }
        if let Some(table) = visit.table.as_mut().filter(|table| table.loading.is_some()) {
            let (game, from) = (table.game().id(), table.game().next());
            table.loading = Some(self.out.send(ClientMessage::FetchGame { game, from }));
        }
        if visit.games.list.is_loading()
            || visit.lobby.tab == LobbyTab::Games && visit.games.list.rows().is_empty()
        {
            self.request_games();
        }
    }

    /// Adds a page of the list, which goes on with games before `next`.
    pub(super) fn games(&mut self, games: Vec<GameSummary>, next: Option<GameId>) {
        if self.past_games(&games, next) {
            return;
        }
        if let Some(visit) = &mut self.visit {
            visit.games.list.add_page(games, next);
        }
    }

    /// Adds a page of the events of a finished game, and requests the next.
    pub(super) fn fetched(
        &mut self,
        game: GameId,
        first: Seq,
        events: Vec<Event>,
        more: bool,
        now: Timestamp,
    ) {
        if self.rematch_found(game, &events) {
            return;
        }
        let Some(visit) = &mut self.visit else { return };
        let fruitless = events.is_empty() && more;
        let opening = visit.games.list.opening.take_if(|(opening, _)| *opening == game).is_some();
        let applied = match &mut visit.table {
            Some(table) if table.loading.is_some() && table.game().id() == game => {
                table.apply_events(first, events, now, false, &mut self.out)
            }
            None if opening && first == 0 => {
                match Table::begin(game, events, (visit.me, Role::Reader), now, false, &mut self.out) {
                    Some(table) => {
                        visit.table = Some(table);
                        Applied::Complete
                    }
                    None => Applied::OutOfSync,
                }
            }
            Some(_) | None => return,
        };
        let Some(table) = &mut visit.table else {
            return self.out.notice(Notice::Refused(Refusal::Unreadable));
        };
        table.loading = None;
        let (state, next) = (table.game(), table.game().next());
        let is_read = state.viewpoint().is_reader() && state.is_over() && state.is_recordable();
        if fruitless || applied != Applied::Complete || next as usize > GAME_EVENTS {
            self.out.notice(Notice::Refused(Refusal::Unreadable));
        } else if more {
            table.loading = Some(self.out.send(ClientMessage::FetchGame { game, from: next }));
        } else if is_read {
            self.news.push(News::GameRead);
        }
    }

    /// Handles a refusal of a request for games.
    pub(super) fn games_refused(&mut self, request: u32, reason: Refusal) {
        let Some(visit) = &mut self.visit else { return };
        if visit.games.list.asked.take_if(|asked| *asked == request).is_some() {
            visit.games.list.refused = Some(reason);
        }
        visit.games.list.opening.take_if(|(_, asked)| *asked == request);
        if let Some(table) = &mut visit.table {
            table.loading.take_if(|asked| *asked == request);
        }
    }

    /// Requests the games again on a new connection; a new guest has none.
    pub(super) fn reset_past_games(&mut self, is_new: bool) {
        let Some(visit) = &mut self.visit else { return };
        visit.games.past.asked = None;
        if is_new {
            visit.games.past = PastGames::of_new_player();
        }
    }

    /// Opens the card of a player who is online, or whom the user played lately.
    pub(crate) fn open_card(&mut self, player: PlayerId) {
        let Some(visit) = &mut self.visit else { return };
        let online = visit.lobby.player(player).map(|player| &player.name);
        let Some(name) = online.or_else(|| visit.games.past.name_of(player)).cloned() else { return };
        visit.games.past.open_card(player, name);
    }

    /// Adds the finished game at the table to the latest ones.
    pub(crate) fn add_past_game(&mut self, outcome: Outcome, plies: usize, ended_at_ms: u64) {
        let Some(visit) = &mut self.visit else { return };
        let Some(game) = visit.table.as_ref().map(Table::game) else { return };
        visit.games.past.add(GameSummary {
            game: game.id(),
            seats: game.seats().clone(),
            outcome,
            plies: u16::try_from(plies).unwrap_or(u16::MAX),
            ended_at_ms,
            kind: game.terms().game.kind(),
        });
    }

    /// Challenges an earlier opponent on the terms of the game with them, which are requested first.
    pub(crate) fn ask_for_rematch(&mut self, opponent: PlayerId, game: GameId) {
        if let Some(visit) = &mut self.visit {
            visit.games.past.close_card();
            visit.games.past.rematch = Some(Rematch { opponent, game });
        }
    }

    /// Sends the next request for games, unless an answer is awaited.
    pub(crate) fn ask_for_past_games(&mut self, is_lobby_shown: bool) {
        if !self.link.is_joined() || self.link.is_catching_up() {
            return;
        }
        let Some(visit) = self.visit.as_mut().filter(|visit| !visit.paused) else { return };
        if visit.games.past.asked.is_some() {
            return;
        }
        if std::mem::take(&mut visit.games.list.is_deferred) {
            return self.request_games();
        }
        if let Some(game) = visit.games.list.deferred_game.take() {
            return self.open_game(game);
        }
        let is_loading = visit.table.as_ref().is_some_and(|table| table.loading.is_some());
        if visit.games.list.is_loading() || visit.games.list.opening().is_some() || is_loading {
            return;
        }
        if let Some((query, message)) = visit.games.past.wanted(is_lobby_shown) {
            visit.games.past.asked = Some((self.out.send(message), query));
        }
    }

    /// Takes a page of games if it was requested for the lobby or a card.
    pub(super) fn past_games(&mut self, games: &[GameSummary], next: Option<GameId>) -> bool {
        self.visit.as_mut().is_some_and(|visit| visit.games.past.add_page(games, next))
    }

    /// Takes the beginning of a finished game if it was requested for a rematch, and challenges the
    /// opponent.
    pub(super) fn rematch_found(&mut self, game: GameId, events: &[Event]) -> bool {
        let Some(visit) = &mut self.visit else { return false };
        let is_it = |query: &PastQuery| matches!(query, PastQuery::Terms(rematch) if rematch.game == game);
        let Some((_, PastQuery::Terms(Rematch { opponent, .. }))) =
            visit.games.past.asked.take_if(|(_, query)| is_it(query))
        else {
            return false;
        };
        visit.games.past.rematch.take_if(|rematch| rematch.game == game);
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
        let Some(query) = self.visit.as_mut().and_then(|visit| visit.games.past.refused(request)) else {
            return false;
        };
        match query {
            PastQuery::Terms(_) => self.out.notice(Notice::Refused(reason)),
            PastQuery::Latest | PastQuery::Together(_) => {}
        }
        true
    }
}
