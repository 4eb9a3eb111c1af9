//! Kills the real server while forty bots play an evening, which the server pairs, and whose organiser now and then pauses
//! it.
//!
//! Beside what holds of every game: no record of the journal that the organiser received is lost or changed, nobody meets
//! an opponent twice, and each result is that of its game.

use super::bot::{Bot, Run, Shared};
use super::connection::Connection;
use super::random::Random;
use super::server::Server;
use super::{PLAYERS, TIMEOUT, print_line, report};
use crate::program;
use chuhe_protocol::{
    ClientMessage, DoorMessage, DoorRequest, EveningCode, EveningCommand, EveningMessage, EveningPlan,
    EveningRequest, Event, Pace, PlayerId, ServerMessage, SessionToken, TakebackPolicy, Terms, limits,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::{AbortReason, Color};
use chuhe_server::store::Sqlite;
use chuhe_store::{Store, entries, restore};
use chuhe_tournaments::{
    self as tournaments, Absent, Outcome, Record, Regulations, SwissRules, System, Tournament,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

/// The most events between two kills. Each event counts once per player who receives it.
const MOST_EVENTS: usize = 2_000;
/// The break between two rounds.
const BREAK_MS: u32 = 50;
/// How often the organiser considers a pause.
const GLANCE: Duration = Duration::from_millis(100);
/// Server flags that let the organiser follow the journal after each of many kills.
const FLAGS: [&str; 8] = [
    "--limit",
    "player-journals=100000",
    "--limit",
    "address-journals=100000",
    "--limit",
    "player-pairings=100000",
    "--limit",
    "address-pairings=100000",
];

fn plan(rounds: u16) -> EveningPlan {
    let time = TimeControl { game_ms: 600_000, increment_ms: 2_000, ..TimeControl::UNTIMED };
    let takeback = TakebackPolicy::Off;
    EveningPlan {
        title: "周五晚赛".into(),
        regulations: Regulations::of(System::Swiss(SwissRules { rounds, clubs_apart_rounds: 0 })),
        terms: Terms { takeback, challenger_time: time, opponent_time: time, ..Terms::default() },
        is_public: false,
        starts_at_ms: None,
        pace: Pace::AfterAll { break_ms: BREAK_MS },
        late_ms: 60_000,
        no_result_before_ply: 0,
    }
}

/// Plays evenings of so many rounds, with at most so many kills in each, until there were so many in all.
pub(super) async fn torture(rounds: u16, most: usize, kills: usize, seed: u64, flags: &[&str]) {
    let (mut killed, mut evenings) = (0, 0);
    while killed < kills {
        evenings += 1;
        killed += play_evening(rounds, most, seed.wrapping_add(evenings), flags).await;
    }
    print_line(&format!("{evenings} evenings, {killed} kills"));
}

/// Plays one evening on a new server; returns how often that was killed.
async fn play_evening(rounds: u16, most: usize, seed: u64, flags: &[&str]) -> usize {
    print_line(&format!("seed {seed}, an evening of {rounds} rounds, {flags:?}"));
    let begun = Instant::now();
    let mut random = Random::new(seed);
    let data = tempfile::tempdir().expect("a directory");
    let flags = [&FLAGS[..], flags].concat();
    let mut server = Server::start(&program::server(), data.path(), &flags).await;
    let mut run = Run { number: 0, nodes: [Some(server.address), None, None], ending: false };
    let (runs, observed_runs) = watch::channel(run);
    let shared = Shared::new(observed_runs);
    let mut organiser = Organiser::new(Arc::clone(&shared), rounds, seed);
    let mut connection = organiser.plan(rounds).await;
    let mut bots = JoinSet::new();
    for number in 0..PLAYERS {
        bots.spawn(Bot::in_evening(Arc::clone(&shared), number, seed, organiser.code).play());
    }
    organiser.begin(&mut connection).await;
    let watching = tokio::spawn(organiser.watch(connection));
    let mut kills = 0;
    while !watching.is_finished() && shared.ledger().failures.is_empty() {
        let events = if random.one_in(10) { 0 } else { random.below(MOST_EVENTS) as u64 };
        until_received_or_over(&shared, events, &watching).await;
        tokio::time::sleep(Duration::from_micros(random.below(20_000) as u64)).await;
        if kills == most || watching.is_finished() || !shared.ledger().failures.is_empty() {
            continue;
        }
        let pause = if random.one_in(4) { random.below(1_000) } else { 0 };
        runs.send_replace(Run { nodes: [None; 3], ..run });
        let restart = server.restart(Duration::from_millis(pause as u64)).await;
        shared.ledger().restarts.push(restart);
        (run.number, kills) = (run.number + 1, kills + 1);
        runs.send_replace(run);
    }
    let journal = watching.await.expect("the organiser does not panic");
    runs.send_replace(Run { ending: true, ..run });
    let ended = tokio::time::timeout(TIMEOUT, async {
        while let Some(ended) = bots.join_next().await {
            ended.expect("no bot panics");
        }
    });
    if ended.await.is_err() {
        shared.ledger().fail("some bots did not finish".into());
    }
    drop(server);
    let mut kept = Sqlite::open(data.path()).expect("the database is sound");
    let mut ledger = shared.ledger();
    ledger.check_invariants();
    ledger.compare(&mut kept).expect("the database is readable");
    for failure in check(&mut kept, rounds, &journal) {
        ledger.fail(failure);
    }
    report(&ledger, begun.elapsed());
    assert!(ledger.failures.is_empty(), "seed {seed}: {:#?}", ledger.failures);
    kills
}

/// Waits until the bots have received this many more events, the evening is over, or something failed.
async fn until_received_or_over(shared: &Shared, events: u64, watching: &JoinHandle<Vec<Record>>) {
    let received = |shared: &Shared| shared.ledger().received;
    let (enough, since) = (received(shared) + events, Instant::now());
    while received(shared) < enough && !watching.is_finished() && shared.ledger().failures.is_empty() {
        if since.elapsed() > TIMEOUT {
            shared.ledger().fail("the evening does not go on".into());
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Compares the stored evening with the journal that the organiser received, and each result with its game. Returns what
/// is wrong.
fn check(kept: &mut dyn Store, rounds: u16, journal: &[Record]) -> Vec<String> {
    let restored = restore(kept).expect("the database is readable");
    let [evening] = &restored.evenings[..] else {
        return vec![format!("{} evenings are stored: {:?}", restored.evenings.len(), restored.rejected)];
    };
    let stored: Vec<Record> = evening.records.iter().map(|(_, record)| record.clone()).collect();
    let mut wrong = Vec::new();
    if evening.damage.is_some() || !stored.starts_with(journal) {
        wrong.push(format!("the journal is stored as {stored:?}\nand was received as {journal:?}"));
    }
    let tournament = match Tournament::fold(evening.row.plan.regulations.clone(), stored) {
        Ok(tournament) => tournament,
        Err(why) => return vec![format!("the stored journal is impossible: {why}")],
    };
    let state = tournament.state();
    let expected = usize::from(rounds) * PLAYERS / 2;
    let mut met = BTreeSet::new();
    let mut found = 0;
    for (id, board) in state.boards() {
        found += 1;
        let mut pair = [board.seats.red, board.seats.black];
        pair.sort_unstable();
        if !met.insert(pair) {
            wrong.push(format!("{pair:?} have met twice"));
        }
        let account = |id| state.player(id).and_then(|it| it.entry.account).map(PlayerId);
        let accounts = board.seats.map(account);
        let game = evening.boards.iter().find(|(of, ..)| *of == id).and_then(|(_, _, row)| row.game);
        let played = game.map(|game| result_of(kept, game, accounts));
        match (played, board.outcome) {
            // nobody came in time
            (None, Some(Outcome::Forfeited(_))) => {}
            (Some(Ok(of_game)), Some(outcome)) if of_game == outcome => {}
            (played, outcome) => {
                wrong.push(format!("{id:?} has {outcome:?}, and its game {game:?} {played:?}"))
            }
        }
    }
    if found != expected {
        wrong.push(format!("{found} boards were paired, expected {expected}"));
    }
    wrong
}

/// The result of a stored game that these players have played.
fn result_of(
    kept: &mut dyn Store,
    game: chuhe_protocol::GameId,
    accounts: chuhe_rules::PerColor<Option<PlayerId>>,
) -> Result<Outcome, String> {
    let journal = entries(kept, game, 0, limits::GAME_EVENTS).map_err(|why| why.to_string())?;
    let public = || journal.iter().filter_map(|entry| entry.event.public());
    let Some(Event::Started(start)) = public().next() else { return Err("is not stored".to_owned()) };
    if Color::ALL.iter().any(|&side| Some(start.seats[side].player) != accounts[side]) {
        return Err("is one of others".to_owned());
    }
    let ended = public().find_map(|event| match event {
        Event::Ended { outcome, .. } => Some(*outcome),
        _ => None,
    });
    match ended {
        Some(chuhe_rules::Outcome::Won { winner, .. }) => Ok(Outcome::Won(winner)),
        Some(chuhe_rules::Outcome::Drawn(_)) => Ok(Outcome::Drawn),
        Some(chuhe_rules::Outcome::Aborted(AbortReason::NoFirstMove(side) | AbortReason::Absent(side))) => {
            Ok(Outcome::Forfeited(Absent::One(side)))
        }
        other => Err(format!("ended as {other:?}")),
    }
}

/// Who organises the evening, and keeps its journal as it was received.
struct Organiser {
    shared: Arc<Shared>,
    random: Random,
    code: EveningCode,
    token: SessionToken,
    rounds: u16,
    tournament: Tournament,
    /// How many records were received on this connection.
    received: usize,
    /// Whether all is paused.
    is_paused: bool,
}

impl Organiser {
    fn new(shared: Arc<Shared>, rounds: u16, seed: u64) -> Self {
        let tournament = Tournament::new(plan(rounds).regulations).expect("the regulations are usable");
        Self {
            shared,
            random: Random::new(seed ^ u64::from(u32::MAX)),
            code: EveningCode::from_random(0),
            token: SessionToken([0; 16]),
            rounds,
            tournament,
            received: 0,
            is_paused: false,
        }
    }

    fn fail(&self, what: String) {
        self.shared.ledger().fail(format!("organiser: {what}"));
    }

    /// Joins and plans the evening, before any kill.
    async fn plan(&mut self, rounds: u16) -> Connection {
        let run = *self.shared.run.borrow();
        let address = run.address(0).expect("the server is up");
        let mut connection = Connection::open(address, run.number).await.expect("it answers");
        let join = DoorRequest::Join { name: "Zhang".to_owned(), hall: None };
        connection.send(1, &join.into()).await;
        connection.send(2, &EveningRequest::Plan(Box::new(plan(rounds))).into()).await;
        loop {
            match connection.client.receive().await.expect("the server is up") {
                ServerMessage::Door(DoorMessage::Joined { token, .. }) => self.token = token,
                ServerMessage::Evening(EveningMessage::Planned { code }) => {
                    self.code = code;
                    connection.send(3, &EveningRequest::Follow { code }.into()).await;
                    return connection;
                }
                ServerMessage::Refused { reason, .. } => panic!("{reason:?}"),
                _ => {}
            }
        }
    }

    /// Starts the evening once everyone has entered.
    async fn begin(&mut self, connection: &mut Connection) {
        while self.tournament.state().players.len() < PLAYERS {
            let message = connection.client.receive().await.expect("the server is up");
            self.handle(message);
        }
        let started = tournaments::Event::Started { seed: 0 };
        self.organise(connection, EveningCommand::Record(started)).await;
    }

    async fn organise(&self, connection: &mut Connection, command: EveningCommand) {
        let request: ClientMessage = EveningRequest::Organise { code: self.code, command }.into();
        connection.send(4, &request).await;
    }

    /// Follows the evening over all restarts until it is over; returns its journal.
    async fn watch(mut self, connection: Connection) -> Vec<Record> {
        self.follow(connection).await;
        let mut runs = self.shared.run.clone();
        while !self.is_over() {
            let Ok(run) = runs.wait_for(|run| run.address(0).is_some()).await.map(|run| *run) else { break };
            let Some(address) = run.address(0) else { continue };
            if let Some(mut connection) = Connection::open(address, run.number).await {
                let resume = DoorRequest::Resume { token: self.token, seen: Vec::new(), hall: None };
                connection.send(1, &resume.into()).await;
                self.follow(connection).await;
            }
            // the port may close before the restart is announced
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        self.tournament.records().to_vec()
    }

    /// Follows the evening until the connection is lost or all is over.
    async fn follow(&mut self, mut connection: Connection) {
        let (mut pinged, mut glanced) = (Instant::now(), Instant::now());
        while !self.is_over() {
            let message = tokio::select! {
                message = connection.client.receive() => match message {
                    Some(message) => Some(message),
                    None => return,
                },
                () = tokio::time::sleep(GLANCE) => None,
            };
            if let Some(ServerMessage::Door(DoorMessage::Joined { token, .. })) = &message {
                (self.token, self.received) = (*token, 0);
                connection.send(3, &EveningRequest::Follow { code: self.code }.into()).await;
                connection.joined = true;
            }
            if let Some(message) = message {
                self.handle(message);
            }
            if glanced.elapsed() > GLANCE && self.received > 0 {
                glanced = Instant::now();
                self.consider_pause(&mut connection).await;
            }
            if pinged.elapsed() > Duration::from_millis(limits::HEARTBEAT_MS) && self.received > 0 {
                pinged = Instant::now();
                connection.send(0, &DoorRequest::Ping { nonce: 0, round_trip_ms: None }.into()).await;
            }
        }
    }

    async fn consider_pause(&mut self, connection: &mut Connection) {
        if self.is_paused && self.random.one_in(2) {
            self.organise(connection, EveningCommand::Continue { board: None }).await;
        } else if !self.is_paused && self.random.one_in(8) {
            self.organise(connection, EveningCommand::Pause { board: None }).await;
        }
    }

    fn handle(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Evening(EveningMessage::Records { first, records, .. }) => {
                if first as usize != self.received {
                    return self.fail(format!("records from {first} on, expected {}", self.received));
                }
                for record in records {
                    self.record(record);
                }
            }
            ServerMessage::Evening(EveningMessage::Round(round)) => self.is_paused = round.pause.is_some(),
            ServerMessage::Refused { reason, .. } => self.fail(format!("refused: {reason:?}")),
            _ => {}
        }
    }

    /// Notes a record, which is the same as before if it was received before.
    fn record(&mut self, record: Record) {
        let known = self.tournament.records().get(self.received).cloned();
        match known {
            Some(known) if known == record => {}
            Some(known) => {
                self.fail(format!("record {} is {record:?}, first received as {known:?}", self.received));
            }
            None => {
                if let Err(why) = self.tournament.record(record) {
                    self.fail(format!("record {} is impossible: {why}", self.received));
                }
            }
        }
        self.received += 1;
    }

    /// Whether all rounds are played, or something has failed.
    fn is_over(&self) -> bool {
        let state = self.tournament.state();
        let is_played =
            state.round_count() == self.rounds && state.boards().all(|(_, board)| board.outcome.is_some());
        is_played || !self.shared.ledger().failures.is_empty()
    }
}
