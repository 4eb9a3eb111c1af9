//! Finished games: the list, the game that is opened, the recent opponents and the card of a player.
//!
//! The server answers one request for games at a time, so that these wait for each other.

use super::{News, Session};
use crate::visit::{FinishedGames, Visit};
use chuhe_model::actions::action::{GamesAction, LobbyTab};
use chuhe_model::choices::zone::Zone;
use chuhe_model::lobby::filter_form::BadDate;
use chuhe_model::lobby::games::Games;
use chuhe_model::lobby::past_games::{PastGames, PastQuery, Rematch, rematch_terms};
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::outbox::Outbox;
use chuhe_model::table::{Applied, Role, Table, User};
use chuhe_protocol::limits::GAME_EVENTS;
use chuhe_protocol::{
    ArchiveRequest, Event, GameCorrection, GameId, GameSummary, LobbyRequest, PlayerId, RatedEnd, Refusal,
    Seq,
};
use chuhe_rules::Outcome;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::openings::FirstMoves;

impl Session {
    #[inline(never)]
    pub(crate) fn act_games(&mut self, action: GamesAction, zone: &Zone) {
        let Some(visit) = self.visit.as_mut().filter(|_| self.link.is_joined()) else { return };
        let games = &mut visit.games;
        if let GamesAction::Open(game) = action {
            if games.list.opening().is_none() && visit.tables.shown().is_none() {
                games.past.close_card();
                games.open(game, &mut self.out);
            }
            return;
        }
        if games.list.is_loading() {
            return;
        }
        match action {
            GamesAction::More if !games.list.has_more() => return,
            GamesAction::More => return games.request_page(&mut self.out),
            GamesAction::Result(result) => games.list.form.result = result,
            GamesAction::Kind(kind) => games.list.form.kind = kind,
            GamesAction::Search | GamesAction::Open(_) => {}
        }
        games.search(zone, &mut self.out);
    }

    /// Adds a page of the events of a finished game, which happened at these times, and requests the next.
    pub(super) fn fetched(
        &mut self,
        game: GameId,
        first: Seq,
        events: Vec<Event>,
        at_ms: &[u64],
        more: bool,
        correction: Option<GameCorrection>,
    ) {
        let Some(visit) = &mut self.visit else { return };
        if visit.rematch_found(game, &events, &mut self.out) {
            return;
        }
        // times that do not belong to the events say nothing about them
        let is_timed = events.len() == at_ms.len();
        let events = if is_timed { events } else { Vec::new() };
        let fruitless = !is_timed || events.is_empty() && more;
        let times = at_ms.iter().map(|&ms| Timestamp::default().plus_ms(ms));
        let mut events = events.into_iter().zip(times);
        if visit.games.evening.awaits(game) {
            let me = visit.me;
            return visit.games.evening.fetched(game, first, events.collect(), more, correction, me);
        }
        let out = &mut self.out;
        let opening = visit.games.list.opening.take_if(|(opening, _)| *opening == game).is_some();
        let applied = match visit.tables.shown_mut() {
            Some(table) if table.loading.is_some() && table.game().id() == game => {
                table.apply_timed(first, events, false, out)
            }
            None if opening && first == 0 => {
                let user = User { id: visit.me, role: Role::Reader };
                let begin = |(event, at)| Table::begin(game, vec![event], user, at, false, out);
                match events.next().and_then(begin) {
                    Some(mut table) => {
                        let applied = table.apply_timed(1, events, false, out);
                        (applied == Applied::Complete).then(|| visit.tables.open(table));
                        applied
                    }
                    None => Applied::OutOfSync,
                }
            }
            Some(_) | None => return,
        };
        let Some(table) = visit.tables.shown_mut() else {
            return self.out.notice(Notice::Refused(Refusal::Unreadable));
        };
        table.loading = None;
        table.game_mut().correction = correction;
        self.news.push(News::TableChanged);
        let (state, next) = (table.game(), table.game().next());
        let is_read = state.viewpoint().is_reader() && state.is_over() && state.is_recordable();
        if fruitless || applied != Applied::Complete || next as usize > GAME_EVENTS {
            self.out.notice(Notice::Refused(Refusal::Unreadable));
        } else if more {
            table.loading = Some(self.out.send(ArchiveRequest::FetchGame { game, from: next }));
        } else if is_read {
            self.news.push(News::GameRead);
        }
    }
}

impl FinishedGames {
    /// Lists the games that match the filter in the form.
    fn search(&mut self, zone: &Zone, out: &mut Outbox) {
        match self.list.form.filter(zone) {
            Ok(filter) => {
                self.list.start(filter);
                self.request_page(out);
            }
            Err(BadDate) => {
                self.list.form.is_refused = true;
                out.notice(Notice::BadDate);
            }
        }
    }

    /// Requests the events of a finished game, after the answer to another request.
    fn open(&mut self, game: GameId, out: &mut Outbox) {
        if self.awaits_answer() {
            self.list.deferred_game = Some(game);
            return;
        }
        let request = out.send(ArchiveRequest::FetchGame { game, from: 0 });
        self.list.opening = Some((game, request));
    }

    /// Requests the next page of the list, after the answer to another request.
    fn request_page(&mut self, out: &mut Outbox) {
        if self.awaits_answer() {
            self.list.is_deferred = true;
            return;
        }
        let request = self.list.request();
        self.list.refused = None;
        self.list.asked = Some(out.send(request));
    }

    /// Adds a page of games to the list that requested it; the following page begins at `next`.
    pub(super) fn add_page(&mut self, games: Vec<GameSummary>, next: Option<GameId>) {
        if !self.past.add_page(&games, next) {
            self.list.add_page(games, next);
        }
    }

    /// Forgets the request of the past games, whose connection is lost; a new guest has none, and saves none of
    /// a tournament that another player asked for.
    pub(super) fn reset(&mut self, is_new: bool) {
        self.past.asked = None;
        self.profiles.reset();
        self.evening.reset();
        if is_new {
            self.past = PastGames::of_new_player();
            // the server may not give another player the games
            self.evening.stop();
        }
    }

    /// Challenges an earlier opponent on the terms of the game with them, which are requested first.
    pub(super) fn ask_for_rematch(&mut self, opponent: PlayerId, game: GameId) {
        self.past.close_card();
        self.past.rematch = Some(Rematch { opponent, game });
    }

    /// Handles a refusal of a request for the lobby or a card, and returns whether it was one.
    ///
    /// The user hears only of a rematch.
    pub(super) fn past_refused(&mut self, request: u32, reason: Refusal, out: &mut Outbox) -> bool {
        let Some(query) = self.past.refused(request) else { return false };
        match query {
            PastQuery::Terms(_) => out.notice(Notice::Refused(reason)),
            PastQuery::Latest | PastQuery::Together(_) => {}
        }
        true
    }
}

impl Visit {
    /// Shows a tab of the lobby; requests the list of games again.
    pub(crate) fn show_lobby_tab(&mut self, tab: LobbyTab, out: &mut Outbox) {
        self.lobby.tab = tab;
        if tab == LobbyTab::Games {
            self.games.list = Games::default();
            self.games.request_page(out);
        }
    }

    /// Lists the user's games with this player.
    pub(crate) fn show_games_with(&mut self, player: PlayerId, zone: &Zone, out: &mut Outbox) {
        let Some(name) = self.lobby.player(player).map(|player| player.name.to_string()) else { return };
        self.games.past.close_card();
        self.lobby.tab = LobbyTab::Games;
        self.games.list = Games::default();
        self.games.list.form.set_opponent(&name);
        self.games.list.whole_name = Some(name);
        self.games.search(zone, out);
    }

    /// Repeats unanswered requests on a new connection.
    pub(super) fn retry_requests(&mut self, out: &mut Outbox) {
        if let Some((game, _)) = self.games.list.opening {
            let request = out.send(ArchiveRequest::FetchGame { game, from: 0 });
            self.games.list.opening = Some((game, request));
        }
        if let Some(table) = self.tables.shown_mut().filter(|table| table.loading.is_some()) {
            let (game, from) = (table.game().id(), table.game().next());
            table.loading = Some(out.send(ArchiveRequest::FetchGame { game, from }));
        }
        if self.games.list.is_loading()
            || self.lobby.tab == LobbyTab::Games && self.games.list.rows().is_empty()
        {
            self.games.request_page(out);
        }
    }

    /// Handles a refusal of a request for games.
    pub(super) fn games_refused(&mut self, request: u32, reason: Refusal) {
        if self.games.list.asked.take_if(|asked| *asked == request).is_some() {
            self.games.list.refused = Some(reason);
        }
        self.games.list.opening.take_if(|(_, asked)| *asked == request);
        if let Some(table) = self.tables.shown_mut() {
            table.loading.take_if(|asked| *asked == request);
        }
    }

    /// Opens the card of a player who is online, or whom the user played lately.
    pub(crate) fn open_card(&mut self, player: PlayerId) {
        let online = self.lobby.player(player).map(|player| &player.name);
        let Some(name) = online.or_else(|| self.games.past.name_of(player)).cloned() else { return };
        self.games.past.open_card(player, name);
    }

    /// Adds the finished game at the table to the latest ones.
    pub(crate) fn add_past_game(&mut self, outcome: Outcome, plies: usize, ended_at_ms: u64) {
        let Some(game) = self.table().map(Table::game) else { return };
        self.games.past.add(GameSummary {
            game: game.id(),
            seats: game.seats().clone(),
            outcome,
            plies: u16::try_from(plies).unwrap_or(u16::MAX),
            ended_at_ms,
            kind: game.terms().game.kind(),
            first_moves: game.xiangqi().map(FirstMoves::of).unwrap_or_default(),
            rated: matches!(game.rated(), Some(RatedEnd::Changed(_))),
            correction: None,
        });
    }

    /// Sends the next request for games, unless an answer is awaited.
    pub(crate) fn ask_for_past_games(&mut self, is_lobby_shown: bool, out: &mut Outbox) {
        if self.games.awaits_answer() {
            return;
        }
        if std::mem::take(&mut self.games.list.is_deferred) {
            return self.games.request_page(out);
        }
        if let Some(game) = self.games.list.deferred_game.take() {
            return self.games.open(game, out);
        }
        let is_loading = self.table().is_some_and(|table| table.loading.is_some());
        if self.games.list.is_loading() || self.games.list.opening().is_some() || is_loading {
            return;
        }
        if self.games.profiles.ask_profile(|request| out.send(request)) {
            return;
        }
        if let Some((query, message)) = self.games.past.wanted(is_lobby_shown) {
            self.games.past.asked = Some((out.send(message), query));
        }
    }

    /// Asks for the next game of a tournament that is to be in a file, unless another answer is awaited.
    pub(crate) fn ask_for_evening_games(&mut self, now: Timestamp, out: &mut Outbox) {
        let is_loading = self.table().is_some_and(|table| table.loading.is_some());
        let list = &self.games.list;
        if self.games.awaits_answer() || list.is_loading() || list.opening().is_some() || is_loading {
            return;
        }
        if let Some(request) = self.games.evening.wanted(now) {
            self.games.evening.ask(out.send(request));
        }
    }

    /// Takes the beginning of a finished game if it was requested for a rematch, and challenges the
    /// opponent.
    pub(super) fn rematch_found(&mut self, game: GameId, events: &[Event], out: &mut Outbox) -> bool {
        let is_it = |query: &PastQuery| matches!(query, PastQuery::Terms(rematch) if rematch.game == game);
        let Some((_, PastQuery::Terms(Rematch { opponent, .. }))) =
            self.games.past.asked.take_if(|(_, query)| is_it(query))
        else {
            return false;
        };
        self.games.past.rematch.take_if(|rematch| rematch.game == game);
        let Some(Event::Started(start)) = events.first() else {
            out.notice(Notice::Refused(Refusal::Unreadable));
            return true;
        };
        let terms = rematch_terms(start, self.me);
        let request = out.send(LobbyRequest::Challenge { opponent, terms });
        self.sent.challenge = Some((request, opponent));
        true
    }
}
