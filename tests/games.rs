//! Whole games: two apps that click, a hub that decides, and wires between them.

use crate::world::{Client, World};
use chuhe_client::core::action::{Action, Field, FormAction, TableAction, TimePart};
use chuhe_client::core::app::Screen;
use chuhe_protocol::{Activity, ColorChoice};
use chuhe_rules::clock::ClockReading;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::{Move, MoveList};
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, WinReason};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// Five plies from the start to a mate.
const QUICK_MATE: [&str; 5] = ["b2b4", "d9e8", "b4g4", "b9c7", "g4g9"];

fn playing_red() -> [Action; 1] {
    [Action::Form(FormAction::Color(ColorChoice::Red))]
}

fn from_position(fen: &str) -> Vec<Action> {
    let mut actions = playing_red().to_vec();
    actions.push(Action::Edit(Field::Start, fen.to_owned()));
    actions
}

/// The challenger plays red; game minutes, move seconds, increment and read-seconds for both.
fn timed(parts: [&str; 4]) -> Vec<Action> {
    let fields = TimePart::ALL.into_iter().zip(parts);
    let edits = fields.map(|(part, text)| Action::Edit(Field::OwnTime(part), text.to_owned()));
    playing_red().into_iter().chain(edits).collect()
}

/// Lets all that travels arrive, then checks that both know the same of the game.
fn agree(world: &mut World, one: Client, other: Client) {
    world.until("both know the same events", |world| {
        world.table(one).game().next() == world.table(other).game().next()
    });
    let (a, b) = (world.table(one).game(), world.table(other).game());
    assert_eq!(a.id(), b.id());
    let [one, other] = [a, b].map(|record| record.xiangqi().expect("xiangqi is played"));
    assert_eq!(one.moves(), other.moves());
    assert_eq!(one.position().fen(), other.position().fen());
    assert_eq!((a.outcome(), a.turn()), (b.outcome(), b.turn()));
    for color in Color::ALL {
        for kind in OfferKind::ALL {
            assert_eq!(a.offers().stands(color, kind), b.offers().stands(color, kind));
        }
    }
}

fn clocks(world: &World, client: Client) -> ClockReading {
    world.table(client).game().clocks(world.now())
}

#[test]
fn from_joining_to_checkmate_and_a_rematch() {
    let (mut world, [bo, he]) = World::with_players(1, ["Bo", "云中鹤"]);
    world.begin_game(bo, he, playing_red());
    assert_eq!((world.table(bo).me(), world.table(he).me()), (Color::Red, Color::Black));
    assert_eq!((world.table(bo).bottom(), world.table(he).bottom()), (Color::Red, Color::Black));
    for (n, mv) in QUICK_MATE.into_iter().enumerate() {
        let (mover, other) = if n % 2 == 0 { (bo, he) } else { (he, bo) };
        world.play(mover, other, mv);
        agree(&mut world, bo, he);
    }
    assert_eq!(world.end_of(bo, he), Outcome::won(Color::Red, WinReason::Checkmate));

    world.at_table(he, TableAction::Offer(OfferKind::Rematch));
    world.until("the rematch is offered", |world| {
        world.table(bo).game().offers().stands(Color::Black, OfferKind::Rematch)
    });
    world.at_table(bo, TableAction::Answer(OfferKind::Rematch, true));
    world.until("colours are swapped", |world| {
        world.table(bo).me() == Color::Black && world.table(he).me() == Color::Red
    });
    world.play(he, bo, "h2e2");
    agree(&mut world, bo, he);
    world.at_table(bo, TableAction::Abort);
    assert_eq!(world.end_of(bo, he), Outcome::Aborted(AbortReason::Requested(Color::Black)));
    for client in [bo, he] {
        world.at_table(client, TableAction::Leave);
    }
    world.until("both are in the lobby, idle", |world| {
        [(bo, he), (he, bo)].into_iter().all(|(me, other)| {
            let visit = world.app(me).visit().expect("a visit goes on");
            // at the board he was not told who is here
            let seen = visit.lobby().player(world.id(other)).map(|seen| seen.activity);
            world.app(me).screen() == Screen::Lobby && seen == Some(Activity::Idle)
        })
    });
}

#[test]
fn stalemate_loses() {
    let (mut world, [bo, he]) = World::with_players(2, ["Bo", "He"]);
    // black's general has one file, and the pawn's step leaves it no point
    world.begin_game(bo, he, from_position("3k5/4P4/4P4/9/9/9/9/9/9/4K4 w - - 0 1"));
    let stalemates = stalemating_move(&world, bo);
    world.play(bo, he, &stalemates.to_string());
    assert_eq!(world.end_of(bo, he), Outcome::won(Color::Red, WinReason::Stalemate));
}

/// The red move that leaves black no move without check.
fn stalemating_move(world: &World, red: Client) -> Move {
    let position = world.table(red).game().xiangqi().expect("xiangqi is played").position();
    let ends = |mv: &Move| {
        let mut after = position.clone();
        after.make(*mv);
        !after.has_legal_move() && !after.in_check()
    };
    position.legal_moves().into_iter().find(ends).expect("the position has a stalemating move")
}

#[test]
fn resigning_is_asked_twice_and_ends_the_game() {
    let (mut world, [bo, he]) = World::with_players(3, ["Bo", "He"]);
    world.begin_game(bo, he, playing_red());
    world.play(bo, he, "h2e2");
    world.play(he, bo, "h9g7");
    world.at_table(bo, TableAction::AskResign);
    world.advance(1_000);
    assert_eq!(world.outcome(he), None);
    world.at_table(bo, TableAction::Resign);
    assert_eq!(world.end_of(bo, he), Outcome::won(Color::Black, WinReason::Resignation));
}

#[test]
fn a_draw_is_offered_declined_offered_by_the_other_and_agreed() {
    let (mut world, [bo, he]) = World::with_players(4, ["Bo", "He"]);
    world.begin_game(bo, he, playing_red());
    world.play(bo, he, "h2e2");
    world.play(he, bo, "h9g7");
    world.at_table(bo, TableAction::Offer(OfferKind::Draw));
    world.until("the draw is offered", |world| {
        world.table(he).game().offers().stands(Color::Red, OfferKind::Draw)
    });
    world.at_table(he, TableAction::Answer(OfferKind::Draw, false));
    agree(&mut world, bo, he);
    world.until("it no longer stands", |world| {
        !world.table(bo).game().offers().stands(Color::Red, OfferKind::Draw)
    });
    assert!(world.table(bo).permits(world.now(), true).offer(OfferKind::Draw).is_err());
    world.at_table(he, TableAction::Offer(OfferKind::Draw));
    world.until("the other offers", |world| {
        world.table(bo).game().offers().stands(Color::Black, OfferKind::Draw)
    });
    world.at_table(bo, TableAction::Answer(OfferKind::Draw, true));
    assert_eq!(world.end_of(bo, he), Outcome::Drawn(DrawReason::Agreement));
}

#[test]
fn a_takeback_returns_the_position_and_the_clocks_exactly() {
    let (mut world, [bo, he]) = World::with_players(5, ["Bo", "He"]);
    world.begin_game(bo, he, timed(["10", "0", "5", "0"]));
    world.play(bo, he, "h2e2");
    world.play(he, bo, "h9g7");
    world.advance(7_000);
    world.play(bo, he, "h0g2");
    let before = clocks(&world, bo).sides.red.game_ms;
    let black_before = clocks(&world, bo).sides.black.game_ms.expect("black is timed");
    world.advance(3_000);
    world.play(he, bo, "i9h9");
    world.advance(11_000);
    world.at_table(he, TableAction::Offer(OfferKind::Takeback));
    world.until("the takeback is asked", |world| {
        world.table(bo).game().offers().stands(Color::Black, OfferKind::Takeback)
    });
    world.at_table(bo, TableAction::Answer(OfferKind::Takeback, true));
    world.until("one ply is taken back", |world| {
        [bo, he].iter().all(|&client| world.table(client).game().ply() == 3)
    });
    agree(&mut world, bo, he);
    let after = clocks(&world, he);
    assert_eq!(after.running, Some(Color::Black));
    assert_eq!(after.sides.red.game_ms, before);
    let black_after = after.sides.black.game_ms.expect("black is timed");
    assert!(black_before - black_after <= 100, "{black_before} was not returned to: {black_after}");
}

#[test]
fn the_flag_that_falls_loses_and_which_timer_it_was_is_told() {
    for (time, reason) in [
        (["1", "0", "0", "0"], WinReason::GameTime),
        (["0", "20", "0", "0"], WinReason::MoveTime),
        (["1", "0", "0", "10"], WinReason::GameTime),
    ] {
        let (mut world, [bo, he]) = World::with_players(6, ["Bo", "He"]);
        world.begin_game(bo, he, timed(time));
        world.play(bo, he, "h2e2");
        world.play(he, bo, "h9g7");
        assert_eq!(world.end_of(bo, he), Outcome::won(Color::Black, reason));
    }
}

#[test]
fn without_attackers_the_opponent_only_draws_on_time() {
    let (mut world, [bo, he]) = World::with_players(7, ["Bo", "He"]);
    let mut fill = from_position("3k5/9/9/9/9/9/9/9/4A4/4K3R w - - 0 1");
    fill.push(Action::Edit(Field::OwnTime(TimePart::GameMinutes), "0".into()));
    fill.push(Action::Edit(Field::OwnTime(TimePart::MoveSeconds), "20".into()));
    world.begin_game(bo, he, fill);
    world.play(bo, he, "i0i5");
    world.play(he, bo, "d9d8");
    // red has a rook and could win, but it is red's flag that falls
    assert_eq!(world.end_of(bo, he), Outcome::Drawn(DrawReason::TimeWithoutAttackers));
}

#[test]
fn a_first_move_that_does_not_come_leaves_no_result() {
    let (mut world, [bo, he]) = World::with_players(8, ["Bo", "He"]);
    world.begin_game(bo, he, playing_red());
    world.play(bo, he, "h2e2");
    assert_eq!(world.end_of(bo, he), Outcome::Aborted(AbortReason::NoFirstMove(Color::Black)));
}

#[test]
fn an_illegal_move_goes_nowhere() {
    let (mut world, [bo, he]) = World::with_players(9, ["Bo", "He"]);
    world.begin_game(bo, he, playing_red());
    for illegal in ["h0f1", "c0d1", "a0a5", "e0e2", "b2b8"] {
        world.click_move(bo, illegal);
        assert!(world.app(bo).notice(world.now()).is_some(), "{illegal} is not explained");
        world.advance(200);
        assert_eq!(world.table(he).game().ply(), 0, "{illegal}");
    }
    world.play(bo, he, "h2h9");
}

#[test]
fn a_wire_cut_at_any_ply_changes_nothing_of_the_game() {
    let (mut world, [bo, he]) = World::with_players(10, ["Bo", "He"]);
    world.begin_game(bo, he, playing_red());
    for (n, mv) in QUICK_MATE.into_iter().enumerate() {
        let (mover, other) = if n % 2 == 0 { (bo, he) } else { (he, bo) };
        // the mover's wire breaks while the move is on it
        world.click_move(mover, mv);
        world.cut(mover, true);
        world.until("the mover is back", |world| world.app(mover).link().is_joined());
        if world.table(mover).is_my_turn() {
            world.play(mover, other, mv);
        }
        // the other's wire breaks for longer
        world.cut(other, false);
        world.advance(9_000);
        world.heal(other);
        world.until("the other is back and knows the move", |world| {
            world.app(other).link().is_joined() && world.table(other).game().ply() == n + 1
        });
        agree(&mut world, bo, he);
    }
    assert_eq!(world.end_of(bo, he), Outcome::won(Color::Red, WinReason::Checkmate));
}

#[test]
fn the_one_who_stayed_may_claim_the_game() {
    let (mut world, [bo, he]) = World::with_players(11, ["Bo", "He"]);
    world.begin_game(bo, he, timed(["15", "0", "0", "0"]));
    world.play(bo, he, "h2e2");
    world.play(he, bo, "h9g7");
    world.play(bo, he, "h0g2");
    world.cut(bo, false);
    world.until("the absence is known", |world| world.table(he).game().claimable_at(Color::Red).is_some());
    let claim = chuhe_protocol::Claim::Win;
    assert!(world.table(he).permits(world.now(), true).claim().is_err());
    world.until("it may be claimed", |world| world.table(he).permits(world.now(), true).claim().is_ok());
    world.at_table(he, TableAction::Claim(claim));
    world.until("it is over", |world| world.outcome(he).is_some());
    assert_eq!(world.outcome(he), Some(Outcome::won(Color::Black, WinReason::Abandonment)));
    world.heal(bo);
    world.until("the other learns it too", |world| world.outcome(bo) == world.outcome(he));
}

fn random_game(seed: u8) {
    let mut rng = ChaCha8Rng::from_seed([seed; 32]);
    let mut below = |n: usize| (rng.next_u32() as usize) % n;
    let (mut world, [bo, he]) = World::with_players(seed, ["Bo", "He"]);
    world.set_latency(1 + below(120) as u64);
    world.begin_game(bo, he, []);
    let (red, black) = world.by_color(bo, he);
    for _ in 0..120 {
        if world.outcome(red).is_some() {
            break;
        }
        let turn = world.table(red).game().turn().expect("the game goes on");
        let (mover, other) = if turn == Color::Red { (red, black) } else { (black, red) };
        match below(12) {
            0 => {
                let kind = OfferKind::ALL[below(2)];
                world.at_table(mover, TableAction::Offer(kind));
                world.advance(500);
                // a draw is declined, or the game would be short
                world.at_table(other, TableAction::Answer(kind, kind == OfferKind::Takeback));
                world.advance(500);
            }
            1 => {
                let gone = if below(2) == 0 { mover } else { other };
                world.cut(gone, true);
                world.until("the wire is mended", |world| world.app(gone).link().is_joined());
            }
            _ => {
                let game = world.table(mover).game().xiangqi().expect("xiangqi is played");
                let moves: MoveList = game.position().legal_moves();
                let mv = moves[below(moves.len())];
                world.advance(below(3_000) as u64);
                world.play(mover, other, &mv.to_string());
            }
        }
        world.advance(500);
        agree(&mut world, red, black);
        let (a, b) = (clocks(&world, red), clocks(&world, black));
        assert_eq!(a.running, b.running, "seed {seed}");
    }
}

#[test]
fn random_games_with_takebacks_and_cuts_leave_all_agreed() {
    for seed in 100..130 {
        random_game(seed);
    }
}
