//! Stored values that cannot be used: the server starts without them, every other game goes on,
//! and the players of a game that cannot go on are notified.

use crate::world::{Client, MATE, QUARTER, Table, World, timed};
use chuhe_hub::{
    InvalidEvent, InvalidJournal, JournalEntry, Restored, SetAside, StoredGame, StoredValue, TokenHash,
    Unusable,
};
use chuhe_protocol::{
    AccountRequest, ChallengeId, ClientMessage, Cursor, DoorRequest, Event, GameId, PlayerId, Refusal,
    TableMessage, TableRequest,
};
use chuhe_rules::Color;
use chuhe_rules::clock::ClockReading;

/// Two running games in one world.
fn two_games() -> (World, Table, Table) {
    let mut world = World::new();
    let mut first = world.table(timed(QUARTER));
    world.play(&mut first, &MATE[..2]);
    let (red, black) = (world.join("Cy"), world.join("Dora"));
    let mut second = world.begin(red, black, timed(QUARTER));
    world.play(&mut second, &MATE[..2]);
    world.discard_received();
    (world, first, second)
}

fn stored(restored: &mut Restored, game: GameId) -> &mut StoredGame {
    restored.games.iter_mut().find(|stored| stored.game == game).expect("the game is stored")
}

fn set_aside(game: GameId, why: Unusable) -> SetAside {
    SetAside { value: StoredValue::Game(game), why }
}

/// How often a client is notified that `game` is set aside when it resumes.
fn notices(world: &mut World, client: &mut Client, game: GameId) -> usize {
    let (resumed, received) = world.resume(*client, None);
    *client = resumed;
    let notice = TableMessage::SetAside.at(game);
    received.iter().filter(|message| **message == notice).count()
}

/// Checks that `broken` is set aside and `whole` goes on, and that the players of `broken` are
/// notified once, are idle, and can start another game.
fn check_goes_on(world: &mut World, mut broken: Table, mut whole: Table) {
    for color in Color::ALL {
        assert_eq!(notices(world, &mut broken.seats[color], broken.game), 1);
        assert_eq!(notices(world, &mut whole.seats[color], broken.game), 0);
    }
    assert_eq!(notices(world, &mut broken.seats.red, broken.game), 0, "each player is notified once");
    world.discard_received();
    let play = TableRequest::Resign.at(broken.game);
    assert_eq!(world.refused(broken.red(), play), Refusal::NoSuchGame);
    world.play(&mut whole, &MATE[2..4]);
    let again = world.begin(broken.red(), broken.black(), timed(QUARTER));
    assert_ne!(again.game, broken.game);
}

#[test]
fn a_game_with_a_damaged_journal_is_set_aside_and_its_players_are_notified() {
    let (mut world, broken, whole) = two_games();
    let reported = world.restore(1_000, |restored| {
        let stored = stored(restored, broken.game);
        stored.entries.truncate(1);
        stored.damage = Some("entry 1 has a wrong checksum".into());
    });
    let why = Unusable::Damaged("entry 1 has a wrong checksum".into());
    assert_eq!(reported, [set_aside(broken.game, why)]);
    check_goes_on(&mut world, broken, whole);
}

#[test]
fn whoever_asks_for_a_game_of_which_nothing_is_left_is_notified() {
    let (mut world, broken, whole) = two_games();
    world.restore(1_000, |restored| {
        let stored = stored(restored, broken.game);
        stored.entries.clear();
        stored.damage = Some("entry 0 has a wrong checksum".into());
    });
    let seen = |game| Some(Cursor { game, next: 3 });
    let notice = TableMessage::SetAside.at(broken.game);
    for color in Color::ALL {
        let (_, received) = world.resume(broken.seats[color], seen(broken.game));
        assert!(received.contains(&notice), "{received:?}");
        let (_, received) = world.resume(whole.seats[color], seen(whole.game));
        assert!(!received.contains(&notice), "{received:?}");
    }
}

#[test]
fn no_name_can_be_registered_while_players_are_lost() {
    let (mut world, ..) = two_games();
    world.restore(1_000, |restored| {
        let why = Unusable::Damaged("a page cannot be read".into());
        restored.rejected.push(SetAside { value: StoredValue::LostPlayers, why });
    });
    let newcomer = world.join("Eve");
    let register = ClientMessage::Account(AccountRequest::Register {
        password: chuhe_protocol::Password("long enough".into()),
    });
    assert_eq!(world.refused(newcomer, register), Refusal::RegistryFull);
}

#[test]
fn a_game_with_an_impossible_journal_is_set_aside_and_its_players_are_notified() {
    let (mut world, whole, broken) = two_games();
    let reported = world.restore(1_000, |restored| {
        drop(stored(restored, broken.game).entries.remove(1));
    });
    let [SetAside { value, why: Unusable::Journal(InvalidJournal { n: 1, why }) }] = &reported[..] else {
        panic!("{reported:?}")
    };
    assert_eq!(*value, StoredValue::Game(broken.game));
    assert!(matches!(why, InvalidEvent::Illegal(_)), "{why:?}");
    check_goes_on(&mut world, broken, whole);
}

#[test]
fn a_journal_without_a_readable_entry_is_set_aside_though_nobody_can_be_notified() {
    let (mut world, broken, whole) = two_games();
    let reported = world.restore(1_000, |restored| {
        let stored = stored(restored, broken.game);
        stored.entries.clear();
        stored.damage = Some("entry 0 cannot be decoded".into());
    });
    assert_eq!(reported.len(), 1);
    let (mut red, mut other) = (broken.red(), whole.red());
    assert_eq!(notices(&mut world, &mut red, broken.game), 0);
    assert_eq!(notices(&mut world, &mut other, broken.game), 0);
}

#[test]
fn a_game_whose_player_is_missing_is_set_aside_and_the_opponent_is_notified() {
    let (mut world, broken, whole) = two_games();
    let missing = broken.red();
    let reported = world.restore(1_000, |restored| {
        restored.players.retain(|(id, ..)| *id != missing.player);
        let why = Unusable::Damaged("wrong checksum".into());
        restored.rejected.push(SetAside { value: StoredValue::Player(missing.player), why });
    });
    assert_eq!(reported.len(), 2);
    assert_eq!(reported[1], set_aside(broken.game, Unusable::NoSuchPlayer(missing.player)));
    // the token of a missing player is unknown
    let connection = world.open();
    let resume =
        ClientMessage::Door(DoorRequest::Resume { token: missing.token, seen: Vec::new(), hall: None });
    assert_eq!(world.refused_at(connection, resume), Refusal::UnknownToken);
    // the name in the damaged row may be registered, so nobody can register it
    let impostor = world.join("Impostor");
    let register = ClientMessage::Account(AccountRequest::Register {
        password: chuhe_protocol::Password("long enough".into()),
    });
    assert_eq!(world.refused(impostor, register), Refusal::RegistryFull);
    let mut black = broken.black();
    assert_eq!(notices(&mut world, &mut black, broken.game), 1);
    let mut other = whole.black();
    assert_eq!(notices(&mut world, &mut other, broken.game), 0);
}

#[test]
fn what_is_set_aside_stays_in_the_store_and_is_set_aside_again_at_the_next_start() {
    let (mut world, broken, whole) = two_games();
    let entries = world.stored.games.get_mut(&broken.game).expect("the game is stored");
    drop(entries.remove(1));
    let before = (world.stored.games[&broken.game].clone(), world.stored.rooms[&broken.game]);
    for _ in 0..2 {
        assert_eq!(world.restore(1_000, |_| {}).len(), 1);
        let after = (world.stored.games[&broken.game].clone(), world.stored.rooms[&broken.game]);
        assert_eq!(after, before);
    }
    check_goes_on(&mut world, broken, whole);
}

#[test]
fn the_times_of_a_journal_that_cannot_be_replayed_do_not_move_the_clock() {
    let (mut world, broken, _) = two_games();
    let now = world.now();
    world.restore(1_000, |restored| {
        let entries = &mut stored(restored, broken.game).entries;
        let repeated = JournalEntry { at: now.plus_ms(1 << 50), ..entries[1].clone() };
        entries.push(repeated);
    });
    let (resumed, received) = world.resume(broken.red(), None);
    assert!(received.contains(&TableMessage::SetAside.at(broken.game)), "{received:?}");
    world.knows_all(resumed);
}

#[test]
fn numbers_of_rejected_rows_are_not_used_again() {
    let (mut world, ..) = two_games();
    let beyond = 1 << 40;
    let rejected = [
        StoredValue::Player(PlayerId(beyond)),
        StoredValue::Challenge(ChallengeId(beyond + 1)),
        StoredValue::Session(TokenHash([7; 32])),
        StoredValue::Row("table 9, key 0x00".into()),
    ];
    let damaged = |value| SetAside { value, why: Unusable::Damaged("wrong checksum".into()) };
    let rejected: Vec<SetAside> = rejected.map(damaged).into();
    let reported = world.restore(0, |restored| restored.rejected = rejected.clone());
    assert_eq!(reported, rejected, "the hub passes on what the store has rejected");
    let newcomer = world.join("Eve");
    assert!(newcomer.player.0 > beyond + 1, "{}", newcomer.player);
}

#[test]
fn impossible_numbers_of_rejected_rows_are_ignored() {
    let (mut world, ..) = two_games();
    let end = 1 << 53;
    let damaged = |player| {
        let why = Unusable::Damaged("wrong checksum".into());
        SetAside { value: StoredValue::Player(PlayerId(player)), why }
    };
    let rejected: Vec<SetAside> = [end, u64::MAX].map(damaged).into();
    let reported = world.restore(0, |restored| restored.rejected = rejected.clone());
    assert_eq!(reported, rejected);
    let newcomer = world.join("Eve");
    assert!(newcomer.player.0 < end, "{}", newcomer.player);
}

#[test]
fn players_are_notified_once_over_all_restarts() {
    let (mut world, mut broken, _) = two_games();
    let entries = world.stored.games.get_mut(&broken.game).expect("the game is stored");
    drop(entries.remove(1));
    for round in 0..3 {
        assert_eq!(world.restore(1_000, |_| {}).len(), 1);
        let expected = usize::from(round == 0);
        assert_eq!(notices(&mut world, &mut broken.seats.red, broken.game), expected, "round {round}");
        // black returns later than red
        let expected = usize::from(round == 1);
        if round > 0 {
            assert_eq!(notices(&mut world, &mut broken.seats.black, broken.game), expected, "round {round}");
        }
    }
}

#[test]
fn only_players_for_whom_the_game_goes_on_are_notified_that_it_is_set_aside() {
    for over in [true, false] {
        let (mut world, mut broken, _) = two_games();
        let game = broken.game;
        world.restore(1_000, |restored| {
            let stored = stored(restored, game);
            let last = stored.entries.last().expect("an entry").clone();
            let event = if over {
                let outcome = chuhe_rules::Outcome::won(Color::Red, chuhe_rules::WinReason::Resignation);
                Event::Ended { outcome, clocks: ClockReading::default() }
            } else {
                Event::Left { color: Color::Red }
            };
            stored.entries.push(JournalEntry { event: event.into(), ..last });
            stored.damage = Some("entry 9 has a wrong checksum".into());
        });
        assert_eq!(notices(&mut world, &mut broken.seats.red, game), 0);
        assert_eq!(notices(&mut world, &mut broken.seats.black, game), usize::from(!over));
    }
}
