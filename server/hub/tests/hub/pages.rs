//! The player list of a crowded lobby, which is sent in pages.

use crate::world::{Client, Table, World, untimed};
use chuhe_protocol::{
    DoorMessage, DoorRequest, LobbyMessage, LobbyRequest, PageRequest, Player, PlayerId, PlayerName, Reach,
    Refusal, ServerMessage, TableRequest, Terms, limits,
};

/// A crowded lobby: one more player than the server sends as a whole, and its list has arrived.
fn crowd(world: &mut World) -> Vec<Client> {
    let crowd = (0..=limits::CROWD).map(|n| world.join(&format!("p{n:03}"))).collect();
    world.advance(1_000);
    world.discard_received();
    crowd
}

fn list(world: &mut World, client: Client, games: bool, find: &str, page: u32) {
    world.send(client, LobbyRequest::ListPlayers(PageRequest { games, find: find.into(), page }));
    world.advance(limits::CROWD_LIST_MS);
}

/// The players of the whole list, in its order.
fn in_order(world: &World) -> Vec<Player> {
    let mut players: Vec<Player> = world.hub.operators().players().collect();
    let group = |player: &Player| match &player.seeking {
        _ if player.activity.is_playing() => (3, player.activity.table().map(|(game, _)| game)),
        Some(seek) if seek.live => (0, None),
        _ => (if player.connected { 1 } else { 2 }, None),
    };
    players.sort_by_key(|player| (group(player), player.name.as_str().to_lowercase(), player.id));
    players
}

/// What is compared of a player.
fn facts(player: &Player) -> (PlayerId, String, bool, bool) {
    (player.id, player.name.to_string(), player.activity.is_playing(), player.seeking.is_some())
}

/// Checks that a page has a run of the list without a gap and as it is now, and returns where it begins.
fn check_page(world: &World, client: Client, matches: impl Fn(&Player) -> bool) -> usize {
    let all: Vec<_> = in_order(world).into_iter().filter(matches).map(|player| facts(&player)).collect();
    let mut page: Vec<_> = world.page(client).iter().map(facts).collect();
    let start = all.iter().position(|player| page.contains(player)).unwrap_or_default();
    let run = all.get(start..start + page.len()).expect("a page is not longer than the list");
    page.sort();
    let mut expected = run.to_vec();
    expected.sort();
    assert_eq!(page, expected);
    start
}

#[test]
fn a_player_who_joins_a_crowded_lobby_receives_themselves_and_the_first_page() {
    let mut world = World::new();
    crowd(&mut world);
    let connection = world.open();
    world.ask(connection, DoorRequest::Join { name: "zoe".into(), hall: None });
    let received = world.received_at(connection);
    let [
        ServerMessage::Door(DoorMessage::Joined { player, .. }),
        ServerMessage::Lobby(LobbyMessage::Page { skipped: 0, matching: 502 }),
        ServerMessage::Lobby(LobbyMessage::Players { players, first: true }),
    ] = &received[..]
    else {
        panic!("{received:?}")
    };
    assert_eq!(players.len(), limits::LOBBY_PAGE);
    assert!(world.presence_at(connection).iter().all(|change| {
        matches!(change, chuhe_protocol::PresenceChange::Here(here) if here.id == *player)
    }));
}

#[test]
fn many_who_join_at_once_share_a_page_that_follows() {
    let mut world = World::new();
    let crowd = crowd(&mut world);
    let others: Vec<Client> = (0..200).map(|n| world.join(&format!("o{n}"))).collect();
    assert!(others.iter().any(|&other| world.page(other).is_empty()), "they wait");
    // one of them begins a game before, and one disconnects
    world.begin(others[198], others[199], untimed());
    world.lose(others[197]);
    world.advance(limits::CROWD_LIST_MS);
    for &other in others.iter().take(197) {
        assert_eq!(check_page(&world, other, |_| true), 0);
    }
    assert!(world.page(others[199]).is_empty());
    world.advance(limits::LOBBY_TOTALS_MS);
    assert_eq!(world.totals(crowd[0]), Some([700, 0, 1]));
}

#[test]
fn a_client_receives_the_changes_of_its_page_only() {
    let mut world = World::new();
    let crowd = crowd(&mut world);
    let reader = crowd[0];
    list(&mut world, reader, false, "", 2);
    assert_eq!(check_page(&world, reader, |_| true), 100);
    world.discard_received();
    // p120 is on the page, and p020 and p300 are not
    for n in [20, 300, 120] {
        let sent = world.sent;
        world.send(crowd[n], DoorRequest::Quit);
        world.advance(1_000);
        let page = world.page(reader);
        assert!(page.iter().all(|player| player.id != crowd[n].player));
        // the close, and a page change to the only reader of this page or to the others, who read the first
        let receivers = if n == 120 {
            1
        } else if n == 20 {
            limits::CROWD
        } else {
            0
        };
        assert!(world.sent - sent <= receivers + 10, "{n}: {} messages", world.sent - sent);
    }
    assert_eq!(world.page(reader).len(), limits::LOBBY_PAGE - 1);
    let new = world.join("p110a");
    world.advance(1_000);
    assert!(world.page(reader).iter().any(|player| player.id == new.player));
    assert_eq!(check_page(&world, reader, |_| true), 99);
}

#[test]
fn the_last_page_is_sent_anew_when_it_becomes_empty() {
    let mut world = World::new();
    let mut crowd = crowd(&mut world);
    let reader = crowd[0];
    list(&mut world, reader, false, "", u32::MAX);
    let on_page = world.page(reader).len();
    for client in crowd.split_off(crowd.len() - on_page) {
        world.send(client, DoorRequest::Quit);
    }
    world.advance(limits::CROWD_LIST_MS + 1_000);
    assert_eq!(world.page(reader).len(), limits::LOBBY_PAGE, "the page before is the last one now");
    assert_eq!(check_page(&world, reader, |_| true), crowd.len() - limits::LOBBY_PAGE);
}

#[test]
fn a_player_who_seeks_is_on_the_first_page_and_one_who_plays_among_the_games() {
    let mut world = World::new();
    let crowd = crowd(&mut world);
    let [first, games] = [crowd[0], crowd[1]];
    list(&mut world, games, true, "", 0);
    assert_eq!(world.page(games), []);
    let seek = LobbyRequest::Seek { terms: vec![Terms::default()], reach: Reach::Anyone, lasting: false };
    world.send(crowd[400], seek);
    world.begin(crowd[300], crowd[410], untimed());
    world.advance(5_000);
    assert_eq!(check_page(&world, first, |_| true), 0);
    assert!(world.page(first).iter().any(|player| player.id == crowd[400].player));
    let mut playing: Vec<PlayerId> = world.page(games).iter().map(|player| player.id).collect();
    playing.sort();
    assert_eq!(playing, [crowd[300].player, crowd[410].player]);
    assert_eq!(world.totals(first), Some([501, 0, 1]));
}

#[test]
fn a_part_of_a_name_finds_the_players_whose_names_contain_it() {
    let mut world = World::new();
    let crowd = crowd(&mut world);
    list(&mut world, crowd[0], false, "P4", 1);
    assert_eq!(check_page(&world, crowd[0], |player| player.name.as_str().contains("p4")), 50);
    let new = world.join("xP499");
    world.join("other");
    world.advance(1_000);
    list(&mut world, crowd[0], false, "p499", 0);
    let found: Vec<PlayerId> = world.page(crowd[0]).iter().map(|player| player.id).collect();
    assert_eq!(found, [crowd[499].player, new.player]);
}

#[test]
fn a_client_receives_its_own_player_and_those_it_follows_whatever_its_page_is() {
    let mut world = World::new();
    let crowd = crowd(&mut world);
    let (reader, followed) = (crowd[500], crowd[499]);
    let gone = PlayerId(1_000_000);
    world.send(reader, LobbyRequest::FollowPlayers { players: vec![followed.player, gone] });
    assert!(world.listed(reader, followed.player).is_some());
    let seek = LobbyRequest::Seek { terms: vec![Terms::default()], reach: Reach::Anyone, lasting: false };
    world.send(reader, seek);
    world.advance(5_000);
    assert!(world.listed(reader, reader.player).is_some_and(|player| player.seeking.is_some()));
    world.send(followed, DoorRequest::Quit);
    world.advance(5_000);
    assert_eq!(world.listed(reader, followed.player), None);
}

#[test]
fn a_player_is_found_by_name_and_introduced_with_a_challenge() {
    let mut world = World::new();
    let crowd = crowd(&mut world);
    let (from, to) = (crowd[480], crowd[490]);
    let name = |text: &str| PlayerName::parse(text).expect("a name");
    list(&mut world, from, false, "", 0);
    world.discard_received();
    let find = |text| LobbyRequest::FindPlayer { name: name(text) };
    world.send(from, find("P490"));
    assert!(world.listed(from, to.player).is_some());
    assert_eq!(world.refused(from, find("nobody")), Refusal::NoSuchPlayer);
    list(&mut world, to, false, "", 0);
    world.challenge(from, to, Terms::default());
    assert!(world.listed(to, from.player).is_some_and(|player| player.name == name("p480")));
}

#[test]
fn a_small_lobby_receives_the_whole_list_again() {
    let mut world = World::new();
    let crowd = crowd(&mut world);
    let reader = crowd[0];
    list(&mut world, reader, false, "p1", 1);
    for &client in &crowd[limits::CROWD_ENDS..] {
        world.send(client, DoorRequest::Quit);
    }
    world.advance(1_000);
    assert_eq!(world.page(reader).len(), limits::LOBBY_PAGE, "as many as the threshold are here");
    world.send(crowd[1], DoorRequest::Quit);
    world.advance(1_000);
    world.knows_all(reader);
    for n in limits::CROWD_ENDS - 1..=limits::CROWD {
        world.join(&format!("q{n}"));
    }
    world.advance(1_000);
    assert_eq!(check_page(&world, reader, |player| player.name.as_str().contains("p1")), 50);
}

#[test]
fn a_player_at_a_table_chooses_no_page() {
    let mut world = World::new();
    let table: Table = world.table(untimed());
    let refused = world.refused(table.red(), LobbyRequest::ListPlayers(PageRequest::default()));
    assert_eq!(refused, Refusal::YouAreBusy);
    let refused = world.refused(table.red(), LobbyRequest::FollowPlayers { players: Vec::new() });
    assert_eq!(refused, Refusal::YouAreBusy);
}

#[test]
fn pages_are_complete_after_many_changes() {
    let mut world = World::new();
    let mut here = crowd(&mut world);
    let readers: Vec<Client> = here.drain(..8).collect();
    let requests =
        [(false, "", 0), (false, "", 4), (false, "7", 0), (true, "", 0), (false, "p1", 1), (false, "", 9)];
    for (n, &reader) in readers.iter().enumerate() {
        let (games, find, page) = requests[n % requests.len()];
        list(&mut world, reader, games, find, page);
    }
    let mut seed: usize = 1;
    let mut pick = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let seek = LobbyRequest::Seek { terms: vec![Terms::default()], reach: Reach::Anyone, lasting: false };
    for round in 0..600 {
        match pick(6) {
            0 | 1 => {
                let name = format!("p{}n{round}", pick(600));
                here.push(world.join(&name));
            }
            2 if here.len() > limits::CROWD => {
                let gone = here.swap_remove(pick(here.len()));
                world.send(gone, DoorRequest::Quit);
            }
            // the next one who seeks plays them
            2 | 3 => {
                let seeker = here[pick(here.len())];
                world.send(seeker, seek.clone());
            }
            4 => {
                let client = here[pick(here.len())];
                if let Some((game, _)) = world.list_entry(client).and_then(|player| player.activity.table()) {
                    world.send(client, TableRequest::Abort.at(game));
                    world.send(client, TableRequest::Leave.at(game));
                }
            }
            _ => world.send(here[pick(here.len())], LobbyRequest::EndSeek),
        }
        world.advance(pick(400) as u64);
        if round % 50 == 49 {
            let all: Vec<Client> = here.iter().chain(&readers).copied().collect();
            world.advance_with(&all, 10_000);
            for (n, &reader) in readers.iter().enumerate() {
                let (games, find, page) = requests[n % requests.len()];
                let matches = |player: &Player| {
                    player.name.as_str().contains(find) && (!games || player.activity.is_playing())
                };
                let start = check_page(&world, reader, matches);
                assert!(page > 0 || start == 0, "the first page begins with the first player");
                assert!(world.page(reader).len() <= 2 * limits::LOBBY_PAGE);
            }
        }
    }
}
