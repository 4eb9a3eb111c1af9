//! Watching: who may watch, what spectators receive, and how it ends.

use crate::world::{Client, MATE, QUARTER, Table, World, cursor, mv, outcome, timed, untimed};
use chuhe_hub::Input;
use chuhe_protocol::{
    ChatRoom, Claim, ClientMessage, CloseReason, DoorMessage, Event, GameId, LobbyRequest, OfferEnd, Refusal,
    ServerMessage, TableMessage, TableRequest, ValidTerms, WatchEnd, WatchFrom, limits,
};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, Game, Outcome, PerColor};

/// Moves without threats or repetitions.
pub(crate) const QUIET: [&str; 8] = ["a3a4", "a6a5", "i3i4", "i6i5", "b2c2", "b7c7", "h2g2", "h7g7"];

pub(crate) fn watch(world: &mut World, client: Client, game: GameId, from: WatchFrom) {
    world.send(client, TableRequest::Watch { from }.at(game));
}

/// A spectator who watches a game from its beginning.
pub(crate) fn spectator(world: &mut World, name: &str, game: GameId) -> Client {
    let client = world.join(name);
    watch(world, client, game, WatchFrom::Start);
    client
}

pub(crate) fn ended(game: GameId, why: WatchEnd) -> ServerMessage {
    TableMessage::WatchEnded { why }.at(game)
}

/// The state of a game, built from received messages.
#[derive(Debug, Default)]
struct Received {
    game: Option<Game>,
    open_offers: Vec<(Color, OfferKind)>,
    away: PerColor<bool>,
    outcome: Option<Outcome>,
}

impl Received {
    fn apply(&mut self, messages: Vec<ServerMessage>) {
        for message in messages {
            match message {
                ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } => {
                    self.fold(events)
                }
                ServerMessage::Table { message: TableMessage::Snapshot { events, first, .. }, .. } => {
                    if first {
                        *self = Self::default();
                    }
                    self.fold(events);
                }
                _ => {}
            }
        }
    }

    fn fold(&mut self, events: Vec<Event>) {
        for event in events {
            if let Event::Started(beginning) = &event {
                self.game = Some(
                    ValidTerms::parse(beginning.terms.clone())
                        .expect("the hub starts valid games")
                        .new_game(),
                );
            }
            let game = self.game.as_mut().expect("the first event starts the game");
            match event {
                Event::Played { by, mv, .. } => {
                    game.play(by, mv).expect("received moves are legal");
                    self.open_offers.clear(); // in these games a move ends every offer
                }
                Event::TakenBack { to_ply, .. } => {
                    game.take_back_to(usize::from(to_ply));
                    self.open_offers.clear();
                }
                Event::Offered { by, kind } => self.open_offers.push((by, kind)),
                Event::OfferClosed { by, kind, .. } => self.open_offers.retain(|&offer| offer != (by, kind)),
                Event::WentAway { color, .. } | Event::FellAsleep { color, .. } => self.away[color] = true,
                Event::CameBack { color } => self.away[color] = false,
                Event::Ended { outcome, .. } => {
                    self.outcome = Some(outcome);
                    self.open_offers.clear();
                }
                _ => {}
            }
        }
    }

    /// The state, for comparisons.
    fn state(&self) -> String {
        let Some(Game::Xiangqi(game)) = &self.game else { panic!("no game was received") };
        format!("{:?} {:?} {:?} {:?}", game.position(), self.open_offers, self.away, self.outcome)
    }
}

/// Plays a whole game with every kind of event; calls `each` after each step.
fn whole_game(world: &mut World, table: &mut Table, mut each: impl FnMut(&mut World)) {
    let game = table.game;
    let offer = |kind| ClientMessage::Table { game, request: TableRequest::Offer { kind } };
    let answer =
        |kind, accept| ClientMessage::Table { game, request: TableRequest::AnswerOffer { kind, accept } };
    world.send(table.red(), TableRequest::Play { ply: 0, mv: mv(QUIET[0]), premove: false }.at(game));
    each(world);
    world.send(table.black(), TableRequest::Play { ply: 1, mv: mv(QUIET[1]), premove: false }.at(game));
    each(world);
    world.send(table.black(), offer(OfferKind::Takeback));
    each(world);
    world.send(table.red(), answer(OfferKind::Takeback, true));
    each(world);
    world.send(table.black(), TableRequest::Play { ply: 1, mv: mv(QUIET[3]), premove: false }.at(game));
    each(world);
    world.send(table.red(), offer(OfferKind::Draw));
    each(world);
    world.send(table.black(), answer(OfferKind::Draw, false));
    each(world);
    world.lose(table.black());
    each(world);
    world.advance(7_000);
    let (black, _) = world.resume(table.black(), None);
    table.seats.black = black;
    each(world);
    world.send(table.red(), TableRequest::Play { ply: 2, mv: mv(QUIET[2]), premove: false }.at(game));
    each(world);
    world.send(black, offer(OfferKind::Draw));
    world.send(black, TableRequest::WithdrawOffer { kind: OfferKind::Draw }.at(game));
    each(world);
    world.send(table.red(), TableRequest::Resign.at(game));
    each(world);
    world.send(table.red(), TableRequest::Leave.at(game));
    each(world);
}

#[test]
fn a_spectator_receives_the_same_events_as_the_players() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let cy = world.join("Cy");
    watch(&mut world, cy, table.game, WatchFrom::Start);
    let received = world.received(cy);
    assert_eq!(
        received[0],
        ServerMessage::Table { game: table.game, message: TableMessage::Watching { delay_plies: 0 } }
    );
    assert!(
        matches!(
            received[1..],
            [
                ServerMessage::Table { message: TableMessage::Events { first: 0, .. }, .. },
                ServerMessage::Table { message: TableMessage::TurnTimes { .. }, .. }
            ]
        ),
        "{received:?}"
    );
    let (game, red) = (table.game, table.red());
    whole_game(&mut world, &mut table, |world| {
        assert_eq!(world.journal(cy, game), world.journal(red, game));
    });
    let journal = world.journal(cy, table.game);
    assert!(matches!(journal.last(), Some(Event::Left { color: Color::Red })));
    let kinds = |kind: fn(&Event) -> bool| journal.iter().filter(|&event| kind(event)).count();
    assert_eq!(kinds(|event| matches!(event, Event::TakenBack { .. })), 1);
    assert_eq!(kinds(|event| matches!(event, Event::OfferClosed { how: OfferEnd::Declined, .. })), 1);
    assert_eq!(kinds(|event| matches!(event, Event::CameBack { color: Color::Black })), 1);
    world.send(table.black(), TableRequest::Leave.at(game));
    assert_eq!(world.received(cy).last(), Some(&ended(game, WatchEnd::Closed)));
}

#[test]
fn spectators_reach_the_same_state_from_any_starting_point() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let game = table.game;
    let mut first = Received::default();
    let early = spectator(&mut world, "Early", game);
    let mut others: Vec<(Client, Received)> = Vec::new();
    let mut step = 0;
    whole_game(&mut world, &mut table, |world| {
        first.apply(world.received(early));
        let now = world.join(&format!("Now{step}"));
        watch(world, now, game, WatchFrom::Current);
        let start = spectator(world, &format!("Start{step}"), game);
        // a spectator who loses the connection and resumes must reach the same state
        let back = world.join(&format!("Back{step}"));
        watch(world, back, game, WatchFrom::Start);
        let known = world.journal(back, game).len();
        let mut sent = Received::default();
        sent.apply(world.received(back));
        world.lose(back);
        let (back, _) = world.resume(back, None);
        watch(world, back, game, WatchFrom::Event(u32::try_from(known).unwrap()));
        others.extend([(now, Received::default()), (start, Received::default()), (back, sent)]);
        for (client, sent) in &mut others {
            sent.apply(world.received(*client));
            assert_eq!(sent.state(), first.state(), "in step {step}");
        }
        step += 1;
    });
    assert!(first.outcome.is_some());
    assert_eq!(step, 13);
}

#[test]
fn a_returning_spectator_receives_missed_events_or_a_snapshot() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let game = table.game;
    world.play(&mut table, &QUIET[..2]);
    let cy = spectator(&mut world, "Cy", game);
    let gap = u32::try_from(limits::SNAPSHOT_GAP).unwrap();
    world.received(cy);
    watch(&mut world, cy, game, WatchFrom::Event(2));
    let received = world.received(cy);
    assert!(matches!(
        received[..],
        [
            ServerMessage::Table { message: TableMessage::Watching { .. }, .. },
            ServerMessage::Table { message: TableMessage::Events { first: 2, .. }, .. },
            ServerMessage::Table { message: TableMessage::TurnTimes { .. }, .. }
        ]
    ));
    watch(&mut world, cy, game, WatchFrom::Event(3));
    assert_eq!(
        world.received(cy),
        [ServerMessage::Table { game, message: TableMessage::Watching { delay_plies: 0 } }],
        "the client is up to date"
    );
    // a cursor beyond the journal, as if the server had lost events
    watch(&mut world, cy, game, WatchFrom::Event(4));
    let received = world.received(cy);
    assert!(matches!(
        received[1..],
        [
            ServerMessage::Table {
                message: TableMessage::Snapshot { next: 3, first: true, last: true, .. },
                ..
            },
            ServerMessage::Table { message: TableMessage::TurnTimes { .. }, .. }
        ]
    ));
    while world.journal(table.red(), game).len() < limits::SNAPSHOT_GAP {
        world.lose(table.black());
        table.seats.black = world.resume(table.black(), cursor(game, 3)).0;
    }
    let next = u32::try_from(world.journal(table.red(), game).len()).unwrap();
    world.received(cy);
    watch(&mut world, cy, game, WatchFrom::Event(next - gap));
    assert!(matches!(
        world.received(cy)[1],
        ServerMessage::Table { message: TableMessage::Events { .. }, .. }
    ));
    watch(&mut world, cy, game, WatchFrom::Event(next - gap - 1));
    let received = world.received(cy);
    assert!(
        matches!(
            received[1],
            ServerMessage::Table { message: TableMessage::Snapshot { first: true, .. }, .. }
        ),
        "{received:?}"
    );
    let [
        ..,
        ServerMessage::Table { message: TableMessage::Snapshot { next: end, last: true, .. }, .. },
        ServerMessage::Table { message: TableMessage::TurnTimes { .. }, .. },
    ] = &received[..]
    else {
        panic!("{received:?}")
    };
    assert_eq!(*end, next);
}

#[test]
fn players_cannot_watch_and_unknown_games_are_refused() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let (cy, di) = (world.join("Cy"), world.join("Di"));
    let other = world.begin(cy, di, untimed());
    let start = WatchFrom::Start;
    let watching = |game| ClientMessage::Table { game, request: TableRequest::Watch { from: start } };
    assert_eq!(world.refused(cy, watching(GameId(7))), Refusal::NoSuchGame);
    assert_eq!(world.refused(cy, watching(table.game)), Refusal::YouAreBusy);
    assert_eq!(world.refused(cy, watching(other.game)), Refusal::CannotWatch);
    world.play(&mut table, &MATE);
    assert_eq!(
        world.refused(table.red(), watching(table.game)),
        Refusal::CannotWatch,
        "a player cannot watch their own game"
    );
    watch(&mut world, table.red(), other.game, start);
    assert_eq!(world.journal(table.red(), other.game).len(), 1);
    let late = spectator(&mut world, "Late", table.game);
    assert!(matches!(outcome(&world.journal(late, table.game)), Outcome::Won { .. }));
    world.send(table.black(), TableRequest::Leave.at(table.game));
    watch(&mut world, table.black(), table.game, start);
    assert_eq!(world.journal(table.black(), table.game), world.journal(late, table.game));
    let stranger = world.open();
    assert_eq!(world.refused_at(stranger, watching(other.game)), Refusal::NotJoined);
}

#[test]
fn requests_to_watch_are_rate_limited() {
    let mut world = World::new();
    let table = world.table(untimed());
    let cy = world.join("Cy");
    for _ in 0..limits::WATCH_BURST {
        watch(&mut world, cy, table.game, WatchFrom::Start);
        world.advance(10);
    }
    let again = TableRequest::Watch { from: WatchFrom::Start }.at(table.game);
    let wait_ms = limits::WATCH_WINDOW_MS / limits::WATCH_BURST as u64 - 10 * 10;
    assert_eq!(world.refused(cy, again.clone()), Refusal::TooManyAttempts { wait_ms });
    world.advance(wait_ms);
    world.received(cy);
    world.send(cy, again);
    assert!(matches!(
        world.received(cy)[0],
        ServerMessage::Table { message: TableMessage::Watching { .. }, .. }
    ));
}

#[test]
fn a_spectator_watches_one_game_at_a_time() {
    let mut world = World::new();
    let table = world.table(untimed());
    let (cy, di, ed) = (world.join("Cy"), world.join("Di"), world.join("Ed"));
    let other = world.begin(cy, di, untimed());
    watch(&mut world, ed, table.game, WatchFrom::Start);
    world.received(ed);
    watch(&mut world, ed, other.game, WatchFrom::Start);
    let received = world.received(ed);
    assert_eq!(received[0], ended(table.game, WatchEnd::Elsewhere));
    assert_eq!(
        received[1],
        ServerMessage::Table { game: other.game, message: TableMessage::Watching { delay_plies: 0 } }
    );
    let unwatch = |game| ClientMessage::Table { game, request: TableRequest::Unwatch };
    assert_eq!(world.refused(ed, unwatch(table.game)), Refusal::NotWatching);
    world.send(ed, unwatch(other.game));
    world.expect(ed, &[ended(other.game, WatchEnd::Left)]);
    assert_eq!(world.refused(ed, unwatch(other.game)), Refusal::NotWatching);
    // a spectator who starts a game stops watching
    watch(&mut world, ed, table.game, WatchFrom::Start);
    let flo = spectator(&mut world, "Flo", table.game);
    world.discard_received();
    world.begin(ed, flo, untimed());
    assert_eq!(world.refused(ed, unwatch(table.game)), Refusal::NotWatching);
    world.advance(limits::SPECTATORS_MS);
    assert_eq!(world.spectators(table.red()).pop().map(|(_, _, count)| count), Some(0));
    world.discard_received();
    world.send(table.red(), TableRequest::Play { ply: 0, mv: mv("h2e2"), premove: false }.at(table.game));
    for client in [ed, flo, cy] {
        world.expect(client, &[]);
    }
}

#[test]
fn starting_a_game_ends_watching() {
    let mut world = World::new();
    let table = world.table(untimed());
    let (cy, di) = (spectator(&mut world, "Cy", table.game), spectator(&mut world, "Di", table.game));
    world.discard_received();
    let challenge = world.challenge(cy, di, untimed());
    world.send(di, LobbyRequest::AcceptChallenge { challenge });
    for client in [cy, di] {
        let received = world.received(client);
        let end = received.iter().position(|message| *message == ended(table.game, WatchEnd::Elsewhere));
        let begin = received
            .iter()
            .position(|message| matches!(message, ServerMessage::Table { game, message: TableMessage::Events { .. } } if *game != table.game));
        assert!(end.is_some() && end < begin, "{received:?}");
    }
}

#[test]
fn a_rematch_ends_watching_and_its_spectators_can_follow_it() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let cy = spectator(&mut world, "Cy", table.game);
    world.play(&mut table, &MATE);
    world.discard_received();
    world.receivers.clear();
    world.send(table.red(), TableRequest::Offer { kind: OfferKind::Rematch }.at(table.game));
    world.send(table.black(), TableRequest::Offer { kind: OfferKind::Rematch }.at(table.game));
    let again = world.game_of(table.red());
    let received = world.received(cy);
    assert_eq!(received.last(), Some(&ended(table.game, WatchEnd::Rematch(again))));
    assert_eq!(received.len(), 2, "the offer and the end: {received:?}");
    watch(&mut world, cy, again, WatchFrom::Start);
    assert_eq!(world.journal(cy, again), world.journal(table.red(), again));
}

#[test]
fn requests_of_a_spectator_to_the_game_are_refused() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    world.play(&mut table, &QUIET[..2]);
    let game = table.game;
    let cy = spectator(&mut world, "Cy", game);
    let kind = OfferKind::Draw;
    world.send(table.red(), TableRequest::Offer { kind }.at(game));
    for message in [
        ClientMessage::Table {
            game,
            request: TableRequest::Play { ply: 2, mv: mv(QUIET[2]), premove: false },
        },
        ClientMessage::Table {
            game,
            request: TableRequest::Play { ply: 1, mv: mv(QUIET[1]), premove: false },
        },
        ClientMessage::Table { game, request: TableRequest::Offer { kind } },
        ClientMessage::Table { game, request: TableRequest::WithdrawOffer { kind } },
        ClientMessage::Table { game, request: TableRequest::AnswerOffer { kind, accept: true } },
        ClientMessage::Table { game, request: TableRequest::Resign },
        ClientMessage::Table { game, request: TableRequest::Abort },
        ClientMessage::Table { game, request: TableRequest::ClaimAbsence { claim: Claim::Win } },
        ClientMessage::Table { game, request: TableRequest::Leave },
        ClientMessage::Chat { room: ChatRoom::Table(game), text: "hm".into() },
    ] {
        assert_eq!(world.refused(cy, message), Refusal::NotYourGame);
    }
}

#[test]
fn players_receive_events_before_spectators() {
    let mut world = World::new();
    // the spectators connected first
    let spectators: Vec<Client> = ["Cy", "Di", "Ed"].map(|name| world.join(name)).to_vec();
    let mut table = world.table(timed(QUARTER));
    for &client in &spectators {
        watch(&mut world, client, table.game, WatchFrom::Start);
    }
    world.receivers.clear();
    world.play(&mut table, &["h2e2"]);
    // the client that played the move shows it already
    let order = [table.black(), table.red(), spectators[0], spectators[1], spectators[2]];
    assert_eq!(world.receivers, order.map(|client| client.connection));
}

#[test]
fn spectators_receive_ticks() {
    let mut world = World::new();
    let mut table = world.table(timed(QUARTER));
    world.play(&mut table, &QUIET[..2]);
    let cy = spectator(&mut world, "Cy", table.game);
    assert_eq!(world.ticks(cy).len(), 1, "the current clocks");
    world.ticks(table.red());
    world.advance_with(&[cy, table.red(), table.black()], 20_000);
    let ticks = world.ticks(cy);
    assert_eq!(ticks, world.ticks(table.red()));
    assert_eq!(ticks.len(), 4);
}

#[test]
fn a_shutdown_closes_the_connections_of_spectators() {
    let mut world = World::new();
    let table = world.table(untimed());
    let cy = spectator(&mut world, "Cy", table.game);
    let di = spectator(&mut world, "Di", table.game); // a new list of spectators waits to be sent
    world.discard_received();
    world.handle(Input::Shutdown { grace_ms: 0 });
    for client in [cy, di] {
        assert!(matches!(
            world.received(client)[..],
            [
                ServerMessage::Door(DoorMessage::ShuttingDown),
                ServerMessage::Table { message: TableMessage::Events { .. }, .. }
            ]
        ));
        assert_eq!(world.closed(client.connection), Some(CloseReason::ShuttingDown));
    }
    world.advance(2 * limits::SPECTATORS_MS);
}
