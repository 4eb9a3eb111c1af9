//! The network and the server of an episode, under one virtual clock.

use crate::simulation::network::{Direction, Network};
use crate::simulation::output_checker::OutputChecker;
use crate::simulation::random::Random;
use crate::simulation::server::{self, Outputs, Server};
use chuhe_client::shell::taken::name_of;
use chuhe_hub::{Address, Answer, ConnectionId, HubConfig, Input, OperatorAction, Output, QueryId};
use chuhe_model::exchange::event::{Closed, ConnectFailure, NetworkEvent};
use chuhe_model::exchange::trust::{Certificate, Security, Trust};
use chuhe_protocol::{
    ClientMessage, CloseReason, DoorMessage, DoorRequest, Fingerprint, HallName, HallStatus, Halls, Player,
    Refusal, Request, ServerMessage, wire,
};
use chuhe_rules::clock::Timestamp;
use chuhe_store::{Batch, Memory};
use std::collections::BTreeMap;

/// The address of the page that the server serves, where its links begin.
pub(super) const WEB: &str = "https://play.example.org";
/// The port of the server.
pub(super) const PORT: u16 = 9899;
/// The time at which an episode begins, in milliseconds since 1970.
pub(super) const START_MS: u64 = 1_763_600_000_000;
/// The halls that some servers list: that of the hub, and one that is full.
const HALLS: [&str; 2] = ["east", "west"];
/// The players that a hall has room for.
const CAPACITY: u32 = 50;
/// After so many starts, the server has another certificate.
const STARTS_PER_CERTIFICATE: u64 = 3;
/// The least and the greatest delay of a message, in milliseconds.
const LATENCY_MS: (u64, u64) = (5, 80);
/// The greatest time until a commit, in milliseconds.
const COMMIT_MS: u64 = 20;
/// How long an idle writer waits before it stores the time alive.
const IDLE_COMMIT_MS: u64 = 1_000;

/// Something that arrives later.
enum Delivery {
    Opened { id: ConnectionId, security: Security },
    ToServer { id: ConnectionId, bytes: Vec<u8> },
    Hangup { id: ConnectionId },
    ToClient { id: ConnectionId, event: NetworkEvent },
    Commit { generation: u64 },
    Committed { generation: u64, batch: Batch },
    Answered { generation: u64, id: QueryId, answer: Answer },
}

/// The world around the clients.
pub(super) struct World {
    pub(super) now: Timestamp,
    pub(super) random: Random,
    queue: BTreeMap<(Timestamp, u64), Delivery>,
    /// Orders deliveries that are due at the same time.
    number: u64,
    network: Network,
    disk: Memory,
    server: Option<Server>,
    /// Counts the starts and ends of the server.
    generation: u64,
    /// Counts the starts of the server.
    starts: u64,
    /// Whether the server lists halls.
    has_halls: bool,
    /// Whether the operator makes a player a moderator.
    has_moderator: bool,
    checker: OutputChecker,
    commit_at: Option<Timestamp>,
    /// How often each request arrived.
    pub(super) requests: BTreeMap<String, u64>,
}

impl World {
    /// A world whose server runs.
    pub(super) fn new(seed: u64) -> Self {
        let mut world = Self {
            now: Timestamp::from_ms(START_MS),
            random: Random::new(seed),
            queue: BTreeMap::new(),
            number: 0,
            network: Network::default(),
            disk: Memory::new(),
            server: None,
            generation: 0,
            starts: 0,
            has_halls: seed % 4 == 1,
            // one who is in no report needs two others
            has_moderator: !seed.is_multiple_of(3),
            checker: OutputChecker::default(),
            commit_at: None,
            requests: BTreeMap::new(),
        };
        world.start_server();
        world
    }

    /// Whether the server runs.
    pub(super) const fn has_server(&self) -> bool {
        self.server.is_some()
    }

    /// The players that the server lists.
    pub(super) fn players(&self) -> Option<Vec<Player>> {
        self.server.as_ref().map(|server| server.hub.operators().players().collect())
    }

    /// When something happens next.
    pub(super) fn next_at(&self) -> Option<Timestamp> {
        let hub = self.server.as_ref().and_then(|server| server.hub.poll_timeout());
        self.queue.keys().map(|(at, _)| *at).next().into_iter().chain(hub).min()
    }

    /// Whether a message is under way, or waits to be stored.
    pub(super) fn is_busy(&self) -> bool {
        self.queue.values().any(|delivery| !matches!(delivery, Delivery::Commit { .. }))
            || self.server.as_ref().is_some_and(|server| !server.is_idle())
    }

    /// What is under way, in short.
    pub(super) fn under_way(&self) -> String {
        let kind = |delivery: &Delivery| match delivery {
            Delivery::ToClient { event, .. } => name_of(event, 2),
            Delivery::ToServer { .. } => "a request".to_owned(),
            Delivery::Opened { .. } => "a connection".to_owned(),
            _ => "something of the server".to_owned(),
        };
        self.queue.values().map(kind).collect::<Vec<_>>().join(", ")
    }

    /// Lets one thing happen that is due, and returns what a client receives by it.
    pub(super) fn step(&mut self) -> Option<(ConnectionId, NetworkEvent)> {
        let due = self.queue.first_entry().filter(|entry| entry.key().0 <= self.now)?.remove();
        match due {
            Delivery::Opened { id, security } => self.opened(id, security),
            Delivery::ToServer { id, bytes } => {
                if self.network.is_delivered(id, Direction::ToServer) {
                    let request: Request = wire::decode(&bytes).expect("an app sends valid requests");
                    *self.requests.entry(request.message.name().to_owned()).or_default() += 1;
                    if enters_full_hall(&request.message) {
                        let (request, reason) = (request.number, Refusal::HallFull);
                        self.send_down(id, &ServerMessage::Refused { request, reason });
                    } else {
                        self.handle(Input::Received(id, request));
                    }
                }
            }
            Delivery::Hangup { id } => {
                if self.network.close_at_server(id) {
                    self.handle(Input::Disconnected(id));
                }
            }
            Delivery::ToClient { id, event } => {
                return self.network.is_delivered(id, Direction::ToClient).then_some((id, event));
            }
            Delivery::Commit { generation } if generation == self.generation => self.commit(),
            Delivery::Committed { generation, batch } if generation == self.generation => {
                let sent = self.server.as_mut().map(|server| server.committed(batch)).unwrap_or_default();
                sent.into_iter().for_each(|output| self.perform(output));
            }
            Delivery::Answered { generation, id, answer } if generation == self.generation => {
                self.handle(Input::Answered(id, answer));
                self.appoint();
            }
            // meant for a server that has ended
            Delivery::Commit { .. } | Delivery::Committed { .. } | Delivery::Answered { .. } => {}
        }
        None
    }

    /// Lets the server do what is due by its clock.
    pub(super) fn tick(&mut self) {
        let due = |server: &Server| server.hub.poll_timeout().is_some_and(|at| at <= self.now);
        if self.server.as_ref().is_some_and(due) {
            self.handle(Input::Tick);
        }
    }

    /// Begins a connection of a client.
    pub(super) fn connect(&mut self, security: Security, is_cut: bool) -> ConnectionId {
        let id = self.network.new_connection();
        if is_cut {
            self.send_event(id, NetworkEvent::ConnectFailed(ConnectFailure::Unreachable));
        } else {
            self.send(id, Direction::ToServer, Delivery::Opened { id, security });
        }
        id
    }

    /// Sends a request of a client.
    pub(super) fn request(&mut self, id: ConnectionId, request: &Request) {
        let bytes = wire::encode(request);
        let bytes = bytes.unwrap_or_else(|error| {
            let message = name_of(&request.message, 2);
            panic!("an app respects the limits of the protocol: {error} in {message}")
        });
        self.send(id, Direction::ToServer, Delivery::ToServer { id, bytes });
    }

    /// Closes a connection of a client, after what it has sent.
    pub(super) fn hang_up(&mut self, id: ConnectionId) {
        self.send(id, Direction::ToServer, Delivery::Hangup { id });
    }

    /// Cuts a connection: nothing arrives any more. The client may notice it at once.
    pub(super) fn cut(&mut self, id: ConnectionId, noticed: bool) {
        self.network.block(id, Direction::ToServer);
        if noticed {
            self.send_event(id, NetworkEvent::Closed(Closed::Failed("the network is gone".into())));
        } else {
            self.network.block(id, Direction::ToClient);
        }
    }

    /// Whether what either side sends arrives.
    pub(super) fn is_whole(&mut self, id: ConnectionId) -> bool {
        self.network.is_delivered(id, Direction::ToServer)
            && self.network.is_delivered(id, Direction::ToClient)
    }

    fn opened(&mut self, id: ConnectionId, security: Security) {
        if self.server.is_none() {
            return self.send_event(id, NetworkEvent::ConnectFailed(ConnectFailure::Refused));
        }
        if let Security::Tls(trust) = security {
            let secured = self.secure(trust);
            let is_failed = matches!(secured, NetworkEvent::ConnectFailed(_));
            self.send_event(id, secured);
            if is_failed {
                return;
            }
        }
        if !self.network.accept(id) {
            return self.send_event(id, NetworkEvent::ConnectFailed(ConnectFailure::Refused));
        }
        if self.has_halls {
            self.send_event(id, NetworkEvent::Halls(self.halls()));
        }
        self.send_event(id, NetworkEvent::Connected);
        self.handle(Input::Connected(id, Address::default(), self.now));
    }

    /// What a client finds in the handshake of TLS.
    fn secure(&self, trust: Trust) -> NetworkEvent {
        let number = self.starts / STARTS_PER_CERTIFICATE;
        let shown = Certificate { fingerprint: Fingerprint::of(&number.to_le_bytes()), vouched_for: false };
        match trust.check(shown) {
            Ok(trust) => NetworkEvent::Secured { shown: shown.fingerprint, trust },
            Err(mismatch) => NetworkEvent::ConnectFailed(ConnectFailure::CertificateChanged(mismatch)),
        }
    }

    fn halls(&self) -> Halls {
        let players = self.server.as_ref().map_or(0, |server| server.hub.operators().players().count());
        let hall = |name: &str, players: u32| HallStatus {
            name: HallName::parse(name).expect("the name is valid"),
            players,
            capacity: CAPACITY,
            address: None,
        };
        let [own, full] = HALLS;
        let list = vec![hall(own, players as u32), hall(full, CAPACITY)];
        Halls { list, nodes: Vec::new() }
    }

    /// Starts the server from what is on its disk.
    pub(super) fn start_server(&mut self) {
        if self.server.is_some() {
            return;
        }
        self.generation += 1;
        self.starts += 1;
        self.commit_at = None;
        let config = HubConfig {
            web: Some(WEB.parse().expect("the address is valid")),
            port: Some(PORT),
            hall: self.has_halls.then(|| HallName::parse(HALLS[0]).expect("the name is valid")),
            ..HubConfig::seeded(self.random.seed())
        };
        let mut server = Server::start(&mut self.disk, config, self.now);
        let outputs = server.outputs(&mut self.checker, &mut self.random);
        self.server = Some(server);
        self.perform_all(outputs);
    }

    /// Kills the server: what is not committed is lost.
    pub(super) fn kill_server(&mut self) {
        let Some(server) = self.server.take() else { return };
        server.hub.check_invariants();
        self.close_all(&Closed::Failed("reset".into()));
    }

    /// Asks the server to stop.
    pub(super) fn stop_server(&mut self) {
        self.handle(Input::Shutdown { grace_ms: 1_000 });
    }

    fn close_all(&mut self, how: &Closed) {
        self.generation += 1;
        self.checker.reset();
        for id in self.network.accepted() {
            self.network.close_at_server(id);
            self.send_event(id, NetworkEvent::Closed(how.clone()));
        }
    }

    fn handle(&mut self, input: Input) {
        let Some(server) = &mut self.server else { return };
        let outputs = server.handle(self.now, input, &mut self.checker, &mut self.random);
        self.perform_all(outputs);
    }

    /// Makes the first player with a registered name a moderator, as its operator does.
    fn appoint(&mut self) {
        let Some(server) = self.server.as_ref().filter(|_| self.has_moderator) else { return };
        let Some(first) = server.hub.operators().players().find(|player| player.registered) else { return };
        let action = OperatorAction::SetModerator(first.id, true);
        if server.hub.operators().check_action(&action).is_ok() {
            self.handle(Input::Operate(Box::new(action)));
        }
    }

    fn perform_all(&mut self, outputs: Outputs) {
        let generation = self.generation;
        for (id, query) in outputs.queries {
            let answer = server::answer(&mut self.disk, &query);
            let ms = self.random.below(100);
            self.schedule(self.now.plus_ms(ms), Delivery::Answered { generation, id, answer });
        }
        for output in outputs.sent {
            self.perform(output);
        }
        self.schedule_commit();
    }

    fn perform(&mut self, output: Output) {
        match output {
            Output::Report(..) => {}
            Output::Send(to, message) | Output::Notice(to, message) => self.send_down(to, &message),
            Output::SendAlso { to, also, message } => {
                self.send_down(to, &message);
                self.send_down(also, &message);
            }
            Output::Broadcast(to, message) => to.into_iter().for_each(|to| self.send_down(to, &message)),
            Output::Close(id, reason) => self.close(id, reason),
            Output::Stop => {
                let Some(mut server) = self.server.take() else { return };
                server.commit(&mut self.disk, usize::MAX, self.now);
                server.hub.check_invariants();
                self.close_all(&Closed::ByServer);
            }
            Output::Save(_) | Output::Query(..) => unreachable!("the server handles these outputs itself"),
        }
    }

    fn close(&mut self, id: ConnectionId, reason: CloseReason) {
        self.send_down(id, &ServerMessage::Door(DoorMessage::Closing { reason }));
        if self.network.start_closing(id) {
            self.send_event(id, NetworkEvent::Closed(Closed::ByServer));
            self.schedule(self.now.plus_ms(10), Delivery::Hangup { id });
        }
    }

    fn send_down(&mut self, to: ConnectionId, message: &ServerMessage) {
        if self.network.accepts_output(to) {
            let bytes = wire::encode(message).expect("the hub respects the limits of the protocol");
            let message = wire::decode(&bytes).expect("the hub sends valid messages");
            self.send_event(to, NetworkEvent::Received(Box::new(message)));
        }
    }

    fn send_event(&mut self, id: ConnectionId, event: NetworkEvent) {
        self.send(id, Direction::ToClient, Delivery::ToClient { id, event });
    }

    fn send(&mut self, id: ConnectionId, direction: Direction, what: Delivery) {
        let at = self.now.plus_ms(self.random.between(LATENCY_MS.0, LATENCY_MS.1));
        if let Some(at) = self.network.arrival_time(id, direction, at) {
            self.schedule(at, what);
        }
    }

    fn schedule(&mut self, at: Timestamp, what: Delivery) {
        self.number += 1;
        self.queue.insert((at.max(self.now), self.number), what);
    }

    fn schedule_commit(&mut self) {
        let Some(server) = &self.server else { return };
        let ms = if server.has_queued() { self.random.below(COMMIT_MS) } else { IDLE_COMMIT_MS };
        let at = self.now.plus_ms(ms);
        if self.commit_at.is_none_or(|before| at < before) {
            self.commit_at = Some(at);
            self.schedule(at, Delivery::Commit { generation: self.generation });
        }
    }

    fn commit(&mut self) {
        // an earlier commit may have replaced this one
        if self.commit_at.take_if(|at| *at == self.now).is_none() {
            return;
        }
        let Some(server) = &mut self.server else { return };
        let (last, _) = server.commit(&mut self.disk, usize::MAX, self.now);
        if let Some(batch) = last {
            self.schedule(self.now, Delivery::Committed { generation: self.generation, batch });
        }
        self.schedule_commit();
    }
}

/// Whether a request enters the hall that is full.
fn enters_full_hall(message: &ClientMessage) -> bool {
    let ClientMessage::Door(DoorRequest::Join { hall, .. } | DoorRequest::Login { hall, .. }) = message
    else {
        return false;
    };
    hall.as_ref().is_some_and(|hall| hall.as_str() == HALLS[1])
}
