//! Whole games of computer players on a hub, from a seed, over connections that break.
//!
//! Every player is a [`Bot`]. Half of them are seated as computer players; the others join as
//! people do and challenge them. Connections break at any moment, players quit and come back, and
//! thinking takes any time. The time is virtual.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test passes over what it does not need")]

use chuhe_bot::{Bot, Config, Output, Task, Thinker};
use chuhe_hub::{Address, Answer, ConnectionId, Hub, HubConfig, Input, Output as HubOutput, Record};
use chuhe_protocol::{
    ClientMessage, DoorMessage, DoorRequest, Event, GameTerms, LobbyRequest, PlayerId, Request,
    ServerMessage, TakebackPolicy, Terms, limits,
};
use chuhe_rules::clock::{TimeControl, Timestamp};
use chuhe_rules::luzhanqi::{BoardKind, Options};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The players of a simulation. The even ones are computer players.
const PLAYERS: usize = 6;
/// How long connections break and new games begin, in milliseconds.
const DISTURBED_MS: u64 = 10 * 60_000;
/// How long every game has to end after that, in milliseconds: both clocks last 6 minutes at most.
const QUIET_MS: u64 = 12 * 60_000;

struct Player {
    bot: Bot,
    is_computer: bool,
    connection: Option<ConnectionId>,
    /// When it connects again.
    connects_at: Timestamp,
    inbox: VecDeque<ServerMessage>,
    /// The task that it thinks about, and when it is done.
    task: Option<(Timestamp, Box<Task>)>,
}

struct Simulation {
    hub: Hub,
    now: Timestamp,
    random: ChaCha8Rng,
    players: Vec<Player>,
    thinker: Thinker,
    connections: u64,
    started: u32,
    ended: u32,
    /// How often a bot lost track of its game.
    out_of_step: u32,
    /// What each absence that was reported allows, in milliseconds.
    absences: Vec<u32>,
}

impl Simulation {
    fn new(seed: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let now = Timestamp::from_ms(1_000);
        let player = |n: usize| {
            let config = Config { level: 1, seed: n as u64, stays_ms: 5_000, ..Config::new(format!("p{n}")) };
            Player {
                bot: Bot::new(config),
                is_computer: n.is_multiple_of(2),
                connection: None,
                connects_at: now,
                inbox: VecDeque::new(),
                task: None,
            }
        };
        Self {
            hub: Hub::new(HubConfig::seeded(bytes)),
            now,
            random: ChaCha8Rng::from_seed(bytes),
            players: (0..PLAYERS).map(player).collect(),
            thinker: Thinker::new(1),
            connections: 0,
            started: 0,
            ended: 0,
            out_of_step: 0,
            absences: Vec::new(),
        }
    }

    fn below(&mut self, end: u64) -> u64 {
        self.random.next_u64() % end
    }

    fn handle(&mut self, input: Input) {
        self.hub.handle(self.now, input);
        self.drain();
    }

    /// Carries out what the hub returns. It stores nothing, and no player asks for stored games.
    fn drain(&mut self) {
        while let Some(output) = self.hub.poll_output() {
            match output {
                HubOutput::Save(Record::Event { entry, .. }) => {
                    if let Some(event) = entry.event.public() {
                        self.count(event);
                    }
                }
                HubOutput::Query(id, _) => self.hub.handle(self.now, Input::Answered(id, Answer::Failed)),
                HubOutput::Notice(to, message) | HubOutput::Send(to, message) => self.deliver(to, &message),
                HubOutput::SendAlso { to, also, message } => {
                    self.deliver(to, &message);
                    self.deliver(also, &message);
                }
                HubOutput::Broadcast(connections, message) => {
                    connections.into_iter().for_each(|to| self.deliver(to, &message));
                }
                HubOutput::Close(connection, reason) => {
                    self.deliver(connection, &ServerMessage::Door(DoorMessage::Closing { reason }));
                }
                _ => {}
            }
        }
    }

    fn count(&mut self, event: &Event) {
        match event {
            Event::Started(_) => self.started += 1,
            Event::Ended { .. } => self.ended += 1,
            Event::WentAway { claimable_in_ms, .. } => self.absences.push(*claimable_in_ms),
            _ => {}
        }
    }

    fn deliver(&mut self, to: ConnectionId, message: &ServerMessage) {
        if let Some(player) = self.players.iter_mut().find(|player| player.connection == Some(to)) {
            player.inbox.push_back(message.clone());
        }
    }

    fn connect(&mut self, n: usize) {
        self.connections += 1;
        let (connection, at) = (ConnectionId(self.connections), self.now);
        self.players[n].connection = Some(connection);
        self.players[n].inbox.clear();
        self.handle(if self.players[n].is_computer {
            Input::ComputerConnected { connection, level: 1, at }
        } else {
            Input::Connected(connection, Address(n as u128), at)
        });
        self.players[n].bot.connected(at);
    }

    /// Breaks a connection; the player connects again after this time.
    fn disconnect(&mut self, n: usize, for_ms: u64) {
        let Some(connection) = self.players[n].connection.take() else { return };
        self.players[n].connects_at = self.now.plus_ms(for_ms);
        self.players[n].bot.disconnected();
        self.handle(Input::Disconnected(connection));
    }

    fn request(&mut self, n: usize, message: impl Into<ClientMessage>) {
        let message = message.into();
        if let Some(connection) = self.players[n].connection {
            // no request of the bot has this number
            self.handle(Input::Received(connection, Request { number: u32::MAX, message }));
        }
    }

    /// Lets each player do what it has to do now. Returns whether there was anything.
    fn exchange(&mut self, n: usize) -> bool {
        let now = self.now;
        if self.players[n].connection.is_none() && self.players[n].connects_at <= now {
            self.connect(n);
        }
        let mut any = false;
        if self.players[n].bot.poll_timeout().is_some_and(|at| at <= now) {
            self.players[n].bot.handle_timeout(now);
            any = true;
        }
        while let Some(message) = self.players[n].inbox.pop_front() {
            any = true;
            self.players[n].bot.receive(now, &message);
            if matches!(message, ServerMessage::Door(DoorMessage::Closing { .. })) {
                self.disconnect(n, 1_000);
            }
        }
        if let Some((_, task)) = self.players[n].task.take_if(|(done_at, _)| *done_at <= now) {
            any = true;
            let thought = task.run(&mut self.thinker, &AtomicBool::new(true), &|| Duration::ZERO);
            self.players[n].bot.thought(now, task.id, thought);
        }
        while let Some(output) = self.players[n].bot.poll() {
            any = true;
            match output {
                Output::Send(request) => {
                    if let Some(connection) = self.players[n].connection {
                        self.handle(Input::Received(connection, request));
                    }
                }
                Output::Think(task) => {
                    let thinks_ms = 1 + self.below(3_000);
                    self.players[n].task = Some((now.plus_ms(thinks_ms), task));
                }
                Output::Cancel(id) => {
                    self.players[n].task.take_if(|(_, task)| task.id == id);
                }
                Output::Reconnect => {
                    self.out_of_step += 1;
                    self.disconnect(n, 0);
                }
            }
        }
        any
    }

    /// Disturbs a player, or lets one challenge a computer player.
    fn disturb(&mut self) {
        let n = self.below(PLAYERS as u64) as usize;
        let absence_ms = self.below(3 * limits::QUIT_ABSENCE_MS);
        match self.below(10) {
            0 => self.disconnect(n, absence_ms / 10),
            1 => self.disconnect(n, absence_ms),
            2 => {
                self.request(n, DoorRequest::Quit);
                self.disconnect(n, absence_ms);
            }
            _ => {
                let computer = 2 * self.below(PLAYERS as u64 / 2) as usize;
                let challenger = 2 * self.below(PLAYERS as u64 / 2) as usize + 1;
                let (terms, opponent) = (self.terms(), self.players[computer].bot.player());
                if let Some(opponent) = opponent {
                    self.challenge(challenger, opponent, terms);
                }
            }
        }
    }

    fn challenge(&mut self, challenger: usize, opponent: PlayerId, terms: Terms) {
        self.request(challenger, LobbyRequest::Challenge { opponent, terms });
    }

    fn terms(&mut self) -> Terms {
        let game_ms = 60_000 * (1 + u32::try_from(self.below(3)).expect("a small number"));
        let time = TimeControl { game_ms, ..TimeControl::UNTIMED };
        let timed = Terms { challenger_time: time, opponent_time: time, ..Terms::default() };
        if self.below(3) == 0 {
            let game = GameTerms::Luzhanqi { board: BoardKind::Classic, options: Options::default() };
            return Terms { game, takeback: TakebackPolicy::Off, ..timed };
        }
        timed
    }

    /// When something happens next, if nothing disturbs.
    fn next(&self) -> Timestamp {
        let of = |player: &Player| {
            let connects = player.connection.is_none().then_some(player.connects_at);
            let done = player.task.as_ref().map(|(done_at, _)| *done_at);
            [connects, done, player.bot.poll_timeout()].into_iter().flatten().min()
        };
        let players = self.players.iter().filter_map(of);
        let next = players.chain(self.hub.poll_timeout()).min();
        next.expect("a player pings").max(self.now)
    }

    fn run(&mut self, until: Timestamp, disturbs: bool) {
        let mut disturbed_at = self.now;
        while self.now < until {
            let mut rounds = 0;
            while (0..PLAYERS).fold(false, |any, n| self.exchange(n) | any) {
                rounds += 1;
                assert!(rounds < 1_000, "the players and the hub agree in the end");
            }
            self.now = self.next().min(until);
            if disturbs {
                self.now = self.now.min(disturbed_at);
                if self.now == disturbed_at {
                    self.disturb();
                    self.hub.check_invariants();
                    disturbed_at = self.now.plus_ms(1 + self.below(10_000));
                }
            }
            if self.hub.poll_timeout().is_some_and(|at| at <= self.now) {
                self.handle(Input::Tick);
            }
        }
    }
}

#[test]
fn games_of_computer_players_end_however_connections_break() {
    let seeds = std::env::var("BOT_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(6);
    let (mut games, mut absences) = (0, BTreeMap::<u32, u32>::new());
    for seed in 0..seeds {
        let mut simulation = Simulation::new(seed);
        let end = simulation.now.plus_ms(DISTURBED_MS);
        simulation.run(end, true);
        simulation.run(end.plus_ms(QUIET_MS), false);
        assert_eq!(simulation.started, simulation.ended, "seed {seed}: every game ends");
        assert_eq!(simulation.out_of_step, 0, "seed {seed}: every bot follows its game");
        for (n, player) in simulation.players.iter().enumerate() {
            assert!(player.bot.has_joined(), "seed {seed}: player {n} is in the lobby again");
            assert!(player.task.is_none(), "seed {seed}: player {n} thinks about nothing");
        }
        games += simulation.ended;
        for ms in simulation.absences {
            *absences.entry(ms).or_default() += 1;
        }
    }
    assert!(u64::from(games) >= 3 * seeds, "{games} games from {seeds} seeds");
    let quits = absences.get(&u32::try_from(limits::QUIT_ABSENCE_MS).expect("half a minute"));
    assert!(quits.is_some_and(|&quits| quits > 0), "players have quit in a game: {absences:?}");
}
