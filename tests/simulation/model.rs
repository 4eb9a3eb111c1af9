//! A reference model, built from the bytes that the store has committed.
//!
//! It checks that journals have no gaps, clocks add up, no move counts twice, no game ends
//! twice, and no two players share a name.

use super::clocks::Clocks;
use super::fair_play::FairPlayModel;
use chuhe_hub::{GameEvent, JournalEntry, LoggedGame, PlayerRow, SessionRow};
use chuhe_protocol::{
    ChallengeId, Event, GameId, GameStart, PlayerId, RatedEnd, RatingClass, Seq, ValidTerms,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::{self, GameView};
use chuhe_rules::offers::{OfferKind, Offers};
use chuhe_rules::xiangqi::Position;
use chuhe_rules::{Color, Game, GameMove, Outcome, PerColor, Viewer};
use chuhe_store::{self as store, Memory, Order, Store as _, Table, Write};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The client at the other end of a connection.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Recipient {
    /// The player, once the client has joined.
    pub(super) player: Option<PlayerId>,
    /// The game that the client watches.
    pub(super) watched: Option<GameId>,
}

/// The position of a game.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Board {
    Xiangqi(Box<Position>),
    /// The view of one viewer.
    Luzhanqi(Box<GameView>),
}

/// The state of a game after some number of events.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameSnapshot {
    pub(super) ply: usize,
    pub(super) board: Board,
    pub(super) outcome: Option<Outcome>,
    pub(super) offers: PerColor<Vec<OfferKind>>,
    pub(super) left: PerColor<bool>,
}

/// The reference model of one game.
pub(super) struct GameModel {
    pub(super) entries: Vec<JournalEntry>,
    pub(super) players: PerColor<PlayerId>,
    delay_plies: u8,
    game: Game,
    offers: Offers,
    left: PerColor<bool>,
    outcome: Option<Outcome>,
    /// Whether the repetition of the current position was announced.
    is_repetition_judged: bool,
    class: RatingClass,
    /// Whether the game is rated and its journal does not say yet how that has ended.
    awaits_rating: bool,
    clocks: Clocks,
    /// The state after each event, for each viewer.
    snapshots: Vec<[GameSnapshot; 3]>,
}

/// A move that a user intended: game, player, ply and move.
pub(super) type IntendedMove = (GameId, PlayerId, u16, GameMove);

/// The reference model of everything that is committed.
pub(super) struct Model {
    pub(super) games: BTreeMap<GameId, GameModel>,
    pub(super) players: BTreeMap<PlayerId, PlayerRow>,
    /// The hashes of all tokens that were ever committed.
    pub(super) tokens: BTreeSet<[u8; 32]>,
    /// The stored sessions.
    pub(super) sessions: BTreeMap<[u8; 32], SessionRow>,
    pub(super) registered: BTreeSet<PlayerId>,
    /// All challenges that were ever committed.
    pub(super) challenges: BTreeSet<ChallengeId>,
    /// The stored challenges.
    pub(super) open: BTreeSet<ChallengeId>,
    /// The games whose tables are still open.
    pub(super) boards: BTreeSet<GameId>,
    /// How many games each stored standing counts.
    standings: BTreeMap<(PlayerId, RatingClass), u32>,
    /// How many games have changed the rating of each player, by the journals.
    counted: BTreeMap<(PlayerId, RatingClass), u32>,
    /// Who waits before a search.
    pub(super) fair_play: FairPlayModel,
    /// The game whose room the last write has opened.
    opened: Option<GameId>,
    /// Whether an operator has let a game count otherwise than it was played.
    pub(super) is_corrected: bool,
    /// The finished games of each player.
    pub(super) listed: BTreeSet<(PlayerId, GameId)>,
    /// The intended moves that are not committed yet.
    intended: Vec<IntendedMove>,
    /// When games resumed, with the maximum length of the interruption.
    resumptions: BTreeMap<Timestamp, RangeInclusive<u64>>,
    /// The last stored time at which the server was alive.
    alive_at: Timestamp,
}

impl GameModel {
    /// Starts a game from its first entry.
    fn start(entry: JournalEntry) -> Self {
        let Some(Event::Started(start)) = entry.event.public() else {
            panic!("a game starts with {:?}", entry.event);
        };
        let GameStart { seats, terms, times, rules, .. } = &**start;
        let mut model = Self {
            players: PerColor::from_fn(|color| seats[color].player),
            delay_plies: terms.watch_delay_plies,
            class: RatingClass::of(terms),
            awaits_rating: terms.rated,
            game: ValidTerms::parse_under(*rules, terms.clone())
                .expect("the hub starts valid games")
                .new_game(),
            offers: Offers::default(),
            left: PerColor::splat(false),
            outcome: None,
            is_repetition_judged: false,
            clocks: Clocks::new(*times),
            entries: Vec::new(),
            snapshots: Vec::new(),
        };
        model.entries.push(entry);
        model.record_snapshot();
        model
    }

    /// Records the state after the last entry.
    fn record_snapshot(&mut self) {
        let snapshot = |viewer| GameSnapshot {
            ply: self.game.ply(),
            board: match &self.game {
                Game::Xiangqi(game) => Board::Xiangqi(Box::new(game.position().clone())),
                Game::Luzhanqi(game) => Board::Luzhanqi(Box::new(game.view(viewer))),
            },
            outcome: self.outcome,
            offers: PerColor::from_fn(|by| {
                OfferKind::ALL.into_iter().filter(|&kind| self.offers.is_open(by, kind)).collect()
            }),
            left: self.left,
        };
        let snapshots = Viewer::ALL.map(snapshot);
        self.snapshots.push(snapshots);
    }

    /// Applies the next entry. Returns the move, if it was one.
    fn apply(&mut self, entry: JournalEntry) -> Option<(Color, u16, GameMove)> {
        let before = self.entries.last().expect("a started game has entries").at;
        assert!(before <= entry.at, "an event has an earlier time than the one before it");
        if self.outcome.is_some() {
            let allowed = match &entry.event {
                GameEvent::Secret(secret) => matches!(secret.event, luzhanqi::Event::Revealed(_)),
                GameEvent::Public(event) => match event {
                    // a player who was away at the end may return
                    Event::Left { .. } | Event::CameBack { .. } => true,
                    Event::Rated(_) => self.awaits_rating,
                    Event::Offered { kind, .. } | Event::OfferClosed { kind, .. } => {
                        *kind == OfferKind::Rematch
                    }
                    Event::Started(_)
                    | Event::Played { .. }
                    | Event::TakenBack { .. }
                    | Event::WentAway { .. }
                    | Event::FellAsleep { .. }
                    | Event::Ended { .. }
                    | Event::Interrupted { .. }
                    | Event::Paused { .. }
                    | Event::LagMeasured { .. }
                    | Event::RepetitionJudged { .. }
                    | Event::Luzhanqi { .. } => false,
                },
            };
            assert!(allowed, "after the end of the game: {:?}", entry.event);
        }
        let played = match &entry.event {
            GameEvent::Public(event) => self.apply_public(event, entry.at),
            GameEvent::Secret(secret) => self.apply_secret(&secret.event, entry.at),
        };
        self.clocks.apply(&entry, self.game.turn());
        self.entries.push(entry);
        self.record_snapshot();
        played
    }

    fn apply_public(&mut self, event: &Event, at: Timestamp) -> Option<(Color, u16, GameMove)> {
        match event {
            Event::Started(_) => panic!("the game starts twice"),
            Event::Luzhanqi { .. } => panic!("a journal stores luzhanqi events in full"),
            Event::Played { by, mv, .. } => {
                let played = Some((*by, u16::try_from(self.game.ply()).expect("a game has few events"), *mv));
                self.check_repetition_judged();
                self.game.play(*by, *mv).expect("a stored move is legal");
                self.is_repetition_judged = false;
                self.offers.record_move(*by, at);
                return played;
            }
            Event::Offered { by, kind } => self.offers.record_offer(*by, *kind, self.game.ply()),
            Event::OfferClosed { by, kind, .. } => {
                assert!(self.offers.is_open(*by, *kind), "the closed offer was not open");
                self.offers.record_withdrawal(*by, *kind, at);
            }
            Event::TakenBack { to_ply, .. } => {
                self.check_repetition_judged();
                self.game.take_back_to(usize::from(*to_ply));
                self.is_repetition_judged = false;
                self.offers.record_takeback(usize::from(*to_ply));
            }
            Event::Ended { outcome, .. } => {
                self.check_repetition_judged();
                self.outcome = Some(*outcome);
                self.offers.clear();
            }
            Event::Left { color } => {
                assert!(!std::mem::replace(&mut self.left[*color], true), "{color:?} leaves twice");
            }
            Event::RepetitionJudged { verdict, from_ply, to_ply, is_final } => {
                let Game::Xiangqi(game) = &self.game else { panic!("a position of luzhanqi is judged") };
                let ruling = game.repetition().expect("only a repetition is judged");
                assert_eq!(
                    (*verdict, usize::from(*from_ply), usize::from(*to_ply), *is_final),
                    (ruling.verdict, ruling.from_ply, ruling.to_ply, game.outcome().is_some())
                );
                let was_judged = std::mem::replace(&mut self.is_repetition_judged, true);
                assert!(!was_judged, "a position is judged once");
            }
            Event::Rated(_) => {
                assert!(
                    self.outcome.is_some() && self.awaits_rating,
                    "a rated game is counted once, at its end"
                );
                self.awaits_rating = false;
            }
            Event::WentAway { .. }
            | Event::FellAsleep { .. }
            | Event::CameBack { .. }
            | Event::Interrupted { .. }
            | Event::Paused { .. }
            | Event::LagMeasured { .. } => {}
        }
        None
    }

    /// Checks that players were told of a repetition before the game went on or ended by it.
    fn check_repetition_judged(&self) {
        let Game::Xiangqi(game) = &self.game else { return };
        let is_due = game.ruling().is_some() || game.warning().is_some() && game.outcome().is_none();
        assert!(!is_due || self.is_repetition_judged, "the repetition at ply {} is not judged", game.ply());
    }

    /// Applies a luzhanqi event, and checks that the rules produce the same event.
    fn apply_secret(&mut self, event: &luzhanqi::Event, at: Timestamp) -> Option<(Color, u16, GameMove)> {
        use luzhanqi::Event as E;
        let Game::Luzhanqi(game) = &mut self.game else { panic!("the game is not luzhanqi") };
        let ply = u16::try_from(game.ply()).expect("a game has few events");
        let mut played = None;
        let expected = match event {
            E::Placed { by, formation } => game.place(*by, *formation).expect("the game is in set-up"),
            E::Confirmed { by } => game.confirm(*by).expect("the game is in set-up"),
            E::Withdrew { by } => game.withdraw(*by).expect("the game is in set-up"),
            E::Moved(moved) => {
                let by = game.turn().expect("the game is not over");
                played = Some((by, ply, GameMove::Luzhanqi(moved.mv)));
                self.offers.record_move(by, at);
                game.play(by, moved.mv).expect("a stored move is legal").event
            }
            E::Passed { by } => game.pass(*by).expect("the player is to move").event,
            E::Revealed(_) => game.close().expect("the game is revealed once"),
        };
        assert_eq!(expected, *event);
        played
    }

    /// Returns the state after the first `next` events, as this viewer sees it.
    pub(super) fn snapshot(&self, next: Seq, viewer: Viewer) -> &GameSnapshot {
        let before = usize::try_from(next)
            .expect("a game has few events")
            .checked_sub(1)
            .expect("a game has a first event");
        let snapshot = self.snapshots.get(before);
        let snapshot =
            snapshot.unwrap_or_else(|| panic!("the client has {next} events of {}", self.entries.len()));
        let index = Viewer::ALL.iter().position(|one| *one == viewer).expect("the list has every viewer");
        &snapshot[index]
    }

    /// Returns the latest state, as spectators see it.
    pub(super) fn latest(&self) -> &GameSnapshot {
        self.latest_for(Viewer::Spectator)
    }

    /// Returns the latest state, as this viewer sees it.
    pub(super) fn latest_for(&self, viewer: Viewer) -> &GameSnapshot {
        self.snapshot(Seq::try_from(self.entries.len()).expect("a game has few events"), viewer)
    }

    /// Returns as which viewer a player sees the game, even after leaving and as a spectator.
    pub(super) fn viewer(&self, player: PlayerId) -> Viewer {
        self.color_of(player).map_or(Viewer::Spectator, Viewer::Player)
    }

    /// Returns a side's remaining game time, if it is limited.
    pub(super) fn left_ms(&self, color: Color, now: Timestamp) -> Option<u64> {
        self.clocks.left_ms(color, now)
    }

    /// Whether the game is a rematch.
    pub(super) fn is_rematch(&self) -> bool {
        self.started().rematch_of.is_some()
    }

    /// When the game began.
    pub(super) fn began_at(&self) -> Timestamp {
        self.entries[0].at
    }

    /// How the game ended, and when.
    pub(super) fn ended(&self) -> Option<(Outcome, Timestamp)> {
        self.entries.iter().find_map(|entry| match entry.event.public() {
            Some(Event::Ended { outcome, .. }) => Some((*outcome, entry.at)),
            _ => None,
        })
    }

    fn started(&self) -> &GameStart {
        match self.entries[0].event.public() {
            Some(Event::Started(start)) => start,
            other => panic!("a game starts with {other:?}"),
        }
    }

    pub(super) const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    pub(super) const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns how many events spectators may see, given the server's least delay.
    pub(super) fn visible_to_spectators(&self, delay_plies: u8) -> usize {
        let delay = usize::from(self.delay_plies.max(delay_plies));
        if delay == 0 || self.is_over() {
            return self.entries.len();
        }
        let plays: Vec<usize> = (0..self.entries.len()).filter(|&n| is_ply(&self.entries[n])).collect();
        plays.len().checked_sub(delay + 1).map_or(1, |last| plays[last] + 1)
    }

    /// The number of plies that spectators see, with those that were taken back.
    pub(super) fn plies_visible_to_spectators(&self, delay_plies: u8) -> usize {
        self.entries[..self.visible_to_spectators(delay_plies)].iter().filter(|entry| is_ply(entry)).count()
    }

    pub(super) fn color_of(&self, player: PlayerId) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.players[color] == player)
    }
}

fn is_ply(entry: &JournalEntry) -> bool {
    match &entry.event {
        GameEvent::Public(event) => matches!(event, Event::Played { .. }),
        GameEvent::Secret(secret) => {
            matches!(secret.event, luzhanqi::Event::Moved(_) | luzhanqi::Event::Passed { .. })
        }
    }
}

impl Model {
    pub(super) fn new() -> Self {
        Self {
            games: BTreeMap::new(),
            players: BTreeMap::new(),
            tokens: BTreeSet::new(),
            sessions: BTreeMap::new(),
            registered: BTreeSet::new(),
            challenges: BTreeSet::new(),
            open: BTreeSet::new(),
            boards: BTreeSet::new(),
            standings: BTreeMap::new(),
            counted: BTreeMap::new(),
            fair_play: FairPlayModel::default(),
            opened: None,
            is_corrected: false,
            listed: BTreeSet::new(),
            intended: Vec::new(),
            resumptions: BTreeMap::new(),
            alive_at: Timestamp::default(),
        }
    }

    /// Records that games resume now, after an interruption since `since`.
    ///
    /// A restarted server knows only the stored time at which it was last alive.
    pub(super) fn resume_games(&mut self, now: Timestamp, since: Timestamp, restarted: bool) {
        let known = if restarted { self.alive_at.min(since) } else { since };
        self.resumptions.insert(now, now.since(since)..=now.since(known));
    }

    /// Tests if the stored time alive is this time or later.
    ///
    /// It may be earlier if no game was running, or games had not resumed yet.
    pub(super) fn is_alive_known(&self, at_ms: u64) -> bool {
        let at = Timestamp::from_ms(at_ms);
        let runs = |game: &GameModel| !game.is_over() && game.entries[0].at < at;
        let ran = self.resumptions.keys().all(|resumed_at| *resumed_at < at) && self.games.values().any(runs);
        self.alive_at >= at || !ran
    }

    /// Records a move that a user intends; retransmissions are not recorded again.
    pub(super) fn record_intended(&mut self, intended: IntendedMove) {
        self.intended.push(intended);
    }

    /// Whether a committed move was charged as a premove.
    pub(super) fn has_premoves(&self) -> bool {
        self.games.values().flat_map(|game| &game.entries).any(|entry| entry.premove)
    }

    /// Applies committed writes.
    pub(super) fn apply_commit(&mut self, writes: &[Write], now: Timestamp) {
        for write in writes {
            match write {
                Write::Append { journal, n, value } => {
                    let entry = store::decode_entry(value).expect("a stored event can be decoded");
                    assert!(entry.at <= now, "an event is in the future");
                    self.append(GameId(*journal), *n, entry);
                }
                Write::Set { table, key, value, .. } => self.set(*table, key, value.as_deref()),
            }
        }
        // after a correction other games count, as `check_ratings` finds
        assert!(self.is_corrected || self.standings == self.counted, "a rated game counts once");
    }

    fn append(&mut self, id: GameId, n: Seq, entry: JournalEntry) {
        if n == 0 {
            assert!(self.games.insert(id, GameModel::start(entry)).is_none(), "game {id} starts twice");
            self.opened = None;
            return;
        }
        let game = self.games.get_mut(&id).expect("a game has a first event");
        assert_eq!(usize::try_from(n), Ok(game.entries.len()), "a journal has no gaps");
        if let GameEvent::Public(Event::Interrupted { down_ms, .. }) = entry.event {
            let lasted =
                self.resumptions.get(&entry.at).expect("games are interrupted only when they resume");
            assert!(
                lasted.contains(&down_ms),
                "an interruption of {lasted:?} ms is recorded as one of {down_ms} ms"
            );
        }
        let resumption = self.resumptions.range(..=entry.at).next_back();
        if let Some((&at, _)) = resumption.filter(|&(at, _)| game.entries[0].at < *at && !game.is_over()) {
            let is_interruption = |entry: &JournalEntry| {
                entry.at == at && matches!(entry.event.public(), Some(Event::Interrupted { .. }))
            };
            let recorded = game.entries.iter().rev().chain([&entry]).any(is_interruption);
            assert!(recorded, "an interruption that ended at {} ms is not recorded: {entry:?}", at.as_ms());
        }
        if let Some(Event::Rated(RatedEnd::Changed(_))) = entry.event.public() {
            for color in Color::ALL {
                *self.counted.entry((game.players[color], game.class)).or_default() += 1;
            }
        }
        if let Some(Event::Ended { outcome, .. }) = entry.event.public() {
            self.fair_play.private_game_ended(id, *outcome);
        }
        let Some((by, ply, mv)) = game.apply(entry) else { return };
        let played = (id, game.players[by], ply, mv);
        let index = self.intended.iter().position(|intended| *intended == played);
        let index = index.unwrap_or_else(|| panic!("{played:?} was never intended, or counts twice"));
        self.intended.swap_remove(index);
    }

    fn set(&mut self, table: Table, key: &[u8], value: Option<&[u8]>) {
        let number = |bytes: &[u8]| u64::from_be_bytes(bytes.try_into().expect("eight bytes"));
        let opened = self.opened.take();
        match table {
            Table::Players => {
                let player = PlayerId(number(key));
                let Some(value) = value else {
                    self.players.remove(&player);
                    return;
                };
                let row = store::decode_player(value).expect("a player can be decoded");
                let mut others = self.players.iter().filter(|(id, _)| **id != player);
                assert!(
                    others.all(|(_, other)| other.name != row.name),
                    "two players have the name {:?}",
                    row.name
                );
                if row.password.is_some() {
                    self.registered.insert(player);
                }
                self.players.insert(player, row);
            }
            Table::Sessions => {
                let token = key.try_into().expect("a key is a token hash");
                if let Some(value) = value {
                    self.tokens.insert(token);
                    let row = store::decode_session(value).expect("a session can be decoded");
                    self.sessions.insert(token, row);
                } else {
                    self.sessions.remove(&token);
                }
            }
            Table::Games => {
                let game = GameId(number(key));
                self.opened = value.map(|_| game);
                if value.is_some() {
                    self.boards.insert(game)
                } else {
                    self.boards.remove(&game)
                };
            }
            Table::PlayerGames => {
                let (player, game) = key.split_at(8);
                self.listed.insert((PlayerId(number(player)), GameId(number(game))));
            }
            Table::Challenges => {
                let challenge = ChallengeId(number(key));
                self.challenges.insert(challenge);
                // a challenge or an invitation is closed right after the room of its game is opened
                if let Some(game) = opened.filter(|_| value.is_none()) {
                    self.fair_play.began_in_private(game);
                }
                if value.is_some() {
                    self.open.insert(challenge)
                } else {
                    self.open.remove(&challenge)
                };
            }
            Table::Meta if let Some((player, class)) = store::rating_of(key) => {
                if let Some(value) = value {
                    let standing = store::decode_standing(value).expect("a standing can be decoded");
                    self.standings.insert((player, class), standing.games());
                } else {
                    self.standings.retain(|(other, _), _| *other != player);
                    self.counted.retain(|(other, _), _| *other != player);
                }
            }
            Table::Meta if key.starts_with(store::RATED_GAME) => {
                // `check_store` compares the log with the journals
                assert!(value.is_some(), "a rated game stays in the log");
            }
            Table::Meta if let Some(player) = key.strip_prefix(store::FAIR_PLAY) => {
                let row = value.map(|value| store::decode_fair_play(value).expect("a row can be decoded"));
                let started =
                    |at| self.resumptions.range(..=at).next_back().map_or(at, |(&started, _)| started);
                self.fair_play.set(PlayerId(number(player)), row, &self.games, started);
            }
            Table::Meta => {
                let value = value.expect("the time is stored");
                self.alive_at = store::decode_alive(value).expect("a time can be decoded");
            }
        }
    }

    /// Checks that the store returns the committed journals.
    pub(super) fn check_store(&self, disk: &mut Memory) {
        for (&id, game) in &self.games {
            let most = game.entries.len() + 1;
            let stored = store::entries(disk, id, 0, most).expect("a journal can be read");
            assert_eq!(stored, game.entries, "the journal of game {id}");
        }
        self.check_ratings(disk);
    }

    /// Checks that the log has each rated game once, as its journal has it, and that the stored standings are its fold.
    fn check_ratings(&self, disk: &mut Memory) {
        let page = store::read_rated_log(disk, None).expect("the log can be read");
        let log: Vec<LoggedGame> = page.into_iter().map(|row| row.game.expect("a game is whole")).collect();
        let journals = self.games.iter().filter_map(|(&id, game)| LoggedGame::of_journal(id, &game.entries));
        let by_end = |logged: &LoggedGame| (logged.game.ended_at, logged.game.game);
        let mut rated: Vec<LoggedGame> = journals.collect();
        rated.sort_by_key(by_end);
        let as_played = |logged: &LoggedGame| LoggedGame { correction: None, ..logged.clone() };
        assert_eq!(log.iter().map(as_played).collect::<Vec<_>>(), rated, "the log has the rated games");
        let mut standings = store::fold_log(log);
        standings.retain(|(player, _), _| self.players.contains_key(player));
        let rows = disk.scan(Table::Meta, b"rating", Some(b"ratinh"), Order::Up, usize::MAX);
        let stored = rows.expect("the table can be read").into_iter().map(|row| {
            let standing = store::decode_standing(&row.value).expect("a standing can be decoded");
            (store::rating_of(&row.key).expect("the key of a standing"), standing)
        });
        assert_eq!(
            stored.collect::<BTreeMap<_, _>>(),
            standings,
            "standings are the fold of the rated games"
        );
    }
}
