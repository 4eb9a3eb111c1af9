//! Computer players in evenings.

use super::*;
use crate::computers as seats;
use chuhe_protocol::{EveningRefusal, Refusal, TableMessage, limits};
use chuhe_tournaments::Phase;

/// An evening with a guest and a registered player, and connected computer players of these levels.
fn with_computers(plan: EveningPlan, levels: &[u8]) -> Club {
    let mut club = Club::with(plan, 2);
    for (n, &level) in levels.iter().enumerate() {
        let (computer, _) = seats::join(&mut club.world, &format!("computer-{n}"), level);
        club.players.push(computer);
    }
    club.world.discard_received();
    club
}

fn names(club: &Club) -> Vec<&str> {
    club.tournament.state().players.iter().map(|it| it.entry.name.as_str()).collect()
}

fn refused(club: &mut Club, command: EveningCommand) -> Refusal {
    let code = club.code;
    club.world.refused(club.organiser, EveningRequest::Organise { code, command })
}

#[test]
fn computer_players_of_all_levels_enter_the_weakest_first() {
    let mut club = with_computers(swiss(), &[7, 2, 2, 9, 4]);
    club.organise(EveningCommand::EnterComputers { count: 3 });
    assert_eq!(names(&club), ["P0", "P1", "computer-1", "computer-4", "computer-0"]);
    assert_eq!(club.last().by, club.organiser.player.0);
    let ratings = club.tournament.state().players[2..].iter().map(|it| it.entry.rating);
    assert_eq!(ratings.collect::<Vec<_>>(), [2, 4, 7].map(chuhe_protocol::computer_rating));
    let away = club.players[5];
    club.lose(away);
    club.organise(EveningCommand::EnterComputers { count: 200 });
    assert_eq!(names(&club)[5..], ["computer-2"], "the one who is away does not enter");
    let none = Refusal::Evening(EveningRefusal::NoComputers);
    assert_eq!(refused(&mut club, EveningCommand::EnterComputers { count: 200 }), none);
    let (again, _) = seats::join(&mut club.world, "computer-3", 9);
    club.world.discard_received();
    assert_eq!(refused(&mut club, EveningCommand::EnterComputers { count: 0 }), none);
    // in another evening those of this one are not free
    let other = planned(&mut club.world, club.organiser, swiss());
    let command = EveningCommand::EnterComputers { count: 200 };
    club.world.send(club.organiser, EveningRequest::Organise { code: other, command: command.clone() });
    assert_eq!(refused(&mut club, command), none, "it plays in the other evening");
    let listed = club.world.hub.operators().evenings();
    assert_eq!(listed.iter().map(|it| it.players).collect::<Vec<_>>(), [6, 1]);
    assert!(club.world.is_here(again));
}

#[test]
fn an_evening_with_computer_players_is_played_to_its_end() {
    let mut plan = swiss();
    plan.regulations.check_in = true;
    plan.terms.rated = true;
    let mut club = with_computers(plan, &[1, 5, 10]);
    let code = club.code;
    for client in club.players[..2].iter().copied() {
        club.world.send(client, EveningRequest::CheckIn { code });
    }
    club.organise(EveningCommand::EnterComputers { count: 3 });
    assert!(club.tournament.state().players.iter().all(|it| it.checked_in), "they count as here");
    club.start();
    for round in 1..=3 {
        assert_eq!(club.rounds(), round);
        let here = club.round();
        assert_eq!(here.here.len(), 5);
        assert!(here.boards.len() == 2 && here.boards.iter().all(|it| it.game.is_some()));
        club.finish_round();
        club.advance(u64::from(BREAK_MS) + 1_000);
    }
    club.advance(limits::OBJECTION_MS);
    assert_eq!(club.tournament.state().phase, Phase::Ended);
    club.check_meetings();
}

#[test]
fn a_computer_player_receives_its_game_without_a_challenge() {
    let mut club = with_computers(EveningPlan { pace: Pace::ByHand, ..swiss() }, &[3]);
    let code = club.code;
    let (guest, computer) = (club.players[0], club.players[2]);
    club.world.send(guest, EveningRequest::Withdraw { code });
    club.organise(EveningCommand::EnterComputers { count: 1 });
    club.start();
    club.organise(EveningCommand::PairNext);
    let received = club.world.received(computer);
    let game = club.game(board(1, 1)).expect("both are there");
    let begins = |message: &ServerMessage| {
        matches!(message, ServerMessage::Table { game: of, message: TableMessage::Events { first: 0, events } }
            if *of == game && matches!(events.first(), Some(chuhe_protocol::Event::Started(_))))
    };
    assert!(received.iter().any(begins), "{received:?}");
    // after a restart of the server it goes on
    club.both_move(board(1, 1));
    club.world.crash(1_000);
    let (_, received) = seats::join(&mut club.world, "computer-0", 3);
    assert!(received.iter().any(begins), "{received:?}");
}
