//! Bots play whole games against each other on a hub, in virtual time.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks for one output and passes over the rest")]

use chuhe_bot::{Bot, Config, Output as Wish, Task, Thinker};
use chuhe_hub::{ConnectionId, Hub, HubConfig, Input, Output};
use chuhe_protocol::{
    ClientMessage, Event, GameTerms, LobbyRequest, PlayerId, Refusal, Request, ServerMessage, TableMessage,
    TakebackPolicy, Terms,
};
use chuhe_rules::Outcome;
use chuhe_rules::clock::{TimeControl, Timestamp};
use chuhe_rules::luzhanqi::{BoardKind, Options};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long each move takes, in virtual milliseconds.
const MOVE_MS: u64 = 500;

/// A hub with two bots; the first one has sent the challenge.
struct World {
    hub: Hub,
    now: u64,
    bots: [Bot; 2],
    /// The tasks of each bot, and when they are done.
    tasks: [Option<(Box<Task>, u64)>; 2],
    outcomes: Vec<Outcome>,
    refused: Vec<ServerMessage>,
    thinker: Thinker,
}

impl World {
    fn new(levels: [u8; 2]) -> Self {
        let names = ["red", "black"];
        let config =
            |n: usize| Config { level: levels[n], seed: n as u64, stays_ms: 5_000, ..Config::new(names[n]) };
        let mut world = Self {
            hub: Hub::new(HubConfig::seeded([5; 32])),
            now: 1_000,
            bots: [Bot::new(config(0)), Bot::new(config(1))],
            tasks: [None, None],
            outcomes: Vec::new(),
            refused: Vec::new(),
            thinker: Thinker::new(1),
        };
        for n in 0..2 {
            world.connect(n);
        }
        world
    }

    /// Connects a bot and lets it enter.
    fn connect(&mut self, n: usize) {
        let (connection, at, level) = (ConnectionId(n as u64), self.now(), self.bots[n].config().level);
        self.handle(Input::ComputerConnected { connection, level, at });
        self.bots[n].connected(at);
        self.settle();
    }

    fn disconnect(&mut self, n: usize) {
        self.bots[n].disconnected();
        self.handle(Input::Disconnected(ConnectionId(n as u64)));
    }

    fn now(&self) -> Timestamp {
        Timestamp::from_ms(self.now)
    }

    /// Passes an input to the hub, and its messages to the bots.
    fn handle(&mut self, input: Input) {
        self.hub.handle(Timestamp::from_ms(self.now), input);
        while let Some(output) = self.hub.poll_output() {
            let (to, message) = match output {
                Output::Send(to, message) | Output::Notice(to, message) => (vec![to], message),
                Output::SendAlso { to, also, message } => (vec![to, also], message),
                Output::Broadcast(to, message) => (to, message),
                Output::Save(_) => continue,
                other => panic!("{other:?}"),
            };
            for connection in to {
                self.receive(connection.0 as usize, &message);
            }
        }
    }

    fn receive(&mut self, n: usize, message: &ServerMessage) {
        match message {
            ServerMessage::Refused { .. } => self.refused.push(message.clone()),
            ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } if n == 0 => {
                self.outcomes.extend(events.iter().filter_map(|event| match event {
                    Event::Ended { outcome, .. } => Some(*outcome),
                    _ => None,
                }));
            }
            _ => {}
        }
        let now = self.now();
        self.bots[n].receive(now, message);
    }

    /// Carries out what the bots want, until they want nothing more.
    fn settle(&mut self) {
        while let Some((n, wish)) = (0..2).find_map(|n| self.bots[n].poll().map(|wish| (n, wish))) {
            match wish {
                Wish::Send(request) => self.handle(Input::Received(ConnectionId(n as u64), request)),
                Wish::Think(task) => self.tasks[n] = Some((task, self.now + MOVE_MS)),
                Wish::Cancel(_) => self.tasks[n] = None,
                Wish::Reconnect => panic!("a bot is out of step"),
            }
        }
    }

    /// Goes on to the next moment at which something happens.
    fn step(&mut self) {
        let tasks = self.tasks.iter().flatten().map(|&(_, at)| at);
        let timeouts = self.bots.iter().filter_map(Bot::poll_timeout).chain(self.hub.poll_timeout());
        let next = tasks.chain(timeouts.map(Timestamp::as_ms)).min().expect("bots ping");
        self.now = self.now.max(next);
        self.handle(Input::Tick);
        for n in 0..2 {
            if self.bots[n].poll_timeout().is_some_and(|at| at <= self.now()) {
                let now = self.now();
                self.bots[n].handle_timeout(now);
            }
            let now = self.now;
            if let Some((task, _)) = self.tasks[n].take_if(|(_, at)| *at <= now) {
                let never = AtomicBool::new(false);
                let thought = task.run(&mut self.thinker, &never, &|| Duration::ZERO);
                let now = self.now();
                self.bots[n].thought(now, task.id, thought);
            }
        }
        self.settle();
    }

    /// Lets the first bot challenge the second, and plays until the game is over and both have left.
    fn play(&mut self, terms: Terms) -> Outcome {
        let opponent: PlayerId = self.bots[1].player().expect("it has joined");
        let games = self.outcomes.len();
        let request = Request { number: 0, message: LobbyRequest::Challenge { opponent, terms }.into() };
        self.handle(Input::Received(ConnectionId(0), request));
        self.settle();
        for _ in 0..100_000 {
            self.step();
            if self.outcomes.len() > games && !self.hub.has_tables() {
                assert_eq!(self.refused, [], "bots send only what is allowed");
                return self.outcomes[games];
            }
        }
        panic!("the game does not end");
    }
}

fn timed(game: GameTerms) -> Terms {
    let time = TimeControl { game_ms: 60 * 60_000, ..TimeControl::UNTIMED };
    let takeback = TakebackPolicy::Off;
    Terms { game, challenger_time: time, opponent_time: time, takeback, ..Terms::default() }
}

/// Whether the players decided the game, and not the clock or an absence.
fn is_played(outcome: Outcome) -> bool {
    use chuhe_rules::WinReason as W;
    match outcome {
        Outcome::Won { reason, .. } => !matches!(reason, W::GameTime | W::MoveTime | W::Abandonment),
        Outcome::Drawn(_) => true,
        Outcome::Aborted(_) => false,
    }
}

#[test]
fn bots_play_several_games_of_each_kind_to_the_end() {
    let mut world = World::new([1, 2]);
    let xiangqi = Terms::default().game;
    let luzhanqi = |board| GameTerms::Luzhanqi { board, options: Options::default() };
    let kinds = [xiangqi.clone(), luzhanqi(BoardKind::Classic), luzhanqi(BoardKind::Cross), xiangqi];
    for game in kinds {
        let outcome = world.play(timed(game.clone()));
        assert!(is_played(outcome), "{game:?}: {outcome:?}");
    }
}

#[test]
fn a_game_between_bots_is_the_same_each_time() {
    let journal = || {
        let mut world = World::new([1, 1]);
        let outcome = world.play(timed(Terms::default().game));
        (outcome, world.now)
    };
    assert_eq!(journal(), journal());
}

#[test]
fn a_challenge_by_two_bots_at_once_begins_one_game() {
    let mut world = World::new([1, 1]);
    let [one, other] = [0, 1].map(|n| world.bots[n].player().expect("it has joined"));
    for (n, opponent) in [(0, other), (1, one)] {
        let message = ClientMessage::Lobby(LobbyRequest::Challenge { opponent, terms: Terms::default() });
        world.handle(Input::Received(ConnectionId(n), Request { number: 0, message }));
    }
    world.settle();
    assert!(world.hub.has_tables());
}

#[test]
fn bot_that_is_back_before_its_challenger_begins_the_game_once_they_return() {
    let mut world = World::new([1, 1]);
    let opponent = world.bots[1].player().expect("it has joined");
    let message = ClientMessage::Lobby(LobbyRequest::Challenge { opponent, terms: Terms::default() });
    world.handle(Input::Received(ConnectionId(0), Request { number: 0, message }));
    // before the bot accepts, both connections are lost, as in a restart
    world.disconnect(0);
    world.disconnect(1);
    world.now += 2_000;
    world.connect(1);
    let away: Vec<bool> = world
        .refused
        .iter()
        .map(|refused| matches!(refused, ServerMessage::Refused { reason: Refusal::OpponentAway, .. }))
        .collect();
    assert_eq!(away, [true], "{:?}", world.refused);
    world.now += 2_000;
    world.connect(0);
    // the lobby's changes may wait for a timer of the hub
    for _ in 0..10 {
        if world.hub.has_tables() {
            break;
        }
        world.step();
    }
    assert!(world.hub.has_tables(), "the challenge was accepted again");
    assert!(world.now < 10_000, "at {}", world.now);
}
