//! Tests of the widgets of a game against the computer that the user started from a lobby.

use super::tests::{SIZES, click, click_widget, shown, trace, widget};
use chuhe_app::Screen;
use chuhe_app::testing::World;
use chuhe_app::testing::background::{challenged, playing_meanwhile};
use chuhe_model::actions::action::{Action, TableAction};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_protocol::{ChallengeId, ClientMessage, DeclineReason, LobbyRequest};
use chuhe_rules::GameMove;
use chuhe_texts::Text;
use egui::vec2;
use std::cell::RefCell;

#[test]
fn the_lobby_has_a_button_to_play_the_computer_and_to_continue() {
    for lang in Lang::ALL {
        for size in SIZES.into_iter().filter(|size| size.y >= 640.0) {
            let world = RefCell::new(World::in_lobby());
            let mut harness = shown(&world, lang, size);
            let text = Text::of(lang);
            click(&mut harness, text.local.play_computer);
            // the form asks for the level and the side first, and has those of the last game
            assert_eq!(world.borrow().app.screen(), Screen::Lobby, "{lang:?} {size}");
            click_widget(&mut harness, "start.level.3");
            click_widget(&mut harness, "lobby.computer.play");
            assert_eq!(world.borrow().app.screen(), Screen::Table, "{lang:?} {size}");
            let mv = GameMove::Xiangqi("h2e2".parse().unwrap());
            world.borrow_mut().act(Action::Table(TableAction::Play(mv)));
            click_widget(&mut harness, "table.menu");
            assert_eq!(world.borrow().app.screen(), Screen::Lobby, "{lang:?} {size}");
            let label = format!("{} · {}", text.local.continue_game, text.local.computer(3));
            click(&mut harness, &label);
            assert_eq!(world.borrow().app.screen(), Screen::Table, "{lang:?} {size}");
        }
    }
}

#[test]
fn the_form_of_the_computer_in_a_lobby_closes_without_a_game() {
    for size in [SIZES[0], vec2(390.0, 844.0), vec2(360.0, 640.0), vec2(640.0, 360.0)] {
        let world = World::in_lobby();
        let world = RefCell::new(if size == SIZES[0] { world } else { world.touched(size) });
        world.borrow_mut().act(Action::Start(StartAction::Show(StartEntry::Two)));
        world.borrow_mut().act(Action::Start(StartAction::ChooseComputer(true)));
        let mut harness = shown(&world, Lang::En, size);
        let trace = trace(&harness);
        assert_eq!(trace.cut, [""; 0], "{size}");
        // on a phone on its side, the choices scroll
        assert!(trace.widgets.iter().any(|it| it.id.starts_with("start.game.") && it.whole), "{size}");
        harness.run_steps(1);
        click_widget(&mut harness, "lobby.computer.close");
        let is_open = |world: &World| world.app.sessions().chooses_computer;
        assert_eq!((world.borrow().app.screen(), is_open(&world.borrow())), (Screen::Lobby, false), "{size}");
        world.borrow_mut().act(Action::Start(StartAction::ChooseComputer(true)));
        world.borrow_mut().act(Action::Back);
        assert_eq!((world.borrow().app.screen(), is_open(&world.borrow())), (Screen::Lobby, false), "{size}");
    }
}

#[test]
fn a_challenge_below_the_board_of_the_computer_is_answered_there() {
    let id = ChallengeId(5);
    let reason = DeclineReason::Unspecified;
    let answers = [
        ("challenge.accept", ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge: id })),
        ("challenge.decline", ClientMessage::Lobby(LobbyRequest::DeclineChallenge { challenge: id, reason })),
    ];
    for lang in Lang::ALL {
        for size in SIZES.into_iter().filter(|size| size.y >= 640.0) {
            for (button, answer) in answers.clone() {
                let world = RefCell::new(playing_meanwhile());
                challenged(&mut world.borrow_mut(), 5);
                let mut harness = shown(&world, lang, size);
                assert!(widget(&harness, button).rect.right() < size.x - 8.0, "{lang:?} {size}");
                world.borrow_mut().take_sent();
                harness.run_steps(1);
                click_widget(&mut harness, button);
                assert_eq!(world.borrow_mut().take_sent(), [answer], "{lang:?} {size}");
            }
        }
    }
}

#[test]
fn the_board_of_the_computer_has_no_challenge_before_one_arrives() {
    let world = RefCell::new(playing_meanwhile());
    let harness = shown(&world, Lang::En, SIZES[0]);
    assert!(trace(&harness).widgets.iter().all(|widget| widget.id != "challenge.accept"));
}
