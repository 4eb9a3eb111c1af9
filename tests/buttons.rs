//! The server accepts the request of every enabled button at the table.
//!
//! Two apps press random enabled buttons for many plies; no request may be refused.

use crate::world::{Client, World};
use chuhe_app::Screen;
use chuhe_model::actions::action::{Action, FormAction, TableAction};
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::{GivingUp, Table};
use chuhe_protocol::ColorChoice;
use chuhe_rules::GameMove;
use chuhe_rules::offers::OfferKind;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// The enabled buttons, except those that end the game.
fn enabled(world: &World, client: Client) -> Vec<TableAction> {
    let table: &Table = world.table(client);
    let permits = table.permits(world.now(), true);
    let mut actions = Vec::new();
    for kind in OfferKind::ALL {
        if permits.offer(kind).is_ok() {
            actions.push(TableAction::Offer(kind));
        }
        if permits.withdraw(kind).is_ok() {
            actions.push(TableAction::Withdraw(kind));
        }
        if permits.answer(kind).is_ok() {
            actions.extend([true, false].map(|accept| TableAction::Answer(kind, accept)));
        }
    }
    actions
}

/// The enabled buttons that end the game.
fn ends(world: &World, client: Client) -> Vec<TableAction> {
    let permits = world.table(client).permits(world.now(), true);
    let mut actions = Vec::new();
    if permits.give_up().is_ok() {
        actions.push(match permits.giving_up() {
            GivingUp::Abort => TableAction::Abort,
            GivingUp::Resign => TableAction::Resign,
        });
    }
    if permits.leave().is_ok() {
        actions.push(TableAction::Leave);
    }
    actions
}

/// Delivers the messages in flight, and checks that nothing was refused.
fn check_accepted(world: &mut World, clients: [Client; 2], pressed: TableAction) {
    world.advance(150);
    for client in clients {
        let notice = world.app(client).desk().notice(world.now());
        let refused = matches!(notice, Some(Notice::Refused(_) | Notice::Denied(_) | Notice::Illegal(_)));
        assert!(!refused, "{pressed:?}: {notice:?}");
    }
}

#[test]
fn enabled_buttons_are_never_refused() {
    for seed in 0..4 {
        let (mut world, clients) = World::with_players(seed, ["Bo", "云中鹤"]);
        let mut rng = ChaCha8Rng::from_seed([seed; 32]);
        let mut pick = |most: usize| (rng.next_u32() as usize) % most;
        let mut played = 0;
        for _ in 0..1_500 {
            if clients.iter().any(|&client| world.app(client).screen() != Screen::Table) {
                for client in clients {
                    if world.app(client).screen() == Screen::Table {
                        world.at_table(client, TableAction::Leave);
                    }
                }
                world.advance(150);
                world.start_game(
                    clients[0],
                    clients[1],
                    [Action::Form(FormAction::Color(ColorChoice::Random))],
                );
            }
            let client = clients[pick(2)];
            let moves = world.table(client).board().available();
            let actions = match pick(40) {
                0 => ends(&world, client),
                1..12 => enabled(&world, client),
                _ if moves.is_empty() => Vec::new(),
                _ => vec![TableAction::Play(GameMove::Xiangqi(moves[pick(moves.len())].0))],
            };
            if !actions.is_empty() {
                let action = actions[pick(actions.len())];
                played += usize::from(matches!(action, TableAction::Play(_)));
                world.at_table(client, action);
                check_accepted(&mut world, clients, action);
            }
        }
        assert!(played > 200, "{played}");
    }
}
