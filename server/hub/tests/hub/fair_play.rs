//! Who plays fair: which games count, and who waits before the next search.

use crate::accounts::registered;
use crate::managing::act;
use crate::world::{Client, QUARTER, Table, World, timed, untimed};
use chuhe_hub::{AccountAction, ActionRefusal, Conduct, Input, OperatorAction};
use chuhe_protocol::{
    Claim, Completion, DoorRequest, Event, FairPlay, LobbyMessage, LobbyRequest, ProfileMessage,
    ProfileRequest, Reach, Refusal, Request, SearchWait, SeekRefusal, ServerMessage, TableMessage,
    TableRequest, Terms, Unfinished, WaitReason, limits,
};
use chuhe_rules::PerColor;
use chuhe_rules::clock::TimeControl;

const MINUTE_MS: u64 = 60_000;
const OPENING: [&str; 2] = ["h2e2", "h9g7"];
const ABANDONED: Conduct = Conduct::Unfinished(Unfinished::Abandoned);
const NEVER_BEGUN: Conduct = Conduct::Unfinished(Unfinished::NeverBegun);

fn seek(terms: Terms) -> LobbyRequest {
    LobbyRequest::Seek { terms: vec![terms], reach: Reach::Anyone, lasting: false }
}

fn two(world: &mut World) -> [Client; 2] {
    [registered(world, "Bo"), registered(world, "An")]
}

/// A game that a search of the first player begins.
fn sought(world: &mut World, [bo, an]: [Client; 2], terms: Terms) -> Table {
    world.discard_received();
    world.send(bo, seek(terms.clone()));
    world.send(an, seek(terms));
    let received = world.received(bo);
    let red = received.iter().find_map(|message| match message {
        ServerMessage::Table { message: TableMessage::Events { first: 0, events }, .. } => {
            match events.first() {
                Some(Event::Started(start)) => Some(start.seats.red.player),
                _ => None,
            }
        }
        _ => None,
    });
    let game = world.game_of(an);
    let seats = if red == Some(bo.player) { PerColor::new(bo, an) } else { PerColor::new(an, bo) };
    Table { game, seats, ply: 0 }
}

fn leave(world: &mut World, players: [Client; 2], table: &Table) {
    for client in players {
        world.send(client, TableRequest::Leave.at(table.game));
    }
}

/// The first player leaves a game after the opening, and comes back once the other has claimed it.
fn abandon(world: &mut World, [bo, an]: [Client; 2]) -> Client {
    let table = abandoned(world, [bo, an], timed(QUARTER));
    let (bo, _) = world.resume(bo, None);
    leave(world, [bo, an], &table);
    bo
}

fn abandoned(world: &mut World, players: [Client; 2], terms: Terms) -> Table {
    let mut table = sought(world, players, terms);
    world.play(&mut table, &OPENING);
    claim(world, players, &table);
    table
}

fn claim(world: &mut World, [bo, an]: [Client; 2], table: &Table) {
    world.lose(bo);
    world.advance_with(&[an], limits::ABSENCE_MS);
    world.send(an, TableRequest::ClaimAbsence { claim: Claim::Win }.at(table.game));
}

/// What the games of a player that count were, as it is stored.
fn counted(world: &World, of: Client) -> Vec<Conduct> {
    let row = world.stored.fair_play.get(&of.player);
    row.into_iter().flat_map(|(_, row)| &row.games).map(|counted| counted.conduct).collect()
}

fn told(world: &mut World, of: Client) -> Option<FairPlay> {
    last_told(world.received(of))
}

fn last_told(received: Vec<ServerMessage>) -> Option<FairPlay> {
    received.into_iter().rev().find_map(|message| match message {
        ServerMessage::Profile(ProfileMessage::FairPlay(fair_play)) => Some(*fair_play),
        _ => None,
    })
}

fn wait(world: &mut World, of: Client) -> SearchWait {
    match world.refused(of, seek(timed(QUARTER))) {
        Refusal::Seek(SeekRefusal::Wait(wait)) => wait,
        other => panic!("{other:?}"),
    }
}

/// A player who has just abandoned four of five games, and their opponent.
fn waiting(world: &mut World) -> [Client; 2] {
    let [mut bo, an] = two(world);
    let table = sought(world, [bo, an], timed(QUARTER));
    finish(world, table);
    leave(world, [bo, an], &table);
    for _ in 0..4 {
        bo = abandon(world, [bo, an]);
    }
    [bo, an]
}

fn finish(world: &mut World, mut table: Table) {
    world.play(&mut table, &OPENING);
    world.send(table.black(), TableRequest::Resign.at(table.game));
}

#[test]
fn who_abandons_four_of_five_games_waits_before_the_next_search_and_learns_why() {
    let mut world = World::new();
    let [mut bo, an] = two(&mut world);
    let table = sought(&mut world, [bo, an], timed(QUARTER));
    finish(&mut world, table);
    leave(&mut world, [bo, an], &table);
    for n in 1..=3 {
        bo = abandon(&mut world, [bo, an]);
        world.send(bo, seek(timed(QUARTER)));
        world.send(bo, LobbyRequest::EndSeek);
        assert_eq!(counted(&world, bo).len(), n + 1);
    }
    let last = abandoned(&mut world, [bo, an], timed(QUARTER));
    let (bo, received) = world.resume(bo, None);
    let why = WaitReason::Share { unfinished: 4, games: 5 };
    let told_at_join = last_told(received).expect("what counts is sent at a join");
    // twice the ten minutes: their first game was today
    assert_eq!(told_at_join.wait, Some(SearchWait { left_ms: 20 * MINUTE_MS, why }));
    let [.., latest] = &told_at_join.against[..] else { panic!("{told_at_join:?}") };
    assert_eq!((latest.game, latest.how, told_at_join.against.len()), (last.game, Unfinished::Abandoned, 4));
    leave(&mut world, [bo, an], &last);
    assert_eq!(wait(&mut world, bo), SearchWait { left_ms: 20 * MINUTE_MS, why });
    world.send(an, seek(timed(QUARTER)));
    let take = LobbyRequest::TakeSeek { player: an.player, terms: timed(QUARTER) };
    assert_eq!(
        world.refused(bo, take),
        Refusal::Seek(SeekRefusal::Wait(SearchWait { left_ms: 20 * MINUTE_MS, why }))
    );
    world.send(an, LobbyRequest::EndSeek);
    assert_eq!(counted(&world, an), [Conduct::Finished; 5], "the opponent has finished each");
    assert_eq!(told(&mut world, an), None);

    world.advance_with(&[bo, an], 20 * MINUTE_MS - 1);
    assert_eq!(wait(&mut world, bo).left_ms, 1);
    world.advance_with(&[bo, an], 1);
    world.discard_received();
    world.send(bo, seek(timed(QUARTER)));
    assert_eq!(world.received(bo), [], "the search goes on");
}

#[test]
fn an_operator_ends_a_wait_and_the_next_one_is_as_long_as_after_it() {
    let mut world = World::new();
    let [mut bo, an] = waiting(&mut world);
    let waits = |world: &World| -> Vec<String> {
        world.hub.operators().waits().map(|(name, _)| name.to_string()).collect()
    };
    assert_eq!(waits(&world).len(), 1);
    world.advance_with(&[bo, an], MINUTE_MS);
    world.discard_received();
    let end = |world: &mut World, player| {
        let action = OperatorAction::EndWait(player);
        world.hub.operators().check_action(&action)?;
        world.handle(Input::Operate(Box::new(action)));
        Ok(())
    };
    assert_eq!(end(&mut world, an.player), Err(ActionRefusal::NoWait));
    assert_eq!(end(&mut world, bo.player), Ok(()));
    assert_eq!(told(&mut world, bo).map(|it| (it.against.len(), it.wait)), Some((4, None)));
    assert_eq!(end(&mut world, bo.player), Err(ActionRefusal::NoWait));
    assert_eq!(waits(&world), [""; 0]);
    let stored = world.stored.fair_play[&bo.player].1.last_wait;
    assert_eq!(stored.map(|wait| wait.length_ms), Some(MINUTE_MS));
    world.send(bo, seek(timed(QUARTER)));
    world.send(bo, LobbyRequest::EndSeek);
    for _ in 0..4 {
        bo = abandon(&mut world, [bo, an]);
    }
    assert_eq!(wait(&mut world, bo).left_ms, 60 * MINUTE_MS, "three times as long as the first");
}

#[test]
fn during_a_wait_challenges_and_invitations_are_free_and_do_not_count() {
    let mut world = World::new();
    let [bo, an] = waiting(&mut world);
    let before = world.stored.fair_play.clone();
    world.discard_received();
    let mut table = world.begin(bo, an, timed(QUARTER));
    world.play(&mut table, &OPENING);
    claim(&mut world, [bo, an], &table);
    let (bo, _) = world.resume(bo, None);
    leave(&mut world, [bo, an], &table);
    world.send(bo, LobbyRequest::Invite { terms: timed(QUARTER) });
    let code = world.received(bo).into_iter().find_map(|message| match message {
        ServerMessage::Lobby(LobbyMessage::InvitationOpened(open)) => Some(open.code),
        _ => None,
    });
    let code = code.expect("an invitation is open");
    world.send(an, LobbyRequest::AcceptInvitation { code });
    let game = world.game_of(an);
    world.send(bo, TableRequest::Abort.at(game));
    assert_eq!(world.stored.fair_play, before);
}

#[test]
fn a_game_counts_as_never_begun_for_whoever_aborts_it_or_does_not_move() {
    let mut world = World::new();
    let players @ [bo, an] = two(&mut world);
    let aborted = sought(&mut world, players, timed(QUARTER));
    world.send(bo, TableRequest::Abort.at(aborted.game));
    assert_eq!(
        told(&mut world, bo).map(|fair_play| fair_play.against.len()),
        Some(1),
        "they learn of it at once"
    );
    leave(&mut world, players, &aborted);
    assert_eq!((counted(&world, bo), counted(&world, an)), (vec![NEVER_BEGUN], vec![]));
    let waited_for = sought(&mut world, players, timed(QUARTER));
    world.advance_with(&players, 10 * MINUTE_MS);
    let lazy = waited_for.red();
    let expected = if lazy.player == bo.player { vec![NEVER_BEGUN; 2] } else { vec![NEVER_BEGUN] };
    assert_eq!(counted(&world, lazy), expected);
}

#[test]
fn a_player_whose_time_runs_out_has_abandoned_the_game_only_if_they_left_or_stalled() {
    // a limit of 10 s for a move, of 400 s expected: from 33 s on a player stalls
    let by_moves = TimeControl { move_ms: 10_000, ..TimeControl::UNTIMED };
    // the game time of 60 s is expected: from 15 s on a player stalls
    let minute = TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED };
    for (time, leaves, conduct) in [
        (by_moves, false, Conduct::Finished),
        (by_moves, true, ABANDONED),
        (minute, false, ABANDONED),
        (minute, true, ABANDONED),
    ] {
        let mut world = World::new();
        let players = two(&mut world);
        let mut table = sought(&mut world, players, timed(time));
        world.play(&mut table, &OPENING);
        let (red, black) = (table.red(), table.black());
        if leaves {
            world.lose(red);
        }
        let here = if leaves { vec![black] } else { vec![red, black] };
        world.advance_with(&here, 2 * MINUTE_MS);
        assert_eq!(counted(&world, red), [conduct], "{time:?} {leaves}");
        assert_eq!(counted(&world, black), [Conduct::Finished]);
    }
}

#[test]
fn an_outage_that_hits_both_players_counts_against_nobody() {
    let mut world = World::new();
    let players @ [bo, an] = two(&mut world);
    let mut table = sought(&mut world, players, timed(QUARTER));
    world.play(&mut table, &OPENING);
    world.lose(an);
    world.lose(bo);
    let (an, _) = world.resume(an, None);
    world.advance_with(&[an], limits::ABSENCE_MS);
    world.send(an, TableRequest::ClaimAbsence { claim: Claim::Win }.at(table.game));
    assert_eq!((counted(&world, bo), counted(&world, an)), (vec![], vec![]));
    let row = &world.stored.fair_play[&bo.player].1;
    assert!(row.pending.is_empty(), "the game is not awaited any more");
}

#[test]
fn games_that_end_within_ten_minutes_of_a_start_of_the_server_do_not_count() {
    let mut world = World::new();
    let [bo, an] = two(&mut world);
    world.restart();
    let players = [bo, an].map(|client| world.resume(client, None).0);
    let table = abandoned(&mut world, players, timed(QUARTER));
    let [bo, an] = players;
    assert_eq!((counted(&world, bo), counted(&world, an)), (vec![], vec![]));
    let (bo, _) = world.resume(bo, None);
    leave(&mut world, [bo, an], &table);
    world.advance_with(&[bo, an], 10 * MINUTE_MS);
    let bo = abandon(&mut world, [bo, an]);
    assert_eq!(counted(&world, bo), [ABANDONED]);
    // a standstill is like a start
    world.handle(Input::StoodStill(world.now()));
    world.oversleep(10_000);
    world.handle(Input::StoodStill(world.now()));
    let bo = abandon(&mut world, [bo, an]);
    assert_eq!(counted(&world, bo), [ABANDONED]);
}

#[test]
fn a_game_that_goes_on_after_a_restart_counts_at_its_end() {
    let mut world = World::new();
    let players = two(&mut world);
    let mut table = sought(&mut world, players, timed(QUARTER));
    world.play(&mut table, &OPENING);
    world.restart();
    let players @ [bo, an] = players.map(|client| world.resume(client, None).0);
    world.advance_with(&players, 10 * MINUTE_MS);
    world.discard_received();
    claim(&mut world, players, &table);
    // whose turn it is has lost on time by then, or left
    assert_eq!(counted(&world, bo).len() + counted(&world, an).len(), 2);
}

#[test]
fn a_game_counts_once_wherever_the_server_crashes_at_its_end() {
    for outputs in 0..40 {
        let mut world = World::new();
        let players @ [bo, _] = two(&mut world);
        let is_over = crash_at_end(&mut world, players, 10 * MINUTE_MS, outputs);
        let expected = if is_over { vec![ABANDONED] } else { vec![] };
        assert_eq!(counted(&world, bo), expected, "{outputs}");
        world.restart();
        assert_eq!(counted(&world, bo), expected, "{outputs}");
    }
}

/// Crashes a server after some outputs of the claim that ends a game, which has lasted this long before the player left;
/// returns whether it is over then.
fn crash_at_end(world: &mut World, players: [Client; 2], lasting_ms: u64, outputs: usize) -> bool {
    let [bo, an] = players;
    let mut table = sought(world, players, timed(QUARTER));
    world.play(&mut table, &OPENING);
    world.advance_with(&players, lasting_ms);
    world.lose(bo);
    world.advance_with(&[an], limits::ABSENCE_MS);
    let message = TableRequest::ClaimAbsence { claim: Claim::Win }.at(table.game);
    let request = Request { number: 100_000, message };
    world.crash_in(Input::Received(an.connection, request), outputs, 0);
    world.stored.games[&table.game].iter().any(|entry| entry.event.is_end())
}

#[test]
fn a_game_soon_after_a_start_never_counts_also_if_the_server_crashes_at_its_end() {
    for outputs in 0..40 {
        let mut world = World::new();
        let players = two(&mut world);
        world.restart();
        let players @ [bo, _] = players.map(|client| world.resume(client, None).0);
        world.discard_received();
        crash_at_end(&mut world, players, 0, outputs);
        assert_eq!(counted(&world, bo), [], "{outputs}");
    }
}

#[test]
fn a_wait_survives_a_restart_and_no_clock_that_was_set_back_makes_it_longer() {
    let mut world = World::new();
    let [bo, _] = waiting(&mut world);
    let left_ms = wait(&mut world, bo).left_ms;
    world.crash(MINUTE_MS);
    let (bo, received) = world.resume(bo, None);
    let told = last_told(received).and_then(|fair_play| fair_play.wait);
    assert_eq!(told.map(|wait| wait.left_ms), Some(left_ms - MINUTE_MS));
    world.restore(0, |restored| {
        for (_, _, row) in &mut restored.fair_play {
            if let Some(wait) = &mut row.last_wait {
                wait.began_at = wait.began_at.plus_ms(100 * 24 * 60 * MINUTE_MS);
            }
        }
    });
    let (bo, _) = world.resume(bo, None);
    assert_eq!(wait(&mut world, bo).left_ms, 20 * MINUTE_MS);
    world.advance_with(&[bo], 20 * MINUTE_MS);
    world.discard_received();
    world.send(bo, seek(untimed()));
    assert_eq!(world.received(bo), []);
}

#[test]
fn games_of_guests_do_not_count() {
    let mut world = World::new();
    let players = [world.join("Bo"), world.join("An")];
    abandoned(&mut world, players, timed(QUARTER));
    assert!(world.stored.fair_play.is_empty());
}

#[test]
fn a_challenge_after_an_answered_seek_counts_and_another_one_does_not() {
    for is_answered in [true, false] {
        let mut world = World::new();
        let [bo, an] = two(&mut world);
        let lasting = LobbyRequest::Seek { terms: vec![timed(QUARTER)], reach: Reach::Anyone, lasting: true };
        world.send(bo, lasting);
        world.lose(bo);
        if is_answered {
            world.send(an, LobbyRequest::TakeSeek { player: bo.player, terms: timed(QUARTER) });
        }
        let (bo, _) = world.resume(bo, None);
        world.discard_received();
        let mut table = world.begin(bo, an, timed(QUARTER));
        world.play(&mut table, &OPENING);
        world.send(bo, TableRequest::Resign.at(table.game));
        let expected = if is_answered { vec![Conduct::Finished] } else { vec![] };
        assert_eq!((counted(&world, bo), counted(&world, an)), (expected.clone(), expected));
    }
}

#[test]
fn the_row_goes_with_an_erased_player() {
    let mut world = World::new();
    let [bo, an] = waiting(&mut world);
    world.send(bo, DoorRequest::Quit);
    act(&mut world, bo.player, AccountAction::Erase).expect("the account is there");
    assert_eq!(world.stored.fair_play.keys().collect::<Vec<_>>(), [&an.player]);
}

#[test]
fn a_profile_has_the_completion_rate_from_five_games_on() {
    let mut world = World::new();
    let [mut bo, an] = two(&mut world);
    let completion = |world: &mut World, by: Client| {
        world.discard_received();
        world.send(by, ProfileRequest::Show { name: "Bo".to_owned() });
        world.received(by).into_iter().find_map(|message| match message {
            ServerMessage::Profile(ProfileMessage::Profile(profile)) => Some(profile.completion),
            _ => None,
        })
    };
    for n in 1..=5 {
        if n == 2 {
            bo = abandon(&mut world, [bo, an]);
        } else {
            let table = sought(&mut world, [bo, an], timed(QUARTER));
            finish(&mut world, table);
            leave(&mut world, [bo, an], &table);
        }
        let expected = (n == 5).then_some(Completion { finished: 4, games: 5 });
        assert_eq!(completion(&mut world, an), Some(expected));
        assert_eq!(completion(&mut world, bo), Some(expected));
    }
    assert_eq!(world.stored.fair_play[&bo.player].1.games[1].conduct, ABANDONED);
}
