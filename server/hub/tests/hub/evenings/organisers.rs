//! Who organises an evening: guests, helpers, and who planned it.

use super::*;
use chuhe_protocol::{DoorRequest, EveningRefusal as Why, Refusal, limits};
use chuhe_tournaments as tournaments;

fn refused(world: &mut World, client: Client, request: EveningRequest) -> Why {
    match world.refused(client, request) {
        Refusal::Evening(why) => why,
        other => panic!("{other:?}"),
    }
}

const fn organise(code: EveningCode, command: EveningCommand) -> EveningRequest {
    EveningRequest::Organise { code, command }
}

fn is_known(world: &World, client: Client) -> bool {
    world.hub.operators().known_players().any(|it| it.player == client.player)
}

#[test]
fn a_guest_organises_an_evening_that_is_not_public_and_keeps_the_name() {
    let mut world = World::new();
    let guest = world.join("An");
    let request = EveningRequest::Plan(Box::new(swiss()));
    assert_eq!(refused(&mut world, guest, request), Why::Guest, "it is public");
    let code = planned(&mut world, guest, EveningPlan { is_public: false, ..swiss() });
    world.send(guest, DoorRequest::Quit);
    world.advance(3 * limits::GUEST_NAME_MS);
    assert!(is_known(&world, guest), "the evening has not ended");
    world.crash(1_000);
    world.advance(3 * limits::GUEST_NAME_MS);
    assert!(is_known(&world, guest));
    let (guest, _) = world.resume(guest, []);
    world.received(guest);
    // another guest helps them
    let helper = world.join("Bo");
    world.send(guest, organise(code, EveningCommand::Appoint { player: helper.player }));
    world.send(helper, EveningRequest::Follow { code });
    let opened = world.received(helper);
    assert!(opened.iter().any(|message| matches!(message,
        ServerMessage::Evening(EveningMessage::Opened(opened)) if opened.part.organises)));
    world.send(helper, organise(code, EveningCommand::StepDown));
    world.lose(helper);
    world.advance_with(&[guest], 3 * limits::GUEST_NAME_MS);
    assert!(!is_known(&world, helper), "nothing holds their name");
    world.send(guest, organise(code, EveningCommand::Cancel));
    world.lose(guest);
    world.advance(3 * limits::GUEST_NAME_MS);
    assert!(!is_known(&world, guest));
    assert!(world.stored.evenings.is_empty());
}

#[test]
fn who_planned_an_evening_appoints_helpers_and_cancels_it() {
    let mut club = Club::with(swiss(), 3);
    let (code, planner) = (club.code, club.organiser);
    let [guest, helper, third] = [club.players[0], club.players[1], club.players[2]];
    let appoint = |client: Client| organise(code, EveningCommand::Appoint { player: client.player });
    assert_eq!(refused(&mut club.world, planner, appoint(guest)), Why::Guest, "it is public");
    club.world.send(planner, appoint(helper));
    club.read();
    club.world.discard_received();
    assert_eq!(refused(&mut club.world, helper, appoint(third)), Why::NotPlanner);
    assert_eq!(refused(&mut club.world, helper, organise(code, EveningCommand::Cancel)), Why::NotPlanner);
    assert_eq!(
        refused(&mut club.world, planner, organise(code, EveningCommand::StepDown)),
        Why::PlannerStays
    );
    // it is none of those that the helper plans
    for _ in 0..limits::EVENINGS_PER_ORGANISER {
        planned(&mut club.world, helper, swiss());
    }
    club.world.send(helper, organise(code, EveningCommand::StepDown));
    club.world.discard_received();
    assert_eq!(refused(&mut club.world, helper, organise(code, EveningCommand::PairNext)), Why::NotOrganiser);
    club.start();
    club.world.discard_received();
    let begun = Why::Event(tournaments::Refusal::HasBegun);
    assert_eq!(refused(&mut club.world, planner, organise(code, EveningCommand::Cancel)), begun);
}

#[test]
fn an_evening_that_is_cancelled_is_closed_to_all_who_follow_it() {
    let mut club = Club::with(swiss(), 2);
    let code = club.code;
    club.world.send(club.organiser, organise(code, EveningCommand::Cancel));
    club.world.expect(club.organiser, &[ServerMessage::Evening(EveningMessage::Closed { code })]);
    assert!(club.world.stored.evenings.is_empty() && club.world.stored.evening_records.is_empty());
    club.world.hub.check_invariants();
    club.world.crash(1_000);
}
