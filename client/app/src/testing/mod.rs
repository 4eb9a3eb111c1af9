//! An app with the server's side of the conversation, for tests of this crate and of those that show the app.

#![allow(clippy::unwrap_used, reason = "what fails here is a test")]

pub mod analysis;
pub mod background;
pub mod banned;
pub mod boards;
pub mod coaching;
pub mod computers;
pub mod endgames;
pub mod engine;
pub mod evenings;
pub mod file;
pub mod finished_board;
pub mod flags;
pub mod games;
pub mod guessing;
pub mod inviting;
pub mod keeping;
pub mod learning;
pub mod library;
pub mod local;
pub mod luzhanqi;
pub mod mistakes;
pub mod nearby;
pub mod pages;
pub mod past_games;
pub mod profiles;
pub mod review;
pub mod seeking;
pub mod watch;

use chuhe_model::actions::action::{Action, JoinAction, SettingsAction, TableAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::drawing::scene::Size;
use chuhe_model::layout::table_layout::FIRST_WINDOW;
use chuhe_model::table::Table;
pub use chuhe_model::testing::{GAME, ME, OTHER, name, played, player, reading, rematch, started, tick};

use crate::*;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::choices::sound::Sound;
use chuhe_model::drawing::scene::{Place, Point};
use chuhe_model::exchange::effect::{ConnectionEffect, MachineEffect, WindowEffect};
use chuhe_model::exchange::environment::Environment;
use chuhe_model::exchange::event::{Closed, NetworkEvent};
use chuhe_model::exchange::servers::Servers;
use chuhe_model::exchange::settings::StartSettings;
use chuhe_protocol::{
    ClientMessage, DoorMessage, Event as GameEvent, LobbyMessage, Seq, ServerMessage, SessionToken,
    TableMessage, TableRequest,
};
use chuhe_rules::{Color, GameMove, RulesVersion};

/// The token of the user's session.
pub const TOKEN: SessionToken = SessionToken([5; 16]);

/// An app and the server's side of the conversation.
#[derive(Debug)]
pub struct World {
    /// The app.
    pub app: App,
    /// The time that it is.
    pub now: Timestamp,
    /// The number of the next event of the game.
    pub next: Seq,
    /// The effects since they were taken last, but calls, sounds and searches.
    pub effects: Vec<Effect>,
    /// The messages of the calls for the user's attention.
    pub calls: Vec<String>,
    /// The sounds.
    pub sounds: Vec<Sound>,
    /// The beginnings and ends of searches for servers.
    pub searches: Vec<bool>,
}

impl Default for World {
    fn default() -> Self {
        Self::new()
    }
}

impl World {
    /// The same world for a user who reads this language.
    #[must_use]
    pub fn speaks(mut self, lang: Lang) -> Self {
        self.act(Action::Settings(SettingsAction::Language(Some(lang))));
        self.effects.clear();
        self
    }

    /// The same world on a touch screen of this size.
    pub fn touched(mut self, screen: Size) -> Self {
        self.app.desk.environment.fingers = true;
        self.update(Event::Resized(screen));
        self
    }

    /// A client that has just been opened.
    pub fn new() -> Self {
        let settings = Settings {
            servers: Servers { name: "楚河客".into(), ..Servers::default() },
            start: StartSettings { entry: StartEntry::Join, ..StartSettings::default() },
            ..Settings::default()
        };
        let now = Timestamp::from_ms(1_000);
        Self {
            app: App::new(Environment::default(), settings),
            now,
            next: 0,
            effects: Vec::new(),
            calls: Vec::new(),
            sounds: Vec::new(),
            searches: Vec::new(),
        }
    }

    /// Returns a client in the lobby with one other player.
    pub fn in_lobby() -> Self {
        let mut world = Self::new();
        world.act(Action::Join(JoinAction::Submit));
        world.network(NetworkEvent::Connected);
        world.joined(false);
        let players = vec![player(ME, "楚河客"), player(OTHER, "云中鹤")];
        world.receive(LobbyMessage::Players { players, first: true });
        world.receive(DoorMessage::Pong { nonce: 1 });
        world.effects.clear();
        world
    }

    /// Returns a client at the board that plays `me`.
    pub fn at_board(me: Color) -> Self {
        let mut world = Self::in_lobby();
        let seats = if me == Color::Red { (ME, OTHER) } else { (OTHER, ME) };
        world.receive_event(started(seats.0, seats.1));
        world.effects.clear();
        world
    }

    /// A game of red by the first version of the rules, in which repetitions end nothing.
    pub fn at_old_board() -> Self {
        let mut world = Self::in_lobby();
        let mut event = started(ME, OTHER);
        let GameEvent::Started(start) = &mut event else { panic!("{event:?}") };
        start.rules = RulesVersion::V1;
        world.receive_event(event);
        world
    }

    /// The server admits the user.
    pub fn joined(&mut self, resumed: bool) {
        self.receive(DoorMessage::Joined {
            player: ME,
            name: name("楚河客"),
            token: TOKEN,
            resumed,
            registered: false,
            hall: None,
        });
    }

    /// Passes an event to the app, and keeps the effects.
    pub fn update(&mut self, event: Event) {
        for effect in self.app.update(event, self.now) {
            if let Effect::Window(WindowEffect::Call(call)) = effect {
                self.calls.push(call.message);
            } else if let Effect::Machine(MachineEffect::Sound { sound, .. }) = effect {
                self.sounds.push(sound);
            } else if let Effect::Machine(MachineEffect::SearchNearby(begins)) = effect {
                self.searches.push(begins);
            } else {
                self.effects.push(effect);
            }
        }
    }

    /// The user acts.
    pub fn act(&mut self, action: Action) {
        self.update(Event::Action(action));
    }

    /// Something happens to the connection.
    pub fn network(&mut self, event: NetworkEvent) {
        self.update(Event::Network(event));
    }

    /// Loses the connection, and opens the next one after the usual delay.
    pub fn reconnect(&mut self) {
        self.network(NetworkEvent::Closed(Closed::ByServer));
        self.wait(500);
        self.network(NetworkEvent::Connected);
    }

    /// The server sends a message.
    pub fn receive(&mut self, message: impl Into<ServerMessage>) {
        let message = message.into();
        self.network(NetworkEvent::Received(Box::new(message)));
    }

    /// Receives the next event of the game.
    pub fn receive_event(&mut self, event: GameEvent) {
        let first = self.next;
        self.next += 1;
        self.receive(TableMessage::Events { first, events: vec![event] }.at(GAME));
    }

    /// Lets so many milliseconds go by.
    pub fn wait(&mut self, ms: u64) {
        self.now = self.now.plus_ms(ms);
        self.update(Event::Tick);
    }

    /// Where this square or station is in the first window.
    pub fn point(&self, square: &str) -> Point {
        let station = || Place::Station(square.parse().unwrap());
        let place = square.parse().map_or_else(|_| station(), Place::Square);
        self.table().layout(FIRST_WINDOW).board.point(place).unwrap()
    }

    /// Clicks this square or station.
    pub fn click(&mut self, square: &str) {
        self.tap(self.point(square));
    }

    /// A tap on the board.
    pub fn tap(&mut self, at: Point) {
        for pointer in [Pointer::Moved(at), Pointer::Pressed(at), Pointer::Released(at)] {
            self.update(Event::Pointer(pointer));
        }
    }

    /// Drags from one square or station to another.
    pub fn drag(&mut self, from: &str, to: &str) {
        let (from, to) = (self.point(from), self.point(to));
        let path = [Pointer::Pressed(from), Pointer::Moved(to), Pointer::Released(to)];
        for pointer in path {
            self.update(Event::Pointer(pointer));
        }
    }

    /// The table on the screen.
    pub fn table(&self) -> &Table {
        self.app.sessions.table().unwrap()
    }

    /// Returns the messages to the server since the last call, and drops the other effects.
    pub fn take_sent(&mut self) -> Vec<ClientMessage> {
        let sent = |effect| {
            let Effect::Connection(ConnectionEffect::Send(request)) = effect else { return None };
            Some(request.message)
        };
        self.effects.drain(..).filter_map(sent).collect()
    }

    /// Whether the app has asked for a connection.
    pub fn connects(&self) -> bool {
        let is_connect =
            |effect: &Effect| matches!(effect, Effect::Connection(ConnectionEffect::Connect { .. }));
        self.effects.iter().any(is_connect)
    }

    /// The number of the last request to the server.
    pub fn last_request(&self) -> u32 {
        let number = |effect: &Effect| {
            let Effect::Connection(ConnectionEffect::Send(request)) = effect else { return None };
            Some(request.number)
        };
        self.effects.iter().rev().find_map(number).unwrap()
    }

    /// The notice on the screen.
    pub fn notice(&self) -> Option<&Notice> {
        self.app.desk.notice(self.now)
    }

    /// The letter of the piece on this square, as in a FEN.
    pub fn piece(&self, square: &str) -> Option<char> {
        let square: chuhe_rules::xiangqi::Square = square.parse().unwrap();
        let board = self.table().board().xiangqi(self.now);
        board.pieces.iter().find(|(at, _)| *at == square).map(|(_, piece)| piece.fen_letter())
    }

    /// Acts at the table.
    pub fn press(&mut self, action: TableAction) {
        self.act(Action::Table(action));
    }
}

/// The request to play this move as the half-move `ply`.
pub fn play(mv: &str, ply: u16) -> ClientMessage {
    TableRequest::Play { ply, mv: GameMove::Xiangqi(mv.parse().unwrap()), premove: false }.at(GAME)
}
