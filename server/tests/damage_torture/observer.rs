//! Looks at a server that was started on damaged data: what its players get, and what its operator reads.

use crate::client::Client;
use crate::people::{Answered, Known, People, Play};
use crate::program::Started;
use crate::random::Random;
use chuhe_protocol::{AccountMessage, AccountRequest, DoorMessage, Event, GameId, Password, ServerMessage};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// How long a server must go on at least while its players play: it stores the time every second.
const GOES_ON: Duration = Duration::from_millis(1_200);
/// Moves between two looks at the time.
const MOVES: usize = 10;

/// What was seen of a server.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// What `/readyz` says, at the start or when games are paused.
    pub(super) report: String,
    /// What is missing although nobody is told.
    pub(super) silent: Vec<String>,
    /// What is missing, and who is told.
    pub(super) told: Vec<String>,
    pub(super) has_ended: bool,
    pub(super) is_paused: bool,
}

/// Lets all players come back and play on, tries to take their names, and compares.
pub(super) async fn observe(mut server: Started, people: &People, random: &mut Random) -> Seen {
    let mut seen = Seen { report: report(&server).await, ..Seen::default() };
    let mut people = people.known();
    for person in &mut people.0 {
        let before = person.known.clone();
        let answered = person.resume(&server).await;
        person.known.game = answered.game.clone();
        seen.is_paused |= answered.is_paused;
        seen.compare(&before, answered);
    }
    for person in people.0.iter().filter(|person| person.known.is_registered) {
        seen.take_name(&server, &person.known.name).await;
    }
    // a pair of whose game one has lost the session does not go on
    let begun = Instant::now();
    while begun.elapsed() < GOES_ON && !server.ended_by_itself() && !seen.is_paused {
        let moves = people.play_pairs(&mut server, random, Play { moves: MOVES, in_flight: false }).await;
        let report = report(&server).await;
        seen.is_paused = !report.starts_with("ok");
        if seen.is_paused || moves == 0 {
            seen.report = if seen.is_paused { report } else { seen.report };
            break;
        }
    }
    seen.has_ended = server.ended_by_itself();
    let damage = metric(&server).await;
    if seen.report.starts_with("ok\ndamaged") && damage == Some(0.0) {
        seen.silent.push("the metric is 0".to_owned());
    }
    server.kill();
    seen
}

impl Seen {
    /// Whether the operator is told of damage.
    fn is_reported(&self) -> bool {
        self.report.contains("damaged")
    }

    fn note(&mut self, what: String, is_told: bool) {
        if is_told { self.told.push(what) } else { self.silent.push(what) }
    }

    /// Compares what a player knew with what the server has.
    fn compare(&mut self, before: &Known, answered: Answered) {
        let name = &before.name;
        if !answered.is_resumed {
            return self.note(format!("the session of {name}"), self.is_reported());
        }
        if let Some((game, events)) = before.game.as_ref().filter(|(_, events)| !is_left(events)) {
            self.compare_game((*game, events), &answered, name);
        }
        match answered.finished {
            None => self.note(format!("the list of {name}"), true),
            Some(listed) => {
                let missing = before.finished.difference(&listed).count();
                if missing > 0 {
                    self.note(format!("{missing} finished games of {name}"), self.is_reported());
                }
            }
        }
    }

    fn compare_game(&mut self, (game, events): (GameId, &[Event]), answered: &Answered, name: &str) {
        let is_told = answered.set_aside.contains(&game);
        let found = answered.game.as_ref().filter(|(found, _)| *found == game);
        let is_over = |events: &[Event]| events.iter().any(|event| matches!(event, Event::Ended { .. }));
        match found {
            Some((_, found)) => {
                let same = found.iter().zip(events).take_while(|(one, other)| is_same(one, other)).count();
                if same < events.len() {
                    self.silent
                        .push(format!("game {game} of {name} goes on from event {same} of {}", events.len()));
                }
            }
            // its table is gone, and the list has it
            None if is_over(events) => {
                let is_listed = answered.finished.as_ref().is_some_and(|listed| listed.contains(&game));
                if !is_listed && plies(events) > 1 {
                    self.note(format!("the finished game {game} of {name}"), is_told || self.is_reported());
                }
            }
            // whoever has no event of it cannot be named
            None if is_told => self.note(format!("game {game} is set aside for {name}"), self.is_reported()),
            None => {
                let is_named =
                    self.report.contains(&game.to_string()) || self.report.contains("commits are missing");
                self.note(format!("game {game} of {name} is gone"), is_named);
            }
        }
    }

    /// Tries to register a name that is registered.
    async fn take_name(&mut self, server: &Started, name: &str) {
        let mut thief = Client::connect(server.address).await;
        if !matches!(thief.join(name).await, ServerMessage::Door(DoorMessage::Joined { .. })) {
            return;
        }
        thief.send(AccountRequest::Register { password: Password("another password".into()) }).await;
        loop {
            match thief.receive().await {
                Some(ServerMessage::Account(AccountMessage::Registered)) => {
                    return self.silent.push(format!("the name {name} can be registered"));
                }
                Some(ServerMessage::Refused { .. }) => {
                    return self.note(format!("the account {name}"), self.is_reported());
                }
                Some(ServerMessage::Door(DoorMessage::Paused)) | None => return,
                Some(_) => {}
            }
        }
    }
}

fn plies(events: &[Event]) -> usize {
    events.iter().filter(|event| matches!(event, Event::Played { .. })).count()
}

/// Whether the table of a game is closed or a player has left it.
fn is_left(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Left { .. }))
}

/// Whether two events are the same, apart from times that count from when they are sent.
fn is_same(one: &Event, other: &Event) -> bool {
    one == other
        || std::mem::discriminant(one) == std::mem::discriminant(other)
            && matches!(one, Event::WentAway { .. })
}

/// What `/readyz` says, once the server answers.
async fn report(server: &Started) -> String {
    get(server, "/readyz").await.unwrap_or_else(|| "no answer".to_owned())
}

/// The number of problems in the metrics.
async fn metric(server: &Started) -> Option<f64> {
    let text = get(server, "/metrics").await?;
    let damage = text.lines().filter_map(|line| line.strip_prefix("chuhe_damage{"));
    Some(damage.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok()).sum())
}

async fn get(server: &Started, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(server.ops).await.ok()?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: here\r\n\r\n").as_bytes()).await.ok()?;
    let mut response = String::new();
    stream.read_to_string(&mut response).await.ok()?;
    Some(response.split_once("\r\n\r\n")?.1.to_owned())
}
