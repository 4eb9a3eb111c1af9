//! Passwords guessed from many addresses: the owner still gets in, and the guesses stay few.

use crate::accounts::{SECRET, enter, entered, login, password, registered};
use crate::oracle;
use crate::world::World;
use chuhe_hub::{Address, ConnectionId, Input, Limits};
use chuhe_protocol::{AccountRequest, ClientMessage, DoorMessage, Refusal, ServerMessage};

/// The owner must be in after this time.
const OWNER_WAIT_MS: u64 = 30_000;
const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;

/// One address of a guesser.
struct Guesser {
    address: Address,
    connection: Option<ConnectionId>,
    next_at: u64,
}

/// Guesses the password of one name from many addresses, each as often as it is let.
struct Guessers {
    name: &'static str,
    all: Vec<Guesser>,
    /// When each verified guess was answered.
    guesses: Vec<u64>,
}

impl Guessers {
    fn new(name: &'static str) -> Self {
        Self { name, all: Vec::new(), guesses: Vec::new() }
    }

    /// Adds addresses that were not used before.
    fn add(&mut self, count: u64, world: &World) {
        for _ in 0..count {
            let address = Address(1_000_000 + self.all.len() as u128);
            self.all.push(Guesser { address, connection: None, next_at: world.now().as_ms() });
        }
    }

    /// Lets each address that may guess do so, and reads the answers.
    fn guess(&mut self, world: &mut World) {
        let now = world.now().as_ms();
        for guesser in &mut self.all {
            if guesser.connection.is_none() && guesser.next_at <= now {
                let connection = world.open_from(guesser.address);
                world.ask(connection, login(self.name, "wrong horse"));
                guesser.connection = Some(connection);
            }
            let Some(connection) = guesser.connection else { continue };
            assert_eq!(world.closed(connection), None, "a waiting login has time");
            match world.received_at(connection)[..] {
                [] => continue,
                [ServerMessage::Refused { reason: Refusal::WrongPassword, .. }] => self.guesses.push(now),
                [ServerMessage::Refused { reason: Refusal::TooManyAttempts { wait_ms }, .. }] => {
                    guesser.next_at = now + wait_ms;
                }
                ref other => panic!("{other:?}"),
            }
            world.handle(Input::Disconnected(connection));
            guesser.connection = None;
        }
    }

    /// Guesses for some time.
    fn guess_for(&mut self, ms: u64, world: &mut World) {
        let end = world.now().as_ms() + ms;
        while world.now().as_ms() < end {
            self.guess(world);
            world.advance(500);
        }
    }

    /// Lets the owner log in from an address while the guesses go on; returns how long it took.
    fn owner_waits(&mut self, world: &mut World, owner: Address) -> Result<u64, Refusal> {
        let since = world.now().as_ms();
        let connection = world.open_from(owner);
        world.ask(connection, login(self.name, SECRET));
        loop {
            let waited_ms = world.now().as_ms() - since;
            assert!(waited_ms <= OWNER_WAIT_MS, "the owner waits too long");
            let received = world.received_at(connection);
            if let Some(ServerMessage::Refused { reason, .. }) = received.first() {
                return Err(*reason);
            }
            if !received.is_empty() {
                assert!(
                    matches!(received[0], ServerMessage::Door(DoorMessage::Joined { .. })),
                    "{received:?}"
                );
                world.handle(Input::Disconnected(connection));
                return Ok(waited_ms);
            }
            self.guess_for(500, world);
        }
    }

    /// The most guesses that were verified within an hour.
    fn most_in_an_hour(&self) -> usize {
        let within =
            |from: u64| self.guesses.iter().filter(|&&at| (from..from + HOUR_MS).contains(&at)).count();
        self.guesses.iter().map(|&from| within(from)).max().unwrap_or(0)
    }
}

/// A world in which a registered player has lost their connection.
fn world_of(name: &'static str) -> (World, Guessers) {
    let mut world = World::new();
    let owner = registered(&mut world, name);
    world.lose(owner);
    (world, Guessers::new(name))
}

#[test]
fn wrong_passwords_from_twenty_addresses_do_not_lock_the_owner_out() {
    let (mut world, _) = world_of("Bo");
    for n in 0..20 {
        let guess = enter(&mut world, Address(100 + n), login("Bo", "wrong horse"));
        assert_eq!(guess.map(drop), Err(Refusal::WrongPassword));
    }
    let (bo, _) = enter(&mut world, Address(7), login("Bo", SECRET)).expect("the owner is in at once");
    world.lose(bo);
    // the owner may mistype at a further address
    for text in ["wrong horse", "correct horsr"] {
        let connection = world.open_from(Address(8));
        world.ask(connection, login("Bo", text));
        world.advance(Limits::default().name_login_interval_ms);
        assert_eq!(entered(&mut world, connection).map(drop), Err(Refusal::WrongPassword));
    }
    let connection = world.open_from(Address(8));
    world.ask(connection, login("Bo", SECRET));
    world.advance(Limits::default().name_login_interval_ms);
    assert!(entered(&mut world, connection).is_ok());
}

#[test]
fn the_owner_gets_in_while_hundreds_of_addresses_keep_guessing() {
    let (mut world, mut guessers) = world_of("Bo");
    guessers.add(200, &world);
    // until each address has guessed once, they are like the owner's
    guessers.guess_for(2 * MINUTE_MS, &mut world);
    for n in 0..10 {
        let waited_ms = guessers.owner_waits(&mut world, Address(n));
        assert!(
            waited_ms.is_ok_and(|ms| ms <= 2 * Limits::default().name_login_interval_ms),
            "{waited_ms:?}"
        );
        guessers.guess_for(12 * MINUTE_MS, &mut world);
    }
    // 20 at once, 120 an hour and three from each address; without a queue it was 20 and 120
    let most = guessers.most_in_an_hour();
    assert!(most <= 20 + 120 + 3 * 200 + 1, "{most} guesses in an hour");
    let last_hour = guessers.guesses.iter().filter(|&&at| at + HOUR_MS > world.now().as_ms()).count();
    assert!(last_hour <= 121, "{last_hour} guesses when every address has used up its three");
}

#[test]
fn the_owner_gets_in_while_a_new_address_guesses_every_second() {
    let (mut world, mut guessers) = world_of("Bo");
    for n in 0..300 {
        guessers.add(1, &world);
        guessers.guess_for(1_000, &mut world);
        if n % 60 == 59 {
            let waited_ms = guessers.owner_waits(&mut world, Address(n));
            assert!(waited_ms.is_ok_and(|ms| ms <= 2_000), "{waited_ms:?}");
        }
    }
}

#[test]
fn guesses_from_any_number_of_addresses_are_bounded() {
    let (mut world, mut guessers) = world_of("Bo");
    for _ in 0..10 * 60 {
        guessers.add(4, &world);
        guessers.guess_for(1_000, &mut world);
    }
    let minutes = 10;
    let most = 20 + 2 * minutes + 2 * 60 * minutes;
    assert!(guessers.guesses.len() <= most + 1, "{} guesses", guessers.guesses.len());
    assert!(guessers.guesses.len() > most / 2, "the queue is in use");
}

#[test]
fn the_owner_does_not_wait_at_an_address_where_they_have_been() {
    let (mut world, mut guessers) = world_of("Bo");
    let home = Address(5);
    let (bo, _) = enter(&mut world, home, login("Bo", SECRET)).expect("the owner is in");
    world.lose(bo);
    guessers.add(500, &world);
    guessers.guess(&mut world);
    let waited = guessers.owner_waits(&mut world, Address(6));
    assert_eq!(
        waited,
        Err(Refusal::TooManyAttempts { wait_ms: 16_000 }),
        "the queue is full of new addresses"
    );
    assert_eq!(guessers.owner_waits(&mut world, home), Ok(0));
}

#[test]
fn a_name_that_nobody_has_registered_is_queued_alike() {
    let times = |name: &'static str| {
        let mut world = World::new();
        registered(&mut world, "Bo");
        let mut guessers = Guessers::new(name);
        guessers.add(60, &world);
        guessers.guess_for(20 * MINUTE_MS, &mut world);
        guessers.guesses
    };
    assert_eq!(times("Bo"), times("Nobody"));
}

#[test]
fn a_login_whose_connection_is_closed_leaves_the_queue() {
    let (mut world, mut guessers) = world_of("Bo");
    guessers.add(20, &world);
    guessers.guess(&mut world);
    let waiting: Vec<ConnectionId> = (0..3)
        .map(|n| {
            let connection = world.open_from(Address(n));
            world.ask(connection, login("Bo", SECRET));
            connection
        })
        .collect();
    assert!(entered(&mut world, waiting[0]).is_ok(), "the first finds the queue empty");
    world.handle(Input::Disconnected(waiting[1]));
    world.advance(Limits::default().name_login_interval_ms);
    assert!(entered(&mut world, waiting[2]).is_ok());
    assert_eq!(world.pending_queries.len(), 0);
}

#[test]
fn a_login_whose_connection_is_closed_while_it_waits_counts_as_no_guess() {
    let (mut world, mut guessers) = world_of("Bo");
    guessers.add(20, &world);
    guessers.guess(&mut world);
    // its turn comes first, so that every later login waits
    let first = world.open_from(Address(1));
    world.ask(first, login("Bo", "wrong horse"));
    for _ in 0..2 * Limits::default().login_free_attempts {
        let connection = world.open_from(Address(2));
        world.ask(connection, login("Bo", SECRET));
        assert_eq!(world.received_at(connection), []);
        world.handle(Input::Disconnected(connection));
    }
    let connection = world.open_from(Address(2));
    world.ask(connection, login("Bo", SECRET));
    world.advance(Limits::default().name_login_interval_ms);
    assert!(entered(&mut world, connection).is_ok());
}

#[test]
fn a_change_of_the_limits_applies_to_the_queue_of_logins() {
    let (mut world, mut guessers) = world_of("Bo");
    guessers.add(20, &world);
    guessers.guess(&mut world);
    let limits = Limits { name_waiting_logins: 1, name_login_interval_ms: 5_000, ..Limits::default() };
    world.handle(Input::SetLimits(limits.into()));
    let waiting = [1, 2, 3].map(|n| {
        let connection = world.open_from(Address(n));
        world.ask(connection, login("Bo", SECRET));
        connection
    });
    assert!(entered(&mut world, waiting[0]).is_ok(), "the first finds the queue empty");
    let full = Refusal::TooManyAttempts { wait_ms: 5_000 };
    assert_eq!(entered(&mut world, waiting[2]).map(drop), Err(full));
    world.advance(4_999);
    assert_eq!(world.received_at(waiting[1]), []);
    world.advance(1);
    assert!(entered(&mut world, waiting[1]).is_ok());
}

#[test]
fn a_waiting_login_needs_the_password_of_the_moment_of_its_turn() {
    let (mut world, mut guessers) = world_of("Bo");
    let (bo, _) = enter(&mut world, Address(5), login("Bo", SECRET)).expect("the owner is in");
    guessers.add(40, &world);
    guessers.guess(&mut world);
    let thief = world.open_from(Address(6));
    world.ask(thief, login("Bo", SECRET));
    let change = ClientMessage::Account(AccountRequest::ChangePassword {
        old: password(SECRET),
        new: password("battery staple"),
    });
    world.send(bo, change);
    world.advance_with(&[bo], OWNER_WAIT_MS);
    assert_eq!(entered(&mut world, thief).map(drop), Err(Refusal::WrongPassword));
}

#[test]
fn waiting_logins_are_answered_after_a_pause_and_dropped_by_a_shutdown() {
    let (mut world, mut guessers) = world_of("Bo");
    guessers.add(40, &world);
    guessers.guess(&mut world);
    let connection = world.open_from(Address(6));
    world.ask(connection, login("Bo", SECRET));
    world.handle(Input::StoreStalled(world.now()));
    world.advance(OWNER_WAIT_MS);
    assert_eq!(entered(&mut world, connection).map(drop), Err(Refusal::Paused));
    world.handle(Input::StoreRecovered);
    world.answers_wait = true;
    let connection = world.open_from(Address(7));
    world.ask(connection, login("Bo", SECRET));
    world.handle(Input::Shutdown { grace_ms: 0 });
    while world.answer_next(oracle::answer) {}
    world.advance(OWNER_WAIT_MS);
    assert!(world.stopped);
}
