//! A player behind a relay, who collects the events of a game.
//!
//! Each event must arrive once and in order, however often the player reconnects.

use super::relay::{Cut, Link, Relay};
use crate::client::Client;
use chuhe_protocol::greeting::Hello;
use chuhe_protocol::{
    ChallengeId, ClientMessage, Cursor, DoorMessage, DoorRequest, Event, GameId, LobbyMessage, LobbyRequest,
    PlayerId, Refusal, Seq, ServerMessage, SessionToken, TableMessage, TableRequest, Terms, ValidTerms,
};
use chuhe_rules::{Game, GameMove};

pub(super) struct Player {
    /// `None` once the connection is cut or the client is dropped.
    client: Option<Client>,
    link: Option<Link>,
    id: PlayerId,
    token: SessionToken,
    game: Option<GameId>,
    pub(super) events: Vec<Event>,
    pub(super) refusals: Vec<Refusal>,
    /// The last challenge that the player received.
    challenge: Option<ChallengeId>,
    pings: u32,
}

impl Player {
    pub(super) async fn join(relay: &mut Relay, name: &str) -> Self {
        let mut client = Client::connect(relay.address).await;
        let link = relay.next().await;
        let heard = client.join(name).await;
        let ServerMessage::Door(DoorMessage::Joined { player: id, token, .. }) = heard else {
            panic!("{heard:?}")
        };
        Self {
            client: Some(client),
            link: Some(link),
            id,
            token,
            game: None,
            events: Vec::new(),
            refusals: Vec::new(),
            challenge: None,
            pings: 0,
        }
    }

    /// Begins a game as red against `black`.
    pub(super) async fn begin_game(&mut self, black: &mut Self, terms: Terms) {
        self.send(LobbyRequest::Challenge { opponent: black.id, terms }).await;
        while black.challenge.is_none() {
            black.receive().await;
        }
        let challenge = black.challenge.expect("the challenge arrived");
        black.send(LobbyRequest::AcceptChallenge { challenge }).await;
        for player in [self, black] {
            while player.game.is_none() {
                player.receive().await;
            }
        }
    }

    pub(super) async fn send(&mut self, message: impl Into<ClientMessage>) {
        let message = message.into();
        self.client().send(message).await;
    }

    pub(super) async fn play(&mut self, ply: usize, mv: GameMove) {
        let ply = u16::try_from(ply).expect("a game has a limit");
        self.send(TableRequest::Play { ply, mv, premove: false }.at(self.game())).await;
    }

    /// Receives everything that follows from the requests sent so far.
    pub(super) async fn sync(&mut self) {
        self.pings += 1;
        let pinged = self.pings;
        self.send(DoorRequest::Ping { nonce: pinged, round_trip_ms: None }).await;
        while self.receive().await != (ServerMessage::Door(DoorMessage::Pong { nonce: pinged })) {}
    }

    /// Receives until an event is `wanted`.
    pub(super) async fn until(&mut self, wanted: impl Fn(&Event) -> bool) {
        let mut known = self.events.len();
        while !self.events[known..].iter().any(&wanted) {
            known = self.events.len();
            self.receive().await;
        }
    }

    /// Receives until the connection ends; returns the last message.
    pub(super) async fn drain(&mut self) -> Option<ServerMessage> {
        let mut last = None;
        while let Some(message) = self.client().receive().await {
            self.fold(&message);
            last = Some(message);
        }
        last
    }

    async fn receive(&mut self) -> ServerMessage {
        let message = self.client().receive().await.expect("the connection is open");
        self.fold(&message);
        message
    }

    fn fold(&mut self, message: &ServerMessage) {
        match message {
            ServerMessage::Door(DoorMessage::Joined { player, token, .. }) => {
                assert_eq!(*player, self.id);
                self.token = *token;
            }
            ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) => {
                self.challenge = Some(challenge.id);
            }
            ServerMessage::Table { game, message: TableMessage::Events { first, events } } => {
                assert_eq!(self.game.get_or_insert(*game), game);
                assert_eq!(*first, self.next(), "no event is missing and none arrives twice");
                self.events.extend(events.iter().cloned());
            }
            ServerMessage::Refused { reason, .. } => self.refusals.push(*reason),
            _ => {}
        }
    }

    /// Drops the client without closing the connection.
    pub(super) fn vanish(&mut self) {
        self.client = None;
    }

    /// Cuts the connection, and receives what arrived before.
    pub(super) async fn cut(&mut self, how: Cut) {
        let link = self.link.take().expect("the connection is open");
        link.cut(how).await;
        self.drain().await;
        self.client = None;
    }

    /// Connects and resumes. Returns the previous connection if it is still open.
    pub(super) async fn resume(&mut self, relay: &mut Relay) -> Option<(Client, Link)> {
        let old = self.connect(relay).await;
        self.ask_for_seat().await;
        let heard = self.receive().await;
        assert!(matches!(heard, ServerMessage::Door(DoorMessage::Joined { resumed: true, .. })), "{heard:?}");
        old
    }

    /// Connects and resumes, but the relay holds back the answer.
    pub(super) async fn resume_unanswered(&mut self, relay: &mut Relay) {
        self.connect(relay).await;
        self.link().down.hold();
        self.ask_for_seat().await;
        self.link().down.holds(1).await;
    }

    async fn connect(&mut self, relay: &mut Relay) -> Option<(Client, Link)> {
        let mut client = Client::connect(relay.address).await;
        let link = relay.next().await;
        assert!(client.greet(Hello::current().version).await.welcome);
        self.client.replace(client).zip(self.link.replace(link))
    }

    async fn ask_for_seat(&mut self) {
        let seen = self.game.map(|game| Cursor { game, next: self.next() }).into_iter().collect();
        self.send(DoorRequest::Resume { token: self.token, seen, hall: None }).await;
    }

    /// The game after the events received so far.
    pub(super) fn board(&self) -> Game {
        let Some(Event::Started(beginning)) = self.events.first() else { panic!("no game has begun") };
        let mut board = ValidTerms::parse_under(beginning.rules, beginning.terms.clone())
            .expect("the hub starts valid games")
            .new_game();
        for event in &self.events {
            if let Event::Played { by, mv, .. } = event {
                board.play(*by, *mv).expect("received moves are legal");
            }
        }
        board
    }

    pub(super) fn game(&self) -> GameId {
        self.game.expect("the player is in a game")
    }

    fn next(&self) -> Seq {
        Seq::try_from(self.events.len()).expect("a game has a limit")
    }

    pub(super) fn link(&mut self) -> &mut Link {
        self.link.as_mut().expect("the connection is open")
    }

    pub(super) fn client(&mut self) -> &mut Client {
        self.client.as_mut().expect("the connection is open")
    }
}
