//! The users' programs, and what they do to the wires.

use super::system::{Happening, System};
use super::user::Deed;
use super::weather::Span;
use super::wire::Way;
use chuhe_client::core::action::Action;
use chuhe_client::core::app::App;
use chuhe_client::core::effect::Effect;
use chuhe_client::core::event::{ConnectFailure, Event, NetworkEvent};
use chuhe_client::core::scene::Size;
use chuhe_protocol::{ClientMessage, GameId, Request, ServerMessage, wire};
use chuhe_rules::GameMove;
use chuhe_server::core::{Address, ConnectionId, Input};

const SIZE: Size = Size::new(1280.0, 820.0);
/// A program is not told more often than this that time has passed.
const FRAME_MS: u64 = 200;
/// Between two things that a user does in a calm.
const CALM_DEED: Span = Span(1_000, 1_001);

impl System {
    pub(super) fn opened(&mut self, id: ConnectionId) {
        if self.server.is_none() || !self.lines.opens_at_server(id) {
            let how = ConnectFailure::Refused;
            return self.send(id, Way::Down, Happening::Failed { id, how });
        }
        self.send(id, Way::Down, Happening::Welcomed { id });
        self.tell_hub(Input::Connected(id, Address::default(), self.now));
    }

    /// The program that holds this connection.
    pub(super) fn user_of(&self, id: ConnectionId) -> Option<usize> {
        self.users.iter().position(|user| user.connection == Some(id))
    }

    pub(super) fn arrived(&mut self, id: ConnectionId, event: NetworkEvent) {
        if !self.lines.arrives(id, Way::Down) {
            return;
        }
        if let Some(user) = self.user_of(id) {
            if let NetworkEvent::Received(message) = &event {
                self.note(message);
            }
            self.tell_user(user, Event::Network(event));
        }
    }

    fn note(&mut self, message: &ServerMessage) {
        if let ServerMessage::Events { events, .. } = message {
            self.seen.extend(events.iter().map(super::kind));
        }
        let refused = if let ServerMessage::Refused { reason, .. } = message { Some(reason) } else { None };
        self.seen.insert(refused.map_or_else(|| super::kind(message), super::kind));
    }

    pub(super) fn deed(&mut self, number: usize) {
        let (users, calm) = (self.users.len() as u64, self.calm);
        let deed = self.users[number].deed(&mut self.dice, self.now, users, calm);
        match deed {
            None => {}
            Some(Deed::Use(actions)) => {
                for action in actions {
                    self.tell_user(number, Event::Action(action));
                }
            }
            Some(Deed::Close) => {
                self.tell_user(number, Event::CloseRequested);
                self.tell_user(number, Event::CloseRequested);
            }
            Some(Deed::Die) => self.die(number),
            Some(Deed::Start) => self.start_program(number),
            Some(Deed::StartAs(other)) => {
                self.users[number].settings = self.users[other].settings.clone();
                self.users[number].name = self.users[other].name.clone();
                self.start_program(number);
            }
        }
        let span = if self.calm { CALM_DEED } else { self.weather.deed };
        self.within(span, Happening::Deed { user: number });
    }

    fn start_program(&mut self, number: usize) {
        let user = &mut self.users[number];
        user.app = Some(App::new(user.settings.clone()));
        user.checked = None;
        self.tell_user(number, Event::Resized(SIZE));
    }

    fn die(&mut self, number: usize) {
        let user = &mut self.users[number];
        (user.app, user.tick_at) = (None, None);
        if let Some(id) = user.connection.take() {
            self.send(id, Way::Up, Happening::Hangup { id });
        }
    }

    pub(super) fn tell_user(&mut self, number: usize, event: Event) {
        let user = &mut self.users[number];
        let Some(app) = &mut user.app else { return };
        let by_hand = matches!(event, Event::Action(Action::Table(_)));
        let effects = app.update(event, self.now);
        let wakeup = app.next_wakeup(self.now);
        user.tick_at = wakeup.map(|at| at.max(self.now.plus_ms(FRAME_MS)));
        let me = app.session().map(chuhe_client::core::session::Session::me);
        for effect in effects {
            if let Effect::Send(Request { message: ClientMessage::Play { game, ply, mv }, .. }) = &effect
                && by_hand
            {
                self.truth.meant((*game, me.expect("a player plays"), *ply, *mv));
            }
            self.perform(number, effect);
        }
        self.check_user(number);
    }

    fn perform(&mut self, number: usize, effect: Effect) {
        match effect {
            Effect::Connect { .. } => self.connect(number),
            Effect::Disconnect => self.hang_up(number),
            Effect::Send(request) => self.send_up(number, &request),
            Effect::SaveSettings(settings) => self.users[number].settings = *settings,
            Effect::Quit => self.die(number),
            Effect::CopyText(_) | Effect::Host { .. } | Effect::StopHost => {}
        }
    }

    fn connect(&mut self, number: usize) {
        self.hang_up(number);
        let id = self.lines.new_line();
        let user = &mut self.users[number];
        user.connection = Some(id);
        if user.reachable_from <= self.now {
            self.send(id, Way::Up, Happening::Opened { id });
        } else if self.dice.one_in(2) {
            let how = ConnectFailure::Unreachable;
            self.send(id, Way::Down, Happening::Failed { id, how });
        }
    }

    fn hang_up(&mut self, number: usize) {
        if let Some(id) = self.users[number].connection.take() {
            self.send(id, Way::Up, Happening::Hangup { id });
        }
    }

    fn send_up(&mut self, number: usize, request: &Request) {
        let Some(id) = self.users[number].connection else { return };
        let up = |request: &Request| Happening::Up {
            id,
            bytes: wire::encode(request).expect("a program keeps the limits"),
        };
        if let ClientMessage::Play { game, ply, .. } = request.message {
            // besides, what a program never says
            let absurd = |message| up(&Request { number: u32::MAX, message });
            match self.dice.below(16) {
                0 => self.send(id, Way::Up, up(request)),
                1 => self.send(id, Way::Up, absurd(ClientMessage::Play { game, ply, mv: absurd_move() })),
                2 => self.send(id, Way::Up, absurd(ClientMessage::Resign { game: GameId(game.0 + 1) })),
                _ => {}
            }
        }
        self.send(id, Way::Up, up(request));
    }
}

/// A move that is never legal.
fn absurd_move() -> GameMove {
    GameMove::Xiangqi("a0i9".parse().expect("two squares are a move"))
}
