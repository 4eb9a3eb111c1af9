//! What is refused, and the limits.

use super::*;
use chuhe_protocol::{EveningRefusal as Why, PlanRefusal, Refusal, WoodenEntry, limits};
use chuhe_tournaments::{self as tournaments, Entry, Pairing};

fn refused(club: &mut Club, client: Client, request: EveningRequest) -> Why {
    match club.world.refused(client, request) {
        Refusal::Evening(why) => why,
        other => panic!("{other:?}"),
    }
}

fn command(club: &mut Club, command: EveningCommand) -> Why {
    let code = club.code;
    refused(club, club.organiser, EveningRequest::Organise { code, command })
}

fn plan_request(change: fn(&mut EveningPlan)) -> EveningRequest {
    let mut plan = swiss();
    change(&mut plan);
    EveningRequest::Plan(Box::new(plan))
}

#[test]
fn plans_are_refused() {
    let mut club = Club::with(swiss(), 1);
    let (guest, organiser) = (club.players[0], club.organiser);
    club.world.received(guest);
    assert_eq!(refused(&mut club, guest, plan_request(|_| {})), Why::Guest);
    let title = plan_request(|plan| plan.title.clear());
    assert_eq!(refused(&mut club, organiser, title), Why::Plan(PlanRefusal::Title));
    let past = plan_request(|plan| plan.starts_at_ms = Some(1));
    assert_eq!(refused(&mut club, organiser, past), Why::Plan(PlanRefusal::Start));
    let far = plan_request(|plan| plan.starts_at_ms = Some(limits::EVENING_AHEAD_MS * 2));
    assert_eq!(refused(&mut club, organiser, far), Why::Plan(PlanRefusal::Start));
    for _ in 1..limits::EVENINGS_PER_ORGANISER {
        planned(&mut club.world, organiser, swiss());
    }
    assert_eq!(refused(&mut club, organiser, plan_request(|_| {})), Why::TooMany);
}

#[test]
fn a_hall_has_so_many_evenings() {
    let mut club = Club::with(swiss(), 0);
    let mut organisers = vec![club.organiser];
    for n in 1..limits::EVENINGS {
        if n % limits::EVENINGS_PER_ORGANISER == 0 {
            organisers.push(registered(&mut club.world, &format!("O{n}")));
        }
        let last = *organisers.last().expect("there is one");
        planned(&mut club.world, last, swiss());
    }
    let next = registered(&mut club.world, "Li");
    assert_eq!(refused(&mut club, next, plan_request(|_| {})), Why::TooMany);
    club.world.send(next, EveningRequest::List);
    let received = club.world.received(next);
    let [ServerMessage::Evening(EveningMessage::List { evenings })] = &received[..] else {
        panic!("no list")
    };
    assert_eq!(evenings.len(), limits::EVENINGS_LISTED);
}

#[test]
fn what_players_ask_at_the_wrong_time_is_refused() {
    let mut club = Club::with(swiss(), 3);
    let code = club.code;
    let other = registered(&mut club.world, "Li");
    let player = club.players[0];
    club.world.received(player);
    let unknown = EveningCode::from_random(u64::MAX);
    assert_eq!(refused(&mut club, other, EveningRequest::Follow { code: unknown }), Why::Unknown);
    assert_eq!(refused(&mut club, other, EveningRequest::Enter { code: unknown, club: None }), Why::Unknown);
    for request in [
        EveningRequest::CheckIn { code },
        EveningRequest::Withdraw { code },
        EveningRequest::Return { code },
        EveningRequest::Object { code, board: board(1, 1), words: "不对".into() },
    ] {
        assert_eq!(refused(&mut club, other, request), Why::NotEntered);
    }
    let twice = EveningRequest::Enter { code, club: Some("一班".into()) };
    let doubled = tournaments::Refusal::DoubledAccount(PlayerId(1));
    assert_eq!(refused(&mut club, player, twice), Why::Event(doubled));
    let pair = EveningRequest::Organise { code, command: EveningCommand::PairNext };
    assert_eq!(refused(&mut club, player, pair), Why::NotOrganiser);
    let object = |board, words: &str| EveningRequest::Object { code, board, words: words.into() };
    assert_eq!(refused(&mut club, player, object(board(1, 1), "不对")), Why::NoObjection);
    club.start();
    club.finish(board(1, 1), Some(Color::Red));
    club.world.discard_received();
    let seats = club.seats(board(1, 1));
    let long = "长".repeat(limits::OBJECTION_CHARS + 1);
    for words in ["", " ", long.as_str()] {
        assert_eq!(refused(&mut club, seats.red, object(board(1, 1), words)), Why::Words);
    }
    let third = club.players.iter().find(|it| **it != seats.red && **it != seats.black);
    let third = *third.expect("three play");
    assert_eq!(refused(&mut club, third, object(board(1, 1), "不对")), Why::NoObjection);
    club.world.send(seats.red, object(board(1, 1), "不对"));
    club.world.discard_received();
    assert_eq!(refused(&mut club, seats.red, object(board(1, 1), "不对")), Why::NoObjection);
}

#[test]
fn objections_are_late_after_a_while() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    club.start();
    club.organise(EveningCommand::PairNext);
    club.finish(board(1, 1), Some(Color::Red));
    club.advance(limits::OBJECTION_MS + 1_000);
    let black = club.seats(board(1, 1)).black;
    club.world.discard_received();
    let (code, words) = (club.code, "不对".to_owned());
    let object = EveningRequest::Object { code, board: board(1, 1), words };
    assert_eq!(refused(&mut club, black, object), Why::NoObjection);
}

#[test]
fn what_organisers_may_not_record_is_refused() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    let record = |club: &mut Club, event| command(club, EveningCommand::Record(event));
    assert_eq!(record(&mut club, Event::Paired(Pairing::default())), Why::NotByHand);
    let entry = |account, name: &str| Entry { name: name.into(), account, ..Entry::default() };
    assert_eq!(record(&mut club, Event::Entered(entry(Some(7), "Bo"))), Why::NotByHand);
    assert_eq!(record(&mut club, Event::EnteredLate(entry(Some(7), "Bo"))), Why::NotByHand);
    assert_eq!(record(&mut club, Event::Entered(entry(None, "B\u{202e}o"))), Why::Words);
    let not_begun = Why::Event(tournaments::Refusal::NotBegun);
    assert_eq!(record(&mut club, Event::Ended), not_begun);
    assert_eq!(command(&mut club, EveningCommand::PairNext), not_begun);
    let wooden = |n: usize| WoodenEntry { name: format!("W{n}"), club: None, rating: None };
    let many = (0..=limits::EVENING_ENTRIES).map(wooden).collect();
    let full = Why::Event(tournaments::Refusal::Full);
    assert_eq!(command(&mut club, EveningCommand::EnterAll(many)), full);
    let no_objection = command(&mut club, EveningCommand::Overrule { board: board(1, 1) });
    assert_eq!(no_objection, Why::NoObjection);
    let guest = club.players[0].player;
    assert_eq!(command(&mut club, EveningCommand::Appoint { player: guest }), Why::Guest);
    for n in 1..limits::EVENING_ORGANISERS {
        let helper = registered(&mut club.world, &format!("H{n}")).player;
        club.organise(EveningCommand::Appoint { player: helper });
    }
    let opened = club.opened.clone().expect("it was opened again");
    assert_eq!(opened.organisers.len(), limits::EVENING_ORGANISERS);
    let one_more = registered(&mut club.world, "H").player;
    assert_eq!(command(&mut club, EveningCommand::Appoint { player: one_more }), Why::TooManyOrganisers);
    club.start();
    club.organise(EveningCommand::PairNext);
    let running = Why::Event(tournaments::Refusal::GamesRunning(1));
    assert_eq!(command(&mut club, EveningCommand::PairNext), running);
    club.finish_round();
    // both have met
    assert_eq!(command(&mut club, EveningCommand::PairNext), Why::NoPairing);
}

#[test]
fn a_private_evening_is_listed_for_its_players_only() {
    let mut club = Club::with(EveningPlan { is_public: false, ..swiss() }, 1);
    let other = club.world.join("Li");
    for (client, count) in [(club.organiser, 1), (club.players[0], 1), (other, 0)] {
        club.world.discard_received();
        club.world.send(client, EveningRequest::List);
        let received = club.world.received(client);
        let [ServerMessage::Evening(EveningMessage::List { evenings })] = &received[..] else {
            panic!("no list: {received:?}")
        };
        assert_eq!(evenings.len(), count);
    }
}

#[test]
fn who_was_withdrawn_by_an_organiser_or_is_out_returns_with_an_organiser_only() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 3);
    let (code, player) = (club.code, club.players[0]);
    club.record(Event::Withdrew(PlayerId(1)));
    club.world.discard_received();
    for request in [EveningRequest::Return { code }, EveningRequest::Enter { code, club: None }] {
        assert_eq!(refused(&mut club, player, request), Why::NeedsOrganiser);
    }
    club.record(Event::Returned(PlayerId(1)));
    // who leaves by themselves comes back by themselves
    for request in [EveningRequest::Withdraw { code }, EveningRequest::Return { code }] {
        club.world.send(player, request);
    }
    club.read();
    assert!(matches!(club.last().event, Event::Returned(PlayerId(1))));
}

#[test]
fn one_player_who_comes_and_goes_takes_no_room_from_others() {
    let mut club = Club::with(swiss(), 2);
    let (code, player, other) = (club.code, club.players[0], club.players[1]);
    for _ in 0..9 {
        club.world.send(player, EveningRequest::Withdraw { code });
        club.world.send(player, EveningRequest::Return { code });
        club.advance(10_000);
    }
    club.world.send(player, EveningRequest::Withdraw { code });
    club.world.discard_received();
    let full = Why::Event(tournaments::Refusal::JournalFull);
    assert_eq!(refused(&mut club, player, EveningRequest::Return { code }), full);
    club.world.send(other, EveningRequest::CheckIn { code });
    assert!(club.world.received(other).is_empty());
}

#[test]
fn an_evening_has_so_many_players() {
    let mut club = Club::with(swiss(), 1);
    let wooden = |n: usize| WoodenEntry { name: format!("W{n}"), club: None, rating: None };
    let mut numbers = 1..limits::EVENING_PLAYERS;
    loop {
        let next: Vec<WoodenEntry> = numbers.by_ref().take(limits::EVENING_ENTRIES).map(wooden).collect();
        if next.is_empty() {
            break;
        }
        club.organise(EveningCommand::EnterAll(next));
    }
    assert_eq!(club.tournament.state().players.len(), limits::EVENING_PLAYERS);
    let full = Why::Event(tournaments::Refusal::Full);
    assert_eq!(command(&mut club, EveningCommand::EnterAll(vec![wooden(1_000)])), full);
    // who withdrew has a place still
    let (code, player) = (club.code, club.players[0]);
    for request in [EveningRequest::Withdraw { code }, EveningRequest::Enter { code, club: None }] {
        club.world.send(player, request);
    }
    club.read();
    assert!(matches!(club.last().event, Event::Entered(_)));
}

#[test]
fn a_full_hall_lets_an_ended_evening_go() {
    let mut club = Club::with(swiss(), 2);
    club.start();
    club.finish_round();
    club.record(Event::Ended);
    let mut last = club.organiser;
    for n in 1..limits::EVENINGS {
        if n % limits::EVENINGS_PER_ORGANISER == 1 {
            last = registered(&mut club.world, &format!("O{n}"));
        }
        planned(&mut club.world, last, swiss());
    }
    let next = registered(&mut club.world, "Li");
    planned(&mut club.world, next, swiss());
    assert_eq!(club.world.hub.operators().evenings().len(), limits::EVENINGS);
    let code = club.code;
    club.world.discard_received();
    assert_eq!(refused(&mut club, next, EveningRequest::Follow { code }), Why::Unknown);
}

#[test]
fn rounds_are_paired_by_hand_at_a_certain_rate() {
    let mut club = Club::with(EveningPlan { pace: Pace::ByHand, ..swiss() }, 2);
    club.start();
    let (code, organiser) = (club.code, club.organiser);
    let pair = EveningRequest::Organise { code, command: EveningCommand::PairNext };
    let mut refusals = Vec::new();
    for _ in 0..30 {
        club.world.send(organiser, pair.clone());
        for message in club.world.received(organiser) {
            if let ServerMessage::Refused { reason, .. } = message {
                refusals.push(reason);
            }
        }
    }
    assert!(matches!(refusals.first(), Some(Refusal::Evening(_))), "{refusals:?}");
    assert!(matches!(refusals.last(), Some(Refusal::TooManyAttempts { .. })), "{refusals:?}");
}

#[test]
fn who_is_silenced_enters_without_a_club() {
    let mut club = Club::with(swiss(), 1);
    let code = club.code;
    let li = registered(&mut club.world, "Li");
    let name = chuhe_protocol::PlayerName::parse("Li").expect("a name");
    let target = chuhe_hub::SanctionTarget::Name(name);
    let silence = chuhe_hub::Sanction { kind: chuhe_hub::SanctionKind::Silence, target, until: None };
    let impose = chuhe_hub::OperatorAction::Impose(silence);
    club.world.handle(chuhe_hub::Input::Operate(Box::new(impose)));
    club.world.discard_received();
    let request = EveningRequest::Enter { code, club: Some("一句话".into()) };
    assert!(matches!(club.world.refused(li, request), Refusal::Silenced { .. }));
    club.enter(li);
    club.read();
    assert_eq!(club.tournament.state().players.len(), 2);
}
