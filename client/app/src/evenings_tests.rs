//! Tests of tournaments, without a window.

use super::evenings::{evening_link, evenings};
use super::testing::evenings::*;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{Action, Field, JoinAction, SettingsAction};
use chuhe_model::actions::evening_action::{
    EveningAction, EveningField, EveningFile, OrganiseAction, PairingAction, PlanAction,
};
use chuhe_model::choices::sound::Sound;
use chuhe_model::evening::dialog::{EveningDialog, Sending};
use chuhe_model::evening::{Followed, Place};
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_model::exchange::files::FilesRequest;
use chuhe_model::layout::table_layout::FIRST_WINDOW;
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::evening_notice::EveningNotice;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{
    DoorMessage, EveningBoard, EveningCommand, EveningMessage, EveningPart, EveningRefusal, EveningRequest,
    EveningRound, Event as GameEvent, GameId, LobbyMessage, Objection, Refusal, ServerMessage, TableMessage,
};
use chuhe_rules::{Color, Outcome as GameOutcome, PerColor, WinReason};
use chuhe_tournaments::{BoardId, Event, Outcome, PlayerId};

const FIRST_BOARD: BoardId = BoardId { round: 1, board: 1 };

fn edit(world: &mut World, field: EveningField, text: &str) {
    world.act(Action::Edit(Field::Evening(field), text.to_owned()));
}

fn organise(world: &mut World, action: OrganiseAction) {
    world.act(EveningAction::Organise(action).into());
}

fn called(game: Option<GameId>) -> EveningMessage {
    EveningMessage::Called {
        code: evening_code(),
        title: "周五".into(),
        board: Some(FIRST_BOARD),
        opponent: Some("云中鹤".into()),
        game,
    }
}

fn take_files(world: &mut World) -> Vec<FilesRequest> {
    let request = |effect| {
        let Effect::Storage(StorageEffect::Files(request)) = effect else { return None };
        Some(request)
    };
    world.effects.drain(..).filter_map(request).collect()
}

fn command(command: EveningCommand) -> chuhe_protocol::ClientMessage {
    EveningRequest::Organise { code: evening_code(), command }.into()
}

#[test]
fn the_list_is_asked_for_again_while_it_is_shown() {
    let mut world = World::in_lobby();
    world.act(EveningAction::Open.into());
    assert_eq!(world.app.screen(), Screen::Evenings);
    let asks = |world: &mut World, seconds: u64| {
        world.effects.clear();
        for _ in 0..seconds {
            world.wait(1_000);
            world.receive(DoorMessage::Pong { nonce: 4 });
        }
        world.take_sent().iter().filter(|sent| **sent == EveningRequest::List.into()).count()
    };
    assert_eq!(asks(&mut world, 46), 3);
    world.act(Action::Back);
    assert_eq!(world.app.screen(), Screen::Lobby);
    assert_eq!(asks(&mut world, 46), 0, "the lobby does not show it");
}

#[test]
fn an_evening_is_followed_and_left_step_by_step() {
    let mut world = World::in_lobby();
    world.act(EveningAction::Show(evening_code()).into());
    assert_eq!(world.take_sent(), [EveningRequest::Follow { code: evening_code() }.into()]);
    assert_eq!(world.app.route().map(|it| it.to_string()), Some(format!("#/tournament/{}", evening_code())));
    world.receive(opened_evening(swiss_plan(), EveningPart::default()));
    assert!(world.evening().is_complete());
    world.act(EveningAction::Player(Some(PlayerId(1))).into());
    world.act(Action::Back);
    assert_eq!(evenings(&world.app).place(), Place::Evening);
    world.act(Action::Back);
    assert_eq!(evenings(&world.app).place(), Place::List);
    world.effects.clear();
    world.act(Action::Back);
    assert_eq!(world.app.screen(), Screen::Lobby);
    assert_eq!(world.take_sent(), [EveningRequest::Unfollow.into()]);
    assert!(evenings(&world.app).followed().is_none());
}

#[test]
fn an_unknown_code_says_so_and_a_typed_one_is_followed() {
    let mut world = World::in_lobby();
    world.act(EveningAction::Show(evening_code()).into());
    let (request, reason) = (world.last_request(), Refusal::Evening(EveningRefusal::Unknown));
    world.receive(ServerMessage::Refused { request, reason });
    assert!(matches!(evenings(&world.app).followed(), Some(Followed::Refused(_, it)) if *it == reason));
    assert_eq!(world.notice(), None);
    world.effects.clear();
    world.act(EveningAction::Open.into());
    edit(&mut world, EveningField::Code, "nonsense!");
    world.act(EveningAction::ShowTyped.into());
    assert!(matches!(world.notice(), Some(Notice::Link(_))));
    world.effects.clear();
    edit(&mut world, EveningField::Code, &format!(" {} ", evening_code()));
    world.act(EveningAction::ShowTyped.into());
    assert_eq!(world.take_sent(), [EveningRequest::Follow { code: evening_code() }.into()]);
    assert_eq!(world.notice(), None, "that was another code");
}

#[test]
fn who_follows_a_link_before_joining_joins_and_then_sees_the_evening() {
    let mut world = World::new();
    world.act(Action::Follow(format!("#/tournament/{}", evening_code())));
    world.network(NetworkEvent::Connected);
    world.joined(false);
    world.effects.clear();
    let players = vec![player(ME, "楚河客"), player(OTHER, "云中鹤")];
    world.receive(LobbyMessage::Players { players, first: true });
    assert!(world.take_sent().contains(&EveningRequest::Follow { code: evening_code() }.into()));
    assert_eq!(world.app.screen(), Screen::Evenings);
}

#[test]
fn the_evening_is_followed_again_on_a_new_connection() {
    let mut world = World::in_running_evening();
    let records = world.evening().tournament().records().to_vec();
    world.reconnect();
    world.joined(true);
    assert!(world.take_sent().contains(&EveningRequest::Follow { code: evening_code() }.into()));
    let part = EveningPart { organises: false, player: Some(PlayerId(1)) };
    world.receive(opened_evening(swiss_plan(), part));
    world.receive(EveningMessage::Records { code: evening_code(), first: 0, records: records.clone() });
    assert_eq!(world.evening().tournament().records(), records);
    assert!(!world.evening().part().organises);
}

#[test]
fn nothing_is_asked_without_a_connection() {
    let mut world = World::in_evening(swiss_plan(), EveningPart::default());
    world.network(NetworkEvent::Closed(chuhe_model::exchange::event::Closed::ByServer));
    world.effects.clear();
    world.act(EveningAction::Enter.into());
    assert_eq!(world.take_sent(), []);
    assert_eq!(world.notice(), Some(&Notice::Denied(Denied::Offline)));
}

#[test]
fn players_enter_check_in_leave_and_return() {
    let mut world = World::in_evening(swiss_plan(), EveningPart::default());
    edit(&mut world, EveningField::Club, " Riverside ");
    let code = evening_code();
    world.act(EveningAction::Enter.into());
    world.act(EveningAction::CheckIn.into());
    world.act(EveningAction::Return.into());
    world.act(EveningAction::AskWithdraw.into());
    world.act(EveningAction::Confirm.into());
    let club = Some("Riverside".to_owned());
    let requests = [
        EveningRequest::Enter { code, club },
        EveningRequest::CheckIn { code },
        EveningRequest::Return { code },
    ];
    assert_eq!(world.take_sent(), requests.map(Into::into), "who has not entered cannot leave");
    let part = EveningPart { organises: false, player: Some(PlayerId(1)) };
    world.receive(opened_evening(swiss_plan(), part));
    world.evening_events(vec![entered("楚河客", Some(1))]);
    world.act(EveningAction::AskWithdraw.into());
    assert_eq!(world.take_sent(), []);
    world.act(EveningAction::Confirm.into());
    assert_eq!(world.take_sent(), [EveningRequest::Withdraw { code }.into()]);
    world.evening_events(vec![Event::Withdrew(PlayerId(1))]);
    assert_eq!(world.evening().dialog, None);
}

#[test]
fn a_call_is_a_notice_a_sound_and_a_call_and_the_game_opens_by_itself() {
    let mut world = World::in_lobby();
    world.sounds.clear();
    world.receive(called(None));
    assert!(matches!(world.notice(), Some(Notice::Evening(EveningNotice::Called { has_begun: false, .. }))));
    assert_eq!((world.sounds.as_slice(), world.calls.len()), ([Sound::Challenge].as_slice(), 1));
    assert!(world.calls[0].contains("云中鹤"), "{:?}", world.calls);
    world.receive(called(Some(GAME)));
    world.receive_event(started(ME, OTHER));
    assert_eq!(world.app.screen(), Screen::Table);
    assert_eq!(evenings(&world.app).of_game(GAME), Some(evening_code()));
}

#[test]
fn a_game_opens_over_the_evening_and_leads_back_to_it() {
    let mut world = World::in_running_evening();
    world.act(Action::Settings(SettingsAction::Toggle));
    world.receive(called(Some(GAME)));
    world.receive_event(started(ME, OTHER));
    assert_eq!(world.app.screen(), Screen::Table);
    assert!(!world.app.dialogs.settings_open);
    let shows_board = |world: &World| !world.app.view(FIRST_WINDOW, world.now).background.is_empty();
    assert!(shows_board(&world));
    world.act(EveningAction::BackToEvening.into());
    assert_eq!(world.app.screen(), Screen::Evenings, "over the table");
    assert!(!shows_board(&world), "it does not shine through");
    world.act(Action::Back);
    assert_eq!(world.app.screen(), Screen::Table);
    let outcome = GameOutcome::Won { winner: Color::Red, reason: WinReason::Resignation };
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.effects.clear();
    world.act(EveningAction::BackToEvening.into());
    assert_eq!((world.app.screen(), evenings(&world.app).place()), (Screen::Evenings, Place::Evening));
}

#[test]
fn the_next_game_opens_at_the_board_of_the_last_one() {
    let mut world = World::in_running_evening();
    world.receive(called(Some(GAME)));
    world.receive_event(started(ME, OTHER));
    let outcome = GameOutcome::Won { winner: Color::Red, reason: WinReason::Resignation };
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    let next = GameId(GAME.0 + 1);
    world.receive(called(Some(next)));
    world.receive(TableMessage::Events { first: 0, events: vec![started(OTHER, ME)] }.at(next));
    assert_eq!(world.table().game().id(), next);
}

#[test]
fn an_organiser_records_results_and_gives_a_reason_for_a_correction() {
    let mut world = World::in_running_evening();
    organise(&mut world, OrganiseAction::Result(FIRST_BOARD, Outcome::Drawn));
    let finished = Event::Finished { board: FIRST_BOARD, winner: None };
    assert_eq!(world.take_sent(), [command(EveningCommand::Record(finished.clone()))]);
    world.evening_events(vec![finished]);
    organise(&mut world, OrganiseAction::Result(FIRST_BOARD, Outcome::Won(Color::Red)));
    assert_eq!(world.take_sent(), []);
    world.act(EveningAction::Confirm.into());
    assert_eq!(world.take_sent(), [], "the reason is missing");
    edit(&mut world, EveningField::Words, "misread");
    world.act(EveningAction::Confirm.into());
    world.act(EveningAction::Confirm.into());
    let why = "misread".to_owned();
    let corrected = Event::Corrected { board: FIRST_BOARD, outcome: Outcome::Won(Color::Red), why };
    let request = world.last_request();
    assert_eq!(world.take_sent(), [command(EveningCommand::Record(corrected))], "it is asked once");
    let reason = Refusal::Evening(EveningRefusal::NotOrganiser);
    world.receive(ServerMessage::Refused { request, reason });
    let Some(EveningDialog::Question(question)) = &world.evening().dialog else { panic!("it stays open") };
    assert_eq!((question.sending, question.words.as_str()), (Sending::Refused(reason), "misread"));
    assert_eq!(world.notice(), None, "the question says it");
}

#[test]
fn one_press_does_not_end_a_game_that_the_server_runs() {
    let mut world = World::in_running_evening();
    let board = EveningBoard {
        board: FIRST_BOARD,
        game: Some(GAME),
        here: PerColor::new(true, true),
        late_in_ms: None,
        is_paused: false,
    };
    let here = (1..=4).map(PlayerId).collect();
    let (code, objections) = (evening_code(), Vec::new());
    let round = EveningRound { code, here, boards: vec![board], next_in_ms: None, objections, pause: None };
    world.receive(EveningMessage::Round(Box::new(round)));
    world.effects.clear();
    organise(&mut world, OrganiseAction::Result(FIRST_BOARD, Outcome::Drawn));
    assert_eq!(world.take_sent(), [], "it is asked first");
    world.act(EveningAction::Confirm.into());
    let finished = Event::Finished { board: FIRST_BOARD, winner: None };
    assert_eq!(world.take_sent(), [command(EveningCommand::Record(finished.clone()))]);
    world.evening_events(vec![finished]);
    assert_eq!(world.evening().dialog, None);
}

#[test]
fn a_result_can_be_objected_to_while_the_next_round_runs_but_not_for_ever() {
    let mut world = World::in_running_evening();
    let boards = [1, 2].map(|board| BoardId { round: 1, board });
    let me = PlayerId(1);
    let state = world.evening().tournament().state();
    let own = *boards.iter().find(|id| state.board(**id).unwrap().side_of(me).is_some()).unwrap();
    world.evening_events(boards.map(|board| Event::Finished { board, winner: None }).to_vec());
    world.pair_evening();
    let left = crate::evenings::objects(&world.app, world.now);
    if let Some((board, left_ms)) = left {
        assert!(board == own && left_ms <= chuhe_protocol::limits::OBJECTION_MS);
    }
    world.wait(chuhe_protocol::limits::OBJECTION_MS + 1_000);
    assert_eq!(crate::evenings::objects(&world.app, world.now), None);
}

/// An evening whose games have just been drawn.
fn drawn() -> World {
    let mut world = World::in_running_evening();
    // the records are of the first second
    world.app.desk.environment.started_at_ms = Some(0);
    let boards = [1, 2].map(|board| BoardId { round: 1, board });
    world.evening_events(boards.map(|board| Event::Finished { board, winner: None }).to_vec());
    world
}

#[test]
fn each_result_takes_one_objection_and_none_after_the_end() {
    for ends in [false, true] {
        let mut world = drawn();
        let objects = |world: &World| crate::evenings::objects(&world.app, world.now).map(|it| it.0);
        let board = objects(&world).expect("the game is over");
        if ends {
            world.evening_events(vec![Event::Ended]);
            assert_eq!(objects(&world), None);
            continue;
        }
        let objection = Objection { board, player: PlayerId(1), words: "no draw".to_owned() };
        for objections in [vec![objection], Vec::new()] {
            let (code, here, boards) = (evening_code(), Vec::new(), Vec::new());
            let round = EveningRound { code, here, boards, next_in_ms: None, objections, pause: None };
            world.receive(EveningMessage::Round(Box::new(round)));
            assert_eq!(objects(&world), None);
        }
        let (outcome, why) = (Outcome::Won(Color::Red), "misread".to_owned());
        world.evening_events(vec![Event::Corrected { board, outcome, why }]);
        assert_eq!(world.evening().own_objection(), None);
        assert_eq!(objects(&world), Some(board), "that is another result");
        let Some(Notice::Evening(EveningNotice::Ruled(ruling))) = world.notice() else {
            panic!("the player is told: {:?}", world.notice())
        };
        assert_eq!((ruling.board, ruling.outcome, &*ruling.why), (board, outcome, "misread"));
        world.evening_events(vec![Event::Ended]);
        assert_eq!(world.evening().figures().ruling_since(0).map(|it| it.board), Some(board));
    }
}

#[test]
fn an_objection_that_the_server_does_not_take_is_not_offered_again() {
    let mut world = drawn();
    let objects = |world: &World| crate::evenings::objects(&world.app, world.now).map(|it| it.0);
    let board = objects(&world).expect("the game is over");
    world.act(EveningAction::AskObject(board).into());
    edit(&mut world, EveningField::Words, "no draw");
    world.effects.clear();
    world.act(EveningAction::Confirm.into());
    let request = world.last_request();
    let reason = Refusal::Evening(EveningRefusal::NoObjection);
    world.receive(ServerMessage::Refused { request, reason });
    assert_eq!(objects(&world), None);
    let (outcome, why) = (Outcome::Won(Color::Red), "misread".to_owned());
    world.evening_events(vec![Event::Corrected { board, outcome, why }]);
    assert_eq!(objects(&world), Some(board), "that is another result");
}

#[test]
fn a_name_that_is_none_is_not_made_an_organiser_silently() {
    let mut world = World::in_running_evening();
    edit(&mut world, EveningField::Organiser, "no\u{7}name");
    organise(&mut world, OrganiseAction::AskAppointTyped);
    assert!(matches!(world.notice(), Some(Notice::Refused(Refusal::Name(_)))), "{:?}", world.notice());
}

#[test]
fn an_organiser_exchanges_players() {
    let mut world = World::in_running_evening();
    world.act(PairingAction::Repair.into_action());
    let Some(EveningDialog::Pairing(form)) = &world.evening().dialog else { panic!("the form is open") };
    let [one, other] = [form.pairing.boards[0].red, form.pairing.boards[1].red];
    for player in [one, other] {
        world.act(PairingAction::Pick(player).into_action());
    }
    world.act(PairingAction::Send.into_action());
    assert_eq!(world.take_sent(), [], "the reason is missing");
    edit(&mut world, EveningField::Words, "brothers");
    world.act(PairingAction::Send.into_action());
    let sent = world.take_sent();
    assert!(
        matches!(&sent[..], [chuhe_protocol::ClientMessage::Evening(EveningRequest::Organise {
            command: EveningCommand::Record(Event::Repaired { round: 1, pairing, .. }), ..
        })] if pairing.boards[0].red == other),
        "{sent:?}"
    );
}

/// An action of an organiser about a pairing, as an action of the user.
trait IntoAction {
    fn into_action(self) -> Action;
}

impl IntoAction for PairingAction {
    fn into_action(self) -> Action {
        EveningAction::from(self).into()
    }
}

#[test]
fn a_refused_pairing_is_explained_from_the_journal() {
    let mut world = World::in_running_evening();
    organise(&mut world, OrganiseAction::PairNext);
    assert_eq!(world.take_sent(), [command(EveningCommand::PairNext)]);
    organise(&mut world, OrganiseAction::PairNext);
    let (request, reason) = (world.last_request(), Refusal::Evening(EveningRefusal::NoPairing));
    world.receive(ServerMessage::Refused { request, reason });
    assert!(world.evening().next_pairing().is_some_and(Result::is_err));
    assert_eq!(world.notice(), Some(&Notice::Refused(reason)));
}

#[test]
fn players_at_wooden_boards_are_pasted() {
    let part = EveningPart { organises: true, player: None };
    let mut world = World::in_evening(swiss_plan(), part);
    organise(&mut world, OrganiseAction::Paste);
    edit(&mut world, EveningField::Paste, "Cy\n,");
    organise(&mut world, OrganiseAction::EnterAll);
    assert_eq!(world.take_sent(), [], "a line is bad");
    edit(&mut world, EveningField::Paste, "Cy\nDora, Riverside");
    organise(&mut world, OrganiseAction::EnterAll);
    let sent = world.take_sent();
    assert!(
        matches!(&sent[..], [chuhe_protocol::ClientMessage::Evening(EveningRequest::Organise {
            command: EveningCommand::EnterAll(entries), ..
        })] if entries.len() == 2),
        "{sent:?}"
    );
    organise(&mut world, OrganiseAction::EnterAll);
    assert_eq!(world.take_sent(), [], "the answer is awaited");
}

#[test]
fn the_plan_of_a_guest_is_not_listed() {
    let is_public = |world: &World| evenings(&world.app).plan.as_ref().map(|plan| plan.is_public);
    let mut world = World::in_lobby();
    world.act(EveningAction::from(PlanAction::Open).into());
    assert_eq!(is_public(&world), Some(false));
    let mut world = World::in_lobby();
    world.registered();
    world.act(EveningAction::from(PlanAction::Open).into());
    assert_eq!(is_public(&world), Some(true));
}

#[test]
fn the_plan_opens_once_it_is_made() {
    let mut world = World::in_lobby();
    world.registered();
    world.act(EveningAction::from(PlanAction::Open).into());
    assert_eq!(evenings(&world.app).place(), Place::Plan);
    world.effects.clear();
    world.act(EveningAction::from(PlanAction::Send).into());
    assert_eq!(world.take_sent(), [], "the title is missing");
    assert!(evenings(&world.app).plan.as_ref().is_some_and(|plan| plan.tried));
    edit(&mut world, EveningField::Title, "Friday");
    world.act(EveningAction::from(PlanAction::Send).into());
    world.act(EveningAction::from(PlanAction::Send).into());
    let sent = world.take_sent();
    assert!(
        matches!(&sent[..], [chuhe_protocol::ClientMessage::Evening(EveningRequest::Plan(plan))] if plan.check().is_ok()),
        "{sent:?}"
    );
    world.receive(EveningMessage::Planned { code: evening_code() });
    // and the list is asked for anew
    assert!(world.take_sent().contains(&EveningRequest::Follow { code: evening_code() }.into()));
    world.receive(opened_evening(swiss_plan(), EveningPart { organises: true, player: None }));
    assert!(world.evening().part().organises && evenings(&world.app).plan.is_none());
}

#[test]
fn the_link_names_the_server_and_the_evening() {
    let world = World::in_running_evening();
    let link = evening_link(&world.app).unwrap();
    assert!(link.ends_with(&format!("#/tournament/{}", evening_code())), "{link}");
}

#[test]
fn every_file_is_saved_with_the_names_of_the_players() {
    let mut world = World::in_running_evening();
    world.evening_events(vec![Event::Finished { board: FIRST_BOARD, winner: None }]);
    for file in <EveningFile as strum::VariantArray>::VARIANTS {
        world.act(EveningAction::Save(*file).into());
        let files = take_files(&mut world);
        let [FilesRequest::SaveGame { path, bytes, .. }] = &files[..] else { panic!("{files:?}") };
        let text = std::str::from_utf8(bytes).unwrap();
        assert!(text.contains("云中鹤"), "{file:?}: {text}");
        assert!(path.starts_with("周五晚赛") && path.contains('.'), "{path}");
    }
}

#[test]
fn nothing_of_a_page_to_print_is_an_element_of_a_player() {
    let mut world = World::in_evening(
        chuhe_protocol::EveningPlan { title: "<b>\"&".into(), ..swiss_plan() },
        EveningPart { organises: true, player: None },
    );
    let names = ["<script>x</script>", "Bo'\"&"];
    world.evening_events(names.map(|name| entered(name, None)).to_vec());
    world.evening_events(vec![Event::Started { seed: 2 }]);
    world.pair_evening();
    for file in <EveningFile as strum::VariantArray>::VARIANTS {
        world.act(EveningAction::Save(*file).into());
        let files = take_files(&mut world);
        let [FilesRequest::SaveGame { path, bytes, .. }] = &files[..] else { panic!("{files:?}") };
        if path.ends_with(".html") {
            let text = std::str::from_utf8(bytes).unwrap();
            assert!(!text.contains("<script") && !text.contains("<b>"), "{file:?}: {text}");
            assert!(text.contains("&lt;script&gt;"), "{file:?}: {text}");
        }
    }
}

#[test]
fn a_closed_evening_says_so_and_a_left_server_forgets_everything() {
    let mut world = World::in_running_evening();
    world.receive(EveningMessage::Closed { code: evening_code() });
    assert!(matches!(world.notice(), Some(Notice::Evening(EveningNotice::Closed { .. }))));
    assert!(matches!(evenings(&world.app).followed(), Some(Followed::Closed(_))));
    world.act(Action::Join(JoinAction::Leave));
    assert!(evenings(&world.app).followed().is_none() && !evenings(&world.app).is_open());
    assert_eq!(world.app.screen(), Screen::Join);
    world.receive(DoorMessage::Pong { nonce: 3 });
}
