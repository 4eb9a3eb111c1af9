//! Whole games of xiangqi: two apps and a hub over simulated connections.

use crate::world::{Client, World};
use chuhe_app::Screen;
use chuhe_model::actions::action::{Action, Field, FormAction, FormField, TableAction, TimePart};
use chuhe_protocol::{Activity, ColorChoice};
use chuhe_rules::clock::ClockReading;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::xiangqi::{Move, MoveList};
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, WinReason};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// Five plies from the initial position to checkmate.
const QUICK_MATE: [&str; 5] = ["b2b4", "d9e8", "b4g4", "b9c7", "g4g9"];

fn playing_red() -> [Action; 1] {
    [Action::Form(FormAction::Color(ColorChoice::Red))]
}

fn from_position(fen: &str) -> Vec<Action> {
    let mut actions = playing_red().to_vec();
    actions.push(Action::Edit(Field::Form(FormField::Start), fen.to_owned()));
    actions
}

/// Returns the form of a timed game: game minutes, move seconds, increment, read-seconds.
///
/// The challenger plays red, and both sides have the same times.
fn timed(parts: [&str; 4]) -> Vec<Action> {
    let fields = TimePart::ALL.into_iter().zip(parts);
    let edits =
        fields.map(|(part, text)| Action::Edit(Field::Form(FormField::OwnTime(part)), text.to_owned()));
    playing_red().into_iter().chain(edits).collect()
}

/// Runs until both clients have the same events, and checks that their games are equal.
fn check_agreement(world: &mut World, one: Client, other: Client) {
    world.until("both have the same events", |world| {
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
            assert_eq!(a.offers().is_open(color, kind), b.offers().is_open(color, kind));
        }
    }
}

fn clocks(world: &World, client: Client) -> ClockReading {
    world.table(client).game().clocks(world.now())
}

#[test]
fn players_join_and_play_to_checkmate_and_a_rematch() {
    let (mut world, [bo, cy]) = World::with_players(1, ["Bo", "云中鹤"]);
    world.start_game(bo, cy, playing_red());
    assert_eq!((world.table(bo).game().me(), world.table(cy).game().me()), (Color::Red, Color::Black));
    assert_eq!((world.table(bo).bottom(), world.table(cy).bottom()), (Color::Red, Color::Black));
    for (n, mv) in QUICK_MATE.into_iter().enumerate() {
        let (mover, other) = if n % 2 == 0 { (bo, cy) } else { (cy, bo) };
        world.play(mover, other, mv);
        check_agreement(&mut world, bo, cy);
    }
    assert_eq!(world.run_to_end(bo, cy), Outcome::won(Color::Red, WinReason::Checkmate));

    world.at_table(cy, TableAction::Offer(OfferKind::Rematch));
    world.until("the rematch is offered", |world| {
        world.table(bo).game().offers().is_open(Color::Black, OfferKind::Rematch)
    });
    world.at_table(bo, TableAction::Answer(OfferKind::Rematch, true));
    world.until("colours are swapped", |world| {
        world.table(bo).game().me() == Color::Black && world.table(cy).game().me() == Color::Red
    });
    world.play(cy, bo, "h2e2");
    check_agreement(&mut world, bo, cy);
    world.at_table(bo, TableAction::Abort);
    assert_eq!(world.run_to_end(bo, cy), Outcome::Aborted(AbortReason::Requested(Color::Black)));
    for client in [bo, cy] {
        world.at_table(client, TableAction::Leave);
    }
    world.until("both are idle in the lobby", |world| {
        [(bo, cy), (cy, bo)].into_iter().all(|(me, other)| {
            let visit = world.app(me).sessions().visit().expect("the client has joined");
            // clients at a table get no player list; it arrives on return to the lobby
            let seen = visit.lobby.player(world.id(other)).map(|seen| seen.activity);
            world.app(me).screen() == Screen::Lobby && seen == Some(Activity::Idle)
        })
    });
}

#[test]
fn a_stalemated_player_loses() {
    let (mut world, [bo, cy]) = World::with_players(2, ["Bo", "Cy"]);
    // black has only its general, and a step of a red pawn takes its last free point
    world.start_game(bo, cy, from_position("3k5/4P4/4P4/9/9/9/9/9/9/4K4 w - - 0 1"));
    let stalemates = stalemating_move(&world, bo);
    world.play(bo, cy, &stalemates.to_string());
    assert_eq!(world.run_to_end(bo, cy), Outcome::won(Color::Red, WinReason::Stalemate));
}

/// Returns the red move that stalemates black.
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
fn a_confirmed_resignation_ends_the_game() {
    let (mut world, [bo, cy]) = World::with_players(3, ["Bo", "Cy"]);
    world.start_game(bo, cy, playing_red());
    world.play(bo, cy, "h2e2");
    world.play(cy, bo, "h9g7");
    world.at_table(bo, TableAction::AskGiveUp);
    world.advance(1_000);
    assert_eq!(world.outcome(cy), None);
    world.at_table(bo, TableAction::Resign);
    assert_eq!(world.run_to_end(bo, cy), Outcome::won(Color::Black, WinReason::Resignation));
}

#[test]
fn a_declined_draw_may_be_offered_by_the_opponent() {
    let (mut world, [bo, cy]) = World::with_players(4, ["Bo", "Cy"]);
    world.start_game(bo, cy, playing_red());
    world.play(bo, cy, "h2e2");
    world.play(cy, bo, "h9g7");
    world.at_table(bo, TableAction::Offer(OfferKind::Draw));
    world.until("the draw is offered", |world| {
        world.table(cy).game().offers().is_open(Color::Red, OfferKind::Draw)
    });
    world.at_table(cy, TableAction::Answer(OfferKind::Draw, false));
    check_agreement(&mut world, bo, cy);
    world.until("the offer is closed", |world| {
        !world.table(bo).game().offers().is_open(Color::Red, OfferKind::Draw)
    });
    assert!(world.table(bo).permits(world.now(), true).offer(OfferKind::Draw).is_err());
    world.at_table(cy, TableAction::Offer(OfferKind::Draw));
    world.until("the opponent offers a draw", |world| {
        world.table(bo).game().offers().is_open(Color::Black, OfferKind::Draw)
    });
    world.at_table(bo, TableAction::Answer(OfferKind::Draw, true));
    assert_eq!(world.run_to_end(bo, cy), Outcome::Drawn(DrawReason::Agreement));
}

#[test]
fn a_takeback_restores_the_position_and_the_clocks() {
    let (mut world, [bo, cy]) = World::with_players(5, ["Bo", "Cy"]);
    world.start_game(bo, cy, timed(["10", "0", "5", "0"]));
    world.play(bo, cy, "h2e2");
    world.play(cy, bo, "h9g7");
    world.advance(7_000);
    world.play(bo, cy, "h0g2");
    let before = clocks(&world, bo).sides.red.game_ms;
    let black_before = clocks(&world, bo).sides.black.game_ms.expect("black is timed");
    world.advance(3_000);
    world.play(cy, bo, "i9h9");
    world.advance(11_000);
    world.at_table(cy, TableAction::Offer(OfferKind::Takeback));
    world.until("the takeback is requested", |world| {
        world.table(bo).game().offers().is_open(Color::Black, OfferKind::Takeback)
    });
    world.at_table(bo, TableAction::Answer(OfferKind::Takeback, true));
    world.until("one ply is taken back", |world| {
        [bo, cy].iter().all(|&client| world.table(client).game().ply() == 3)
    });
    check_agreement(&mut world, bo, cy);
    let after = clocks(&world, cy);
    assert_eq!(after.running, Some(Color::Black));
    assert_eq!(after.sides.red.game_ms, before);
    let black_after = after.sides.black.game_ms.expect("black is timed");
    assert!(
        black_before - black_after <= 100,
        "the clock was {black_before} before the move and is {black_after}"
    );
}

#[test]
fn a_player_who_times_out_loses_by_the_timer_that_expired() {
    for (time, reason) in [
        (["1", "0", "0", "0"], WinReason::GameTime),
        (["0", "20", "0", "0"], WinReason::MoveTime),
        (["1", "0", "0", "10"], WinReason::GameTime),
    ] {
        let (mut world, [bo, cy]) = World::with_players(6, ["Bo", "Cy"]);
        world.start_game(bo, cy, timed(time));
        world.play(bo, cy, "h2e2");
        world.play(cy, bo, "h9g7");
        assert_eq!(world.run_to_end(bo, cy), Outcome::won(Color::Black, reason));
    }
}

#[test]
fn a_timeout_is_a_draw_if_the_opponent_has_no_attackers() {
    let (mut world, [bo, cy]) = World::with_players(7, ["Bo", "Cy"]);
    let mut fill = from_position("3k5/9/9/9/9/9/9/9/4A4/4K3R w - - 0 1");
    fill.push(Action::Edit(Field::Form(FormField::OwnTime(TimePart::GameMinutes)), "0".into()));
    fill.push(Action::Edit(Field::Form(FormField::OwnTime(TimePart::MoveSeconds)), "20".into()));
    world.start_game(bo, cy, fill);
    world.play(bo, cy, "i0i5");
    world.play(cy, bo, "d9d8");
    // red has a rook and could win, but red's time runs out
    assert_eq!(world.run_to_end(bo, cy), Outcome::Drawn(DrawReason::TimeWithoutAttackers));
}

#[test]
fn a_game_without_a_first_move_is_aborted() {
    let (mut world, [bo, cy]) = World::with_players(8, ["Bo", "Cy"]);
    world.start_game(bo, cy, playing_red());
    world.play(bo, cy, "h2e2");
    assert_eq!(world.run_to_end(bo, cy), Outcome::Aborted(AbortReason::NoFirstMove(Color::Black)));
}

#[test]
fn illegal_moves_are_explained_and_not_played() {
    let (mut world, [bo, cy]) = World::with_players(9, ["Bo", "Cy"]);
    world.start_game(bo, cy, playing_red());
    for illegal in ["h0f1", "c0d1", "a0a5", "e0e2", "b2b8"] {
        world.click_move(bo, illegal);
        assert!(world.app(bo).desk().notice(world.now()).is_some(), "{illegal} is not explained");
        world.advance(200);
        assert_eq!(world.table(cy).game().ply(), 0, "{illegal}");
    }
    world.play(bo, cy, "h2h9");
}

#[test]
fn a_connection_cut_at_any_ply_does_not_change_the_game() {
    let (mut world, [bo, cy]) = World::with_players(10, ["Bo", "Cy"]);
    world.start_game(bo, cy, playing_red());
    for (n, mv) in QUICK_MATE.into_iter().enumerate() {
        let (mover, other) = if n % 2 == 0 { (bo, cy) } else { (cy, bo) };
        // the mover's connection breaks while the move is in flight
        world.click_move(mover, mv);
        world.cut(mover, true);
        world.until("the mover is back", |world| world.app(mover).sessions().link().is_joined());
        if world.table(mover).is_my_turn() {
            world.play(mover, other, mv);
        }
        // the opponent's connection breaks for longer
        world.cut(other, false);
        world.advance(9_000);
        world.heal(other);
        world.until("the opponent is back and has the move", |world| {
            world.app(other).sessions().link().is_joined() && world.table(other).game().ply() == n + 1
        });
        check_agreement(&mut world, bo, cy);
    }
    assert_eq!(world.run_to_end(bo, cy), Outcome::won(Color::Red, WinReason::Checkmate));
}

#[test]
fn a_player_may_claim_the_win_when_the_opponent_stays_away() {
    let (mut world, [bo, cy]) = World::with_players(11, ["Bo", "Cy"]);
    world.start_game(bo, cy, timed(["15", "0", "0", "0"]));
    world.play(bo, cy, "h2e2");
    world.play(cy, bo, "h9g7");
    world.play(bo, cy, "h0g2");
    world.cut(bo, false);
    world.until("the absence is shown", |world| world.table(cy).game().claimable_at(Color::Red).is_some());
    let claim = chuhe_protocol::Claim::Win;
    assert!(world.table(cy).permits(world.now(), true).claim().is_err());
    world.until("the win may be claimed", |world| world.table(cy).permits(world.now(), true).claim().is_ok());
    world.at_table(cy, TableAction::Claim(claim));
    world.until("the game is over", |world| world.outcome(cy).is_some());
    assert_eq!(world.outcome(cy), Some(Outcome::won(Color::Black, WinReason::Abandonment)));
    world.heal(bo);
    world.until("the opponent sees the outcome", |world| world.outcome(bo) == world.outcome(cy));
}

/// Plays a random game with offers and cut connections.
fn random_game(seed: u8) {
    let mut rng = ChaCha8Rng::from_seed([seed; 32]);
    let mut below = |n: usize| (rng.next_u32() as usize) % n;
    let (mut world, [bo, cy]) = World::with_players(seed, ["Bo", "Cy"]);
    world.set_latency(1 + below(120) as u64);
    world.start_game(bo, cy, []);
    let (red, black) = world.by_color(bo, cy);
    for _ in 0..120 {
        if world.outcome(red).is_some() {
            break;
        }
        let turn = world.table(red).game().turn().expect("the game is not over");
        let (mover, other) = if turn == Color::Red { (red, black) } else { (black, red) };
        match below(12) {
            0 => {
                let kind = OfferKind::ALL[below(2)];
                world.at_table(mover, TableAction::Offer(kind));
                world.advance(500);
                // accepting a draw would end the game early
                world.at_table(other, TableAction::Answer(kind, kind == OfferKind::Takeback));
                world.advance(500);
            }
            1 => {
                let cut = if below(2) == 0 { mover } else { other };
                world.cut(cut, true);
                world.until("the client is back", |world| world.app(cut).sessions().link().is_joined());
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
        check_agreement(&mut world, red, black);
        let (a, b) = (clocks(&world, red), clocks(&world, black));
        assert_eq!(a.running, b.running, "seed {seed}");
    }
}

#[test]
fn both_clients_agree_in_random_games_with_takebacks_and_cuts() {
    for seed in 100..130 {
        random_game(seed);
    }
}
