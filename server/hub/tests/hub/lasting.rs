//! Seeks that outlive the connection of their player.

use crate::accounts::registered;
use crate::managing::act;
use crate::seeking::colored;
use crate::world::{Client, World, untimed};
use chuhe_hub::{AccountAction, Input, OperatorAction, Sanction, SanctionKind, SanctionTarget};
use chuhe_protocol::{
    AccountRequest, ColorChoice, DoorRequest, LobbyMessage, LobbyRequest, PlayerName, Reach, Refusal, Seek,
    SeekAnswer, SeekRefusal, ServerMessage, Terms, limits,
};

const HOUR_MS: u64 = 60 * 60_000;

fn wish() -> Terms {
    colored(ColorChoice::Red)
}

fn last(terms: impl Into<Vec<Terms>>) -> LobbyRequest {
    LobbyRequest::Seek { terms: terms.into(), reach: Reach::Anyone, lasting: true }
}

/// The lasting seek of Cy, who has left, and An, who is here.
fn left(world: &mut World) -> (Client, Client) {
    let (cy, an) = (registered(world, "Cy"), registered(world, "An"));
    world.send(cy, last([wish(), untimed()]));
    world.lose(cy);
    world.discard_received();
    (cy, an)
}

fn take(world: &mut World, by: Client, of: Client) {
    world.send(by, LobbyRequest::TakeSeek { player: of.player, terms: wish() });
}

/// What the list says that a player seeks.
fn listed(world: &World, of: Client) -> Option<Seek> {
    world.list_entry(of).and_then(|player| player.seeking).map(|seek| *seek)
}

/// The last list of answers among what a client has received since it was asked last, without the times.
fn answers(world: &mut World, of: Client) -> Option<Vec<SeekAnswer>> {
    last_answers(world.received(of))
}

fn last_answers(received: Vec<ServerMessage>) -> Option<Vec<SeekAnswer>> {
    let lists = received.into_iter().filter_map(|message| match message {
        ServerMessage::Lobby(LobbyMessage::SeekAnswers(answers)) => Some(answers),
        _ => None,
    });
    lists.last()
}

fn about(other: Client, name: &str, terms: Terms, [own, here]: [bool; 2], ago_s: u32) -> SeekAnswer {
    let name = PlayerName::parse(name).expect("a name");
    SeekAnswer { player: other.player, name, terms, ago_s, own, here }
}

#[test]
fn a_seek_outlives_the_connection_and_tells_both_until_they_challenge_each_other() {
    let mut world = World::new();
    let (cy, an) = (registered(&mut world, "Cy"), registered(&mut world, "An"));
    world.send(cy, last([wish(), untimed()]));
    assert_eq!(
        listed(&world, cy).map(|seek| seek.live),
        Some(true),
        "a game begins at once while they are here"
    );
    world.lose(cy);
    let seek = listed(&world, cy).expect("it is listed");
    assert_eq!((seek.live, seek.terms), (false, vec![wish(), untimed()]));
    world.knows_all(an);
    // it is not paired by itself
    world.send(
        an,
        LobbyRequest::Seek { terms: vec![wish().mirrored()], reach: Reach::Anyone, lasting: false },
    );
    world.send(an, LobbyRequest::EndSeek);
    world.discard_received();
    take(&mut world, an, cy);
    let name = PlayerName::parse("Cy").expect("a name");
    let own = about(cy, "Cy", wish().mirrored(), [true, false], 0);
    let said = [LobbyMessage::SeekAnswerKept { name }, LobbyMessage::SeekAnswers(vec![own.clone()])];
    world.expect(an, &said.map(ServerMessage::Lobby));
    world.advance_with(&[an], HOUR_MS);
    let (cy, received) = world.resume(cy, []);
    assert_eq!(last_answers(received), Some(vec![about(an, "An", wish(), [false, true], 3_600)]));
    let here = SeekAnswer { here: true, ago_s: 3_600, ..own };
    assert_eq!(answers(&mut world, an), Some(vec![here.clone()]));
    assert_eq!(listed(&world, cy).map(|seek| seek.live), Some(false), "they have not sought again");
    // both say yes again
    world.begin(cy, an, wish());
    assert_eq!((listed(&world, cy), world.stored.lasting_seeks.len()), (None, 0));
}

#[test]
fn the_answers_to_a_seek_end_after_the_game_that_ends_it() {
    let mut world = World::new();
    let (cy, an) = left(&mut world);
    take(&mut world, an, cy);
    let (cy, _) = world.resume(cy, []);
    world.discard_received();
    world.send(an, LobbyRequest::Challenge { opponent: cy.player, terms: wish().mirrored() });
    let opened = world.received(cy).into_iter().find_map(|message| match message {
        ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) => Some(challenge.id),
        _ => None,
    });
    world.discard_received();
    world.send(cy, LobbyRequest::AcceptChallenge { challenge: opened.expect("a challenge") });
    // a client that saw the answers go first would say that they were declined
    let received = world.received(an);
    let at = |is_it: fn(&ServerMessage) -> bool| received.iter().position(is_it);
    let game = at(|message| matches!(message, ServerMessage::Table { .. }));
    let answers = at(|message| matches!(message, ServerMessage::Lobby(LobbyMessage::SeekAnswers(_))));
    assert!(game.is_some() && answers > game, "{received:#?}");
}

#[test]
fn whoever_comes_later_learns_it_at_the_next_visit_of_both() {
    let mut world = World::new();
    let (cy, an) = left(&mut world);
    take(&mut world, an, cy);
    world.lose(an);
    let (cy, received) = world.resume(cy, []);
    assert_eq!(last_answers(received).map(|all| all[0].here), Some(false));
    let (an, received) = world.resume(an, []);
    assert_eq!(last_answers(received).map(|all| (all[0].own, all[0].here)), Some((true, true)));
    assert_eq!(answers(&mut world, cy).map(|all| all[0].here), Some(true));
    world.lose(cy);
    assert_eq!(answers(&mut world, an).map(|all| all[0].here), Some(false));
}

#[test]
fn a_lasting_seek_and_its_answers_survive_a_crash_for_a_day() {
    let mut world = World::new();
    let (cy, an) = left(&mut world);
    take(&mut world, an, cy);
    world.crash(limits::LASTING_SEEK_MS - HOUR_MS);
    let (an, received) = world.resume(an, []);
    assert_eq!(last_answers(received).map(|all| all.len()), Some(1));
    assert_eq!(listed(&world, cy).map(|seek| seek.since_ago_s), Some(23 * 3_600));
    world.advance_with(&[an], HOUR_MS);
    assert_eq!((listed(&world, cy), world.stored.lasting_seeks.len()), (None, 0));
    assert_eq!(answers(&mut world, an), Some(Vec::new()));
    // one whose time ends while the server is down
    let (cy, _) = world.resume(cy, []);
    world.send(cy, last([wish()]));
    world.crash(limits::LASTING_SEEK_MS);
    assert_eq!((listed(&world, cy), world.stored.lasting_seeks.len()), (None, 0));
}

#[test]
fn a_clock_that_was_set_back_makes_no_seek_last_longer_than_a_day() {
    let mut world = World::new();
    let (cy, an) = left(&mut world);
    let ahead = |restored: &mut chuhe_hub::Restored| {
        restored.lasting_seeks[0].2.since = restored.lasting_seeks[0].2.since.plus_ms(99 * HOUR_MS);
    };
    assert_eq!(world.restore(0, ahead), []);
    let (an, _) = world.resume(an, []);
    world.advance_with(&[an], limits::LASTING_SEEK_MS - 5_000);
    assert!(listed(&world, cy).is_some());
    world.advance_with(&[an], 5_000);
    assert_eq!(listed(&world, cy), None);
}

#[test]
fn who_leaves_sleeps_or_quits_is_listed_as_away_and_ends_it_by_one_request() {
    for leave in [None, Some(DoorRequest::Quit), Some(DoorRequest::Sleep { asleep: true })] {
        let mut world = World::new();
        let (cy, an) = (registered(&mut world, "Cy"), registered(&mut world, "An"));
        world.send(cy, last([wish()]));
        let sleeps = matches!(leave, Some(DoorRequest::Sleep { .. }));
        match leave {
            Some(request) => world.send(cy, request),
            None => world.lose(cy),
        }
        assert_eq!(listed(&world, cy).map(|seek| seek.live), Some(false));
        world.received(an);
        take(&mut world, an, cy);
        assert_eq!(answers(&mut world, an).map(|all| all[0].here), Some(sleeps));
        let cy = if sleeps { cy } else { world.resume(cy, []).0 };
        world.send(cy, LobbyRequest::EndSeek);
        assert_eq!(listed(&world, cy), None);
        assert_eq!(answers(&mut world, cy), Some(Vec::new()));
        assert_eq!(answers(&mut world, an), Some(Vec::new()));
        world.lose(cy);
        world.knows_all(an);
    }
}

#[test]
fn the_same_seek_again_keeps_the_answers_and_another_one_drops_them() {
    let mut world = World::new();
    let (cy, an) = left(&mut world);
    take(&mut world, an, cy);
    let (cy, _) = world.resume(cy, []);
    world.advance_with(&[cy, an], HOUR_MS);
    world.send(cy, last([wish(), untimed()]));
    assert_eq!(answers(&mut world, cy), None, "nothing has changed");
    world.lose(cy);
    assert_eq!(listed(&world, cy).map(|seek| seek.since_ago_s), Some(0), "a day from the last time");
    let (cy, received) = world.resume(cy, []);
    assert_eq!(last_answers(received).map(|all| all.len()), Some(1));
    world.send(cy, last([wish()]));
    assert_eq!(answers(&mut world, cy), Some(Vec::new()));
    world.send(cy, LobbyRequest::Seek { terms: vec![wish()], reach: Reach::Anyone, lasting: false });
    assert_eq!(world.stored.lasting_seeks.len(), 0);
    world.lose(cy);
    assert_eq!(listed(&world, cy), None);
}

#[test]
fn answers_have_limits_and_are_dropped_by_either() {
    let mut world = World::new();
    let (cy, an) = left(&mut world);
    take(&mut world, an, cy);
    take(&mut world, an, cy);
    let others: Vec<Client> = (1..limits::SEEK_ANSWERS).map(|n| world.join(&format!("p{n}"))).collect();
    for &other in &others {
        take(&mut world, other, cy);
    }
    let full = Refusal::Seek(SeekRefusal::TooManyAnswers);
    let late = world.join("late");
    let take = LobbyRequest::TakeSeek { player: cy.player, terms: wish() };
    assert_eq!(world.refused(late, take.clone()), full);
    world.send(an, LobbyRequest::DropSeekAnswer { player: cy.player });
    world.send(late, take);
    let (cy, received) = world.resume(cy, []);
    let all = last_answers(received).expect("there are answers");
    assert_eq!(all.len(), limits::SEEK_ANSWERS);
    world.send(cy, LobbyRequest::DropSeekAnswer { player: late.player });
    assert_eq!(answers(&mut world, cy).map(|all| all.len()), Some(limits::SEEK_ANSWERS - 1));
    assert_eq!(answers(&mut world, late), Some(Vec::new()));
    // a guest who is gone for good plays nobody
    world.send(others[0], DoorRequest::Quit);
    assert_eq!(answers(&mut world, cy).map(|all| all.len()), Some(limits::SEEK_ANSWERS - 2));
}

#[test]
fn guests_blocks_and_bans_have_no_lasting_seek() {
    let mut world = World::new();
    let guest = world.join("Guest");
    assert_eq!(world.refused(guest, last([wish()])), Refusal::Seek(SeekRefusal::Guest));
    let (cy, an) = left(&mut world);
    take(&mut world, an, cy);
    let (cy, _) = world.resume(cy, []);
    world.send(cy, AccountRequest::Block { player: an.player });
    assert_eq!(answers(&mut world, an), Some(Vec::new()), "as if it was dropped");
    let take = LobbyRequest::TakeSeek { player: cy.player, terms: wish() };
    assert_eq!(world.refused(an, take), Refusal::Seek(SeekRefusal::Gone));
    world.lose(cy);
    let target = SanctionTarget::Name(PlayerName::parse("Cy").expect("a name"));
    let ban = Sanction { kind: SanctionKind::Ban, target, until: None };
    world.handle(Input::Operate(OperatorAction::Impose(ban).into()));
    assert_eq!((listed(&world, cy), world.stored.lasting_seeks.len()), (None, 0));
}

#[test]
fn who_is_banned_while_away_answers_nobody() {
    let mut world = World::new();
    let (cy, an) = left(&mut world);
    take(&mut world, an, cy);
    world.lose(an);
    let (cy, _) = world.resume(cy, []);
    let target = SanctionTarget::Name(PlayerName::parse("An").expect("a name"));
    let ban = Sanction { kind: SanctionKind::Ban, target, until: None };
    world.handle(Input::Operate(OperatorAction::Impose(ban).into()));
    assert_eq!(answers(&mut world, cy), Some(Vec::new()));
}

#[test]
fn who_is_erased_or_renamed_seeks_nobody() {
    let name = PlayerName::parse("Dy").expect("a name");
    for action in [AccountAction::Erase, AccountAction::Rename(name)] {
        let mut world = World::new();
        let (cy, an) = left(&mut world);
        let erases = action == AccountAction::Erase;
        assert_eq!(act(&mut world, cy.player, action), Ok(()));
        assert_eq!((listed(&world, cy), world.stored.lasting_seeks.len()), (None, 0));
        world.knows_all(an);
        // nor does an erased player answer
        world.send(an, last([wish()]));
        world.lose(an);
        if erases {
            let bo = registered(&mut world, "Bo");
            take(&mut world, bo, an);
            assert_eq!(act(&mut world, bo.player, AccountAction::Erase), Ok(()));
            let (_, received) = world.resume(an, []);
            assert_eq!(last_answers(received), None);
        }
    }
}
