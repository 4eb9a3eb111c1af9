//! Registered accounts that two hubs share.

use crate::accounts::{SECRET, login, password};
use crate::shared_table::SharedTable;
use crate::world::{Client, World, untimed};
use chuhe_hub::{
    AccountAnswer, AccountQuery, AccountRefusal, Answer, ConnectionId, HubConfig, Input, Query, Removal,
};
use chuhe_protocol::{
    AccountMessage, AccountRequest, ChallengePolicy, ChatMessage, ChatRoom, ClientMessage, CloseReason,
    DoorMessage, DoorRequest, HallName, LobbyRequest, PlayerId, PlayerName, Refusal, ServerMessage, Terms,
    limits,
};
use chuhe_rules::clock::Timestamp;

const OTHER_SECRET: &str = "another secret";

/// Two halls, and the accounts that they share.
struct Halls {
    east: World,
    west: World,
    table: SharedTable,
}

fn hall(name: &str, remainder: u64) -> World {
    let hall = Some(HallName::parse(name).expect("a name"));
    let settings = HubConfig {
        hall,
        shares_accounts: true,
        first_id: 64 + remainder,
        id_step: 64,
        ..HubConfig::seeded([1; 32])
    };
    let mut world = World::with(settings);
    world.answers_wait = true;
    world
}

impl Halls {
    fn new() -> Self {
        Self { east: hall("east", 0), west: hall("west", 1), table: SharedTable::default() }
    }

    /// Answers every query, and passes each changed account to both hubs.
    fn settle(&mut self) {
        loop {
            let before = self.table.0.clone();
            let (table, mut answered) = (&mut self.table, false);
            for world in [&mut self.east, &mut self.west] {
                answered |= world.answer_next(|stored, query| table.answer(stored, query));
            }
            for (player, account) in &self.table.0 {
                if before.get(player) != Some(account) {
                    for world in [&mut self.east, &mut self.west] {
                        world.handle(Input::AccountChanged(Box::new(account.clone())));
                    }
                }
            }
            if !answered {
                return;
            }
        }
    }

    /// Joins the hall in the east as a guest.
    fn join(&mut self, name: &str) -> Client {
        let connection = self.east.open();
        self.east.ask(connection, join(name));
        self.settle();
        entered(&mut self.east, connection).expect("the name is free")
    }

    /// Joins the hall in the east and registers the name.
    fn registered(&mut self, name: &str) -> Client {
        let client = self.join(name);
        self.east.send(client, AccountRequest::Register { password: password(SECRET) });
        self.settle();
        self.east.expect(client, &[ServerMessage::Account(AccountMessage::Registered)]);
        client
    }

    fn enter_west(&mut self, message: ClientMessage) -> Result<Client, Refusal> {
        let connection = self.west.open();
        self.west.ask(connection, message);
        self.settle();
        entered(&mut self.west, connection)
    }
}

fn entered(world: &mut World, connection: ConnectionId) -> Result<Client, Refusal> {
    let received = world.received_at(connection);
    match received.first() {
        Some(&ServerMessage::Door(DoorMessage::Joined { player, token, .. })) => {
            Ok(Client { connection, player, token })
        }
        Some(&ServerMessage::Refused { reason, .. }) => Err(reason),
        _ => panic!("{received:?}"),
    }
}

fn join(name: &str) -> ClientMessage {
    ClientMessage::Door(DoorRequest::Join { name: name.into(), hall: None })
}

fn change(old: &str, new: &str) -> ClientMessage {
    ClientMessage::Account(AccountRequest::ChangePassword { old: password(old), new: password(new) })
}

/// The players whom the latest list of preferences names as blocked.
fn blocked(received: &[ServerMessage]) -> Option<Vec<String>> {
    received.iter().rev().find_map(|message| match message {
        ServerMessage::Account(AccountMessage::Preferences { blocked, .. }) => {
            Some(blocked.iter().map(|player| player.name.to_string()).collect())
        }
        _ => None,
    })
}

#[test]
fn a_name_registered_in_one_hall_belongs_to_its_player_in_all() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    for name in ["Bo", "bO", "В\u{43e}"] {
        assert_eq!(halls.enter_west(join(name)).err(), Some(Refusal::NameRegistered), "{name}");
    }
    assert_eq!(halls.enter_west(login("Bo", "anything else")).err(), Some(Refusal::WrongPassword));
    assert_eq!(halls.enter_west(login("Nobody", SECRET)).err(), Some(Refusal::WrongPassword));
    let there = halls.enter_west(login("bo", SECRET)).expect("the password is right");
    assert_eq!(there.player, bo.player, "a player has one number in all halls");
    assert_eq!(halls.east.closed(bo.connection), None, "they may be in two halls");
    // now the hall knows the name itself
    assert_eq!(halls.enter_west(join("BO")).err(), Some(Refusal::NameRegistered));
    halls.west.restart();
    let again = halls.enter_west(login("Bo", SECRET)).expect("the password is right");
    assert_eq!(again.player, bo.player);
}

#[test]
fn one_of_two_hubs_that_claim_a_name_gets_it() {
    let mut halls = Halls::new();
    let east = halls.join("Bo");
    let west = halls.enter_west(join("bo")).expect("guests' names are a hall's");
    let register = ClientMessage::Account(AccountRequest::Register { password: password(SECRET) });
    halls.east.send(east, register.clone());
    halls.west.send(west, register);
    // both passwords are hashed before either name is claimed
    let table = &mut halls.table;
    assert!(halls.east.answer_next(|stored, query| table.answer(stored, query)));
    assert!(halls.west.answer_next(|stored, query| table.answer(stored, query)));
    assert!(halls.west.answer_next(|stored, query| table.answer(stored, query)));
    assert!(halls.east.answer_next(|stored, query| table.answer(stored, query)));
    halls.west.expect(west, &[ServerMessage::Account(AccountMessage::Registered)]);
    let refused = halls.east.received(east);
    assert!(
        matches!(refused[..], [ServerMessage::Refused { reason: Refusal::NameRegistered, .. }]),
        "{refused:?}"
    );
    let account = halls.table.0.values().next().expect("one account").clone();
    assert_eq!((halls.table.0.len(), account.player), (1, west.player));
    halls.east.handle(Input::AccountChanged(Box::new(account)));
    assert_eq!(halls.east.closed(east.connection), Some(CloseReason::NameRegistered));
}

#[test]
fn guest_leaves_a_name_that_is_registered_in_another_hall_but_not_a_running_game() {
    let mut halls = Halls::new();
    let guest = halls.enter_west(join("Bo")).expect("a free name");
    let an = halls.enter_west(join("An")).expect("a free name");
    let red = halls.enter_west(join("Cy")).expect("a free name");
    let black = halls.enter_west(join("Di")).expect("a free name");
    let table = halls.west.begin(red, black, untimed());
    halls.registered("Bo");
    assert_eq!(halls.west.closed(guest.connection), Some(CloseReason::NameRegistered));
    let resume =
        ClientMessage::Door(DoorRequest::Resume { token: guest.token, seen: Vec::new(), hall: None });
    assert_eq!(halls.enter_west(resume).err(), Some(Refusal::UnknownToken));
    halls.registered("Cy");
    assert_eq!(halls.west.closed(red.connection), None, "their opponent does not lose the game");
    assert_eq!(halls.west.closed(an.connection), None);
    assert!(halls.west.hub.has_tables(), "{table:?}");
}

#[test]
fn join_is_refused_if_the_name_is_registered_before_its_owner_is_known() {
    let mut halls = Halls::new();
    let bo = halls.join("Bo");
    let late = halls.west.open();
    halls.west.ask(late, join("Bo"));
    let (id, _) = halls.west.pending_queries.pop_front().expect("a query");
    halls.east.send(bo, AccountRequest::Register { password: password(SECRET) });
    halls.settle();
    let free = Answer::Accounts(AccountAnswer::Found(None));
    halls.west.handle(Input::Answered(id, free));
    assert_eq!(entered(&mut halls.west, late).err(), Some(Refusal::NameRegistered));
    assert_eq!(halls.west.hub.operators().gauges().players, 0);
}

#[test]
fn new_password_holds_in_all_halls_and_signs_out_of_the_others() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    let there = halls.enter_west(login("Bo", SECRET)).expect("the password is right");
    halls.west.received(there);
    halls.west.send(there, change("anything else", OTHER_SECRET));
    halls.settle();
    let refused = halls.west.received(there);
    assert!(matches!(refused[..], [ServerMessage::Refused { reason: Refusal::WrongPassword, .. }]));
    halls.west.send(there, change(SECRET, OTHER_SECRET));
    halls.settle();
    let changed = halls.west.received(there);
    assert!(
        matches!(
            changed[..],
            [
                ServerMessage::Account(AccountMessage::SignedOutEverywhere { .. }),
                ServerMessage::Account(AccountMessage::Registered)
            ]
        ),
        "{changed:?}"
    );
    assert_eq!(halls.east.closed(bo.connection), Some(CloseReason::SignedOut));
    let connection = halls.east.open();
    let resume = ClientMessage::Door(DoorRequest::Resume { token: bo.token, seen: Vec::new(), hall: None });
    assert_eq!(halls.east.refused_at(connection, resume), Refusal::UnknownToken);
    for (secret, refusal) in [(SECRET, Some(Refusal::WrongPassword)), (OTHER_SECRET, None)] {
        let connection = halls.east.open();
        halls.east.ask(connection, login("Bo", secret));
        halls.settle();
        assert_eq!(entered(&mut halls.east, connection).err(), refusal, "{secret}");
    }
}

#[test]
fn a_change_of_a_shared_password_completes_without_its_connection() {
    for answers in 0..4 {
        let mut halls = Halls::new();
        let bo = halls.registered("Bo");
        let there = halls.enter_west(login("Bo", SECRET)).expect("the password is right");
        halls.east.send(bo, change(SECRET, OTHER_SECRET));
        let table = &mut halls.table;
        for _ in 0..answers {
            assert!(halls.east.answer_next(|stored, query| table.answer(stored, query)));
        }
        halls.east.lose(bo);
        halls.settle();
        assert_eq!(halls.west.closed(there.connection), Some(CloseReason::SignedOut));
        for (secret, refusal) in [(SECRET, Some(Refusal::WrongPassword)), (OTHER_SECRET, None)] {
            assert_eq!(
                halls.enter_west(login("Bo", secret)).err(),
                refusal,
                "{secret}, after {answers} answers"
            );
        }
    }
}

#[test]
fn signing_out_everywhere_reaches_the_other_hall() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    let there = halls.enter_west(login("Bo", SECRET)).expect("the password is right");
    halls.west.received(there);
    halls.east.send(bo, AccountRequest::SignOutEverywhere);
    halls.settle();
    let received = halls.east.received(bo);
    assert!(
        matches!(received[..], [ServerMessage::Account(AccountMessage::SignedOutEverywhere { .. })]),
        "{received:?}"
    );
    assert_eq!(
        (halls.east.closed(bo.connection), halls.west.closed(there.connection)),
        (None, Some(CloseReason::SignedOut))
    );
}

#[test]
fn own_change_that_is_reported_before_its_answer_keeps_the_connection() {
    let mut halls = Halls::new();
    let bo = halls.join("Bo");
    for message in [
        ClientMessage::Account(AccountRequest::Register { password: password(SECRET) }),
        ClientMessage::Account(AccountRequest::SignOutEverywhere),
        change(SECRET, OTHER_SECRET),
    ] {
        halls.east.send(bo, message);
        let table = &mut halls.table;
        let mut before = table.0.clone();
        while let Some((id, query)) = halls.east.pending_queries.pop_front() {
            let answer = table.answer(&halls.east.stored, &query);
            if let Some(account) = table.0.get(&bo.player)
                && before.get(&bo.player) != Some(account)
            {
                // twice, and the one that arrives late is older
                let mut older = account.clone();
                older.revision -= 1;
                halls.east.handle(Input::AccountChanged(Box::new(account.clone())));
                halls.east.handle(Input::AccountChanged(Box::new(older)));
                before = table.0.clone();
            }
            halls.east.handle(Input::Answered(id, answer));
        }
        assert_eq!(halls.east.closed(bo.connection), None);
    }
    let stored = &halls.east.stored.players[&bo.player].1;
    assert_eq!(stored.shared, Some(2), "signed out twice");
    let received = halls.east.received(bo);
    let tokens = received.iter().filter(|message| {
        matches!(message, ServerMessage::Account(AccountMessage::SignedOutEverywhere { .. }))
    });
    assert_eq!(tokens.count(), 2, "{received:?}");
}

#[test]
fn own_change_whose_answer_is_lost_closes_the_connection_once_it_is_known() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    halls.east.send(bo, AccountRequest::SignOutEverywhere);
    let (id, query) = halls.east.pending_queries.pop_front().expect("a query");
    halls.table.answer(&halls.east.stored, &query);
    let account = halls.table.0[&bo.player].clone();
    halls.east.handle(Input::AccountChanged(Box::new(account)));
    assert_eq!(halls.east.closed(bo.connection), None, "it may be the own change");
    halls.east.handle(Input::Answered(id, Answer::Failed));
    assert_eq!(halls.east.closed(bo.connection), Some(CloseReason::SignedOut));
}

#[test]
fn blocks_of_registered_players_and_the_policy_follow_to_the_other_hall() {
    let mut halls = Halls::new();
    let (bo, an) = (halls.registered("Bo"), halls.registered("An"));
    let guest = halls.join("Cy");
    for player in [an.player, guest.player] {
        halls.east.send(bo, AccountRequest::Block { player });
    }
    let nobody = ChallengePolicy::Nobody;
    halls.east.send(bo, AccountRequest::SetChallengePolicy { policy: nobody });
    halls.settle();
    assert_eq!(blocked(&halls.east.received(bo)), Some(vec!["An".to_owned(), "Cy".to_owned()]));
    let there = halls.enter_west(login("Bo", SECRET)).expect("the password is right");
    let name = PlayerName::parse("An").expect("a name");
    assert_eq!(halls.west.hub.operators().player_named(&name), None, "they have never been there");
    halls.west.send(there, AccountRequest::SetChallengePolicy { policy: ChallengePolicy::Everyone });
    halls.settle();
    assert_eq!(blocked(&halls.west.received(there)), Some(vec!["An".to_owned()]));
    let impostor = halls.enter_west(login("An", SECRET)).expect("the password is right");
    let terms = Terms::default();
    let challenge = ClientMessage::Lobby(LobbyRequest::Challenge { opponent: there.player, terms });
    assert_eq!(halls.west.refused(impostor, challenge), Refusal::NoChallenges);
    halls.west.send(there, AccountRequest::Unblock { player: an.player });
    halls.settle();
    assert_eq!(blocked(&halls.east.received(bo)), Some(vec!["Cy".to_owned()]), "the guest stays blocked");
}

#[test]
fn others_learn_that_a_name_is_registered_for_all_halls() {
    let mut halls = Halls::new();
    let an = halls.join("An");
    halls.registered("Bo");
    halls.east.advance(limits::PRESENCE_WINDOW_MS);
    halls.east.knows_all(an);
}

#[test]
fn player_whose_name_an_older_registration_has_signs_out_of_the_own_hall() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    let (_, row) = halls.east.stored.players.get_mut(&bo.player).expect("it is stored");
    row.shared = None;
    halls.table.0.clear();
    halls.east.restart();
    let (bo, _) = halls.east.resume(bo, None);
    halls.east.received(bo);
    halls.east.send(bo, AccountRequest::SignOutEverywhere);
    let received = halls.east.received(bo);
    let [ServerMessage::Account(AccountMessage::SignedOutEverywhere { token })] = received[..] else {
        panic!("{received:?}")
    };
    let again = Client { token, ..bo };
    assert_eq!(halls.east.refused(again, change(SECRET, OTHER_SECRET)), Refusal::WrongPassword);
}

#[test]
fn guest_who_registers_stays_blocked_in_all_halls() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    let an = halls.join("An");
    halls.east.send(bo, AccountRequest::Block { player: an.player });
    halls.east.send(an, AccountRequest::Register { password: password(SECRET) });
    halls.settle();
    let names = halls.table.0[&bo.player].row.blocked.values().map(ToString::to_string);
    assert_eq!(names.collect::<Vec<_>>(), ["An"]);
}

#[test]
fn without_an_answer_nobody_joins_logs_in_or_registers_and_guests_play_on() {
    let mut halls = Halls::new();
    halls.registered("Bo");
    let guest = halls.enter_west(join("An")).expect("a free name");
    let fail = |_: &_, _: &Query| Answer::Failed;
    let wait = Refusal::TooManyAttempts { wait_ms: limits::OVERLOAD_WAIT_MS };
    for message in [join("Cy"), login("Bo", SECRET)] {
        let connection = halls.west.open();
        halls.west.ask(connection, message);
        assert!(halls.west.answer_next(fail));
        assert_eq!(entered(&mut halls.west, connection).err(), Some(wait));
    }
    halls.west.received(guest);
    halls.west.send(guest, AccountRequest::Register { password: password(SECRET) });
    let table = &mut halls.table;
    assert!(halls.west.answer_next(|stored, query| table.answer(stored, query)));
    assert!(halls.west.answer_next(fail));
    let refused = halls.west.received(guest);
    assert!(matches!(refused[..], [ServerMessage::Refused { reason, .. }] if reason == wait), "{refused:?}");
    halls.west.send(guest, ClientMessage::Chat { room: ChatRoom::Lobby, text: "hi".into() });
    assert!(matches!(halls.west.received(guest)[..], [ServerMessage::Chat(ChatMessage::Line { .. })]));
}

#[test]
fn claim_whose_answer_comes_late_or_twice_registers_the_player_once() {
    let mut halls = Halls::new();
    let bo = halls.join("Bo");
    halls.east.send(bo, AccountRequest::Register { password: password(SECRET) });
    let table = &mut halls.table;
    assert!(halls.east.answer_next(|stored, query| table.answer(stored, query)));
    let (id, claim) = halls.east.pending_queries.pop_front().expect("a claim");
    let answer = table.answer(&halls.east.stored, &claim);
    halls.east.lose(bo);
    for _ in 0..2 {
        halls.east.handle(Input::Answered(id, answer.clone()));
    }
    assert!(halls.east.stored.players[&bo.player].1.password.is_some());
    let connection = halls.east.open();
    assert_eq!(halls.east.refused_at(connection, join("Bo")), Refusal::NameRegistered);
    halls.east.advance(limits::GUEST_NAME_MS);
    let connection = halls.east.open();
    halls.east.ask(connection, login("Bo", SECRET));
    halls.settle();
    assert_eq!(entered(&mut halls.east, connection).expect("registered").player, bo.player);
}

#[test]
fn account_that_changes_during_a_pause_is_updated_afterwards() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    let there = halls.enter_west(login("Bo", SECRET)).expect("the password is right");
    let now = halls.west.now();
    halls.west.handle(Input::StoreStalled(now));
    let saves = halls.west.saves;
    halls.east.send(bo, change(SECRET, OTHER_SECRET));
    halls.settle();
    assert_eq!((halls.west.saves, halls.west.closed(there.connection)), (saves, None));
    halls.west.handle(Input::StoreRecovered);
    assert!(halls.west.saves > saves);
    assert_eq!(halls.west.closed(there.connection), Some(CloseReason::SignedOut));
}

#[test]
fn an_older_row_does_not_replace_a_newer_one() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    let older = halls.table.0[&bo.player].clone();
    halls.east.send(bo, change(SECRET, OTHER_SECRET));
    halls.settle();
    let stored = halls.east.stored.players.clone();
    halls.east.handle(Input::AccountChanged(Box::new(older)));
    assert_eq!(halls.east.stored.players, stored);
}

#[test]
fn a_full_registry_and_an_attempt_that_must_wait_are_refused() {
    let mut halls = Halls::new();
    let bo = halls.join("Bo");
    halls.east.received(bo);
    halls.east.send(bo, AccountRequest::Register { password: password(SECRET) });
    let table = &mut halls.table;
    assert!(halls.east.answer_next(|stored, query| table.answer(stored, query)));
    let full = Answer::Accounts(AccountAnswer::Refused(AccountRefusal::Full));
    assert!(halls.east.answer_next(|_, query| {
        assert!(matches!(query, Query::Accounts(AccountQuery::Claim { .. })));
        full
    }));
    let refused = halls.east.received(bo);
    assert!(matches!(refused[..], [ServerMessage::Refused { reason: Refusal::RegistryFull, .. }]));
    let connection = halls.west.open();
    halls.west.ask(connection, login("Bo", SECRET));
    let wait = AccountAnswer::LoginBegun { account: None, admitted: Err(2_000) };
    assert!(halls.west.answer_next(|_, _| Answer::Accounts(wait)));
    let refusal = entered(&mut halls.west, connection).err();
    assert_eq!(refusal, Some(Refusal::TooManyAttempts { wait_ms: 2_000 }));
}

impl Halls {
    /// Removes an account, of which both halls learn.
    fn remove(&mut self, player: PlayerId, why: Removal) {
        self.table.0.remove(&player);
        for world in [&mut self.east, &mut self.west] {
            world.handle(Input::AccountRemoved(player, why));
        }
        self.settle();
    }
}

#[test]
fn removed_account_is_gone_in_every_hall_and_does_not_come_back() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    let there = halls.enter_west(login("Bo", SECRET)).expect("the password is right");
    halls.remove(bo.player, Removal::Lapsed);
    for (world, client) in [(&halls.east, bo), (&halls.west, there)] {
        assert_eq!(world.closed(client.connection), Some(CloseReason::SignedOut));
        assert!(!world.stored.players.contains_key(&bo.player));
        assert!(world.stored.sessions.is_empty());
    }
    halls.west.restart();
    assert_eq!(halls.enter_west(login("Bo", SECRET)).map(drop), Err(Refusal::WrongPassword));
    assert!(halls.enter_west(join("bO")).is_ok(), "the name is anybody's");
    // whoever was not here is not missed, and a guest is no account
    let guest = halls.join("Gu");
    for why in [Removal::Lapsed, Removal::Erased] {
        halls.east.handle(Input::AccountRemoved(guest.player, why));
        halls.east.handle(Input::AccountRemoved(PlayerId(77), why));
    }
    assert_eq!((halls.east.closed(guest.connection), halls.east.stored.erased.len()), (None, 0));
}

#[test]
fn player_of_a_running_game_stays_as_a_guest_when_the_account_is_gone() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    let an = halls.join("An");
    let table = halls.east.begin(bo, an, untimed());
    halls.remove(bo.player, Removal::Lapsed);
    assert_eq!(halls.east.closed(bo.connection), Some(CloseReason::SignedOut));
    let (_, row) = &halls.east.stored.players[&bo.player];
    assert_eq!((row.password.as_ref(), row.shared), (None, None));
    halls.east.restart();
    assert!(halls.east.hub.operators().open_games().any(|game| game.game == table.game && !game.is_over));
}

#[test]
fn erased_account_is_gone_in_every_hall_and_the_games_of_each_are_to_be_erased() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    let an = halls.join("An");
    let there = halls.enter_west(login("Bo", SECRET)).expect("the password is right");
    let table = halls.east.begin(bo, an, untimed());
    halls.remove(bo.player, Removal::Erased);
    assert_eq!(halls.west.closed(there.connection), Some(CloseReason::SignedOut));
    for world in [&halls.east, &halls.west] {
        assert_eq!(world.stored.erased.iter().copied().collect::<Vec<_>>(), [bo.player]);
    }
    assert!(!halls.west.stored.players.contains_key(&bo.player));
    // a game that runs goes on without them, as a guest's
    let (_, row) = &halls.east.stored.players[&bo.player];
    assert_eq!((row.password.as_ref(), row.shared), (None, None));
    halls.east.restart();
    assert!(halls.east.hub.operators().open_games().any(|game| game.game == table.game && !game.is_over));
}

#[test]
fn account_that_is_removed_during_a_pause_goes_afterwards() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    let now = halls.east.now();
    halls.east.handle(Input::StoreStalled(now));
    let saves = halls.east.saves;
    halls.remove(bo.player, Removal::Lapsed);
    assert_eq!((halls.east.saves, halls.east.closed(bo.connection)), (saves, None));
    halls.east.handle(Input::StoreRecovered);
    assert_eq!(halls.east.closed(bo.connection), Some(CloseReason::SignedOut));
    assert!(!halls.east.stored.players.contains_key(&bo.player));
}

#[test]
fn renamed_account_has_its_new_name_in_every_hall() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    let there = halls.enter_west(login("Bo", SECRET)).expect("the password is right");
    let account = halls.table.0.get_mut(&bo.player).expect("it is stored");
    (account.revision, account.row.name) = (account.revision + 1, PlayerName::parse("Di").expect("a name"));
    let account = account.clone();
    for world in [&mut halls.east, &mut halls.west] {
        world.handle(Input::AccountChanged(Box::new(account.clone())));
    }
    for (world, client) in [(&halls.east, bo), (&halls.west, there)] {
        assert_eq!(
            world.closed(client.connection),
            Some(CloseReason::Kicked),
            "they learn it when they resume"
        );
        assert_eq!(world.stored.players[&bo.player].1.name.as_str(), "Di");
    }
    assert_eq!(halls.enter_west(login("Bo", SECRET)).map(drop), Err(Refusal::WrongPassword));
    assert_eq!(halls.enter_west(login("Di", SECRET)).expect("the password is right").player, bo.player);
    assert!(halls.enter_west(join("Bo")).is_ok(), "the old name is free");
}

#[test]
fn renamed_player_at_a_table_goes_on_playing() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    let an = halls.join("An");
    let mut table = halls.east.begin(bo, an, untimed());
    let account = halls.table.0.get_mut(&bo.player).expect("it is stored");
    (account.revision, account.row.name) = (account.revision + 1, PlayerName::parse("Di").expect("a name"));
    let account = account.clone();
    halls.east.handle(Input::AccountChanged(Box::new(account)));
    assert_eq!(halls.east.closed(bo.connection), None);
    halls.east.play(&mut table, &crate::world::MATE);
    assert_eq!(halls.east.stored.players[&bo.player].1.name.as_str(), "Di");
}

#[test]
fn visit_is_recorded_once_a_day_and_a_finished_game_for_good() {
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    let row = |halls: &Halls| halls.table.0[&bo.player].row.clone();
    let registered_at = row(&halls).registered_at;
    assert_eq!((row(&halls).seen_at, row(&halls).has_played), (registered_at, false));
    let revision = halls.table.0[&bo.player].revision;
    halls.east.lose(bo);
    let there = halls.enter_west(login("Bo", SECRET)).expect("the password is right");
    assert_eq!(halls.table.0[&bo.player].revision, revision, "of the same day");
    halls.west.lose(there);
    halls.east.advance(25 * 60 * 60_000);
    let connection = halls.east.open();
    halls.east.ask(connection, login("Bo", SECRET));
    halls.settle();
    let bo = entered(&mut halls.east, connection).expect("the password is right");
    assert_eq!(row(&halls).seen_at, halls.east.now());
    let an = halls.join("An");
    let mut table = halls.east.begin(bo, an, untimed());
    halls.east.play(&mut table, &crate::world::MATE);
    halls.settle();
    assert!(row(&halls).has_played);
}

#[test]
fn visits_are_recorded_of_whoever_comes_more_often_than_once_a_day() {
    const PAUSE_MS: u64 = 20 * 60 * 60_000;
    let mut halls = Halls::new();
    let mut bo = halls.registered("Bo");
    for _ in 0..6 {
        halls.east.lose(bo);
        halls.east.advance(PAUSE_MS);
        let connection = halls.east.open();
        halls.east.ask(connection, login("Bo", SECRET));
        halls.settle();
        bo = entered(&mut halls.east, connection).expect("the password is right");
    }
    let seen_at = halls.table.0[&bo.player].row.seen_at;
    assert!(halls.east.now().since(seen_at) <= PAUSE_MS, "{seen_at:?}");
}

#[test]
fn visit_that_goes_on_for_days_is_recorded_every_day() {
    const DAY_MS: u64 = Timestamp::DAY_MS;
    let mut halls = Halls::new();
    let bo = halls.registered("Bo");
    halls.east.advance_with(&[bo], 3 * DAY_MS);
    halls.settle();
    let seen_at = halls.table.0[&bo.player].row.seen_at;
    assert!(halls.east.now().since(seen_at) < DAY_MS, "{seen_at:?}");
    halls.east.lose(bo);
    halls.east.advance(3 * DAY_MS);
    halls.settle();
    assert_eq!(halls.table.0[&bo.player].row.seen_at, seen_at, "they are away");
    let account = halls.east.hub.operators().account(bo.player).expect("the hub has a copy");
    assert_eq!((account.is_shared, account.lapses_at), (true, None), "it lapses where it is shared");
}
