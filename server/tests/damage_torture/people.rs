//! Players in pairs, and what they know of their games.

use crate::client::Client;
use crate::program::Started;
use crate::random::Random;
use chuhe_protocol::greeting::VERSION;
use chuhe_protocol::{
    AccountMessage, AccountRequest, ArchiveMessage, ArchiveRequest, ClientMessage, ColorChoice, Cursor,
    DoorMessage, DoorRequest, Event, GameId, LobbyMessage, LobbyRequest, Password, PlayerId, ServerMessage,
    SessionToken, TableMessage, TableRequest, Terms, ValidTerms,
};
use chuhe_rules::{Color, Game, GameMove};
use std::collections::BTreeSet;
use std::time::Duration;

/// The number of pairs.
const PAIRS: usize = 5;
/// Every third pair has registered names.
const REGISTERED: usize = 3;
/// A game ends and another one begins after this many plies.
const PLIES: u16 = 24;
/// How long a server may take to answer a move before it counts as paused.
const ANSWER: Duration = Duration::from_secs(5);

/// How to play on.
#[derive(Clone, Copy)]
pub(super) struct Play {
    pub(super) moves: usize,
    /// Whether a last move is sent whose answer nobody awaits.
    pub(super) in_flight: bool,
}

/// What a player knows.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) name: String,
    pub(super) id: PlayerId,
    pub(super) token: SessionToken,
    pub(super) is_registered: bool,
    /// The game at the board, with the events that were received.
    pub(super) game: Option<(GameId, Vec<Event>)>,
    /// The finished games.
    pub(super) finished: BTreeSet<GameId>,
}

/// A player, with a connection unless the server is gone.
pub(super) struct Person {
    pub(super) known: Known,
    client: Option<Client>,
}

/// Players; 2n and 2n+1 play each other.
#[derive(Default)]
pub(super) struct People(pub(super) Vec<Person>);

/// What a server has answered to a player who came back.
#[derive(Debug, Default)]
pub(super) struct Answered {
    /// Whether the token was accepted.
    pub(super) is_resumed: bool,
    /// The game at the board.
    pub(super) game: Option<(GameId, Vec<Event>)>,
    /// The games that are set aside.
    pub(super) set_aside: BTreeSet<GameId>,
    /// The finished games; `None` if the server cannot say.
    pub(super) finished: Option<BTreeSet<GameId>>,
    pub(super) is_paused: bool,
}

impl People {
    /// What they know, without their connections.
    pub(super) fn known(&self) -> Self {
        Self(self.0.iter().map(|person| Person { known: person.known.clone(), client: None }).collect())
    }

    /// Joins a server; some register their names.
    pub(super) async fn join(&mut self, server: &mut Started, random: &mut Random) {
        for number in 0..2 * PAIRS {
            let name = format!("p{number}x{}", random.below(1_000_000));
            let mut client = Client::connect(server.address).await;
            let ServerMessage::Door(DoorMessage::Joined { token, player, .. }) = client.join(&name).await
            else {
                panic!("{name} cannot join")
            };
            let is_registered = number / 2 % REGISTERED == 0;
            if is_registered {
                client.send(AccountRequest::Register { password: Password("a long password".into()) }).await;
                client
                    .until(|message| {
                        matches!(message, ServerMessage::Account(AccountMessage::Registered)).then_some(())
                    })
                    .await;
            }
            let known =
                Known { name, id: player, token, is_registered, game: None, finished: BTreeSet::new() };
            self.0.push(Person { known, client: Some(client) });
        }
    }

    /// Comes back to a server with whole data.
    pub(super) async fn resume(&mut self, server: &mut Started) {
        for person in &mut self.0 {
            let answered = person.resume(server).await;
            assert!(answered.is_resumed, "whole data has the session of {}", person.known.name);
            if let Some(game) = answered.game {
                person.known.game = Some(game);
            }
        }
    }

    /// Plays some moves in random games, until the server pauses or ends. Games begin and end.
    pub(super) async fn play(&mut self, server: &mut Started, random: &mut Random, how: Play) {
        for _ in 0..how.moves {
            let pair = random.below(self.0.len() / 2);
            let Some([one, other]) =
                self.0.get_mut(2 * pair..2 * pair + 2).and_then(|two| two.as_mut_array())
            else {
                return;
            };
            let went_on = tokio::time::timeout(ANSWER, step(one, other, random)).await;
            if !matches!(went_on, Ok(Some(()))) || server.ended_by_itself() {
                return;
            }
        }
        if how.in_flight {
            self.send_move(random).await;
        }
    }

    /// Sends a move whose answer nobody awaits.
    pub(super) async fn send_move(&mut self, random: &mut Random) {
        if let Some(person) = self.0.iter_mut().find(|person| person.is_to_move()) {
            person.send_move(random).await;
        }
    }

    /// Plays on in the games of pairs who both came back; returns the moves that were made.
    pub(super) async fn play_pairs(&mut self, server: &mut Started, random: &mut Random, how: Play) -> usize {
        let plays = |person: &Person| person.known.game.as_ref().map(|(game, _)| *game);
        let mut moves = 0;
        for _ in 0..how.moves {
            let pair = random.below(self.0.len() / 2);
            let Some([one, other]) =
                self.0.get_mut(2 * pair..2 * pair + 2).and_then(|two| two.as_mut_array())
            else {
                break;
            };
            if plays(one).is_none() || plays(one) != plays(other) {
                continue;
            }
            let went_on = tokio::time::timeout(ANSWER, step(one, other, random)).await;
            if !matches!(went_on, Ok(Some(()))) || server.ended_by_itself() {
                break;
            }
            moves += 1;
        }
        moves
    }

    /// Receives what a server that has ended has still sent.
    pub(super) async fn receive_rest(&mut self) {
        for person in &mut self.0 {
            while person.receive().await.is_some() {}
        }
    }
}

/// Takes a step in the game of a pair; `None` if the server does not go on.
async fn step(one: &mut Person, other: &mut Person, random: &mut Random) -> Option<()> {
    let over = |person: &Person| person.is_over();
    match &one.known.game {
        None => begin(one, other).await,
        Some((game, _)) if over(one) => {
            let game = *game;
            for person in [one, other] {
                person.known.finished.insert(game);
                person.known.game = None;
                person.send(TableRequest::Leave.at(game)).await;
                person.send(DoorRequest::Ping { nonce: 1, round_trip_ms: None }).await;
                person
                    .until(|message| matches!(message, ServerMessage::Door(DoorMessage::Pong { .. })))
                    .await?;
            }
            Some(())
        }
        Some((game, _)) if one.plies() >= PLIES => {
            one.send(TableRequest::Resign.at(*game)).await;
            one.until_event().await?;
            while !over(other) {
                other.until_event().await?;
            }
            Some(())
        }
        Some(_) => {
            let (mover, watcher) = if one.is_to_move() { (one, other) } else { (other, one) };
            let plies = mover.plies();
            mover.send_move(random).await;
            for person in [mover, watcher] {
                while person.plies() == plies && !over(person) {
                    person.until_event().await?;
                }
            }
            Some(())
        }
    }
}

async fn begin(red: &mut Person, black: &mut Person) -> Option<()> {
    let terms = Terms { color: ColorChoice::Red, ..Terms::default() };
    red.send(LobbyRequest::Challenge { opponent: black.known.id, terms }).await;
    let mut challenge = None;
    black
        .until(|message| {
            if let ServerMessage::Lobby(LobbyMessage::ChallengeOpened(opened)) = message {
                challenge = Some(opened.id);
            }
            challenge.is_some()
        })
        .await?;
    black.send(LobbyRequest::AcceptChallenge { challenge: challenge? }).await;
    red.until_event().await?;
    black.until_event().await
}

impl Person {
    async fn send(&mut self, message: impl Into<ClientMessage>) {
        let message = message.into();
        if let Some(client) = &mut self.client {
            client.send(message).await;
        }
    }

    /// Receives a message, and records its events. `None` if the connection is closed.
    async fn receive(&mut self) -> Option<ServerMessage> {
        let message = self.client.as_mut()?.receive().await?;
        if let ServerMessage::Door(DoorMessage::Joined { token, .. }) = &message {
            self.known.token = *token;
        }
        if let ServerMessage::Table { game, message: TableMessage::Events { first, events } } = &message
            && !self.known.finished.contains(game)
        {
            let (_, known) = self.known.game.get_or_insert_with(|| (*game, Vec::new()));
            known.truncate(*first as usize);
            known.extend(events.iter().cloned());
        }
        Some(message)
    }

    /// Receives until a message is the wanted one.
    async fn until(&mut self, mut wanted: impl FnMut(&ServerMessage) -> bool) -> Option<()> {
        while !wanted(&self.receive().await?) {}
        Some(())
    }

    async fn until_event(&mut self) -> Option<()> {
        self.until(|message| {
            matches!(message, ServerMessage::Table { message: TableMessage::Events { .. }, .. })
        })
        .await
    }

    /// Comes back, asks for everything, and records nothing but the new token.
    pub(super) async fn resume(&mut self, server: &Started) -> Answered {
        let mut client = Client::connect(server.address).await;
        let mut answered = Answered::default();
        if !client.greet(VERSION).await.welcome {
            return answered;
        }
        let cursor = self.known.game.as_ref().map(|(game, _)| Cursor { game: *game, next: 0 });
        let seen = cursor.into_iter().collect();
        client.send(DoorRequest::Resume { token: self.known.token, seen, hall: None }).await;
        client.send(ArchiveRequest::ListGames { before: None }).await;
        client.send(DoorRequest::Ping { nonce: 7, round_trip_ms: None }).await;
        let mut listed = BTreeSet::new();
        loop {
            let received = tokio::time::timeout(ANSWER, client.receive()).await;
            let Ok(Some(message)) = received else { break };
            match message {
                ServerMessage::Door(DoorMessage::Joined { token, resumed, .. }) => {
                    (self.known.token, answered.is_resumed) = (token, resumed);
                }
                ServerMessage::Table { game, message: TableMessage::Events { first, events } } => {
                    let (_, known) = answered.game.get_or_insert_with(|| (game, Vec::new()));
                    known.truncate(first as usize);
                    known.extend(events);
                }
                ServerMessage::Table { game, message: TableMessage::SetAside } => {
                    answered.set_aside.insert(game);
                }
                ServerMessage::Door(DoorMessage::Paused) => answered.is_paused = true,
                ServerMessage::Archive(ArchiveMessage::Games { games, more }) => {
                    listed.extend(games.iter().map(|game| game.game));
                    answered.finished = (!more).then(|| listed.clone());
                    break;
                }
                // of the list, or of the token
                ServerMessage::Refused { .. } => break,
                _ => {}
            }
        }
        // what belongs to the welcome comes before the list
        self.client = Some(client);
        answered
    }

    fn events(&self) -> &[Event] {
        self.known.game.as_ref().map_or(&[], |(_, events)| events)
    }

    pub(super) fn plies(&self) -> u16 {
        let played = self.events().iter().filter(|event| matches!(event, Event::Played { .. }));
        u16::try_from(played.count()).expect("the count is small")
    }

    pub(super) fn is_over(&self) -> bool {
        self.events().iter().any(|event| matches!(event, Event::Ended { .. }))
    }

    fn is_to_move(&self) -> bool {
        !self.is_over() && self.board().is_some_and(|(board, color)| board.turn() == Some(color))
    }

    /// The board, and the player's colour.
    fn board(&self) -> Option<(Game, Color)> {
        let Some(Event::Started(start)) = self.events().first() else { return None };
        let color = Color::ALL.into_iter().find(|color| start.seats[*color].player == self.known.id)?;
        let mut board = ValidTerms::parse_under(start.rules, start.terms.clone()).ok()?.new_game();
        for event in self.events() {
            if let Event::Played { by, mv, .. } = event {
                board.play(*by, *mv).expect("a legal move");
            }
        }
        Some((board, color))
    }

    async fn send_move(&mut self, random: &mut Random) {
        let Some((Game::Xiangqi(board), _)) = self.board() else { return };
        let moves = board.position().legal_moves();
        let Some(mv) = moves.get(random.below(moves.len().max(1))).copied() else { return };
        let Some((game, _)) = self.known.game else { return };
        let ply = self.plies();
        self.send(TableRequest::Play { ply, mv: GameMove::Xiangqi(mv), premove: false }.at(game)).await;
    }
}
