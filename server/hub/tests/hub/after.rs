//! After the end of a game: results, rematches and leaving the table.

use crate::world::{MATE, QUARTER, Table, World, mv, timed, untimed};
use chuhe_protocol::{
    Activity, ChallengeEnd, ClientMessage, ColorChoice, DoorRequest, EarlierGames, Event, GameId, GameKind,
    GameStart, LobbyMessage, LobbyRequest, OfferEnd, PresenceChange, Refusal, ServerMessage, TableMessage,
    TableRequest, Terms, limits,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::offers::{OfferKind, OfferKind::Rematch, OfferRefusal};
use chuhe_rules::{Color, PerColor};

fn rematch(table: &Table) -> ClientMessage {
    TableRequest::Offer { kind: Rematch }.at(table.game)
}

fn answer(table: &Table, accept: bool) -> ClientMessage {
    TableRequest::AnswerOffer { kind: Rematch, accept }.at(table.game)
}

fn leave(table: &Table) -> ClientMessage {
    TableRequest::Leave.at(table.game)
}

fn over(terms: Terms) -> (World, Table) {
    let mut world = World::new();
    let mut table = world.table(terms);
    world.play(&mut table, &MATE);
    world.discard_received();
    (world, table)
}

#[test]
fn both_players_receive_the_result_its_reason_and_both_clocks() {
    let (world, table) = over(timed(QUARTER));
    for client in [table.red(), table.black()] {
        let journal = world.journal(client, table.game);
        let Some(Event::Ended { clocks, .. }) = journal.last() else { panic!("{journal:?}") };
        assert_eq!(clocks.running, None);
        assert!(clocks.sides.red.game_ms.is_some() && clocks.sides.black.game_ms.is_some());
    }
}

#[test]
fn a_rematch_swaps_colours_and_each_player_keeps_their_times() {
    let odds = TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED };
    let terms = Terms { opponent_time: odds, ..timed(QUARTER) };
    let (mut world, mut table) = over(terms.clone());
    // in the first game Bo was red with fifteen minutes, and An black with one minute
    for color in [ColorChoice::Black, ColorChoice::Red] {
        let (red, black) = (table.red(), table.black());
        world.send(red, rematch(&table));
        assert_eq!(world.events(black), [Event::Offered { by: Color::Red, kind: Rematch }]);
        world.send(black, answer(&table, true));
        let received = world.received(red);
        let Some(ServerMessage::Table { game, message: TableMessage::Events { first: 0, events } }) =
            received.last()
        else {
            panic!("{received:?}")
        };
        let [Event::Started(beginning)] = &events[..] else { panic!("{events:?}") };
        let GameStart { seats, times, terms: sent, rematch_of, .. } = &**beginning;
        assert_eq!(rematch_of.map(|earlier| earlier.last), Some(table.game));
        assert_ne!(*game, table.game);
        assert_eq!((seats.red.player, seats.black.player), (black.player, red.player));
        assert_eq!(*sent, Terms { color, ..terms.clone() });
        let bo = if color == ColorChoice::Red { Color::Red } else { Color::Black };
        assert_eq!((times[bo], times[bo.opponent()]), (QUARTER, odds));
        let play = TableRequest::Play { ply: 5, mv: mv("a0a1"), premove: false }.at(table.game);
        assert_eq!(world.refused(red, play), Refusal::NoSuchGame, "the old table is closed");
        table.game = *game;
        table.seats = PerColor::new(black, red);
        table.ply = 0;
        world.discard_received();
        world.play(&mut table, &MATE);
        world.discard_received();
    }
}

/// The games before the present one of this table, as its players received them.
fn earlier(world: &World, table: &Table) -> Option<EarlierGames> {
    let both = [table.red(), table.black()].map(|client| world.journal(client, table.game));
    let earlier = both.map(|events| {
        let [Event::Started(start), ..] = &events[..] else { panic!("{events:?}") };
        start.rematch_of
    });
    assert_eq!(earlier[0], earlier[1]);
    earlier[0]
}

/// Begins the rematch of the game at this table; returns the number of the game.
fn begin_rematch(world: &mut World, table: &mut Table) -> GameId {
    world.discard_received();
    world.send(table.red(), rematch(table));
    world.send(table.black(), rematch(table));
    let next = world.game_of(table.red());
    let seats = PerColor::new(table.black(), table.red());
    std::mem::replace(table, Table { game: next, seats, ply: 0 }).game
}

#[test]
fn a_rematch_begins_with_the_results_of_the_match_also_after_a_restart() {
    let (mut world, mut table) = over(untimed());
    // red has mated, and is black in the rematch
    let last = begin_rematch(&mut world, &mut table);
    assert_eq!(earlier(&world, &table), Some(EarlierGames { last, won: PerColor::new(0, 1), drawn: 0 }));
    // a game without a result does not count
    world.send(table.red(), TableRequest::Abort.at(table.game));
    let last = begin_rematch(&mut world, &mut table);
    assert_eq!(earlier(&world, &table), Some(EarlierGames { last, won: PerColor::new(1, 0), drawn: 0 }));
    world.discard_received();
    world.play(&mut table, &["b2e2", "b9c7"]);
    world.restart();
    table.seats = PerColor::new(world.resume(table.red(), None).0, world.resume(table.black(), None).0);
    assert_eq!(earlier(&world, &table), Some(EarlierGames { last, won: PerColor::new(1, 0), drawn: 0 }));
    let draw = TableRequest::Offer { kind: OfferKind::Draw };
    world.send(table.red(), draw.clone().at(table.game));
    world.send(table.black(), draw.at(table.game));
    let last = begin_rematch(&mut world, &mut table);
    assert_eq!(earlier(&world, &table), Some(EarlierGames { last, won: PerColor::new(0, 1), drawn: 1 }));
}

#[test]
fn a_rematch_offer_accepts_an_open_one() {
    let (mut world, table) = over(untimed());
    world.send(table.red(), rematch(&table));
    assert_eq!(world.refused(table.red(), rematch(&table)), Refusal::Offer(OfferRefusal::Pending));
    world.send(table.black(), rematch(&table));
    world.game_of(table.red());
}

#[test]
fn a_declined_rematch_cannot_be_offered_again_for_a_minute() {
    let (mut world, table) = over(untimed());
    world.send(table.red(), rematch(&table));
    world.send(table.black(), answer(&table, false));
    for client in [table.red(), table.black()] {
        let wait = Refusal::Offer(OfferRefusal::TooSoon { wait_ms: 60_000 });
        assert_eq!(world.refused(client, rematch(&table)), wait);
    }
    world.advance_with(&[table.red(), table.black()], 60_000);
    world.send(table.red(), rematch(&table));
    world.send(table.black(), answer(&table, true));
    world.game_of(table.red());
}

#[test]
fn players_who_leave_the_table_are_idle_in_the_lobby() {
    let (mut world, table) = over(untimed());
    let cy = world.join("Cy");
    world.send(table.red(), leave(&table));
    let changes = world.presence(cy);
    let [PresenceChange::Here(player)] = &changes[..] else { panic!("{changes:?}") };
    assert_eq!((player.id, player.activity), (table.red().player, Activity::Idle));
    assert_eq!(world.events(table.black()), [Event::Left { color: Color::Red }]);
    let received = world.received(table.red());
    let [
        ServerMessage::Table { message: TableMessage::Events { events, .. }, .. },
        ServerMessage::Lobby(LobbyMessage::Players { first: true, .. }),
    ] = &received[..]
    else {
        panic!("{received:?}");
    };
    assert_eq!(events[..], [Event::Left { color: Color::Red }]);
    world.knows_all(table.red());
    assert_eq!(world.refused(table.red(), leave(&table)), Refusal::NotYourGame);
    world.challenge(cy, table.red(), Terms::default());
}

#[test]
fn a_running_game_cannot_be_left() {
    let mut world = World::new();
    let table = world.table(untimed());
    assert_eq!(world.refused(table.red(), leave(&table)), Refusal::GameRunning);
}

#[test]
fn a_rematch_needs_both_players_at_the_table() {
    let (mut world, table) = over(untimed());
    world.send(table.black(), rematch(&table));
    world.send(table.red(), leave(&table));
    let closed = Event::OfferClosed { by: Color::Black, kind: Rematch, how: OfferEnd::Declined };
    let events = world.events(table.black());
    assert_eq!(events[1..], [closed, Event::Left { color: Color::Red }]);
    assert_eq!(world.refused(table.black(), rematch(&table)), Refusal::OpponentLeft);
}

#[test]
fn a_rematch_offer_outlives_a_lost_connection_and_is_accepted_once_it_is_back() {
    let (mut world, table) = over(untimed());
    world.send(table.red(), rematch(&table));
    world.lose(table.red());
    let offered = Event::Offered { by: Color::Red, kind: Rematch };
    assert_eq!(world.events(table.black()), [offered], "nothing is withdrawn");
    for accept in [answer(&table, true), rematch(&table)] {
        assert_eq!(world.refused(table.black(), accept), Refusal::OpponentAway);
    }
    world.restart();
    let (black, _) = world.resume(table.black(), None);
    let (red, _) = world.resume(table.red(), None);
    world.send(black, answer(&table, true));
    world.game_of(red);
    world.hub.check_invariants();
}

#[test]
fn a_player_who_quits_after_the_end_leaves_the_table() {
    let (mut world, table) = over(untimed());
    let cy = world.join("Cy");
    world.send(table.red(), DoorRequest::Quit);
    assert_eq!(world.events(table.black()), [Event::Left { color: Color::Red }]);
    assert_eq!(world.presence(cy), [PresenceChange::Gone(table.red().player)]);
}

#[test]
fn a_player_whose_name_expires_leaves_the_table() {
    let (mut world, table) = over(untimed());
    let cy = world.join("Cy");
    world.lose(table.red());
    world.advance_with(&[table.black(), cy], limits::GUEST_NAME_MS);
    assert_eq!(world.events(table.black()), [Event::Left { color: Color::Red }]);
    let gone = PresenceChange::Gone(table.red().player);
    assert_eq!(world.presence(cy).last(), Some(&gone));
}

#[test]
fn players_at_a_finished_board_are_not_listed_as_playing() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let cy = world.join("Cy");
    world.play(&mut table, &MATE);
    world.knows_all(cy);
    for (client, opponent) in [(table.red(), table.black()), (table.black(), table.red())] {
        let here = world.list_entry(client).expect("they are listed");
        let (game, opponent, kind) = (table.game, opponent.player, GameKind::Xiangqi);
        assert_eq!(here.activity, Activity::AtBoard { game, opponent, kind });
    }
    assert_eq!(world.hub.operators().gauges().games, 0);
    world.hub.check_invariants();
}

#[test]
fn a_player_at_a_finished_board_is_challenged_and_accepts_there() {
    let (mut world, table) = over(untimed());
    let cy = world.join("Cy");
    world.send(table.red(), rematch(&table));
    world.discard_received();
    world.send(cy, LobbyRequest::Challenge { opponent: table.red().player, terms: Terms::default() });
    let received = world.received(table.red());
    let Some(ServerMessage::Lobby(LobbyMessage::ChallengeOpened(open))) = received.last() else {
        panic!("{received:?}")
    };
    let names = |change: PresenceChange| match change {
        PresenceChange::Here(player) => Some(player.id),
        PresenceChange::Gone(_) => None,
    };
    let introduced: Vec<_> = world.presence(table.red()).into_iter().filter_map(names).collect();
    assert!(introduced.contains(&cy.player), "the challenger is shown at a board, too");
    world.discard_received();
    world.send(table.red(), LobbyRequest::AcceptChallenge { challenge: open.id });
    let game = world.game_of(cy);
    assert_ne!(game, table.game);
    let closed = Event::OfferClosed { by: Color::Red, kind: Rematch, how: OfferEnd::Withdrawn };
    assert_eq!(
        world.events(table.black()),
        [closed, Event::Left { color: Color::Red }],
        "the rematch offer ends with the board"
    );
    assert_eq!(world.journal(table.red(), game).len(), 1);
    assert_eq!(world.refused(table.red(), leave(&table)), Refusal::NotYourGame);
    world.hub.check_invariants();
    // the other one is at the finished board still, and challenges from there
    let di = world.join("Di");
    world.challenge(table.black(), di, Terms::default());
    world.hub.check_invariants();
}

#[test]
fn a_rematch_closes_the_challenges_to_its_players() {
    let (mut world, table) = over(untimed());
    let cy = world.join("Cy");
    world.challenge(cy, table.red(), Terms::default());
    world.send(table.red(), rematch(&table));
    world.send(table.black(), answer(&table, true));
    world.game_of(table.red());
    let received = world.received(cy);
    assert!(
        matches!(
            received[..],
            [ServerMessage::Lobby(LobbyMessage::ChallengeClosed { how: ChallengeEnd::Busy, .. })]
        ),
        "{received:?}"
    );
    assert_eq!(
        world.refused(cy, LobbyRequest::Challenge { opponent: table.red().player, terms: Terms::default() }),
        Refusal::OpponentBusy
    );
    world.hub.check_invariants();
}

#[test]
fn players_at_a_finished_board_are_challenged_after_a_restart_too() {
    let (mut world, table) = over(untimed());
    let cy = world.join("Cy");
    world.challenge(cy, table.red(), Terms::default());
    world.restart();
    world.hub.check_invariants();
    let (red, received) = world.resume(table.red(), None);
    assert!(
        received
            .iter()
            .any(|message| matches!(message, ServerMessage::Lobby(LobbyMessage::ChallengeOpened(_))))
    );
    assert!(world.journal(red, table.game).len() > MATE.len());
}
