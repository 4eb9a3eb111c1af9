//! Finished games: fetching the list, and opening one for review.

use super::App;
use chuhe_model::actions::action::{FilterPart, GamesAction, LobbyTab};
use chuhe_model::lobby::filter_form::BadDate;
use chuhe_model::lobby::games::Games;
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::{Applied, Role, Table};
use chuhe_protocol::limits::GAME_EVENTS;
use chuhe_protocol::{ClientMessage, Event, GameId, GameSummary, PlayerId, Refusal, Seq};
use chuhe_rules::clock::Timestamp;

impl App {
    /// Shows a tab of the lobby; requests the list of games again.
    pub(super) fn show_lobby_tab(&mut self, tab: LobbyTab) {
        let Some(visit) = &mut self.visit else { return };
        visit.tab = tab;
        if tab == LobbyTab::Games {
            visit.games = Games::default();
            self.request_games();
        }
    }

    /// Lists the user's games with this player.
    pub(super) fn show_games_with(&mut self, player: PlayerId) {
        let Some(visit) = &mut self.visit else { return };
        let Some(name) = visit.lobby.player(player).map(|player| player.name.to_string()) else { return };
        visit.past.close_card();
        visit.tab = LobbyTab::Games;
        visit.games = Games::default();
        visit.games.form.edit(FilterPart::Opponent, &name);
        visit.games.whole_name = Some(name);
        self.search_games();
    }

    pub(super) fn act_games(&mut self, action: GamesAction) {
        let Some(visit) = &mut self.visit else { return };
        if !self.link.is_joined() {
            return;
        }
        match action {
            GamesAction::More if visit.games.has_more() && !visit.games.is_loading() => {
                self.request_games();
            }
            GamesAction::Open(game) if visit.games.opening().is_none() && visit.table.is_none() => {
                visit.past.close_card();
                self.open_game(game);
            }
            GamesAction::Result(result) if !visit.games.is_loading() => {
                visit.games.form.result = result;
                self.search_games();
            }
            GamesAction::Kind(kind) if !visit.games.is_loading() => {
                visit.games.form.kind = kind;
                self.search_games();
            }
            GamesAction::Search if !visit.games.is_loading() => self.search_games(),
            GamesAction::More
            | GamesAction::Open(_)
            | GamesAction::Result(_)
            | GamesAction::Kind(_)
            | GamesAction::Search => {}
        }
    }

    /// Lists the games that match the filter in the form.
    fn search_games(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        match visit.games.form.filter(&self.environment.time_zone) {
            Ok(filter) => {
                visit.games.start(filter);
                self.request_games();
            }
            Err(BadDate) => self.out.notice(Notice::BadDate),
        }
    }

    /// Requests the events of a finished game, after the answer to another request.
    pub(super) fn open_game(&mut self, game: GameId) {
        let Some(visit) = &mut self.visit else { return };
        if visit.past.asked.is_some() {
            visit.games.deferred_game = Some(game);
            return;
        }
        let request = self.out.send(ClientMessage::FetchGame { game, from: 0 });
        visit.games.opening = Some((game, request));
    }

    /// Requests the next page of the list, after the answer to another request.
    pub(super) fn request_games(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        if visit.past.asked.is_some() {
            visit.games.is_deferred = true;
            return;
        }
        let request = visit.games.request();
        visit.games.refused = None;
        visit.games.asked = Some(self.out.send(request));
    }

    /// Repeats unanswered requests on a new connection.
    pub(super) fn retry_requests(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        if let Some((game, _)) = visit.games.opening {
            let request = self.out.send(ClientMessage::FetchGame { game, from: 0 });
            visit.games.opening = Some((game, request));
        }
        if let Some(table) = visit.table.as_mut().filter(|table| table.loading.is_some()) {
            let (game, from) = (table.game().id(), table.game().next());
            table.loading = Some(self.out.send(ClientMessage::FetchGame { game, from }));
        }
        if visit.games.is_loading() || visit.tab == LobbyTab::Games && visit.games.rows().is_empty() {
            self.request_games();
        }
    }

    /// Adds a page of the list, which goes on with games before `next`.
    pub(super) fn games(&mut self, games: Vec<GameSummary>, next: Option<GameId>) {
        if self.past_games(&games, next) {
            return;
        }
        if let Some(visit) = &mut self.visit {
            visit.games.add_page(games, next);
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
        let opening = visit.games.opening.take_if(|(opening, _)| *opening == game).is_some();
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
        let next = table.game().next();
        if fruitless || applied != Applied::Complete || next as usize > GAME_EVENTS {
            self.out.notice(Notice::Refused(Refusal::Unreadable));
        } else if more {
            table.loading = Some(self.out.send(ClientMessage::FetchGame { game, from: next }));
        } else if table.is_reader() && table.game().is_over() && table.game().is_recordable() {
            self.review_table(now);
        }
    }

    /// Handles a refusal of a request for games.
    pub(super) fn games_refused(&mut self, request: u32, reason: Refusal) {
        let Some(visit) = &mut self.visit else { return };
        if visit.games.asked.take_if(|asked| *asked == request).is_some() {
            visit.games.refused = Some(reason);
        }
        visit.games.opening.take_if(|(_, asked)| *asked == request);
        if let Some(table) = &mut visit.table {
            table.loading.take_if(|asked| *asked == request);
        }
    }
}
