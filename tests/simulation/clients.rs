//! Runs the users' apps and performs their effects on the network.

use super::conditions::MsRange;
use super::network::Direction;
use super::random::Random;
use super::system::{SimEvent, System};
use super::user::UserAction;
use chuhe_hub::{Address, ConnectionId, Input};
use chuhe_model::drawing::scene::Size;
use chuhe_model::exchange::effect::{ConnectionEffect, Effect, StorageEffect, WindowEffect};
use chuhe_model::exchange::event::{ConnectFailure, Event, NetworkEvent};
use chuhe_protocol::{ClientMessage, DoorRequest, GameId, Request, TableRequest, wire};
use chuhe_rules::GameMove;

/// The window size of every app.
pub(super) const SIZE: Size = Size::new(1280.0, 820.0);
/// The interval between two actions of a user once the faults have ended.
pub(super) const SETTLE_ACTION_INTERVAL: MsRange = MsRange(1_000, 1_001);

impl System {
    /// Handles a connection attempt that reaches the server's machine.
    pub(super) fn opened(&mut self, id: ConnectionId) {
        if self.server.is_none() || !self.network.accept(id) {
            let how = ConnectFailure::Refused;
            return self.send(id, Direction::ToClient, SimEvent::Failed { id, how });
        }
        self.send(id, Direction::ToClient, SimEvent::Welcomed { id });
        self.handle_input(Input::Connected(id, Address::default(), self.now));
    }

    /// Returns the user whose app has this connection.
    pub(super) fn user_of(&self, id: ConnectionId) -> Option<usize> {
        self.users.iter().position(|user| user.connection == Some(id))
    }

    /// Delivers a network event to the app that has this connection.
    pub(super) fn arrived(&mut self, id: ConnectionId, event: NetworkEvent) {
        if !self.network.is_delivered(id, Direction::ToClient) {
            return;
        }
        if let Some(user) = self.user_of(id) {
            if let NetworkEvent::Received(message) = &event {
                super::record_kinds(&mut self.seen, message);
            }
            self.update_app(user, Event::Network(event));
        }
    }

    /// Performs the next action of a user, and schedules another.
    pub(super) fn run_user_action(&mut self, number: usize) {
        let (users, settling) = (self.users.len() as u64, self.settling);
        if self.now < self.holiday_until && !settling {
            return self.schedule_at(self.holiday_until, SimEvent::UserAction { user: number });
        }
        if self.conditions.has_leavers {
            self.pass_on_a_link(number);
        }
        let action = self.users[number].next_action(&mut self.random, self.now, users, settling);
        match action {
            None => {}
            Some(UserAction::Use(actions)) => {
                for action in actions {
                    self.update_app(number, Event::Action(action));
                }
            }
            Some(UserAction::Close) => {
                self.update_app(number, Event::CloseRequested);
                self.update_app(number, Event::CloseRequested);
            }
            Some(UserAction::Crash) => self.end_app(number),
            Some(UserAction::Start) => self.start_app(number),
            Some(UserAction::StartAs(other)) => {
                self.users[number].settings = self.users[other].settings.clone();
                self.users[number].name = self.users[other].name.clone();
                self.start_app(number);
            }
        }
        let span = if self.settling { SETTLE_ACTION_INTERVAL } else { self.conditions.action_interval };
        self.schedule_within(span, SimEvent::UserAction { user: number });
    }

    /// Passes the link to somebody's invitation on to a user.
    fn pass_on_a_link(&mut self, number: usize) {
        let others = self.users.iter().enumerate().filter(|(user, _)| *user != number);
        let own =
            others.filter_map(|(_, user)| user.app.as_ref()?.sessions().visit()?.invitations.own.as_ref());
        let codes: Vec<_> = own.map(|open| open.invitation.code).collect();
        self.users[number].link = self.random.pick(&codes);
    }

    fn start_app(&mut self, number: usize) {
        self.users[number].start();
        self.update_app(number, Event::Resized(SIZE));
    }

    pub(super) fn end_app(&mut self, number: usize) {
        let user = &mut self.users[number];
        (user.app, user.tick_at) = (None, None);
        if let Some(id) = user.connection.take() {
            self.send(id, Direction::ToServer, SimEvent::Hangup { id });
        }
    }

    /// Updates a user's app, performs its effects, and checks its game.
    pub(super) fn update_app(&mut self, number: usize, event: Event) {
        let (effects, moves) = self.users[number].update(event, self.now);
        for mv in moves {
            self.model.record_intended(mv);
        }
        for effect in effects {
            self.perform(number, effect);
        }
        self.users[number].check(&self.model);
    }

    fn perform(&mut self, number: usize, effect: Effect) {
        match effect {
            Effect::Connection(ConnectionEffect::Connect { .. }) => self.connect(number),
            Effect::Connection(ConnectionEffect::Disconnect) => self.hang_up(number),
            Effect::Connection(ConnectionEffect::Send(request)) => self.send_up(number, &request),
            Effect::Storage(StorageEffect::SaveSettings(settings)) => self.users[number].settings = *settings,
            Effect::Window(WindowEffect::Quit) => self.end_app(number),
            Effect::Window(_) | Effect::Storage(_) | Effect::Engine(_) | Effect::Machine(_) => {}
        }
    }

    fn connect(&mut self, number: usize) {
        self.hang_up(number);
        let id = self.network.new_connection();
        let user = &mut self.users[number];
        user.connection = Some(id);
        if user.reachable_from <= self.now {
            self.send(id, Direction::ToServer, SimEvent::Opened { id });
        } else if self.random.one_in(2) {
            let how = ConnectFailure::Unreachable;
            self.send(id, Direction::ToClient, SimEvent::Failed { id, how });
        }
    }

    fn hang_up(&mut self, number: usize) {
        if let Some(id) = self.users[number].connection.take() {
            self.send(id, Direction::ToServer, SimEvent::Hangup { id });
        }
    }

    fn send_up(&mut self, number: usize, request: &Request) {
        let Some(id) = self.users[number].connection else { return };
        if number == 0
            && matches!(request.message, ClientMessage::Door(DoorRequest::Echo { .. }))
            && !self.settling
        {
            // a client may withhold an answer while it sends other requests
            let ms = self.conditions.latency.sample(&mut self.random);
            let late_ms = self.conditions.echo_delay.sample(&mut self.random);
            let bytes = wire::encode(request).expect("an app respects the limits of the protocol");
            return self.schedule_in(ms + late_ms, SimEvent::ToServer { id, bytes });
        }
        for bytes in encode_request(request, &mut self.random) {
            self.send(id, Direction::ToServer, SimEvent::ToServer { id, bytes });
        }
    }
}

/// Encodes a request. Moves are sometimes repeated or preceded by an invalid request.
pub(super) fn encode_request(request: &Request, random: &mut Random) -> Vec<Vec<u8>> {
    let frame =
        |request: &Request| wire::encode(request).expect("an app respects the limits of the protocol");
    let mut sent = Vec::new();
    if let ClientMessage::Table { game, request: TableRequest::Play { ply, .. } } = request.message {
        let invalid = |message| frame(&Request { number: u32::MAX, message });
        match random.below(16) {
            0 => sent.push(frame(request)),
            1 => sent.push(invalid(TableRequest::Play { ply, mv: illegal_move(), premove: false }.at(game))),
            2 => sent.push(invalid(TableRequest::Resign.at(GameId(game.0 + 1)))),
            _ => {}
        }
    }
    sent.push(frame(request));
    sent
}

/// A move that is never legal.
fn illegal_move() -> GameMove {
    GameMove::Xiangqi("a0i9".parse().expect("two points make a move"))
}
