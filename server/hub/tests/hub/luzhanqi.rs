//! Luzhanqi at the table: setting up, moves, passed turns, endings and refusals.

use crate::luzhanqi_table::{Dice, by_options, follow, luzhanqi, luzhanqi_in, plain, seen};
use crate::world::{Client, Table, World, cursor, outcome};
use chuhe_hub::{Limits, Rate};
use chuhe_protocol::{
    ArchiveMessage, ArchiveRequest, Claim, ClientMessage, Event, GameTerms, InvalidTerms, LobbyRequest,
    Refusal, ServerMessage, TableMessage, TableRequest, TakebackPolicy, Terms, limits,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{
    Battle, BoardKind, EventView, Formation, IllegalFormation, IllegalMove, InvalidOptions, Options,
    SetupRefusal, Slot, Strength,
};
use chuhe_rules::offers::{OfferKind, OfferRefusal};
use chuhe_rules::{AbortReason, Color, DrawReason, GameMove, Outcome, PerColor, Viewer, WinReason};
use std::collections::BTreeSet;

const CLASSIC: BoardKind = BoardKind::Classic;

/// A game on the classic board with the plain formation on both sides.
fn plain_table(world: &mut World, terms: Terms) -> Table {
    world.armed(terms, PerColor::splat(plain()))
}

/// One second for each move.
const STEP: TimeControl = TimeControl { move_ms: 5_000, ..TimeControl::UNTIMED };

fn illegal(why: IllegalMove) -> Refusal {
    Refusal::Illegal(IllegalPlay::Luzhanqi(why))
}

/// The outcome of a game and what is revealed after it, as a client received them.
fn end_of(world: &mut World, client: Client) -> (Outcome, Vec<EventView>) {
    let events = world.events(client);
    (outcome(&events), seen(&events))
}

#[test]
fn whole_games_on_both_boards_can_be_played_by_each_players_view() {
    let mut reasons = BTreeSet::new();
    for (n, board) in (1..=4).flat_map(|n| BoardKind::ALL.map(|board| (n, board))) {
        let mut dice = Dice::new(n);
        let mut world = World::new();
        let formations = PerColor::from_fn(|_| dice.formation());
        let mut table = world.armed(luzhanqi(board), formations);
        let plies = world.play_out(&mut table, &mut dice, &[]);
        for color in Color::ALL {
            let view = world.view(&table, color);
            assert!(view.is_revealed());
            assert_eq!(
                (view.formation(Color::Red), view.formation(Color::Black)),
                (Some(&formations.red), Some(&formations.black))
            );
            let ended = outcome(&world.journal(table.seats[color], table.game));
            reasons.insert(format!("{ended:?}"));
        }
        let listed = &world.stored.lists[&table.red().player][&table.game];
        assert_eq!(listed.plies, plies);
    }
    assert!(reasons.len() > 2, "they end in more than one way: {reasons:?}");
}

#[test]
fn formations_stay_hidden_and_play_begins_when_both_have_confirmed() {
    let mut world = World::new();
    let table = world.table(luzhanqi(CLASSIC));
    let first = plain();
    let mut changed = first;
    changed.swap(Slot::new(1, 1).unwrap(), Slot::new(1, 2).unwrap()).unwrap();
    for formation in [first, changed] {
        world.send(table.red(), table.set_up(formation));
        assert_eq!(world.received(table.red()), [], "a draft gets no answer");
        assert_eq!(world.received(table.black()), []);
    }
    world.send(table.red(), table.confirm());
    let by = Color::Red;
    let placed = EventView::Placed { formation: changed };
    assert_eq!(seen(&world.events(table.red())), [placed, EventView::Confirmed { by }]);
    assert_eq!(seen(&world.events(table.black())), [EventView::Withheld, EventView::Confirmed { by }]);
    assert_eq!(world.refused(table.red(), table.march("s11s12")), illegal(IllegalMove::NotBegun));

    world.send(table.red(), table.withdraw());
    for client in [table.red(), table.black()] {
        assert_eq!(seen(&world.events(client)), [EventView::Withdrew { by }]);
    }
    world.arm(&table, Color::Red, first);
    let placed = EventView::Placed { formation: first };
    assert_eq!(seen(&world.events(table.red())), [placed, EventView::Confirmed { by }]);
    assert_eq!(world.view(&table, Color::Red).position(), None);

    world.arm(&table, Color::Black, first);
    let view = world.view(&table, Color::Black);
    assert!(view.position().is_some(), "play begins with the second confirmation");
    let begun = Refusal::Setup(SetupRefusal::AlreadyBegun);
    for message in [table.withdraw(), table.confirm(), table.set_up(first)] {
        assert_eq!(world.refused(table.red(), message), begun);
    }
}

#[test]
fn only_a_placed_formation_can_be_confirmed() {
    let mut world = World::new();
    let mut table = world.table(luzhanqi(CLASSIC));
    let nothing = Refusal::Setup(SetupRefusal::NothingPlaced);
    assert_eq!(world.refused(table.red(), table.confirm()), nothing);
    let illegal = TableRequest::SetUp { strengths: [Strength::Flag; 25] }.at(table.game);
    assert!(matches!(world.refused(table.red(), illegal.clone()), Refusal::Formation(_)));
    assert_eq!(world.refused(table.red(), table.confirm()), nothing, "the draft was refused");
    world.send(table.red(), table.set_up(plain()));
    assert_eq!(world.refused(table.black(), table.confirm()), nothing, "only red has set up");

    // a restart keeps a formation that was confirmed, but no draft
    world.arm(&table, Color::Black, plain());
    world.send(table.black(), table.withdraw());
    world.crash(1_000);
    for color in Color::ALL {
        table.seats[color] = world.resume(table.seats[color], None).0;
    }
    assert_eq!(world.refused(table.red(), table.confirm()), nothing);
    world.send(table.black(), table.confirm());
    assert!(world.view(&table, Color::Red).has_confirmed(Color::Black));
    world.send(table.red(), table.set_up(plain()));
    assert!(matches!(world.refused(table.red(), illegal), Refusal::Formation(_)));
    world.send(table.red(), table.confirm());
    assert!(world.view(&table, Color::Red).position().is_some(), "the accepted draft counts");
}

#[test]
fn the_latest_draft_is_confirmed_when_the_time_to_set_up_is_over() {
    let mut world = World::new();
    let table = world.table(luzhanqi(BoardKind::Cross));
    let players = [table.red(), table.black()];
    world.send(table.red(), table.set_up(plain()));
    world.advance_with(&players, limits::SETUP_MS - 1_000);
    let left: Vec<Option<u32>> = world.setup_left(table.red());
    assert_eq!(left.first(), Some(&Some(175_000)));
    assert_eq!(left.last(), Some(&Some(5_000)));
    assert_eq!(world.received(table.red()), []);
    world.advance(1_000);
    assert_eq!(world.view(&table, Color::Red).formation(Color::Red), Some(&plain()));
    let view = world.view(&table, Color::Black);
    assert!(view.position().is_some());
    let drawn = view.formation(Color::Black).copied().expect("a random one");
    assert_eq!(Formation::new(drawn.into()), Ok(drawn));
    world.discard_received();
    // then red must make its first move, as in any game
    world.advance_with(&players, limits::UNTIMED_FIRST_MOVE_MS);
    let (ended, shown) = end_of(&mut world, table.red());
    assert_eq!(ended, Outcome::Aborted(AbortReason::NoFirstMove(Color::Red)));
    assert_eq!(shown, [], "before both have moved nothing is revealed");
}

#[test]
fn a_confirmed_formation_stays_when_the_time_to_set_up_is_over() {
    let mut world = World::new();
    let table = world.table(luzhanqi(CLASSIC));
    world.arm(&table, Color::Black, plain());
    world.discard_received();
    world.advance_with(&[table.red(), table.black()], limits::SETUP_MS);
    let sent = seen(&world.events(table.black()));
    assert_eq!(sent, [EventView::Withheld, EventView::Confirmed { by: Color::Red }]);
}

#[test]
fn illegal_or_confirmed_formations_are_refused_with_the_reason() {
    let mut world = World::new();
    let table = world.table(luzhanqi(CLASSIC));
    let game = table.game;
    let with = |changes: &[(usize, Strength)]| {
        let mut strengths: [Strength; 25] = plain().into();
        for &(slot, strength) in changes {
            strengths[slot] = strength;
        }
        TableRequest::SetUp { strengths }.at(game)
    };
    let slot = |row, column| Slot::new(row, column).unwrap();
    let cases = [
        (with(&[(0, Strength::Marshal)]), IllegalFormation::TooMany(slot(5, 2))),
        (
            with(&[(21, Strength::Engineer), (0, Strength::Flag)]),
            IllegalFormation::FlagOutsideHeadquarters(slot(1, 1)),
        ),
        (
            with(&[(15, Strength::Engineer), (0, Strength::Mine)]),
            IllegalFormation::MineTooFarForward(slot(1, 1)),
        ),
        (with(&[(13, Strength::Engineer), (0, Strength::Bomb)]), IllegalFormation::BombInFront(slot(1, 1))),
    ];
    for (message, why) in cases {
        assert_eq!(world.refused(table.red(), message), Refusal::Formation(why));
    }
    assert_eq!(world.refused(table.red(), table.withdraw()), Refusal::Setup(SetupRefusal::NotConfirmed));
    world.arm(&table, Color::Red, plain());
    let confirmed = Refusal::Setup(SetupRefusal::AlreadyConfirmed);
    assert_eq!(world.refused(table.red(), table.set_up(plain())), confirmed);
    assert_eq!(world.refused(table.red(), with(&[(0, Strength::Marshal)])), confirmed);
    assert_eq!(world.refused(table.red(), table.confirm()), confirmed);
    let stranger = world.join("Cy");
    assert_eq!(world.refused(stranger, table.set_up(plain())), Refusal::NotYourGame);
}

#[test]
fn setting_up_and_moves_of_another_game_are_refused_in_xiangqi() {
    let mut world = World::new();
    let table = world.table(crate::world::untimed());
    for message in [table.set_up(plain()), table.confirm(), table.withdraw()] {
        assert_eq!(world.refused(table.red(), message), Refusal::NoFormations);
    }
    let other = Refusal::Illegal(IllegalPlay::OtherGame);
    assert_eq!(world.refused(table.red(), table.march("s11s12")), other);
    let mut world = World::new();
    let table = plain_table(&mut world, luzhanqi(CLASSIC));
    let cannon = crate::world::mv("h2e2");
    assert_eq!(
        world.refused(table.red(), TableRequest::Play { ply: 0, mv: cannon, premove: false }.at(table.game)),
        other
    );
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let mut world = World::new();
    let mut table = plain_table(&mut world, luzhanqi(CLASSIC));
    let cases = [
        ("s51s41", IllegalMove::NeverMoves),
        ("s62s52", IllegalMove::NeverMoves),
        ("s64s54", IllegalMove::InHeadquarters),
        ("s11s12", IllegalMove::OwnPieceThere),
        ("s12s33", IllegalMove::NoPath),
        ("s33s34", IllegalMove::NoPiece),
        ("n11n22", IllegalMove::NotYourPiece),
        ("e11e12", IllegalMove::OffTheBoard),
    ];
    for (mv, why) in cases {
        assert_eq!(world.refused(table.red(), table.march(mv)), illegal(why), "{mv}");
    }
    assert_eq!(world.refused(table.black(), table.march("n21n22")), illegal(IllegalMove::NotYourTurn));
    world.march(&mut table, &["s15n11", "n21n22"]);
    assert_eq!(world.refused(table.red(), table.march("n11n22")), illegal(IllegalMove::CampOccupied));
}

#[test]
fn a_battle_shows_its_losses_and_a_fallen_marshal_shows_its_flag() {
    let mut world = World::new();
    let mut table = plain_table(&mut world, luzhanqi(CLASSIC));
    let spectator = world.join("Cy");
    world.send(spectator, TableRequest::Watch { from: chuhe_protocol::WatchFrom::Current }.at(table.game));
    world.discard_received();
    let battle = |world: &mut World, table: &mut Table, mv: &str| {
        world.send(table.mover(), table.march(mv));
        table.ply += 1;
        let [red, black, watched] =
            [table.red(), table.black(), spectator].map(|client| seen(&world.events(client)));
        assert_eq!(red, black);
        let [EventView::Moved { battle, revealed_flags, .. }] = red[..] else { panic!("{red:?}") };
        let [EventView::Moved { battle: seen, revealed_flags: hidden, .. }] = watched[..] else {
            panic!("{watched:?}")
        };
        assert_eq!((seen, hidden), (battle, PerColor::default()), "a spectator is shown no flag");
        (battle, revealed_flags)
    };
    let none = PerColor::default();
    assert_eq!(battle(&mut world, &mut table, "s15n11"), (Some(Battle::DefenderCaptured), none));
    assert_eq!(battle(&mut world, &mut table, "n12n11"), (Some(Battle::AttackerCaptured), none));
    assert_eq!(battle(&mut world, &mut table, "s13n13"), (Some(Battle::BothCaptured), none));
}

#[test]
fn luzhanqi_has_no_takebacks() {
    let mut world = World::new();
    let mut table = plain_table(&mut world, luzhanqi(CLASSIC));
    world.march(&mut table, &["s15n11", "n12n11"]);
    let offer = TableRequest::Offer { kind: OfferKind::Takeback }.at(table.game);
    assert_eq!(world.refused(table.red(), offer), Refusal::Offer(OfferRefusal::TakebackOff));
    let (bo, an) = (world.join("Cy"), world.join("Di"));
    let terms = Terms { takeback: TakebackPolicy::Ask, ..luzhanqi(CLASSIC) };
    let challenge = |terms| ClientMessage::Lobby(LobbyRequest::Challenge { opponent: an.player, terms });
    assert_eq!(world.refused(bo, challenge(terms)), Refusal::Terms(InvalidTerms::NoTakeback));
    let terms = by_options(CLASSIC, Options { draw_after_quiet_steps: 1, ..Options::default() });
    let bad = Refusal::Terms(InvalidTerms::Options(InvalidOptions::QuietSteps));
    assert_eq!(world.refused(bo, challenge(terms)), bad);
}

#[test]
fn a_turn_passes_when_its_time_is_over_and_the_fifth_pass_loses() {
    let mut world = World::new();
    let mut table = plain_table(&mut world, luzhanqi_in(STEP));
    let players = [table.red(), table.black()];
    world.march(&mut table, &["s15n11", "n12n11"]);
    for n in 1..=5 {
        world.advance_with(&players, STEP.move_ms.into());
        let sent = world.events(table.red());
        assert_eq!(seen(&sent)[0], EventView::Passed { by: Color::Red }, "pass {n}");
        table.ply += 1;
        if n == 5 {
            assert_eq!(outcome(&sent), Outcome::won(Color::Black, WinReason::MoveTime));
            assert!(matches!(seen(&sent)[1..], [EventView::Revealed(_)]));
            break;
        }
        let late = table.march("s11s12");
        let wrong = world.refused(
            table.red(),
            TableRequest::Play { ply: table.ply - 1, mv: march_of(&late), premove: false }.at(table.game),
        );
        assert_eq!(wrong, Refusal::WrongPly { expected: table.ply });
        world.discard_received();
        // black moves back and forth in its camp
        world.march(&mut table, &[if n % 2 == 1 { "n21n22" } else { "n22n21" }]);
    }
    assert_eq!(world.view(&table, Color::Black).passes(Color::Red), 5);
    let listed = &world.stored.lists[&table.black().player][&table.game];
    assert_eq!(listed.plies, table.ply);
}

fn march_of(message: &ClientMessage) -> GameMove {
    let ClientMessage::Table { request: TableRequest::Play { mv, .. }, .. } = message else {
        panic!("{message:?}")
    };
    *mv
}

#[test]
fn a_passed_turn_earns_no_increment() {
    let time = TimeControl { game_ms: 60_000, increment_ms: 20_000, ..STEP };
    let mut world = World::new();
    let mut table = plain_table(&mut world, luzhanqi_in(time));
    world.march(&mut table, &["s15n11", "n12n11"]);
    world.advance_with(&[table.red(), table.black()], STEP.move_ms.into());
    let sent = world.events(table.red());
    let Some(Event::Luzhanqi { seen, clocks }) = sent.first() else { panic!("{sent:?}") };
    assert_eq!(**seen, EventView::Passed { by: Color::Red });
    assert_eq!(clocks.sides.red.game_ms, Some(60_000 - u64::from(STEP.move_ms)));
}

#[test]
fn turns_pass_while_nobody_wakes_the_hub() {
    let mut world = World::new();
    let mut table = plain_table(&mut world, luzhanqi_in(STEP));
    world.march(&mut table, &["s15n11", "n12n11"]);
    world.oversleep(STEP.move_ms as u64 * 3 + 1);
    world.handle(chuhe_hub::Input::Tick);
    let passed = |by| EventView::Passed { by };
    let sent = seen(&world.events(table.black()));
    assert_eq!(sent, [passed(Color::Red), passed(Color::Black), passed(Color::Red)]);
    table.ply += 3;
    world.discard_received();
    world.march(&mut table, &["n21n22"]);
}

#[test]
fn running_out_of_game_time_loses_at_once() {
    let mut world = World::new();
    let time = TimeControl { game_ms: 7_000, move_ms: 5_000, ..TimeControl::UNTIMED };
    let mut table = plain_table(&mut world, luzhanqi_in(time));
    let players = [table.red(), table.black()];
    world.march(&mut table, &["s15n11", "n12n11"]);
    world.advance_with(&players, 5_000);
    world.discard_received();
    table.ply += 1;
    world.march(&mut table, &["n21n22"]);
    world.advance_with(&players, 2_000);
    let (ended, shown) = end_of(&mut world, table.red());
    assert_eq!(ended, Outcome::won(Color::Black, WinReason::GameTime));
    assert!(matches!(shown[..], [EventView::Revealed(_)]));
}

#[test]
fn resigning_needs_the_agreed_ply_and_aborting_ends_once_both_have_moved() {
    let mut world = World::new();
    let options = Options { resign_from_step: 3, ..Options::default() };
    let mut table = plain_table(&mut world, by_options(CLASSIC, options));
    let resign = TableRequest::Resign.at(table.game);
    let abort = TableRequest::Abort.at(table.game);
    for mv in ["s15n11", "n12n11", "s13n13"] {
        assert_eq!(world.refused(table.red(), resign.clone()), Refusal::ResignTooEarly);
        world.march(&mut table, &[mv]);
    }
    assert_eq!(world.refused(table.red(), abort), Refusal::AbortTooLate);
    world.send(table.red(), resign);
    let (ended, shown) = end_of(&mut world, table.black());
    assert_eq!(ended, Outcome::won(Color::Black, WinReason::Resignation));
    assert!(matches!(shown[..], [EventView::Revealed(_)]));
    let over = TableRequest::Play { ply: table.ply, mv: march_of(&table.march("n13n12")), premove: false }
        .at(table.game);
    assert_eq!(world.refused(table.black(), over), Refusal::GameOver);

    let mut world = World::new();
    let table = world.table(luzhanqi(CLASSIC));
    world.arm(&table, Color::Red, plain());
    world.discard_received();
    world.send(table.black(), TableRequest::Abort.at(table.game));
    let events = world.events(table.red());
    assert_eq!(outcome(&events), Outcome::Aborted(AbortReason::Requested(Color::Black)));
    assert_eq!(seen(&events), [], "play had not begun: there is nothing to show");
    assert_eq!(world.refused(table.red(), table.withdraw()), Refusal::GameOver);
    assert!(!world.stored.lists.contains_key(&table.red().player), "it is not worth finding");
}

#[test]
fn too_many_steps_without_a_battle_are_a_draw() {
    let mut world = World::new();
    let options = Options { draw_after_quiet_steps: 10, draw_notice_steps: 2, ..Options::default() };
    let mut table = plain_table(&mut world, by_options(CLASSIC, options));
    world.march(&mut table, &["s15n11", "n12n11"]);
    let (out, back) = (["s21s22", "n21n22"], ["s22s21", "n22n21"]);
    for n in 0..4 {
        world.march(&mut table, if n % 2 == 0 { &out } else { &back });
    }
    assert!(world.view(&table, Color::Red).is_draw_near());
    world.march(&mut table, &["s21s22"]);
    world.send(table.black(), table.march("n21n22"));
    let (ended, shown) = end_of(&mut world, table.red());
    assert_eq!(ended, Outcome::Drawn(DrawReason::QuietSteps));
    assert!(matches!(shown[..], [EventView::Moved { .. }, EventView::Revealed(_)]));
}

#[test]
fn a_passed_turn_leaves_a_draw_offer_standing() {
    let mut world = World::new();
    let mut table = plain_table(&mut world, luzhanqi_in(STEP));
    let (game, kind) = (table.game, OfferKind::Draw);
    let offer = TableRequest::Offer { kind }.at(game);
    let early = Refusal::Offer(OfferRefusal::BeforeBothMoved);
    assert_eq!(world.refused(table.red(), offer.clone()), early);
    world.march(&mut table, &["s15n11", "n12n11"]);
    world.send(table.black(), offer);
    world.advance_with(&[table.red(), table.black()], STEP.move_ms.into());
    world.discard_received();
    world.send(table.red(), TableRequest::AnswerOffer { kind, accept: true }.at(game));
    let (ended, shown) = end_of(&mut world, table.black());
    assert_eq!(ended, Outcome::Drawn(DrawReason::Agreement));
    assert!(matches!(shown[..], [EventView::Revealed(_)]));
}

#[test]
fn an_absence_during_the_set_up_aborts_the_game() {
    let mut world = World::new();
    let table = world.table(luzhanqi(CLASSIC));
    world.lose(table.black());
    world.advance_with(&[table.red()], limits::ABSENCE_MS - 1_000);
    world.discard_received();
    let claim = TableRequest::ClaimAbsence { claim: Claim::Win }.at(table.game);
    assert_eq!(world.refused(table.red(), claim), Refusal::NothingToClaim);
    world.advance(1_000);
    let (ended, shown) = end_of(&mut world, table.red());
    assert_eq!((ended, shown), (Outcome::Aborted(AbortReason::Absent(Color::Black)), vec![]));
    assert!(world.stored.lists.is_empty(), "nobody has moved: there is nothing to find again");
}

#[test]
fn withdrawn_formations_are_limited() {
    let connection_requests = Rate::new(1_000_000, 1_000);
    let mut world = World::limited(Limits { connection_requests, ..Limits::default() });
    let table = world.table(luzhanqi(CLASSIC));
    let mut refused = None;
    world.send(table.red(), table.set_up(plain()));
    for _ in 0..=limits::GAME_OFFERS {
        world.send(table.red(), table.confirm());
        world.send(table.red(), table.withdraw());
        let received = world.received_besides_events(table.red());
        if let [ServerMessage::Refused { reason, .. }] = received[..] {
            refused = Some(reason);
            break;
        }
    }
    assert_eq!(refused, Some(Refusal::TooManyOffers));
    assert!(world.stored.games[&table.game].len() < limits::GAME_EVENTS);
    world.restart();
}

#[test]
fn a_rematch_swaps_the_sides_and_begins_with_a_set_up() {
    let mut world = World::new();
    let mut table = plain_table(&mut world, luzhanqi(BoardKind::Cross));
    world.send(table.red(), TableRequest::Abort.at(table.game));
    let kind = OfferKind::Rematch;
    world.send(table.red(), TableRequest::Offer { kind }.at(table.game));
    world.discard_received();
    world.send(table.black(), TableRequest::Offer { kind }.at(table.game));
    let game = world.game_of(table.black());
    table = Table { game, seats: PerColor::new(table.black(), table.red()), ply: 0 };
    let journal = world.journal(table.red(), game);
    let Event::Started(beginning) = &journal[0] else { panic!("{journal:?}") };
    assert!(matches!(beginning.terms.game, GameTerms::Luzhanqi { board: BoardKind::Cross, .. }));
    assert_eq!(u64::from(beginning.setup_ms), limits::SETUP_MS);
    for color in Color::ALL {
        world.arm(&table, color, plain());
    }
    world.discard_received();
    world.march(&mut table, &["s21s22"]);
}

#[test]
fn a_fetched_game_matches_what_each_player_received_and_shows_both_formations() {
    let mut world = World::new();
    let mut dice = Dice::new(5);
    let formations = PerColor::from_fn(|_| dice.formation());
    let mut table = world.armed(luzhanqi(CLASSIC), formations);
    world.play_out(&mut table, &mut dice, &[]);
    for color in Color::ALL {
        let client = table.seats[color];
        let sent = world.journal(client, table.game);
        let mut fetched = Vec::new();
        loop {
            let from = u32::try_from(fetched.len()).unwrap();
            world.send(client, ArchiveRequest::FetchGame { game: table.game, from });
            let [ServerMessage::Archive(ArchiveMessage::FinishedGame { events, more, .. })] =
                &world.received(client)[..]
            else {
                panic!()
            };
            fetched.extend(events.iter().cloned());
            if !more {
                break;
            }
        }
        assert_eq!(fetched, sent);
        let view = follow(Viewer::Player(color), &fetched);
        assert_eq!(view.formation(color.opponent()), Some(&formations[color.opponent()]));
    }
}

#[test]
fn resuming_in_any_phase_restores_the_same_view() {
    let mut world = World::new();
    let mut table = world.table(luzhanqi(CLASSIC));
    let check = |world: &mut World, table: &mut Table, phase: &str| {
        for color in Color::ALL {
            let before = world.view(table, color);
            world.lose(table.seats[color]);
            // first from the beginning, then with every event known
            let (client, _) = world.resume(table.seats[color], None);
            table.seats[color] = client;
            assert_eq!(world.view(table, color), before, "{phase}");
            world.lose(client);
            let next = world.known(client, table.game) + 1;
            let (client, received) = world.resume(client, cursor(table.game, next));
            let else_told = received.iter().any(|message| match message {
                ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } => {
                    !matches!(events[..], [Event::CameBack { .. }])
                }
                _ => false,
            });
            assert!(!else_told, "{phase}: {received:?}");
            let (client, _) = {
                world.lose(client);
                world.resume(client, None)
            };
            table.seats[color] = client;
        }
        world.discard_received();
    };
    check(&mut world, &mut table, "nobody has set up");
    world.arm(&table, Color::Red, plain());
    check(&mut world, &mut table, "red has confirmed");
    world.send(table.red(), table.withdraw());
    check(&mut world, &mut table, "red has withdrawn");
    for color in Color::ALL {
        world.arm(&table, color, plain());
    }
    check(&mut world, &mut table, "play has begun");
    world.march(&mut table, &["s15n11", "n12n11", "s13n13"]);
    check(&mut world, &mut table, "they play");
    let claim = TableRequest::Offer { kind: OfferKind::Draw }.at(table.game);
    world.send(table.black(), claim.clone());
    world.send(table.red(), claim);
    check(&mut world, &mut table, "it is over");
    assert!(world.view(&table, Color::Red).is_revealed());
}
