//! Finished games for tests: a hub plays them in virtual time, and a store on disk commits them.

use chuhe_hub::{
    ActionRefusal, Address, Answer, AppliedCorrection, ConnectionId, Hub, HubConfig, Input, OperatorAction,
    Output, PasswordHash, Query, Record, Restored, UNMATCHABLE_HASH,
};
use chuhe_protocol::{
    AccountRequest, ClientMessage, CountsAs, DoorMessage, DoorRequest, Event, GameId, GameSummary,
    LobbyRequest, Password, PlayerId, Request, ServerMessage, TableMessage, TableRequest, Terms, ValidTerms,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, Game, GameMove};
use chuhe_server::store::Sqlite;
use chuhe_store::{Durability, NotCorrected, Replay, Store, Write, games_of, restore, write_of};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::path::Path;

/// The time between two moves, in milliseconds.
const MOVE_MS: u64 = 7_301;

/// A hub with two players, and its store.
pub(crate) struct Club {
    hub: Hub,
    store: Sqlite,
    now: Timestamp,
    request: u32,
    players: [PlayerId; 2],
    random: ChaCha8Rng,
    /// The terms of the next games.
    pub(crate) terms: Terms,
}

impl Club {
    /// Opens the store in a folder; two players join at `now`.
    pub(crate) fn open(folder: &Path, now: Timestamp) -> Self {
        let mut store = Sqlite::open(folder).unwrap();
        let restored: Restored = restore(&mut store).unwrap();
        let (hub, set_aside) =
            Hub::restore(HubConfig { persistent_games: true, ..HubConfig::seeded([7; 32]) }, now, restored);
        assert_eq!(set_aside, []);
        let random = ChaCha8Rng::seed_from_u64(7);
        let mut club =
            Self { hub, store, now, request: 0, players: [PlayerId(0); 2], random, terms: Terms::default() };
        for (n, name) in ["Bo", "An"].into_iter().enumerate() {
            club.give(Input::Connected(connection(n), Address(1), now));
            let joined = club.ask(n, DoorRequest::Join { name: name.to_owned(), hall: None });
            let player = joined.iter().find_map(|message| {
                let ServerMessage::Door(DoorMessage::Joined { player, .. }) = message else { return None };
                Some(*player)
            });
            club.players[n] = player.unwrap();
        }
        club
    }

    /// Handles an input and commits what follows; returns the messages to both players.
    fn give(&mut self, input: Input) -> Vec<ServerMessage> {
        let mut records: Vec<Record> = Vec::new();
        let mut messages = Vec::new();
        self.hub.handle(self.now, input);
        while let Some(output) = self.hub.poll_output() {
            if let Output::Query(id, Query::HashPassword { .. }) = output {
                let hash = PasswordHash(UNMATCHABLE_HASH.to_owned());
                self.hub.handle(self.now, Input::Answered(id, Answer::Hashed(hash)));
            } else if let Output::Save(record) = output {
                records.push(record);
            } else if let Output::Send(_, message) | Output::SendAlso { message, .. } = output {
                messages.push(message);
            }
        }
        let writes: Vec<Write> = records.iter().map(|record| write_of(record).unwrap()).collect();
        self.store.commit(&writes, Durability::Process).unwrap();
        messages
    }

    fn ask(&mut self, player: usize, message: impl Into<ClientMessage>) -> Vec<ServerMessage> {
        let message = message.into();
        self.request += 1;
        self.give(Input::Received(connection(player), Request { number: self.request, message }))
    }

    /// Registers the names of both players.
    pub(crate) fn register(&mut self) {
        for n in 0..2 {
            self.ask(n, AccountRequest::Register { password: Password("correct horse".to_owned()) });
        }
    }

    /// Begins a game, and plays so many random plies.
    pub(crate) fn play(&mut self, plies: u16) -> GameId {
        let [bo, an] = self.players;
        self.ask(0, LobbyRequest::Challenge { opponent: an, terms: self.terms.clone() });
        let begun = self.ask(1, LobbyRequest::Challenge { opponent: bo, terms: self.terms.mirrored() });
        let started = begun.iter().find_map(|message| {
            let ServerMessage::Table { game, message: TableMessage::Events { events, .. } } = message else {
                return None;
            };
            Some((*game, events.clone()))
        });
        let (game, events) = started.unwrap();
        let Some(Event::Started(start)) = events.first() else { panic!("{events:?}") };
        let red = usize::from(start.seats.red.player == an);
        let Game::Xiangqi(mut board) = ValidTerms::parse(Terms::default()).unwrap().new_game() else {
            panic!()
        };
        for ply in 0..plies {
            self.now = self.now.plus_ms(MOVE_MS);
            let mover = board.turn().unwrap();
            let moves = board.position().legal_moves();
            // a game that ends early would be shorter than it says
            let mv = loop {
                let mv = moves[usize::try_from(self.random.next_u64()).unwrap() % moves.len()];
                let mut next = board.clone();
                if next.play(mover, mv).unwrap().outcome.is_none() {
                    board = next;
                    break mv;
                }
            };
            let player = if mover == Color::Red { red } else { 1 - red };
            self.ask(player, TableRequest::Play { ply, mv: GameMove::Xiangqi(mv), premove: false }.at(game));
            self.ping();
        }
        game
    }

    /// Plays a game of so many plies to its end; both players leave the table.
    pub(crate) fn finish(&mut self, plies: u16) -> GameId {
        let game = self.play(plies);
        self.ask(0, TableRequest::Resign.at(game));
        for n in 0..2 {
            self.ask(n, TableRequest::Leave.at(game));
        }
        game
    }

    /// Reads the rest of the log of rated games into a replay.
    pub(crate) fn replay(&mut self, replay: &mut Replay) -> Result<AppliedCorrection, NotCorrected> {
        let rated_games = self.hub.operators().rated_games();
        loop {
            if let Some(correction) = replay.step(&mut self.store, rated_games)? {
                return Ok(correction);
            }
        }
    }

    /// Corrects a game, unless the hub refuses it.
    pub(crate) fn correct(&mut self, correction: AppliedCorrection) -> Result<(), ActionRefusal> {
        let action = OperatorAction::Correct(Box::new(correction));
        self.hub.operators().check_action(&action)?;
        self.give(Input::Operate(Box::new(action)));
        Ok(())
    }

    /// How the finished games count by an operator's word, in the list of the first player, the first game first.
    pub(crate) fn corrections(&mut self) -> Vec<Option<CountsAs>> {
        let (games, _) = games_of(&mut self.store, self.players[0], None, 100).unwrap();
        let counts_as = |game: &GameSummary| game.correction.as_ref().map(|correction| correction.counts_as);
        games.iter().rev().map(counts_as).collect()
    }

    /// See [`Sqlite::set_tail_limit`].
    pub(crate) const fn set_tail_limit(&mut self, bytes: usize) {
        self.store.set_tail_limit(bytes);
    }

    /// The length of the database, with everything copied into it, in bytes.
    pub(crate) fn bytes(&mut self) -> u64 {
        let bytes = self.store.begin_backup().unwrap();
        self.store.end_backup().unwrap();
        bytes
    }

    /// The time of the last move.
    pub(crate) const fn now(&self) -> Timestamp {
        self.now
    }

    /// Lets time pass, at least as long.
    pub(crate) fn wait(&mut self, ms: u64) {
        for _ in 0..=ms / MOVE_MS {
            self.now = self.now.plus_ms(MOVE_MS);
            self.ping();
        }
    }

    /// A client that is silent for too long loses its connection.
    fn ping(&mut self) {
        for n in 0..2 {
            self.ask(n, DoorRequest::Ping { nonce: 1, round_trip_ms: None });
        }
    }
}

fn connection(player: usize) -> ConnectionId {
    ConnectionId(player as u64)
}
