use super::*;
use crate::login_throttle::Subject;
use crate::shared_accounts::{AccountAnswer, AccountQuery};
use chuhe_protocol::ChallengePolicy;

const BO: PlayerId = PlayerId(1);

fn at(ms: u64) -> Timestamp {
    Timestamp::from_ms(ms)
}

fn name(name: &str) -> PlayerName {
    PlayerName::parse(name).expect("a name")
}

/// Whose account a login is to, and when its password is verified.
fn begin_login(
    accounts: &mut Accounts,
    text: &str,
    address: Address,
) -> (Option<PlayerId>, Result<Turn, u64>) {
    let query = AccountQuery::BeginLogin { name: name(text), address, is_known: false };
    let answer = accounts.answer(&query, at(0));
    let Some(AccountAnswer::LoginBegun { account, admitted }) = answer else { panic!("{answer:?}") };
    (account.map(|account| account.player), admitted)
}

fn with_bo() -> Accounts {
    let mut accounts = Accounts::new(Limits { registered_names: 1, ..Limits::default() }, false);
    let records = accounts.add(BO, name("Bo"), SessionToken([1; 16]), None, at(0));
    assert!(matches!(records[..], [Record::Player { .. }, Record::Session { .. }]));
    accounts
}

#[test]
fn a_guest_is_released_some_time_after_the_game_or_the_connection_ends() {
    let mut accounts = with_bo();
    assert_eq!(accounts.schedule_release(BO, SeatState::None, None), None, "the player is connected");
    accounts.went_away(BO, at(10));
    assert_eq!(accounts.schedule_release(BO, SeatState::Playing, None), None);
    let after = |ms| Some(at(ms + limits::GUEST_NAME_MS));
    assert_eq!(accounts.schedule_release(BO, SeatState::None, None), after(10));
    assert_eq!(accounts.schedule_release(BO, SeatState::Over(at(5)), None), after(10));
    assert_eq!(accounts.schedule_release(BO, SeatState::Over(at(50)), None), after(50));
    assert_eq!(accounts.schedule_release(BO, SeatState::None, Some(at(20))), after(10));
    let awaited = after(5_000);
    assert_eq!(accounts.schedule_release(BO, SeatState::None, awaited), awaited);
    accounts.came_back(BO, true, at(60));
    assert_eq!(accounts.schedule_release(BO, SeatState::None, None), None);
}

#[test]
fn a_registered_player_loses_the_seat_and_not_the_name() {
    let mut accounts = with_bo();
    assert!(accounts.set_password(BO, PasswordHash("hash".into())).is_some());
    accounts.went_away(BO, at(10));
    assert_eq!(accounts.schedule_release(BO, SeatState::None, None), None);
    assert!(accounts.schedule_release(BO, SeatState::Over(at(5)), None).is_some());
    assert_eq!(accounts.begin_release(BO), Some(true));
    assert_eq!(accounts.begin_release(PlayerId(9)), None);
}

#[test]
fn names_are_free_again_when_their_player_is_removed() {
    let mut accounts = with_bo();
    assert_eq!(accounts.check_free(&name("bo"), None), Err(Refusal::NameTaken));
    let records = accounts.remove(BO);
    assert!(matches!(records[..], [Record::Session { row: None, .. }, Record::Player { row: None, .. }]));
    assert_eq!(accounts.check_free(&name("bo"), None), Ok(()));
    assert_eq!(accounts.by_token(SessionToken([1; 16]), at(1)), None);
}

#[test]
fn a_login_for_an_unknown_name_is_verified_like_any_other() {
    let mut accounts = with_bo();
    let here = Address(1);
    let password = || Password("long enough".into());
    let verify = |hash: &str| Query::VerifyPassword { password: password(), hash: PasswordHash(hash.into()) };
    let unknown = begin_login(&mut accounts, "Bo", here);
    assert_eq!(unknown, (None, Ok(Turn::Now)));
    assert_eq!(accounts.verification(None, password()), verify(UNMATCHABLE_HASH));
    assert!(accounts.set_password(BO, PasswordHash("hash".into())).is_some());
    assert_eq!(accounts.check_unregistered(PlayerId(2)), Err(Refusal::RegistryFull));
    assert_eq!(begin_login(&mut accounts, "bo", here), (Some(BO), unknown.1));
    assert_eq!(accounts.verification(Some(BO), password()), verify("hash"));
    assert_eq!(accounts.check_free(&name("bo"), None), Err(Refusal::NameRegistered));
}

fn row(text: &str, joined_ms: u64) -> PlayerRow {
    PlayerRow {
        name: name(text),
        joined_at: at(joined_ms),
        password: None,
        has_played: false,
        preferences: Preferences::default(),
        computer_level: None,
        shared: None,
    }
}

fn revision_of(record: Option<Record>) -> Option<u32> {
    let Record::Player { revision, .. } = record? else { panic!("the record of a player") };
    Some(revision)
}

#[test]
fn restored_players_are_those_that_were_stored() {
    let hash = || Some(PasswordHash("hash".into()));
    let shared = PlayerRow { password: hash(), shared: Some(2), ..row("Cy", 0) };
    let rows = [
        PlayerRow { password: hash(), ..row("Bo", 5) },
        PlayerRow { computer_level: Some(7), ..row("computer-7", 6) },
        shared.clone(),
        row("Di", 7),
        row("Ed", 8),
    ];
    let stored = (1..).zip(rows).map(|(n, row)| (PlayerId(n), 10 * n as u32, row)).collect();
    let mut accounts = Accounts::new(Limits { registered_names: 3, ..Limits::default() }, false);
    accounts.restore(stored, Vec::new(), at(100));
    assert_eq!((accounts.len(), accounts.ids().count()), (5, 5));
    assert!(accounts.actions_mut(BO).is_some() && accounts.actions_mut(PlayerId(6)).is_none());
    let levels = accounts.ids().map(|id| accounts.get(id).and_then(|account| account.computer_level));
    assert_eq!(levels.collect::<Vec<_>>(), [None, Some(7), None, None, None]);
    assert_eq!(accounts.get(BO).and_then(|account| account.away_ms(at(130))), Some(30));
    // a computer player does not visit, and Cy has never been here
    let visits: Vec<_> = accounts.visits().collect();
    assert_eq!(visits, [(name("Bo"), at(5)), (name("Di"), at(7)), (name("Ed"), at(8))]);
    let set = |accounts: &mut Accounts| accounts.set_policy(PlayerId(3), ChallengePolicy::Nobody);
    let preferences = Preferences { policy: ChallengePolicy::Nobody, ..Preferences::default() };
    let expected =
        Record::Player { player: PlayerId(3), revision: 30, row: Some(PlayerRow { preferences, ..shared }) };
    assert_eq!(set(&mut accounts), Some(expected));
    assert_eq!(set(&mut accounts), None, "nothing changes");
    let again = accounts.set_policy(PlayerId(3), ChallengePolicy::Everyone);
    assert_eq!(revision_of(again), Some(31));
    // two names are registered, and there is room for one more
    assert_eq!(accounts.check_unregistered(PlayerId(4)), Ok(()));
    assert!(accounts.set_password(PlayerId(4), PasswordHash("first".into())).is_some());
    assert!(accounts.set_password(PlayerId(4), PasswordHash("second".into())).is_some());
    assert_eq!(accounts.check_unregistered(PlayerId(5)), Err(Refusal::RegistryFull));
    assert_eq!(accounts.most_registered(), 3);
    assert!(!accounts.remove(PlayerId(4)).is_empty());
    assert_eq!(accounts.check_unregistered(PlayerId(5)), Ok(()));
    assert_eq!(accounts.check_unregistered(BO), Err(Refusal::AlreadyRegistered));
    accounts.refuse_registrations();
    assert_eq!(accounts.check_unregistered(PlayerId(5)), Err(Refusal::RegistryFull));
}

#[test]
fn a_registered_player_joins_anew_with_each_visit_and_a_guest_once() {
    let mut accounts = with_bo();
    let joined_at = |accounts: &Accounts| accounts.get(BO).map(|account| account.joined_at);
    accounts.came_back(BO, true, at(10));
    assert_eq!(joined_at(&accounts), Some(at(0)));
    assert!(accounts.set_password(BO, PasswordHash("hash".into())).is_some());
    accounts.came_back(BO, false, at(20));
    assert_eq!(joined_at(&accounts), Some(at(0)));
    accounts.came_back(BO, true, at(30));
    assert_eq!(joined_at(&accounts), Some(at(30)));
}

#[test]
fn an_absence_begins_anew_for_the_absent_only() {
    let mut accounts = with_bo();
    let away_ms = |accounts: &Accounts| accounts.get(BO).and_then(|account| account.away_ms(at(100)));
    accounts.restart_absence(BO, at(50));
    assert_eq!(away_ms(&accounts), None);
    accounts.went_away(BO, at(10));
    assert_eq!(away_ms(&accounts), Some(90));
    accounts.restart_absence(BO, at(50));
    assert_eq!(away_ms(&accounts), Some(50));
    assert_eq!(accounts.begin_release(BO), Some(false));
    assert_eq!(away_ms(&accounts), None);
}

#[test]
fn the_first_release_is_early_once_more_than_the_limit_are_scheduled() {
    let mut accounts = with_bo();
    accounts.went_away(BO, at(10));
    for n in 1..limits::HELD_GUESTS as u64 {
        accounts.releases.set(PlayerId(BO.0 + n), Some(at(limits::GUEST_NAME_MS + 10 + n)));
    }
    assert_eq!(accounts.surplus_release(), None);
    accounts.releases.set(PlayerId(0), Some(at(limits::GUEST_NAME_MS + 11)));
    assert_eq!(accounts.surplus_release(), None);
    assert!(accounts.schedule_release(BO, SeatState::None, None).is_some());
    assert_eq!(accounts.surplus_release(), Some(BO), "that is due first");
    accounts.cancel_release(BO);
    assert_eq!(accounts.surplus_release(), None);
}

#[test]
fn the_last_addresses_are_known_and_after_a_new_password_only_the_last_one() {
    let mut accounts = with_bo();
    assert!(accounts.set_password(BO, PasswordHash("hash".into())).is_some());
    let known = |accounts: &Accounts| -> Vec<u128> {
        (1..=9).filter(|&n| accounts.is_known_address(&name("bo"), Address(n))).collect()
    };
    for n in [1, 2, 3, 4, 1, 5] {
        accounts.add_address(BO, Address(n));
    }
    assert_eq!(limits::PLAYER_ADDRESSES, 4);
    assert_eq!(known(&accounts), [1, 3, 4, 5]);
    assert!(!accounts.issue_only_token(BO, SessionToken([2; 16]), at(1)).is_empty());
    assert_eq!(known(&accounts), [5]);
    assert!(!accounts.is_known_address(&name("Cy"), Address(5)));
}

#[test]
fn a_guest_challenges_from_their_last_address_and_a_registered_player_by_number() {
    let mut accounts = with_bo();
    let guest = |accounts: &Accounts| accounts.challenger(BO).guest;
    assert_eq!(guest(&accounts), None, "no address is known");
    for n in [1, 2] {
        accounts.add_address(BO, Address(n));
    }
    assert_eq!(guest(&accounts), Some((Address(2), at(0))));
    assert!(accounts.set_password(BO, PasswordHash("hash".into())).is_some());
    assert_eq!((accounts.challenger(BO).player, guest(&accounts)), (BO, None));
}

#[test]
fn a_token_of_a_registered_player_expires() {
    let mut accounts = with_bo();
    let token = SessionToken([1; 16]);
    assert_eq!(accounts.by_token(token, at(limits::TOKEN_MS)), Some(BO), "a guest's does not");
    assert!(accounts.set_password(BO, PasswordHash("hash".into())).is_some());
    assert_eq!(accounts.by_token(token, at(limits::TOKEN_MS - 1)), Some(BO));
    assert_eq!(accounts.by_token(token, at(limits::TOKEN_MS)), None);
    assert_eq!(accounts.by_token(SessionToken([2; 16]), at(0)), None);
}

#[test]
fn the_closest_spelling_decides_whose_name_it_is() {
    let mut accounts = Accounts::new(Limits::default(), false);
    let stored = (1..).zip(["Bo", "BO", "bo"]).map(|(n, text)| (PlayerId(n), 0, row(text, 0)));
    accounts.restore(stored.collect(), Vec::new(), at(0));
    let found = ["Bo", "BO", "bo", "Cy"].map(|text| accounts.by_name(&name(text)));
    assert_eq!(found, [Some(BO), Some(PlayerId(2)), Some(PlayerId(3)), None]);
    assert!(accounts.set_password(PlayerId(2), PasswordHash("hash".into())).is_some());
    assert_eq!(accounts.check_free(&name("bo"), None), Err(Refusal::NameRegistered));
}

#[test]
fn a_token_that_is_to_be_shown_replaces_the_last_one_once_it_is() {
    let mut accounts = with_bo();
    let (before, fresh) = (SessionToken([1; 16]), SessionToken([2; 16]));
    assert_eq!(accounts.issue_token_to_show(BO, fresh, at(1)).map(|records| records.len()), Some(1));
    assert_eq!(accounts.issue_token_to_show(BO, SessionToken([3; 16]), at(2)), None);
    assert_eq!(accounts.revoke_replaced_token(BO), [], "it may be lost");
    assert!(!accounts.confirm_token(BO, before));
    assert!(accounts.confirm_token(BO, fresh));
    assert!(!accounts.confirm_token(BO, fresh), "the hub waits no more");
    assert_eq!(accounts.by_token(before, at(3)), Some(BO));
    assert_eq!(accounts.revoke_replaced_token(BO).len(), 1);
    assert_eq!((accounts.by_token(before, at(3)), accounts.by_token(fresh, at(3))), (None, Some(BO)));
}

#[test]
fn an_attempt_counts_unless_it_is_cancelled_or_cannot_be_verified() {
    let mut accounts = with_bo();
    assert!(accounts.set_password(BO, PasswordHash("hash".into())).is_some());
    let here = Address(1);
    let begin = |accounts: &mut Accounts| begin_login(accounts, "bo", here).1;
    let end = |accounts: &mut Accounts, is_right| {
        let subject = Subject::of(&name("Bo"));
        assert!(
            accounts.answer(&AccountQuery::EndLogin { subject, address: here, is_right }, at(0)).is_some()
        );
    };
    let free = accounts.limits.login_free_attempts;
    for _ in 0..=free {
        assert!(begin(&mut accounts).is_ok(), "no attempt counts");
        end(&mut accounts, false);
    }
    for _ in 0..free {
        assert!(begin(&mut accounts).is_ok(), "few wrong passwords");
    }
    end(&mut accounts, true);
    for _ in 0..free {
        assert!(begin(&mut accounts).is_ok(), "the right password has reset the count");
    }
    assert_eq!(begin(&mut accounts), Err(accounts.limits.login_first_wait_ms));
}

#[test]
fn a_hub_that_shares_its_accounts_leaves_them_to_their_owner() {
    let query = AccountQuery::Find { name: name("Bo") };
    assert_eq!(with_bo().answer(&query, at(0)), Some(AccountAnswer::Found(None)), "a guest has no account");
    assert_eq!(Accounts::new(Limits::default(), true).answer(&query, at(0)), None);
}
