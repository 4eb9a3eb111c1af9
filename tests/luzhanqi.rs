//! Whole games of luzhanqi: two apps, a spectator and a hub over unreliable connections.

use crate::world::{Client, World};
use chuhe_app::Screen;
use chuhe_model::actions::action::{Action, FormAction, LobbyAction, TableAction};
use chuhe_model::choices::game_choice::GameChoice;
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

/// Returns the game as the client sees it.
fn view(world: &World, client: Client) -> &GameView {
    world.table(client).game().luzhanqi().expect("luzhanqi is played").view()
}

/// Starts a game that is still in set-up; returns red first.
fn start(seed: u8, game: GameChoice) -> (World, Client, Client) {
    let (mut world, [bo, cy]) = World::with_players(seed, ["Bo", "Cy"]);
    world.start_game(bo, cy, on(game));
    world.until("both have a draft formation", |world| {
        [bo, cy].iter().all(|&client| world.table(client).game().play().draft().is_some())
    });
    (world, bo, cy)
}

/// Confirms the client's draft formation, and returns it.
fn confirm(world: &mut World, client: Client) -> Formation {
    let formation = *world.table(client).game().play().draft().expect("the client has a draft formation");
    world.at_table(client, TableAction::Confirm);
    formation
}

/// Confirms both formations, and returns them.
fn set_up(world: &mut World, red: Client, black: Client) -> [Formation; 2] {
    let formations = [red, black].map(|client| confirm(world, client));
    world.until("play has started", |world| {
        [red, black].iter().all(|&client| view(world, client).position().is_some())
    });
    formations
}

/// Tests if the viewer sees no pieces of `color` but a revealed flag.
fn is_hidden(view: &GameView, color: Color) -> bool {
    let position = view.position().expect("play has started");
    let shown = |(station, token)| match token {
        PieceView::Known(piece) if piece.color == color => position.revealed_flag(color) == Some(station),
        PieceView::Known(_) | PieceView::Unknown(_) => true,
    };
    position.pieces().all(shown) && matches!(position.losses(color), Losses::Counted(_))
}

/// Clicks a random legal move for the side to move.
fn click_random_move(world: &mut World, mover: Client, random: &mut ChaCha8Rng) {
    let moves: Vec<Move> = view(world, mover).position().expect("play has started").legal_moves();
    let mv = moves[random.next_u32() as usize % moves.len()];
    world.click(mover, mv.from);
    world.click(mover, mv.to);
}

#[test]
fn random_games_over_unreliable_connections_end_and_are_revealed() {
    let games = [(1, GameChoice::LuzhanqiClassic), (2, GameChoice::LuzhanqiCross)];
    for (seed, game) in games {
        let (mut world, red, black) = start(seed, game);
        let spectator = world.join("Di");
        let id = world.table(red).game().id();
        world.until("the spectator has joined", |world| world.app(spectator).sessions().visit().is_some());
        world.act(spectator, Action::Lobby(LobbyAction::Watch(id)));
        world.until("the spectator is at the table", |world| world.app(spectator).screen() == Screen::Table);
        let formations = set_up(&mut world, red, black);
        let mut random = ChaCha8Rng::seed_from_u64(u64::from(seed));
        for ply in 1.. {
            let mover = if ply % 2 == 1 { red } else { black };
            click_random_move(&mut world, mover, &mut random);
            if ply % 40 == 7 {
                // the connection breaks while the move is in flight
                world.cut(if ply % 80 == 7 { red } else { spectator }, true);
            }
            world.until("all clients show the move", |world| {
                [red, black, spectator].iter().all(|&client| {
                    world.app(client).sessions().table().is_some_and(|table| table.game().ply() == ply)
                })
            });
            if world.outcome(red).is_some() {
                break;
            }
            assert!(is_hidden(view(&world, red), Color::Black) && is_hidden(view(&world, black), Color::Red));
            assert!(Color::ALL.into_iter().all(|color| is_hidden(view(&world, spectator), color)));
        }
        let outcome = world.run_to_end(red, black);
        assert!(world.table(red).game().ply() > 80, "the game was long enough for cut connections");
        assert!(
            matches!(outcome, Outcome::Won { .. } | Outcome::Drawn(DrawReason::QuietSteps)),
            "{outcome:?}"
        );
        world.until("the spectator sees all pieces", |world| view(world, spectator).is_revealed());
        for client in [red, black, spectator] {
            let view = view(&world, client);
            let shown =
                Color::ALL.map(|color| view.formation(color).copied().expect("the formation is revealed"));
            assert_eq!(shown, formations);
        }
    }
}

#[test]
fn a_formation_is_confirmed_withdrawn_and_survives_a_lost_connection() {
    let (mut world, red, black) = start(3, GameChoice::LuzhanqiClassic);
    let first = confirm(&mut world, red);
    world.until("both see that red has confirmed", |world| {
        [red, black].iter().all(|&client| view(world, client).has_confirmed(Color::Red))
    });
    assert_eq!(view(&world, black).formation(Color::Red), None);
    world.at_table(red, TableAction::WithdrawFormation);
    world.until("black sees that red has withdrawn", |world| !view(world, black).has_confirmed(Color::Red));
    world.at_table(red, TableAction::Shuffle);
    let second = *world.table(red).game().play().draft().expect("red has a draft formation");
    assert_ne!(first, second);
    world.cut(red, true);
    world.until("red is back", |world| {
        world.table(black).game().claimable_at(Color::Red).is_none()
            && world.table(red).game().play().draft() == Some(&second)
    });
    world.at_table(black, TableAction::Confirm);
    // red never confirms, so the last formation sent counts when the time is over
    world.until("play has started", |world| {
        [red, black].iter().all(|&client| view(world, client).position().is_some())
    });
    assert_eq!(view(&world, red).formation(Color::Red), Some(&second));
    assert!(world.now().as_ms() >= limits::SETUP_MS);
}

#[test]
fn an_agreed_draw_reveals_the_pieces_and_the_rematch_starts_with_set_up() {
    let (mut world, red, black) = start(4, GameChoice::LuzhanqiCross);
    let formations = set_up(&mut world, red, black);
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for (ply, mover) in [red, black].into_iter().enumerate() {
        click_random_move(&mut world, mover, &mut random);
        world.until("both see the move", |world| {
            [red, black].iter().all(|&client| world.table(client).game().ply() == ply + 1)
        });
    }
    let agree = |world: &mut World, kind| {
        world.at_table(red, TableAction::Offer(kind));
        world.until("the offer is shown", |world| {
            world.table(black).game().offers().is_open(world.table(red).game().me(), kind)
        });
        world.at_table(black, TableAction::Answer(kind, true));
    };
    agree(&mut world, OfferKind::Draw);
    assert_eq!(world.run_to_end(red, black), Outcome::Drawn(DrawReason::Agreement));
    world.until("all pieces are revealed", |world| {
        view(world, red).is_revealed() && view(world, black).is_revealed()
    });
    assert_eq!(view(&world, red).formation(Color::Black), Some(&formations[1]));
    agree(&mut world, OfferKind::Rematch);
    world.until("both are in set-up again", |world| {
        [red, black].iter().all(|&client| world.table(client).game().play().draft().is_some())
            && world.table(red).game().me() == Color::Black
    });
    set_up(&mut world, black, red);
}
