//! Profiles and leaderboards: what they say, and to whom.

use crate::accounts::registered;
use crate::managing::act;
use crate::world::{Client, MATE, QUARTER, World, timed, untimed};
use chuhe_hub::AccountAction;
use chuhe_protocol::{
    AccountMessage, AccountRequest, BestWin, GameKind, KindTally, Leaderboard, LeaderboardRow, Place,
    PlayedOpening, Profile, ProfileAudience, ProfileChoice, ProfileMessage, ProfileRefusal, ProfileRequest,
    RatingClass, RatingPoint, Refusal, ServerMessage, TableRequest, Tally, Terms, limits,
};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::openings::{Choice, Opening, Reply};

fn rated() -> Terms {
    Terms { rated: true, ..timed(QUARTER) }
}

fn class() -> RatingClass {
    RatingClass::of(&rated())
}

/// Plays a game to mate, won by `red`, and leaves its table.
fn mate(world: &mut World, red: Client, black: Client, terms: Terms) {
    let mut table = world.begin(red, black, terms);
    world.play(&mut table, &MATE);
    for client in [red, black] {
        world.send(client, TableRequest::Leave.at(table.game));
    }
    world.discard_received();
}

fn show(name: &str) -> ProfileRequest {
    ProfileRequest::Show { name: name.to_owned() }
}

fn profile(world: &mut World, by: Client, name: &str) -> Profile {
    world.discard_received();
    world.send(by, show(name));
    let received = world.received(by);
    let [ServerMessage::Profile(ProfileMessage::Profile(profile))] = &received[..] else {
        panic!("{received:?}")
    };
    (**profile).clone()
}

fn board(world: &mut World, by: Client, page: u32) -> Leaderboard {
    world.discard_received();
    world.send(by, ProfileRequest::Leaderboard { class: class(), page });
    let received = world.received(by);
    let [ServerMessage::Profile(ProfileMessage::Leaderboard(board))] = &received[..] else {
        panic!("{received:?}")
    };
    (**board).clone()
}

fn choose(world: &mut World, by: Client, audience: ProfileAudience, last_seen: bool) {
    let profile = ProfileChoice { audience, last_seen };
    world.discard_received();
    world.send(by, AccountRequest::SetProfile { profile });
    let received = world.received(by);
    let [ServerMessage::Account(AccountMessage::Preferences { profile: told, .. })] = &received[..] else {
        panic!("{received:?}")
    };
    assert_eq!(*told, profile);
}

#[test]
fn a_profile_has_the_games_the_curve_and_the_games_together() {
    let mut world = World::new();
    let (bo, an, cy) =
        (registered(&mut world, "Bo"), registered(&mut world, "An"), registered(&mut world, "Cy"));
    mate(&mut world, bo, an, rated());
    mate(&mut world, an, bo, untimed());
    mate(&mut world, bo, cy, untimed());
    let of_bo = profile(&mut world, an, "Bo");
    let [record] = &of_bo.ratings[..] else { panic!("{of_bo:?}") };
    let day = record.curve[0].day;
    assert_eq!((record.rating.class, record.rating.rating), (class(), 1662));
    assert_eq!(record.games, Tally { won: 1, ..Tally::default() });
    assert_eq!(record.curve, [RatingPoint { day, rating: 1662 }]);
    let an_name = profile(&mut world, bo, "An").name;
    assert_eq!(record.best_wins, [BestWin { opponent: an_name, rating: 1500, day }]);
    let games = Tally { won: 2, drawn: 0, lost: 1 };
    assert_eq!(of_bo.games, [KindTally { kind: GameKind::Xiangqi, games }]);
    assert_eq!(of_bo.together, Tally { won: 1, drawn: 0, lost: 1 }, "from the view of whoever asks");
    assert_eq!((of_bo.last_seen_ms, of_bo.more_games), (None, false));
    assert_eq!(profile(&mut world, bo, "Bo").together, Tally::default(), "nobody plays against themself");
    assert_eq!(profile(&mut world, cy, "bo").player, bo.player, "as names are compared everywhere");
    world.restart();
    assert_eq!(world.stored.ratings.len(), 2);
}

/// Plays these moves; then `loser` resigns, and both leave the table.
fn resign(world: &mut World, [red, black]: [Client; 2], moves: &[&str], loser: Client) {
    let mut table = world.begin(red, black, untimed());
    world.play(&mut table, moves);
    world.send(loser, TableRequest::Resign.at(table.game));
    for client in [red, black] {
        world.send(client, TableRequest::Leave.at(table.game));
    }
    world.discard_received();
}

#[test]
fn a_profile_has_the_openings_of_each_side() {
    let mut world = World::new();
    let (bo, an) = (registered(&mut world, "Bo"), registered(&mut world, "An"));
    resign(&mut world, [bo, an], &["h2e2", "h9g7", "h0g2", "b9c7"], an);
    let mirrored = ["b2e2", "b9c7", "b0c2", "i9i8", "a0b0", "h9g7", "a3a4"];
    resign(&mut world, [bo, an], &mirrored, bo);
    resign(&mut world, [bo, an], &["g3g4", "h7g7"], an);
    mate(&mut world, an, bo, untimed());
    let (cannon, pawn) = (Opening::CentralCannon, Opening::Pawn);
    let unnamed = Choice::Unnamed("b2c2".parse().unwrap(), Some("f9e8".parse().unwrap()));
    let games = |won, lost| Tally { won, drawn: 0, lost };
    let of_bo = [
        (Color::Red, Choice::Opening(cannon), games(1, 1)),
        (Color::Red, Choice::Opening(pawn), games(1, 0)),
        (Color::Black, unnamed, games(0, 1)),
    ];
    let of_an = [
        (Color::Red, Choice::Unnamed("b2c2".parse().unwrap(), None), games(1, 0)),
        (Color::Black, Choice::Reply(cannon, Reply::ScreenHorses), games(1, 1)),
        (Color::Black, Choice::Reply(pawn, Reply::CannonBehindPawn), games(0, 1)),
    ];
    world.restart();
    let asker = world.resume(an, []).0;
    let openings = |world: &mut World, name: &str| -> Vec<(Color, Choice, Tally)> {
        let chosen = |it: &PlayedOpening| it.first_moves.choice(it.color).expect("the side has moved");
        let openings = profile(world, asker, name).openings;
        openings.iter().map(|it| (it.color, chosen(it), it.games)).collect()
    };
    for (name, expected) in [("Bo", of_bo), ("An", of_an)] {
        assert_eq!(openings(&mut world, name), expected, "{name}");
    }
}

#[test]
fn who_has_no_profile_is_refused_with_the_reason() {
    let mut world = World::new();
    let (bo, guest) = (registered(&mut world, "Bo"), world.join("Guest"));
    let refusal = |world: &mut World, by, name: &str| world.refused(by, show(name));
    assert_eq!(refusal(&mut world, bo, "Nobody"), Refusal::Profile(ProfileRefusal::Unknown));
    assert_eq!(refusal(&mut world, bo, ""), Refusal::Profile(ProfileRefusal::Unknown));
    let long = "B".repeat(limits::NAME_BYTES + 1);
    assert_eq!(refusal(&mut world, bo, &long), Refusal::Profile(ProfileRefusal::Unknown));
    assert_eq!(refusal(&mut world, bo, "Guest"), Refusal::Profile(ProfileRefusal::Unregistered));
    assert_eq!(refusal(&mut world, guest, "Guest"), Refusal::Profile(ProfileRefusal::Unregistered));
    assert_eq!(refusal(&mut world, guest, "Bo"), Refusal::Profile(ProfileRefusal::Private));
}

#[test]
fn an_erased_player_has_no_profile_and_is_no_best_win() {
    let mut world = World::new();
    let (bo, an) = (registered(&mut world, "Bo"), registered(&mut world, "An"));
    mate(&mut world, bo, an, rated());
    assert_eq!(board(&mut world, bo, 0).rows.len(), 2);
    assert_eq!(act(&mut world, an.player, AccountAction::Erase), Ok(()));
    let refused = world.refused(bo, show("An"));
    assert_eq!(refused, Refusal::Profile(ProfileRefusal::Unknown));
    assert_eq!(profile(&mut world, bo, "Bo").ratings[0].best_wins, []);
    let names: Vec<String> = board(&mut world, bo, 0).rows.iter().map(|row| row.name.to_string()).collect();
    assert_eq!(names, ["Bo"], "also on a board made before");
}

#[test]
fn a_player_chooses_who_sees_the_profile_and_when_they_were_here() {
    let mut world = World::new();
    let (bo, an, guest) = (registered(&mut world, "Bo"), registered(&mut world, "An"), world.join("Guest"));
    let private = Refusal::Profile(ProfileRefusal::Private);
    choose(&mut world, bo, ProfileAudience::Everyone, true);
    let now = world.hub.now().as_ms();
    assert_eq!(profile(&mut world, guest, "Bo").last_seen_ms, Some(now), "connected now");
    world.lose(bo);
    world.advance_with(&[an, guest], 60_000);
    assert_eq!(profile(&mut world, an, "Bo").last_seen_ms, Some(now));
    world.restart();
    let [bo, an, guest] = [bo, an, guest].map(|client| world.resume(client, []).0);
    assert!(profile(&mut world, guest, "Bo").last_seen_ms.is_some(), "the choice outlives the server");
    choose(&mut world, bo, ProfileAudience::Nobody, false);
    for asker in [an, guest] {
        assert_eq!(world.refused(asker, show("Bo")), private);
    }
    assert_eq!(profile(&mut world, bo, "Bo").last_seen_ms, None, "the owner sees what others would");
    choose(&mut world, bo, ProfileAudience::Registered, false);
    assert_eq!(profile(&mut world, an, "Bo").player, bo.player);
    world.send(bo, AccountRequest::Block { player: an.player });
    assert_eq!(world.refused(an, show("Bo")), private, "whom they block is not told so");
}

#[test]
fn a_leaderboard_says_how_many_games_are_missing() {
    let mut world = World::new();
    let [bo, an, cy] = ["Bo", "An", "Cy"].map(|name| registered(&mut world, name));
    let guest = world.join("Guest");
    let nobody = board(&mut world, guest, 7);
    assert_eq!((nobody.rows.len(), nobody.page, nobody.pages, nobody.own), (0, 0, 1, None));
    let own = board(&mut world, bo, 0).own.expect("the player is registered");
    assert_eq!((own.rating, own.games, own.place), (1500, 0, Place::Missing { games: 10, opponents: 1 }));
    mate(&mut world, bo, an, rated());
    mate(&mut world, bo, cy, rated());
    world.advance_with(&[bo, an, cy, guest], 2_000);
    let rows = board(&mut world, guest, 0).rows;
    let places: Vec<(String, Place)> =
        rows.into_iter().map(|row| (row.name.to_string(), row.place)).collect();
    let missing = |games, opponents| Place::Missing { games, opponents };
    // each of the three can meet two others
    let expected = [("Bo", missing(9, 0)), ("Cy", missing(9, 1)), ("An", missing(9, 1))];
    assert_eq!(places, expected.map(|(name, place)| (name.to_owned(), place)));
}

#[test]
fn players_are_listed_by_rating_once_they_have_played_enough() {
    let mut world = World::new();
    let mut players = ["Bo", "An", "Cy"].map(|name| registered(&mut world, name));
    for day in 0..10 {
        let [bo, an, cy] = players;
        // three games of a pair count on a day; nobody wins them all
        for (one, other) in [(bo, an), (an, cy), (bo, cy)] {
            for game in 0..3 {
                let (red, black) = if (day + game) % 3 == 0 { (other, one) } else { (one, other) };
                mate(&mut world, red, black, rated());
            }
        }
        for client in players {
            world.lose(client);
        }
        world.advance(Timestamp::DAY_MS);
        players = players.map(|client| world.resume(client, []).0);
    }
    let [bo, an, cy] = players;
    let rows = board(&mut world, cy, 0);
    let places: Vec<(String, Place)> =
        rows.rows.iter().map(|row| (row.name.to_string(), row.place)).collect();
    let expected =
        [("Bo", 1), ("An", 2), ("Cy", 3)].map(|(name, place)| (name.to_owned(), Place::Listed(place)));
    assert_eq!(places, expected);
    assert_eq!(rows.own.as_ref(), rows.rows.last());
    choose(&mut world, an, ProfileAudience::Nobody, false);
    world.advance_with(&[bo, an, cy], 2_000);
    let is_listed = |row: &LeaderboardRow| row.player == an.player;
    assert!(!board(&mut world, cy, 0).rows.iter().any(is_listed), "who hides the profile is not listed");
    assert_eq!(
        board(&mut world, an, 0).own.map(|row| row.place),
        Some(Place::Listed(2)),
        "but sees their place"
    );
    world.advance(90 * Timestamp::DAY_MS);
    let guest = world.join("Guest");
    assert_eq!(board(&mut world, guest, 0).rows, [], "nobody has played for 90 days");
}
