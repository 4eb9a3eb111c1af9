//! What operators do to registered accounts.

use crate::accounts::{SECRET, enter, login, password, registered, resume};
use crate::world::{Client, MATE, World, untimed};
use chuhe_hub::{
    AccountAction, ActionRefusal, Address, Input, OperatorAction, PasswordHash, Sanction, SanctionKind,
    SanctionTarget,
};
use chuhe_protocol::{
    AccountRequest, ChatRoom, ClientMessage, CloseReason, DoorMessage, DoorRequest, LobbyRequest, PlayerId,
    PlayerName, Refusal, ServerMessage, TableRequest,
};
use chuhe_rules::clock::Timestamp;

fn name(text: &str) -> PlayerName {
    PlayerName::parse(text).expect("a name")
}

pub(crate) fn act(world: &mut World, player: PlayerId, action: AccountAction) -> Result<(), ActionRefusal> {
    let action = OperatorAction::Account(player, action);
    world.hub.operators().check_action(&action)?;
    world.handle(Input::Operate(Box::new(action)));
    Ok(())
}

fn rename(text: &str) -> AccountAction {
    AccountAction::Rename(name(text))
}

/// Two registered players, Bo and An, who have finished a game and left the table.
fn after_a_game(world: &mut World) -> [Client; 2] {
    let mut table = world.table(untimed());
    let both = [table.red(), table.black()];
    for client in both {
        world.send(client, AccountRequest::Register { password: password(SECRET) });
    }
    world.discard_received();
    world.play(&mut table, &MATE);
    for client in both {
        world.send(client, TableRequest::Leave.at(table.game));
    }
    world.discard_received();
    both
}

#[test]
fn renamed_player_resumes_under_the_new_name_and_the_old_one_is_free() {
    let mut world = World::new();
    let [bo, an] = ["Bo", "An"].map(|text| registered(&mut world, text));
    assert_eq!(act(&mut world, bo.player, rename("aN")), Err(ActionRefusal::NameInUse));
    assert_eq!(act(&mut world, bo.player, rename("admin")), Err(ActionRefusal::NameReserved));
    let guest = world.join("Gu");
    assert_eq!(act(&mut world, guest.player, rename("Di")), Err(ActionRefusal::NotRegistered));
    assert_eq!(act(&mut world, bo.player, rename("Di")), Ok(()));
    assert_eq!(world.closed(bo.connection), Some(CloseReason::Kicked));
    let connection = world.open();
    world.ask(connection, resume(bo));
    let joined = world.received_at(connection);
    assert!(
        matches!(joined.first(), Some(ServerMessage::Door(DoorMessage::Joined { name, .. })) if name.as_str() == "Di"),
        "{joined:?}"
    );
    world.restart();
    assert_eq!(enter(&mut world, Address(5), login("Bo", SECRET)).map(drop), Err(Refusal::WrongPassword));
    assert_eq!(enter(&mut world, Address(5), login("Di", SECRET)).expect("the password").0.player, bo.player);
    registered(&mut world, "Bo");
    // another spelling of the own name
    assert_eq!(act(&mut world, an.player, rename("aN")), Ok(()));
    assert_eq!(world.stored.players[&an.player].1.name, name("aN"));
}

#[test]
fn player_at_a_table_is_neither_renamed_nor_erased() {
    let mut world = World::new();
    let mut table = world.table(untimed());
    let red = table.red();
    world.send(red, AccountRequest::Register { password: password(SECRET) });
    world.discard_received();
    let refused = Err(ActionRefusal::AtTable(table.game));
    assert_eq!(act(&mut world, red.player, rename("Di")), refused);
    assert_eq!(act(&mut world, red.player, AccountAction::Erase), refused);
    world.play(&mut table, &MATE);
    assert_eq!(act(&mut world, red.player, AccountAction::Erase), refused, "until they leave it");
    world.send(red, TableRequest::Leave.at(table.game));
    assert_eq!(act(&mut world, red.player, AccountAction::Erase), Ok(()));
}

#[test]
fn new_password_signs_the_player_out_and_is_the_only_one() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    let hash = PasswordHash("00$another secret".to_owned());
    assert_eq!(act(&mut world, bo.player, AccountAction::SetPassword(hash)), Ok(()));
    assert_eq!(world.closed(bo.connection), Some(CloseReason::SignedOut));
    assert_eq!(enter(&mut world, Address(5), resume(bo)).map(drop), Err(Refusal::UnknownToken));
    assert_eq!(enter(&mut world, Address(5), login("Bo", SECRET)).map(drop), Err(Refusal::WrongPassword));
    assert!(enter(&mut world, Address(5), login("Bo", "another secret")).is_ok());
}

#[test]
fn erased_account_leaves_nothing_but_its_games_which_the_store_is_to_erase() {
    let mut world = World::new();
    let [bo, an] = after_a_game(&mut world);
    let own = world.stored.players[&bo.player].1.name.clone();
    let line = ClientMessage::Chat { room: ChatRoom::Lobby, text: "hello".to_owned() };
    world.send(bo, line);
    world.send(an, AccountRequest::Block { player: bo.player });
    let target = SanctionTarget::Name(own.clone());
    let ban = Sanction { kind: SanctionKind::Silence, target, until: None };
    world.handle(Input::Operate(Box::new(OperatorAction::Impose(ban))));
    assert_eq!(act(&mut world, bo.player, AccountAction::Erase), Ok(()));
    assert_eq!(world.closed(bo.connection), Some(CloseReason::SignedOut));
    let stored = &world.stored;
    assert!(!stored.players.contains_key(&bo.player));
    assert!(stored.sessions.values().all(|(_, session)| session.player != bo.player));
    assert!(stored.sanctions.is_empty());
    assert_eq!(stored.erased.iter().copied().collect::<Vec<_>>(), [bo.player]);
    // whoever comes later finds nothing of them
    let late = world.open();
    world.ask(late, DoorRequest::Join { name: "Late".into(), hall: None });
    world.ask(late, LobbyRequest::ListVisitors);
    let received = format!("{:?}", world.received_at(late));
    assert!(!received.contains(own.as_str()) && received.contains("Visitors"), "{received}");
    assert_eq!(act(&mut world, bo.player, AccountAction::Erase), Err(ActionRefusal::NotRegistered));
    let again = world.join(own.as_str());
    assert_ne!(again.player, bo.player);
}

#[test]
fn accounts_are_shown_with_their_last_visit() {
    let mut world = World::new();
    let bo = registered(&mut world, "Bo");
    world.join("Guest");
    world.advance_with(&[bo], 60_000);
    let left = world.now();
    world.lose(bo);
    world.advance(60_000);
    let account = world.hub.operators().account(bo.player).expect("it is registered");
    assert_eq!((account.seen_at, account.is_connected, account.has_played), (Some(left), false, false));
    assert_eq!(account.lapses_at, Some(left.plus_ms(90 * Timestamp::DAY_MS)));
    assert_eq!(world.hub.operators().listed_accounts().count(), 1, "a guest has no account");
}
