//! Registered names that were never played with are free again after some time.

use crate::accounts::{SECRET, enter, login, password, registered, resume};
use crate::world::{Client, MATE, World, untimed};
use chuhe_hub::{Address, Input, Limits, PasswordHash};
use chuhe_protocol::{
    AccountMessage, AccountRequest, ClientMessage, DoorRequest, Refusal, ServerMessage, limits,
};
use chuhe_rules::clock::Timestamp;

const DAY_MS: u64 = Timestamp::DAY_MS;

fn log_in(world: &mut World, name: &str) -> Result<Client, Refusal> {
    enter(world, Address(5), login(name, SECRET)).map(|(client, _)| client)
}

#[test]
fn unplayed_name_is_free_ninety_days_after_the_last_visit() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    world.lose(bo);
    world.advance(60 * DAY_MS);
    let again = log_in(&mut world, "Bo").expect("the name is still theirs");
    world.lose(again);
    world.advance(90 * DAY_MS - 1);
    assert!(world.stored.players.contains_key(&bo.player));
    world.advance(1);
    assert!(!world.stored.players.contains_key(&bo.player), "nothing is stored of the account");
    assert!(world.stored.sessions.is_empty());
    assert_eq!(log_in(&mut world, "Bo").map(drop), Err(Refusal::WrongPassword));
    assert_eq!(enter(&mut world, Address(5), resume(bo)).map(drop), Err(Refusal::UnknownToken));
    // nothing comes back
    world.restart();
    assert_eq!(log_in(&mut world, "Bo").map(drop), Err(Refusal::WrongPassword));
    registered(&mut world, "bO");
}

#[test]
fn time_without_the_server_counts_and_a_restart_does_not_begin_it_anew() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    world.lose(bo);
    world.advance(50 * DAY_MS);
    world.restart();
    world.advance(39 * DAY_MS);
    world.crash(DAY_MS - 60_000);
    assert!(world.stored.players.contains_key(&bo.player));
    world.advance(60_000);
    assert!(!world.stored.players.contains_key(&bo.player));
}

#[test]
fn name_with_a_finished_game_stays_also_after_a_restart() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    for client in [table.red(), table.black()] {
        world.send(client, AccountRequest::Register { password: password(SECRET) });
    }
    world.discard_received();
    world.play(&mut table, &MATE);
    for client in [table.red(), table.black()] {
        assert!(world.stored.players[&client.player].1.has_played);
        let account = world.hub.operators().account(client.player).expect("it is registered");
        assert_eq!((account.has_played, account.lapses_at), (true, None));
        world.lose(client);
    }
    world.advance(200 * DAY_MS);
    world.restart();
    world.advance(200 * DAY_MS);
    assert!(
        [table.red(), table.black()].iter().all(|client| world.stored.players.contains_key(&client.player))
    );
}

#[test]
fn connected_player_and_one_in_a_running_game_keep_the_name() {
    let mut world = World::new();
    let bo = registered(&mut world, "Cy");
    let table = world.table(untimed());
    world.send(table.red(), AccountRequest::Register { password: password(SECRET) });
    let set = |days| Limits { unplayed_name_days: days, ..Limits::default() };
    world.handle(Input::SetLimits(Box::new(set(1))));
    world.advance_with(&[bo, table.red(), table.black()], DAY_MS + 1);
    for player in [bo.player, table.red().player] {
        assert!(world.stored.players.contains_key(&player));
    }
    // from the end of the visit
    world.lose(bo);
    world.advance_with(&[table.red(), table.black()], DAY_MS - 60_000);
    assert!(world.stored.players.contains_key(&bo.player));
    world.advance_with(&[table.red(), table.black()], 60_000);
    assert!(!world.stored.players.contains_key(&bo.player));
    assert!(world.stored.players.contains_key(&table.red().player));
}

#[test]
fn new_limit_concerns_names_that_are_registered_already() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    world.lose(bo);
    world.advance(2 * DAY_MS);
    let limits = Limits { unplayed_name_days: 1, ..Limits::default() };
    world.handle(Input::SetLimits(Box::new(limits)));
    world.advance(1);
    assert!(!world.stored.players.contains_key(&bo.player));
}

#[test]
fn lapsed_names_make_room_for_others() {
    let limits = Limits { registered_names: 1, ..Limits::default() };
    let mut world = World::limited(limits);
    let squatter = registered(&mut world, "Bo");
    let an = world.join("An");
    let register = || ClientMessage::Account(AccountRequest::Register { password: password(SECRET) });
    assert_eq!(world.refused(an, register()), Refusal::RegistryFull);
    world.send(an, DoorRequest::Quit);
    world.lose(squatter);
    world.advance(90 * DAY_MS);
    let an = world.join("An");
    world.send(an, register());
    world.expect(an, &[ServerMessage::Account(AccountMessage::Registered)]);
}

#[test]
fn pause_delays_a_lapse() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    world.lose(bo);
    world.advance(90 * DAY_MS - 1);
    let saves = world.saves;
    world.handle(Input::StoreStalled(world.now()));
    world.advance(limits::GUEST_NAME_MS);
    assert_eq!(world.saves, saves, "nothing can be stored");
    world.handle(Input::StoreRecovered);
    world.advance(1);
    assert!(!world.stored.players.contains_key(&bo.player));
}

#[test]
fn name_of_an_earlier_version_does_not_lapse() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    world.lose(bo);
    let (_, row) = world.stored.players.get_mut(&bo.player).expect("it is stored");
    (row.has_played, row.password) = (true, Some(PasswordHash("another".into())));
    world.restart();
    world.advance(400 * DAY_MS);
    assert!(world.stored.players.contains_key(&bo.player));
}
