//! Whole games of luzhanqi: two apps that click by what they are told, one that
//! watches, a hub that decides, and wires that break.

use crate::world::{Client, World};
use chuhe_client::core::action::{Action, FormAction, LobbyAction, TableAction};
use chuhe_client::core::app::Screen;
use chuhe_client::core::game_choice::GameChoice;
use chuhe_protocol::{ColorChoice, limits};
use chuhe_rules::luzhanqi::{Formation, GameView, Losses, Move, PieceView};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, DrawReason, Outcome};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// The challenger plays red on this board.
fn on(game: GameChoice) -> [Action; 2] {
    [FormAction::Game(game), FormAction::Color(ColorChoice::Red)].map(Action::Form)
}

/// What a client knows of its game.
fn view(world: &World, client: Client) -> &GameView {
    world.table(client).game().luzhanqi().expect("luzhanqi is played").view()
}

/// Two who have begun a game, red first, and have not set up.
fn begin(seed: u8, game: GameChoice) -> (World, Client, Client) {
    let (mut world, [bo, he]) = World::with_players(seed, ["Bo", "He"]);
    world.begin_game(bo, he, on(game));
    world.until("both have something set up", |world| {
        [bo, he].iter().all(|&client| world.table(client).draft().is_some())
    });
    (world, bo, he)
}

fn confirm(world: &mut World, client: Client) -> Formation {
    let formation = *world.table(client).draft().expect("something is set up");
    world.at_table(client, TableAction::Confirm);
    formation
}

/// Both confirm; returns what they had set up.
fn set_up(world: &mut World, red: Client, black: Client) -> [Formation; 2] {
    let formations = [red, black].map(|client| confirm(world, client));
    world.until("play has begun", |world| {
        [red, black].iter().all(|&client| view(world, client).position().is_some())
    });
    formations
}

/// Holds that a viewer is shown nothing of `color` but its flag.
fn is_hidden(view: &GameView, color: Color) -> bool {
    let position = view.position().expect("play has begun");
    let shown = |(station, token)| match token {
        PieceView::Known(piece) if piece.color == color => position.revealed_flag(color) == Some(station),
        PieceView::Known(_) | PieceView::Unknown(_) => true,
    };
    position.pieces().all(shown) && matches!(position.losses(color), Losses::Counted(_))
}

/// The one to move clicks a move that he takes for legal.
fn click_by_lot(world: &mut World, mover: Client, random: &mut ChaCha8Rng) {
    let moves: Vec<Move> = view(world, mover).position().expect("play has begun").legal_moves();
    let mv = moves[random.next_u32() as usize % moves.len()];
    world.click(mover, mv.from);
    world.click(mover, mv.to);
}

#[test]
fn random_games_on_both_boards_over_wires_that_break_end_and_are_shown() {
    let games = [(1, GameChoice::LuzhanqiClassic), (2, GameChoice::LuzhanqiCross)];
    for (seed, game) in games {
        let (mut world, red, black) = begin(seed, game);
        let spectator = world.join("Cy");
        let id = world.table(red).game().id();
        world.until("the spectator is here", |world| world.app(spectator).visit().is_some());
        world.act(spectator, Action::Lobby(LobbyAction::Watch(id)));
        world.until("he watches", |world| world.app(spectator).screen() == Screen::Table);
        let formations = set_up(&mut world, red, black);
        let mut random = ChaCha8Rng::seed_from_u64(u64::from(seed));
        for ply in 1.. {
            let mover = if ply % 2 == 1 { red } else { black };
            click_by_lot(&mut world, mover, &mut random);
            if ply % 40 == 7 {
                // just as the move is under way
                world.cut(if ply % 80 == 7 { red } else { spectator }, true);
            }
            world.until("the move is seen by all", |world| {
                [red, black, spectator]
                    .iter()
                    .all(|&client| world.app(client).table().is_some_and(|table| table.game().ply() == ply))
            });
            if world.outcome(red).is_some() {
                break;
            }
            assert!(is_hidden(view(&world, red), Color::Black) && is_hidden(view(&world, black), Color::Red));
            assert!(Color::ALL.into_iter().all(|color| is_hidden(view(&world, spectator), color)));
        }
        let outcome = world.end_of(red, black);
        assert!(world.table(red).game().ply() > 80, "wires were cut");
        assert!(
            matches!(outcome, Outcome::Won { .. } | Outcome::Drawn(DrawReason::QuietSteps)),
            "{outcome:?}"
        );
        world.until("the spectator is shown everything", |world| view(world, spectator).is_revealed());
        for client in [red, black, spectator] {
            let view = view(&world, client);
            let shown = Color::ALL.map(|color| view.formation(color).copied().expect("it is shown"));
            assert_eq!(shown, formations);
        }
    }
}

#[test]
fn setting_up_is_confirmed_withdrawn_and_goes_on_over_a_lost_connection() {
    let (mut world, red, black) = begin(3, GameChoice::LuzhanqiClassic);
    let first = confirm(&mut world, red);
    world.until("both know that red has confirmed", |world| {
        [red, black].iter().all(|&client| view(world, client).has_confirmed(Color::Red))
    });
    assert_eq!(view(&world, black).formation(Color::Red), None);
    world.at_table(red, TableAction::WithdrawFormation);
    world.until("black knows that he withdrew", |world| !view(world, black).has_confirmed(Color::Red));
    world.at_table(red, TableAction::Shuffle);
    let second = *world.table(red).draft().expect("it is set up");
    assert_ne!(first, second);
    world.cut(red, true);
    world.until("red is back", |world| {
        world.table(black).game().claimable_at(Color::Red).is_none()
            && world.table(red).draft() == Some(&second)
    });
    world.at_table(black, TableAction::Confirm);
    // red never confirms: what it had sent last counts when the time is over
    world.until("play has begun", |world| {
        [red, black].iter().all(|&client| view(world, client).position().is_some())
    });
    assert_eq!(view(&world, red).formation(Color::Red), Some(&second));
    assert!(world.now().as_ms() >= limits::SETUP_MS);
}

#[test]
fn a_draw_is_agreed_and_shown_and_the_rematch_begins_with_setting_up() {
    let (mut world, red, black) = begin(4, GameChoice::LuzhanqiCross);
    let formations = set_up(&mut world, red, black);
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for (ply, mover) in [red, black].into_iter().enumerate() {
        click_by_lot(&mut world, mover, &mut random);
        world.until("the move is seen", |world| {
            [red, black].iter().all(|&client| world.table(client).game().ply() == ply + 1)
        });
    }
    let agree = |world: &mut World, kind| {
        world.at_table(red, TableAction::Offer(kind));
        world.until("it is offered", |world| {
            world.table(black).game().offers().stands(world.table(red).me(), kind)
        });
        world.at_table(black, TableAction::Answer(kind, true));
    };
    agree(&mut world, OfferKind::Draw);
    assert_eq!(world.end_of(red, black), Outcome::Drawn(DrawReason::Agreement));
    world.until("it is shown", |world| view(world, red).is_revealed() && view(world, black).is_revealed());
    assert_eq!(view(&world, red).formation(Color::Black), Some(&formations[1]));
    agree(&mut world, OfferKind::Rematch);
    world.until("they set up again", |world| {
        [red, black].iter().all(|&client| world.table(client).draft().is_some())
            && world.table(red).me() == Color::Black
    });
    set_up(&mut world, black, red);
}
