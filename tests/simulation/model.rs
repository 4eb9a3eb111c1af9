//! What is committed, read from the bytes that the store was given, and what
//! must hold of it: the journals are whole, their clocks add up, no move counts
//! twice, nobody wins twice, no name is two players'.

use super::clocks::Clocks;
use chuhe_hub::{GameEvent, JournalEntry, PlayerRow, SessionRow};
use chuhe_protocol::{ChallengeId, Event, GameId, GameStart, PlayerId, Seq, ValidTerms};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::{self, GameView};
use chuhe_rules::offers::{OfferKind, Offers};
use chuhe_rules::xiangqi::Position;
use chuhe_rules::{Color, Game, GameMove, Outcome, PerColor, Viewer};
use chuhe_server::store::{self, Memory, Table, Write};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// A client, as a connection to him goes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Recipient {
    /// Who he is.
    pub(super) player: Option<PlayerId>,
    /// The game that he watches.
    pub(super) watched: Option<GameId>,
}

/// What is on a board.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Board {
    Xiangqi(Box<Position>),
    /// As its viewer knows it.
    Luzhanqi(Box<GameView>),
}

/// A game as some number of its events leave it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GameSnapshot {
    pub(super) ply: usize,
    pub(super) board: Board,
    pub(super) outcome: Option<Outcome>,
    pub(super) offers: PerColor<Vec<OfferKind>>,
    pub(super) left: PerColor<bool>,
}

/// One game.
pub(super) struct GameModel {
    pub(super) entries: Vec<JournalEntry>,
    pub(super) players: PerColor<PlayerId>,
    delay_plies: u8,
    game: Game,
    offers: Offers,
    left: PerColor<bool>,
    outcome: Option<Outcome>,
    clocks: Clocks,
    /// How it stood after each event, as each viewer knows it.
    snapshots: Vec<[GameSnapshot; 3]>,
}

/// A move that someone meant to make.
pub(super) type IntendedMove = (GameId, PlayerId, u16, GameMove);

pub(super) struct Model {
    pub(super) games: BTreeMap<GameId, GameModel>,
    pub(super) players: BTreeMap<PlayerId, PlayerRow>,
    /// All that were ever committed.
    pub(super) tokens: BTreeSet<[u8; 32]>,
    /// Those that are kept.
    pub(super) sessions: BTreeMap<[u8; 32], SessionRow>,
    pub(super) registered: BTreeSet<PlayerId>,
    pub(super) challenges: BTreeSet<ChallengeId>,
    /// Those that are kept.
    pub(super) open: BTreeSet<ChallengeId>,
    /// The boards that stand.
    pub(super) boards: BTreeSet<GameId>,
    pub(super) listed: BTreeSet<(PlayerId, GameId)>,
    /// The moves that were meant and are not made yet.
    meant: Vec<IntendedMove>,
    /// When games went on, and how long they may have been interrupted then.
    resumed_at: BTreeMap<Timestamp, RangeInclusive<u64>>,
    /// The last time at which the server was kept to be alive.
    alive_at: Timestamp,
}

impl GameModel {
    fn begin(entry: JournalEntry) -> Self {
        let Some(Event::Started(beginning)) = entry.event.public() else {
            panic!("a game begins with {:?}", entry.event);
        };
        let GameStart { seats, terms, times, .. } = &**beginning;
        let mut model = Self {
            players: PerColor::from_fn(|color| seats[color].player),
            delay_plies: terms.watch_delay_plies,
            game: ValidTerms::parse(terms.clone()).expect("the hub starts valid games").new_game(),
            offers: Offers::default(),
            left: PerColor::splat(false),
            outcome: None,
            clocks: Clocks::new(*times),
            entries: Vec::new(),
            snapshots: Vec::new(),
        };
        model.entries.push(entry);
        model.note();
        model
    }

    fn note(&mut self) {
        let standing = |viewer| GameSnapshot {
            ply: self.game.ply(),
            board: match &self.game {
                Game::Xiangqi(game) => Board::Xiangqi(Box::new(game.position().clone())),
                Game::Luzhanqi(game) => Board::Luzhanqi(Box::new(game.view(viewer))),
            },
            outcome: self.outcome,
            offers: PerColor::from_fn(|by| {
                OfferKind::ALL.into_iter().filter(|&kind| self.offers.stands(by, kind)).collect()
            }),
            left: self.left,
        };
        let snapshots = Viewer::ALL.map(standing);
        self.snapshots.push(snapshots);
    }

    /// Takes the next event in; the move, if it was one.
    fn follow(&mut self, entry: JournalEntry) -> Option<(Color, u16, GameMove)> {
        let before = self.entries.last().expect("it has begun").at;
        assert!(before <= entry.at, "an event is earlier than the one before it");
        if self.outcome.is_some() {
            let fits = match &entry.event {
                GameEvent::Secret(hidden) => matches!(hidden.event, luzhanqi::Event::Revealed(_)),
                GameEvent::Public(event) => match event {
                    // one who was away at the end may come back and see it
                    Event::Left { .. } | Event::CameBack { .. } => true,
                    Event::Offered { kind, .. } | Event::OfferClosed { kind, .. } => {
                        *kind == OfferKind::Rematch
                    }
                    Event::Started(_)
                    | Event::Played { .. }
                    | Event::TakenBack { .. }
                    | Event::WentAway { .. }
                    | Event::Ended { .. }
                    | Event::Interrupted { .. }
                    | Event::Luzhanqi { .. } => false,
                },
            };
            assert!(fits, "after the end: {:?}", entry.event);
        }
        let played = match &entry.event {
            GameEvent::Public(event) => self.apply_public(event, entry.at),
            GameEvent::Secret(hidden) => self.apply_secret(&hidden.event, entry.at),
        };
        self.clocks.count(entry.at, &entry.event, self.game.turn());
        self.entries.push(entry);
        self.note();
        played
    }

    fn apply_public(&mut self, event: &Event, at: Timestamp) -> Option<(Color, u16, GameMove)> {
        match event {
            Event::Started(_) => panic!("a game begins twice"),
            Event::Luzhanqi { .. } => panic!("what is kept is the model"),
            Event::Played { by, mv, .. } => {
                let played = Some((*by, u16::try_from(self.game.ply()).expect("few"), *mv));
                self.game.play(*by, *mv).expect("a move that is told is legal");
                self.offers.record_move(*by, at);
                return played;
            }
            Event::Offered { by, kind } => self.offers.record_offer(*by, *kind, self.game.ply()),
            Event::OfferClosed { by, kind, .. } => {
                assert!(self.offers.stands(*by, *kind), "an offer is closed that does not stand");
                self.offers.record_withdrawal(*by, *kind, at);
            }
            Event::TakenBack { to_ply, .. } => {
                self.game.take_back_to(usize::from(*to_ply));
                self.offers.record_takeback(usize::from(*to_ply));
            }
            Event::Ended { outcome, .. } => {
                self.outcome = Some(*outcome);
                self.offers.clear();
            }
            Event::Left { color } => {
                assert!(!std::mem::replace(&mut self.left[*color], true), "{color:?} leaves twice");
            }
            Event::WentAway { .. } | Event::CameBack { .. } | Event::Interrupted { .. } => {}
        }
        None
    }

    /// What happens in luzhanqi is what the rules make of it.
    fn apply_secret(&mut self, event: &luzhanqi::Event, at: Timestamp) -> Option<(Color, u16, GameMove)> {
        use luzhanqi::Event as E;
        let Game::Luzhanqi(game) = &mut self.game else { panic!("an event of another game") };
        let ply = u16::try_from(game.ply()).expect("few");
        let mut played = None;
        let again = match event {
            E::Placed { by, formation } => game.place(*by, *formation).expect("they set up"),
            E::Confirmed { by } => game.confirm(*by).expect("they set up"),
            E::Withdrew { by } => game.withdraw(*by).expect("they set up"),
            E::Moved(moved) => {
                let by = game.turn().expect("it goes on");
                played = Some((by, ply, GameMove::Luzhanqi(moved.mv)));
                self.offers.record_move(by, at);
                game.play(by, moved.mv).expect("a move that is told is legal").event
            }
            E::Passed { by } => game.pass(*by).expect("it is his turn").event,
            E::Revealed(_) => game.close().expect("it is shown once"),
        };
        assert_eq!(again, *event);
        played
    }

    /// How the game stood after its first `next` events, as this viewer knows it.
    pub(super) fn standing(&self, next: Seq, viewer: Viewer) -> &GameSnapshot {
        let before = usize::try_from(next).expect("few").checked_sub(1).expect("a game has a beginning");
        let standing = self.snapshots.get(before);
        let standing =
            standing.unwrap_or_else(|| panic!("{next} events are known of {}", self.entries.len()));
        let place = Viewer::ALL.iter().position(|one| *one == viewer).expect("it is one of all");
        &standing[place]
    }

    /// How it stands.
    pub(super) fn last(&self) -> &GameSnapshot {
        self.latest_for(Viewer::Spectator)
    }

    /// How it stands, as this viewer knows it.
    pub(super) fn latest_for(&self, viewer: Viewer) -> &GameSnapshot {
        self.standing(Seq::try_from(self.entries.len()).expect("few"), viewer)
    }

    /// For whose eyes a player is told of it, and who has left it and watches it again.
    pub(super) fn viewer(&self, player: PlayerId) -> Viewer {
        self.color_of(player).map_or(Viewer::Spectator, Viewer::Player)
    }

    /// What is left of a side's game time, if it has one.
    pub(super) fn left_ms(&self, color: Color, now: Timestamp) -> Option<u64> {
        self.clocks.left_ms(color, now)
    }

    pub(super) const fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    pub(super) const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// How many events spectators may know, where the host wants this delay.
    pub(super) fn public(&self, delay_plies: u8) -> usize {
        let delay = usize::from(self.delay_plies.max(delay_plies));
        if delay == 0 || self.is_over() {
            return self.entries.len();
        }
        let is_ply = |entry: &JournalEntry| match &entry.event {
            GameEvent::Public(event) => matches!(event, Event::Played { .. }),
            GameEvent::Secret(hidden) => {
                matches!(hidden.event, luzhanqi::Event::Moved(_) | luzhanqi::Event::Passed { .. })
            }
        };
        let plays: Vec<usize> = (0..self.entries.len()).filter(|&n| is_ply(&self.entries[n])).collect();
        plays.len().checked_sub(delay + 1).map_or(1, |last| plays[last] + 1)
    }

    pub(super) fn color_of(&self, player: PlayerId) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.players[color] == player)
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
            listed: BTreeSet::new(),
            meant: Vec::new(),
            resumed_at: BTreeMap::new(),
            alive_at: Timestamp::default(),
        }
    }

    /// Games go on now, that nobody served since `since`. The server may have
    /// known less: when it was last kept to be alive.
    pub(super) fn resume_games(&mut self, now: Timestamp, since: Timestamp, restarted: bool) {
        let known = if restarted { self.alive_at.min(since) } else { since };
        self.resumed_at.insert(now, now.since(since)..=now.since(known));
    }

    /// Whether it is kept that the server was alive at this moment or later. It
    /// need not be if no game ran then, or games had not gone on yet.
    pub(super) fn is_alive_known(&self, at_ms: u64) -> bool {
        let at = Timestamp::from_ms(at_ms);
        let runs = |game: &GameModel| !game.is_over() && game.entries[0].at < at;
        let ran = self.resumed_at.keys().all(|resumed_at| *resumed_at < at) && self.games.values().any(runs);
        self.alive_at >= at || !ran
    }

    /// A user meant to make this move. What is sent again of it was meant once.
    pub(super) fn meant(&mut self, meant: IntendedMove) {
        self.meant.push(meant);
    }

    /// These writes are committed.
    pub(super) fn committed(&mut self, writes: &[Write], now: Timestamp) {
        for write in writes {
            match write {
                Write::Append { journal, n, value } => {
                    let entry = store::decode_entry(value).expect("an event that is kept can be read");
                    assert!(entry.at <= now, "an event of the future");
                    self.appended(GameId(*journal), *n, entry);
                }
                Write::Set { table, key, value, .. } => self.set(*table, key, value.as_deref()),
            }
        }
    }

    fn appended(&mut self, id: GameId, n: Seq, entry: JournalEntry) {
        if n == 0 {
            assert!(self.games.insert(id, GameModel::begin(entry)).is_none(), "game {id} begins twice");
            return;
        }
        let game = self.games.get_mut(&id).expect("a game has a beginning");
        assert_eq!(usize::try_from(n), Ok(game.entries.len()), "a journal has no gaps");
        if let GameEvent::Public(Event::Interrupted { down_ms, .. }) = entry.event {
            let lasted = self.resumed_at.get(&entry.at).expect("games are interrupted when they go on");
            assert!(
                lasted.contains(&down_ms),
                "an interruption of {lasted:?} ms is told as one of {down_ms}"
            );
        }
        let resumed_at = self.resumed_at.range(..=entry.at).next_back();
        if let Some((&at, _)) = resumed_at.filter(|&(at, _)| game.entries[0].at < *at && !game.is_over()) {
            let is_interruption = |entry: &JournalEntry| {
                entry.at == at && matches!(entry.event.public(), Some(Event::Interrupted { .. }))
            };
            let told = game.entries.iter().rev().chain([&entry]).any(is_interruption);
            assert!(told, "an interruption that ended at {} ms is not told: {entry:?}", at.as_ms());
        }
        let Some((by, ply, mv)) = game.follow(entry) else { return };
        let made = (id, game.players[by], ply, mv);
        let meant = self.meant.iter().position(|meant| *meant == made);
        let meant = meant.unwrap_or_else(|| panic!("{made:?} was never meant, or counts twice"));
        self.meant.swap_remove(meant);
    }

    fn set(&mut self, table: Table, key: &[u8], value: Option<&[u8]>) {
        let number = |bytes: &[u8]| u64::from_be_bytes(bytes.try_into().expect("a number"));
        match table {
            Table::Players => {
                let player = PlayerId(number(key));
                let Some(value) = value else {
                    self.players.remove(&player);
                    return;
                };
                let row = store::decode_player(value).expect("a player can be read");
                let mut others = self.players.iter().filter(|(id, _)| **id != player);
                assert!(others.all(|(_, other)| other.name != row.name), "{:?} is two players'", row.name);
                if row.password.is_some() {
                    self.registered.insert(player);
                }
                self.players.insert(player, row);
            }
            Table::Sessions => {
                let token = key.try_into().expect("a hash");
                if let Some(value) = value {
                    self.tokens.insert(token);
                    let row = store::decode_session(value).expect("a token can be read");
                    self.sessions.insert(token, row);
                } else {
                    self.sessions.remove(&token);
                }
            }
            Table::Games => {
                let game = GameId(number(key));
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
                if value.is_some() {
                    self.open.insert(challenge)
                } else {
                    self.open.remove(&challenge)
                };
            }
            Table::Meta => {
                let value = value.expect("the time is stored");
                self.alive_at = store::decode_alive(value).expect("a time can be read");
            }
        }
    }

    /// Compares with what the store gives back.
    pub(super) fn check_store(&self, disk: &mut Memory) {
        for (&id, game) in &self.games {
            let most = game.entries.len() + 1;
            let kept = store::entries(disk, id, 0, most).expect("a journal can be read");
            assert_eq!(kept, game.entries, "the journal of game {id}");
        }
    }
}
