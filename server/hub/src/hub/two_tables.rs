//! For tests: a player at two tables at once, which no request brings about yet.

use super::{Hub, HubConfig};
use crate::address::Address;
use crate::boundary::{Input, Output};
use crate::connection_id::ConnectionId;
use chuhe_protocol::{
    Activity, ClientMessage, ColorChoice, Cursor, DoorMessage, DoorRequest, Event, GameId, PlayerId, Request,
    Seq, ServerMessage, SessionToken, TableMessage, TableRequest, Terms, ValidTerms,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::{Color, GameMove};

/// A hub and the messages that its connections have received.
struct World {
    hub: Hub,
    received: Vec<(ConnectionId, ServerMessage)>,
}

impl World {
    fn input(&mut self, input: Input) {
        let now = self.hub.now().plus_ms(1_000);
        self.hub.handle(now, input);
        self.collect();
        self.hub.check_invariants();
    }

    fn collect(&mut self) {
        while let Some(output) = self.hub.poll_output() {
            let (receivers, message) = if let Output::Send(to, message) = output {
                (vec![to], message)
            } else if let Output::SendAlso { to, also, message } = output {
                (vec![to, also], message)
            } else {
                continue;
            };
            self.received.extend(receivers.into_iter().map(|to| (to, message.clone())));
        }
    }

    fn ask(&mut self, from: ConnectionId, message: impl Into<ClientMessage>) {
        let request = Request { number: 7, message: message.into() };
        self.input(Input::Received(from, request));
    }

    /// Enters on a new connection; returns the player and their token.
    fn enter(&mut self, connection: ConnectionId, how: DoorRequest) -> (PlayerId, SessionToken) {
        self.input(Input::Connected(connection, Address::default(), self.hub.now()));
        self.ask(connection, how);
        let joined = |(to, message): &(ConnectionId, ServerMessage)| {
            let ServerMessage::Door(DoorMessage::Joined { player, token, .. }) = message else { return None };
            (*to == connection).then_some((*player, *token))
        };
        self.received.iter().find_map(joined).expect("the player has joined")
    }

    fn begin(&mut self, red: PlayerId, black: PlayerId) -> GameId {
        let time = TimeControl::UNTIMED;
        let (challenger_time, opponent_time) = (time, time);
        let terms = Terms { color: ColorChoice::Red, challenger_time, opponent_time, ..Terms::default() };
        let terms = ValidTerms::parse(terms).expect("the terms are valid");
        let game = self.hub.open_room([red, black], Color::Red, &terms).expect("both have accounts");
        self.hub.open_table(game);
        self.hub.end_step();
        self.collect();
        self.hub.check_invariants();
        game
    }

    fn play(&mut self, from: ConnectionId, game: GameId, ply: u16, mv: &str) {
        let mv = GameMove::Xiangqi(mv.parse().expect("a move"));
        self.ask(from, TableRequest::Play { ply, mv, premove: false }.at(game));
    }

    /// Takes the events that a connection has received, by game, with the number of the first.
    fn events_at(&mut self, at: ConnectionId) -> Vec<(GameId, Seq, Vec<Event>)> {
        let received = std::mem::take(&mut self.received).into_iter().filter(|(to, _)| *to == at);
        let events = received.filter_map(|(_, message)| {
            let ServerMessage::Table { game, message } = message else { return None };
            let TableMessage::Events { first, events } = message else { return None };
            Some((game, first, events))
        });
        events.collect()
    }

    fn activity(&self, player: PlayerId) -> Activity {
        self.hub.lobby.presence.get(player).expect("the player is listed").activity
    }
}

fn join(name: &str) -> DoorRequest {
    DoorRequest::Join { name: name.into(), hall: None }
}

#[test]
fn a_player_plays_at_two_tables_and_resumes_both() {
    let mut world = World { hub: Hub::new(HubConfig::seeded([3; 32])), received: Vec::new() };
    let [at_an, at_bo, at_cy, at_an_again] = [1, 2, 3, 4].map(ConnectionId);
    let (an, token) = world.enter(at_an, join("An"));
    let (bo, _) = world.enter(at_bo, join("Bo"));
    let (cy, _) = world.enter(at_cy, join("Cy"));
    let [first, second] = [bo, cy].map(|opponent| world.begin(an, opponent));
    assert!(matches!(world.activity(an), Activity::Playing { game, .. } if game == second));
    world.received.clear();

    // each move reaches the table that it names
    world.play(at_an, first, 0, "h2e2");
    world.play(at_an, second, 0, "b2e2");
    world.play(at_bo, first, 1, "h9g7");
    let games: Vec<GameId> = world.events_at(at_an).into_iter().map(|(game, ..)| game).collect();
    assert_eq!(games, [first, second, first]);
    world.play(at_bo, second, 1, "h9g7");
    let not_yours = |(to, message): &(_, _)| *to == at_bo && matches!(message, ServerMessage::Refused { .. });
    assert!(world.received.iter().any(not_yours), "{:?}", world.received);

    // an absence is one at both tables
    world.received.clear();
    world.input(Input::Disconnected(at_an));
    let room_of = |world: &World, game| world.hub.floor.rooms.get(game).expect("it is open").next();
    assert_eq!([first, second].map(|game| room_of(&world, game)), [4, 3]);
    let seen = vec![Cursor { game: second, next: 2 }, Cursor { game: first, next: 1 }];
    let resumed = world.enter(at_an_again, DoorRequest::Resume { token, seen, hall: None });
    assert_eq!(resumed.0, an);
    let missed: Vec<(GameId, Seq, usize)> = world
        .events_at(at_an_again)
        .into_iter()
        .map(|(game, from, events)| (game, from, events.len()))
        .collect();
    assert_eq!(missed, [(first, 1, 4), (second, 2, 2)]);

    // the other game goes on where one ends, and the player is shown there
    world.play(at_cy, second, 1, "h9g7");
    world.ask(at_an_again, TableRequest::Resign.at(second));
    assert!(matches!(world.activity(an), Activity::Playing { game, .. } if game == first));
    world.ask(at_an_again, TableRequest::Leave.at(second));
    assert!(matches!(world.activity(an), Activity::Playing { game, .. } if game == first));
    world.play(at_an_again, first, 2, "h0g2");
    let room = world.hub.floor.rooms.get(first).expect("it is open");
    assert_eq!((room.ply(), room.color_of(an)), (3, Some(Color::Red)));
    world.ask(at_an_again, TableRequest::Resign.at(first));
    world.ask(at_an_again, TableRequest::Leave.at(first));
    assert_eq!((world.activity(an), world.hub.floor.rooms.tables(an)), (Activity::Idle, Vec::new()));
}
