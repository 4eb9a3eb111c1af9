//! Pairing by the real hub, at the moment in which two seeks fit.
//!
//! Everybody is on a connection of their own: a guest, or a registered player whose rating is their skill. They join, seek, move, resign, leave the table and quit by the
//! requests of a client, under the default limits.

#![expect(clippy::wildcard_enum_match_arm, reason = "the model reads a few kinds of messages")]

use crate::history::Control;
use crate::people::Person;
use crate::simulation::{Pair, Pairing};
use anyhow::{Context as _, bail, ensure};
use chuhe_hub::{
    Address, Answer, ConnectionId, Hub, HubConfig, Input, Output, PasswordHash, PlayerRow, Preferences,
    Query, Restored,
};
use chuhe_protocol::{
    ClientMessage, CloseReason, DoorMessage, DoorRequest, Event, GameId, GameKind, LobbyRequest, Password,
    PlayerId, PlayerName, RatingClass, Reach, Request, ServerMessage, TableMessage, TableRequest, Terms,
    limits,
};
use chuhe_ratings::{Rating, Standing};
use chuhe_rules::GameMove;
use chuhe_rules::clock::{Speed, TimeControl, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

/// The moves of every game, red first.
const MOVES: [&str; 3] = ["h2e2", "h9g7", "h0g2"];
/// When both make their first move after the beginning.
const FIRST_MOVES_MS: [u64; 2] = [1_000, 2_000];
/// Everybody's client reports this often that it is there.
const PING_MS: u64 = limits::SILENCE_MS - limits::HEARTBEAT_MS;

/// A hub and its clients.
#[derive(Debug)]
pub(crate) struct HubPairing {
    hub: Hub,
    is_registered: bool,
    requests: u32,
    /// Who is there, by the number of their connection.
    present: BTreeSet<usize>,
    people: BTreeMap<PlayerId, usize>,
    /// The running games by their red and black.
    games: BTreeMap<[usize; 2], GameId>,
    /// The moves to make: when, which ply, and in which game.
    moves: BTreeSet<(u64, u16, [usize; 2])>,
    ping_at: u64,
    pairs: Vec<Pair>,
}

impl HubPairing {
    /// Of guests, who count as equally strong.
    pub(crate) fn new(seed: u8) -> Self {
        Self::of(Hub::new(HubConfig::seeded([seed; 32])))
    }

    /// Of registered players who have rated games behind them: the hub knows how strong they are.
    pub(crate) fn rated(seed: u8, people: &[Person]) -> anyhow::Result<Self> {
        let mut restored = Restored::default();
        for (number, person) in people.iter().enumerate() {
            let player = PlayerId(number as u64 + 1);
            let row = PlayerRow {
                name: PlayerName::parse(&name(number)).context("a name")?,
                joined_at: Timestamp::from_ms(0),
                password: Some(PasswordHash(String::new())),
                has_played: true,
                preferences: Preferences::default(),
                computer_level: None,
                shared: None,
            };
            restored.players.push((player, 0, row));
            let rating = Rating { rating: person.skill, ..Rating::NEW }.clamped();
            let standing = Standing { rating, ..Standing::default() };
            for speed in Speed::ALL {
                let class = RatingClass { kind: GameKind::Xiangqi, speed };
                restored.ratings.push((player, class, 0, standing.clone()));
            }
        }
        let (hub, set_aside) = Hub::restore(HubConfig::seeded([seed; 32]), Timestamp::from_ms(0), restored);
        ensure!(set_aside.is_empty(), "the hub cannot use {set_aside:?}");
        Ok(Self { is_registered: true, ..Self::of(hub) })
    }

    fn of(hub: Hub) -> Self {
        Self {
            hub,
            is_registered: false,
            requests: 0,
            present: BTreeSet::new(),
            people: BTreeMap::new(),
            games: BTreeMap::new(),
            moves: BTreeSet::new(),
            ping_at: 0,
            pairs: Vec::new(),
        }
    }

    fn join(&mut self, now: u64, person: usize) -> anyhow::Result<()> {
        let own = Address(person as u128);
        self.handle(now, Input::Connected(connection(person), own, Timestamp::from_ms(now)))?;
        if self.present.is_empty() {
            self.ping_at = now + PING_MS;
        }
        self.present.insert(person);
        let join = if self.is_registered {
            DoorRequest::Login { name: name(person), password: Password("of everybody".into()), hall: None }
        } else {
            DoorRequest::Join { name: name(person), hall: None }
        };
        self.ask(now, person, join)
    }

    fn handle(&mut self, now: u64, input: Input) -> anyhow::Result<()> {
        self.hub.handle(Timestamp::from_ms(now), input);
        while let Some(output) = self.hub.poll_output() {
            match output {
                Output::Send(to, message) | Output::Notice(to, message) => self.read(to, message)?,
                Output::SendAlso { to, message, .. } => self.read(to, message)?,
                Output::Query(number, Query::VerifyPassword { .. }) => {
                    let answer = Input::Answered(number, Answer::Verified(true));
                    self.hub.handle(Timestamp::from_ms(now), answer);
                }
                Output::Query(_, query) => bail!("the model has no store for {query:?}"),
                Output::Close(_, reason) if reason != CloseReason::Quit => bail!("closed: {reason:?}"),
                Output::Stop => bail!("the hub stopped"),
                _ => {}
            }
        }
        Ok(())
    }

    fn ask(&mut self, now: u64, person: usize, message: impl Into<ClientMessage>) -> anyhow::Result<()> {
        self.requests += 1;
        let request = Request { number: self.requests, message: message.into() };
        self.handle(now, Input::Received(connection(person), request))
    }

    fn read(&mut self, to: ConnectionId, message: ServerMessage) -> anyhow::Result<()> {
        match message {
            ServerMessage::Door(DoorMessage::Joined { player, .. }) => {
                self.people.insert(player, usize::try_from(to.0)?);
            }
            ServerMessage::Table { game, message: TableMessage::Events { first: 0, events } } => {
                let Some(Event::Started(start)) = events.first() else { bail!("no start: {events:?}") };
                let person = |player| self.people.get(&player).copied().context("a known player");
                let people = [person(start.seats.red.player)?, person(start.seats.black.player)?];
                // both players receive it
                if self.games.insert(people, game) != Some(game) {
                    let TimeControl { game_ms, increment_ms, .. } = start.times.red;
                    let control = Control { game_s: game_ms / 1000, increment_s: increment_ms / 1000 };
                    self.pairs.push(Pair { people, control });
                }
            }
            ServerMessage::Refused { reason, .. } => bail!("refused: {reason}"),
            _ => {}
        }
        Ok(())
    }
}

fn name(person: usize) -> String {
    format!("player{person}")
}

const fn connection(person: usize) -> ConnectionId {
    ConnectionId(person as u64)
}

fn terms(control: &Control) -> Terms {
    let (game_ms, increment_ms) = (1000 * control.game_s, 1000 * control.increment_s);
    let time = TimeControl { game_ms, increment_ms, ..TimeControl::UNTIMED };
    Terms { challenger_time: time, opponent_time: time, ..Terms::default() }
}

impl Pairing for HubPairing {
    fn seek(&mut self, now: u64, person: usize, controls: &[Control]) -> anyhow::Result<()> {
        if !self.present.contains(&person) {
            self.join(now, person)?;
        }
        self.ask(
            now,
            person,
            LobbyRequest::Seek {
                terms: controls.iter().map(terms).collect(),
                reach: Reach::Anyone,
                lasting: false,
            },
        )
    }

    fn take_pairs(&mut self) -> Vec<Pair> {
        std::mem::take(&mut self.pairs)
    }

    fn play(&mut self, now: u64, pair: Pair, ends_at: u64) {
        // each side's clock runs for half of the game
        let times = FIRST_MOVES_MS.map(|ms| now + ms).into_iter().chain([u64::midpoint(now, ends_at)]);
        self.moves.extend(times.zip(0..).map(|(at, ply)| (at, ply, pair.people)));
    }

    fn end(&mut self, now: u64, pair: Pair) -> anyhow::Result<()> {
        let game = self.games.remove(&pair.people).context("the game runs")?;
        let [red, black] = pair.people;
        self.ask(now, black, TableRequest::Resign.at(game))?;
        self.ask(now, red, TableRequest::Leave.at(game))?;
        self.ask(now, black, TableRequest::Leave.at(game))
    }

    fn leave(&mut self, now: u64, person: usize) -> anyhow::Result<()> {
        self.present.remove(&person);
        self.ask(now, person, DoorRequest::Quit)?;
        self.handle(now, Input::Disconnected(connection(person)))
    }

    fn wakes_at(&self) -> Option<u64> {
        let ping_at = (!self.present.is_empty()).then_some(self.ping_at);
        let move_at = self.moves.first().map(|(at, ..)| *at);
        let hub_at = self.hub.poll_timeout().map(Timestamp::as_ms);
        [ping_at, move_at, hub_at].into_iter().flatten().min()
    }

    fn wake(&mut self, now: u64) -> anyhow::Result<()> {
        self.handle(now, Input::Tick)?;
        while let Some(&(_, ply, people)) = self.moves.first().filter(|(at, ..)| *at <= now) {
            self.moves.pop_first();
            let game = *self.games.get(&people).context("the game runs")?;
            let mv = GameMove::Xiangqi(MOVES[usize::from(ply)].parse().context("a move")?);
            let mover = people[usize::from(ply % 2)];
            self.ask(now, mover, TableRequest::Play { ply, mv, premove: false }.at(game))?;
        }
        if self.ping_at <= now {
            self.ping_at = now + PING_MS;
            for person in self.present.clone() {
                self.ask(now, person, DoorRequest::Ping { nonce: 0, round_trip_ms: None })?;
            }
        }
        Ok(())
    }
}
