//! Tests of the luzhanqi screens, clicked by their labels.

use super::move_list;
use super::tests::{SIZES, click, click_widget, shown, trace, widget};
use crate::widgets::theme;
use chuhe_app::local_play::LocalPlay;
use chuhe_app::testing::games::in_list;
use chuhe_app::testing::local::against_computer;
use chuhe_app::testing::luzhanqi::FullGame;
use chuhe_app::testing::{OTHER, World};
use chuhe_model::actions::action::{Action, FilesAction, LobbyAction, ScaleChange, SettingsAction};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::ComputerChoice;
use chuhe_model::choices::look::LookSwitch;
use chuhe_model::drawing::scene::{Device, Modifiers, Place, Pointer, Shape};
use chuhe_model::exchange::effect::{Effect, StorageEffect};
use chuhe_model::exchange::event::Event;
use chuhe_model::exchange::files::{FilesEvent, FilesRequest};
use chuhe_model::layout::table_layout::{Placed, least_window};
use chuhe_model::luzhanqi::BoardPart;
use chuhe_model::luzhanqi::notation::PlyNotation;
use chuhe_model::table::Lost;
use chuhe_model::testing::summary;
use chuhe_protocol::{
    ClientMessage, ColorChoice, GameKind, GameSummary, GameTerms, LobbyRequest, TableRequest, TakebackPolicy,
};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Battle, BoardKind, Losses, MineRule, Strength};
use chuhe_texts::Text;
use egui::vec2;
use egui_kittest::kittest::Queryable;
use std::cell::RefCell;

#[test]
fn challenge_form_chooses_game_board_and_mine_rule() {
    for lang in Lang::ALL {
        let text = Text::of(lang);
        let world = RefCell::new(World::in_lobby());
        world.borrow_mut().act(Action::Lobby(LobbyAction::Challenge(OTHER)));
        let mut harness = shown(&world, lang, SIZES[1]);
        assert!(harness.query_by_label(text.takebacks).is_none());
        click(&mut harness, text.game_choice(GameChoice::LuzhanqiCross));
        assert!(trace(&harness).widgets.iter().all(|it| !it.id.starts_with("form.takeback")));
        click(&mut harness, text.mine_rule(MineRule::BothCaptured));
        click(&mut harness, text.send_challenge);
        let sent = world.borrow_mut().take_sent();
        let [ClientMessage::Lobby(LobbyRequest::Challenge { terms, .. })] = &sent[..] else {
            panic!("{sent:?}")
        };
        let GameTerms::Luzhanqi { board: BoardKind::Cross, options } = &terms.game else {
            panic!("{terms:?}")
        };
        assert_eq!((options.mine, terms.takeback), (MineRule::BothCaptured, TakebackPolicy::Off));
    }
}

#[test]
fn the_second_tap_on_confirm_presses_nothing_that_takes_its_place() {
    let game = GameChoice::LuzhanqiClassic;
    let choice = ComputerChoice { game, level: 1, side: ColorChoice::Red, ..ComputerChoice::default() };
    for size in [SIZES[0], vec2(390.0, 844.0)] {
        let world = RefCell::new(against_computer(choice));
        let mut harness = shown(&world, Lang::En, size);
        let at = widget(&harness, "setup.confirm").rect.center();
        let mut tap = || {
            for pressed in [true, false] {
                let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
                let events = &mut harness.input_mut().events;
                events.push(egui::Event::PointerMoved(at));
                events.push(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
                harness.run_steps(2);
            }
        };
        tap();
        assert!(!world.borrow().table().game().is_setting_up(), "the computer has confirmed too");
        tap();
        let world = world.borrow();
        let seeks = world.app.sessions().local().is_some_and(LocalPlay::seeks_hint);
        assert!(!seeks, "{size}");
    }
}

#[test]
fn the_list_rather_drops_the_time_and_the_lead_than_a_part_of_the_move() {
    let games = [
        (BoardKind::Classic, ["s11n15", "n12n22", "s12s22", "n22n12"]),
        // both names of the third move have two digits
        (BoardKind::Cross, ["s13n13", "n14n24", "n13n12", "n24n14"]),
    ];
    for (lang, (board, moves)) in Lang::ALL.into_iter().flat_map(|lang| games.map(|game| (lang, game))) {
        let mut full = FullGame::begun(Color::Red, board);
        moves.into_iter().for_each(|mv| full.moved(mv));
        let world = RefCell::new(full.world);
        let harness = shown(&world, lang, SIZES[0]);
        let shapes = &harness.output().shapes;
        let in_list = |it: &str| it.strip_prefix("move.").is_some_and(|ply| ply.parse::<usize>().is_ok());
        let moves: Vec<_> =
            trace(&harness).widgets.into_iter().filter(|widget| in_list(&widget.id)).collect();
        assert_eq!(moves.len(), 4);
        for shape in shapes {
            let egui::Shape::Text(text) = &shape.shape else { continue };
            let is_move = moves.iter().any(|it| it.rect.contains(text.pos));
            assert!(!is_move || !text.galley.elided, "{lang:?} {board:?} {}", text.galley.text());
        }
    }
}

#[test]
fn no_battle_is_cut_off_in_the_list() {
    let battles = [Battle::AttackerCaptured, Battle::DefenderCaptured, Battle::BothCaptured];
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| [SIZES[0], SIZES[1]].map(|size| (lang, size))) {
        let mut full = FullGame::begun(Color::Red, BoardKind::Cross);
        full.moved("s13n13");
        let world = RefCell::new(full.world);
        let harness = shown(&world, lang, size);
        let text = Text::of(lang);
        let (_, room) = move_list::room(widget(&harness, "move.1").rect.width());
        for (piece, met) in Strength::ALL.into_iter().flat_map(|piece| Strength::ALL.map(|met| (piece, met)))
        {
            for battle in battles.map(Some) {
                let squares = "m12×m11".to_owned();
                let (piece, met) = (Some(piece), Some(met));
                let move_text = text.ply_notation(&PlyNotation::Moved { piece, met, squares, battle });
                let written = move_list::written(&harness.ctx, &move_text, theme::TEXT_LARGE, room, room);
                assert!(!written.is_cut, "{lang:?} {size}: {move_text} in {room}");
            }
        }
    }
}

#[test]
fn game_list_names_each_game_and_board() {
    for lang in Lang::ALL {
        let text = Text::of(lang);
        let kinds = [
            (GameKind::Xiangqi, GameChoice::Xiangqi),
            (GameKind::Luzhanqi(BoardKind::Classic), GameChoice::LuzhanqiClassic),
            (GameKind::Luzhanqi(BoardKind::Cross), GameChoice::LuzhanqiCross),
        ];
        let games = (1..).zip(kinds).map(|(n, (kind, _))| GameSummary { kind, ..summary(n) });
        let world = RefCell::new(in_list(games.collect(), false));
        let widgets = trace(&shown(&world, lang, SIZES[1])).widgets;
        let details = widgets.iter().filter(|it| it.id.starts_with("games.details."));
        let labels: Vec<&str> = details.map(|it| it.label.as_str()).collect();
        assert_eq!(labels.len(), kinds.len());
        for (label, (_, choice)) in labels.into_iter().zip(kinds) {
            let named = format!("{} · {}", text.game_choice(choice), text.plies(42));
            assert!(label.starts_with(&named), "{label}");
        }
    }
}

#[test]
fn buttons_shuffle_load_and_confirm_a_layout() {
    for lang in Lang::ALL {
        let text = Text::of(lang);
        let full = FullGame::setting_up(Color::Red, BoardKind::Classic);
        let world = RefCell::new(full.world);
        let mut harness = shown(&world, lang, SIZES[0]);
        world.borrow_mut().take_sent();
        click(&mut harness, text.shuffle);
        assert!(matches!(
            world.borrow_mut().take_sent()[..],
            [ClientMessage::Table { request: TableRequest::SetUp { .. }, .. }]
        ));
        click(&mut harness, text.layouts);
        assert!(harness.query_by_label(text.no_layouts).is_some());
        let names = vec!["铁三角".to_owned()];
        world.borrow_mut().update(Event::Files(FilesEvent::Layouts { folder: "/layouts".into(), names }));
        harness.run_steps(2);
        click(&mut harness, text.load);
        world.borrow_mut().act(Action::Files(FilesAction::Close));
        harness.run_steps(2);
        click(&mut harness, text.confirm_formation);
        let sent = world.borrow_mut().take_sent();
        // the formation is sent again, because the server may have refused it before
        let confirmed = matches!(
            sent[..],
            [
                ClientMessage::Table { request: TableRequest::SetUp { .. }, .. },
                ClientMessage::Table { request: TableRequest::ConfirmFormation, .. }
            ]
        );
        assert!(confirmed, "{sent:?}");
    }
}

#[test]
fn a_layout_is_renamed_by_typing_and_deleted_by_a_click_that_can_be_undone() {
    let list = |names: &[&str]| {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Event::Files(FilesEvent::Layouts { folder: "/layouts".into(), names })
    };
    let asked = |world: &RefCell<World>| {
        let effects = std::mem::take(&mut world.borrow_mut().effects);
        effects.into_iter().find_map(|effect| {
            let Effect::Storage(StorageEffect::Files(request)) = effect else { return None };
            Some(request)
        })
    };
    for size in [SIZES[0], vec2(360.0, 640.0)] {
        let world = RefCell::new(FullGame::setting_up(Color::Red, BoardKind::Classic).world);
        world.borrow_mut().act(Action::Files(FilesAction::Open));
        world.borrow_mut().update(list(&["a", "b"]));
        world.borrow_mut().effects.clear();
        let mut harness = shown(&world, Lang::En, size);
        click_widget(&mut harness, "layouts.rename.1");
        harness.run_steps(2);
        assert_eq!(trace(&harness).focus, "layouts.rename");
        harness.input_mut().events.push(egui::Event::Text("c".into()));
        harness.run_steps(2);
        harness.press_key(egui::Key::Enter);
        harness.run_steps(2);
        let request = FilesRequest::RenameLayout { name: "b".into(), to: "bc".into() };
        assert_eq!(asked(&world), Some(request), "{size}");
        world.borrow_mut().update(list(&["a", "bc"]));
        harness.run_steps(2);
        click_widget(&mut harness, "layouts.delete.0");
        assert_eq!(asked(&world), Some(FilesRequest::DeleteLayout { name: "a".into() }), "{size}");
        let deleted = FilesEvent::LayoutDeleted { name: "a".into(), text: String::new() };
        world.borrow_mut().update(Event::Files(deleted));
        harness.run_steps(3);
        click_widget(&mut harness, "layouts.restore");
        let request = FilesRequest::RestoreLayout { name: "a".into(), text: String::new() };
        assert_eq!(asked(&world), Some(request), "{size}");
    }
}

#[test]
fn clicks_mark_a_hidden_piece() {
    for lang in Lang::ALL {
        let text = Text::of(lang);
        let mut full = FullGame::begun(Color::Red, BoardKind::Cross);
        full.world.click("n14");
        let world = RefCell::new(full.world);
        let mut harness = shown(&world, lang, SIZES[0]);
        click(&mut harness, text.strength(Strength::Engineer));
        assert_eq!(world.borrow().table().game().play().luzhanqi().unwrap().marked(Strength::Engineer), 1);
        assert_eq!(world.borrow().table().game().play().marking(), None);
        // egui sees the press and the release over the board too
        world.borrow_mut().click("n14");
        harness.input_mut().events.extend([true, false].map(|pressed| egui::Event::PointerButton {
            pos: egui::pos2(5.0, 5.0),
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::NONE,
        }));
        harness.run_steps(2);
        click(&mut harness, text.clear_mark);
        assert_eq!(world.borrow().table().game().play().luzhanqi().unwrap().marked(Strength::Engineer), 0);
    }
}

#[test]
fn buttons_match_the_phase_of_the_game() {
    let buttons = |world: World| {
        let world = RefCell::new(world);
        let harness = shown(&world, Lang::Zh, SIZES[1]);
        let wanted = |id: &str| {
            ["table.takeback", "table.draw", "table.resign", "table.abort", "keep.save", "setup.confirm"]
                .contains(&id)
        };
        let widgets = trace(&harness).widgets.into_iter().filter(|it| wanted(&it.id));
        widgets.map(|it| (it.id, it.enabled)).collect::<Vec<_>>()
    };
    let named = |list: &[(&str, bool)]| list.iter().map(|&(id, on)| (id.to_owned(), on)).collect::<Vec<_>>();
    let setup = FullGame::setting_up(Color::Red, BoardKind::Classic).world;
    assert_eq!(buttons(setup), named(&[("setup.confirm", true), ("table.abort", true)]));
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    full.moved("s12s22");
    full.moved("n12n22");
    assert_eq!(buttons(full.world), named(&[("table.draw", true), ("table.resign", false)]));
    let mut over = FullGame::begun(Color::Red, BoardKind::Classic);
    over.moved("s12s22");
    assert_eq!(buttons(over.ended().world), named(&[("keep.save", true)]));
    let empty = FullGame::begun(Color::Red, BoardKind::Classic).ended().world;
    assert_eq!(buttons(empty), [], "there is no move to keep");
}

#[test]
fn marks_popup_lies_within_the_board_beside_its_piece() {
    for size in SIZES.into_iter().filter(|size| size.x >= 900.0) {
        for station in ["n11", "n15", "n61", "n65"] {
            let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
            full.world.update(Event::Resized(size));
            full.world.act(Action::Settings(SettingsAction::Scale(ScaleChange::To(100))));
            let layout = full.world.table().layout(size).board;
            let at =
                layout.point(chuhe_model::drawing::scene::Place::Station(station.parse().unwrap())).unwrap();
            let modifiers = Modifiers::NONE;
            for pointer in [Pointer::Secondary(at), Pointer::SecondaryReleased { at, modifiers }] {
                full.world.update(Event::Pointer(pointer));
            }
            let world = RefCell::new(full.world);
            let harness = shown(&world, Lang::Zh, size);
            let mark = widget(&harness, "marks.M").rect;
            assert!(layout.panel().expand(20.0).contains_rect(mark), "{size} {station} {mark}");
            assert!(!mark.contains(at), "{size} {station}");
        }
    }
}

#[test]
fn key_and_link_zoom_to_the_own_half_and_back() {
    let full = FullGame::begun(Color::Black, BoardKind::Cross);
    let world = RefCell::new(full.world);
    let mut harness = shown(&world, Lang::En, SIZES[0]);
    let text = Text::of(Lang::En);
    let size = SIZES[0];
    let tile = |world: &RefCell<World>| match world.borrow().table().layout(size).board {
        Placed::Luzhanqi(layout) => layout.tile(),
        Placed::Xiangqi(_) => panic!("a board of luzhanqi"),
    };
    let whole = tile(&world);
    harness.press_key(egui::Key::Z);
    harness.run_steps(2);
    assert!(tile(&world).x > 1.3 * whole.x);
    click(&mut harness, text.table.whole_board);
    assert_eq!(tile(&world), whole);
    click(&mut harness, text.table.own_half);
    assert_eq!(world.borrow().table().part, BoardPart::OwnHalf);
}

#[test]
fn fallen_tiles_and_stations_have_the_names_of_the_tiles() {
    let mut full = FullGame::begun(Color::Black, BoardKind::Classic);
    // a marshal takes the user's brigadier
    full.moved("s11n15");
    // the list has each move in one line
    full.world.act(Action::Settings(SettingsAction::Turn(LookSwitch::MoveTimes, false)));
    let world = RefCell::new(full.world);
    let mut harness = shown(&world, Lang::En, SIZES[0]);
    let painted = |harness: &egui_kittest::Harness<'_>, name: &str| {
        let is_name =
            |shape: &egui::Shape| matches!(shape, egui::Shape::Text(it) if it.galley.text() == name);
        harness.output().shapes.iter().any(|clipped| is_name(&clipped.shape))
    };
    let on_board = |name: &str| {
        let scene = world.borrow().app.view(SIZES[0], world.borrow().now);
        scene
            .background
            .iter()
            .filter(|shape| matches!(shape, Shape::Text { text, .. } if text == name))
            .count()
    };
    assert_eq!((painted(&harness, "旅长"), painted(&harness, "Brig")), (true, false));
    assert_eq!((on_board("行营"), on_board("Camp"), on_board("大本营")), (10, 0, 4));
    world.borrow_mut().act(Action::Settings(SettingsAction::TranslateTiles(true)));
    harness.run_steps(2);
    assert_eq!((painted(&harness, "旅长"), painted(&harness, "Brig")), (false, true));
    assert_eq!((on_board("行营"), on_board("Camp"), on_board("HQ")), (0, 10, 4));
}

#[test]
fn the_opponents_fallen_are_counted_and_the_own_are_named() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    // the marshal takes a brigadier, and loses nothing
    full.moved("s11n15");
    let world = RefCell::new(full.world);
    let harness = shown(&world, Lang::En, SIZES[0]);
    assert_eq!(widget(&harness, "captured.red").label, "+1");
    let lost = |color| world.borrow().table().board().lost(color);
    assert_eq!(lost(Color::Black), Lost::Tiles(Color::Black, Losses::Counted(1)));
    assert_eq!(lost(Color::Red), Lost::Tiles(Color::Red, Losses::Known(vec![])));
    drop(harness);
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    full.moved("s12s22");
    // a company attacks a brigadier, which is a fact for both; only its own side names it
    full.moved("n11s15");
    let world = RefCell::new(full.world);
    let lost = |color| world.borrow().table().board().lost(color);
    assert_eq!(lost(Color::Black), Lost::Tiles(Color::Black, Losses::Counted(1)));
}

#[test]
fn a_button_on_a_phone_enlarges_the_cross_board_and_shows_all_of_it_again() {
    let size = egui::vec2(360.0, 640.0);
    for (kind, has_one) in [(BoardKind::Cross, true), (BoardKind::Classic, false)] {
        let world = RefCell::new(FullGame::begun(Color::Red, kind).world.touched(size));
        let mut harness = shown(&world, Lang::En, size);
        let find = |harness: &egui_kittest::Harness<'_>| {
            trace(harness).widgets.iter().any(|widget| widget.id == "board.zoom")
        };
        assert_eq!(find(&harness), has_one, "{kind:?}");
        if !has_one {
            continue;
        }
        for part in [BoardPart::OwnHalf, BoardPart::Whole] {
            harness.run_steps(2);
            click_widget(&mut harness, "board.zoom");
            assert_eq!(world.borrow().table().part, part);
        }
    }
}

#[test]
fn a_phone_shows_the_time_left_for_setting_up() {
    for (lang, size) in Lang::ALL
        .into_iter()
        .flat_map(|lang| [vec2(360.0, 640.0), vec2(640.0, 360.0)].map(|size| (lang, size)))
    {
        let setup = FullGame::setting_up(Color::Red, BoardKind::Classic).world.touched(size);
        let world = RefCell::new(setup);
        let harness = shown(&world, lang, size);
        let state = widget(&harness, "state").label;
        assert!(state.ends_with(" · 3:00"), "{lang:?} {size}: {state}");
    }
}

#[test]
fn a_phone_says_what_the_sign_on_a_tapped_piece_means() {
    let sizes = [vec2(360.0, 640.0), vec2(390.0, 844.0), vec2(640.0, 360.0), vec2(844.0, 390.0)];
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| sizes.map(|size| (lang, size))) {
        let mut full = FullGame::begun(Color::Black, BoardKind::Classic);
        full.moved("s11n15");
        // no notice is in the place of the state any more
        full.world.wait(8_000);
        let mut world = full.world.touched(size);
        let board = world.table().layout(world.app.desk().area(size)).board;
        let at = board.point(Place::Station("n15".parse().unwrap())).unwrap();
        let tap = [Pointer::Pressed(at), Pointer::Released(at), Pointer::Cancelled];
        for pointer in [Pointer::By(Device::Finger)].into_iter().chain(tap) {
            world.update(Event::Pointer(pointer));
        }
        let world = RefCell::new(world);
        let harness = shown(&world, lang, size);
        let text = Text::for_fingers(lang);
        let least = text.strength(Strength::MajorGeneral).to_lowercase();
        let means = text.console().range_at_least(text.console().unknown_piece(Color::Red), &least);
        let seen = trace(&harness);
        let state = seen.widgets.iter().find(|it| it.id == "state").expect("how the game stands");
        assert!(state.label.ends_with(&means), "{lang:?} {size}: {}", state.label);
        assert_eq!(seen.cut, [""; 0], "{lang:?} {size}");
    }
}

#[test]
fn a_window_shows_whole_who_still_sets_up() {
    // in less than the least window it scrolls
    let sizes = SIZES.map(|size| size.max(least_window(size)));
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| sizes.map(|size| (lang, size))) {
        let world = RefCell::new(FullGame::setting_up(Color::Red, BoardKind::Classic).world);
        let mut harness = shown(&world, lang, size);
        harness.run_steps(1);
        let seen = trace(&harness);
        for id in ["setup.Red", "setup.Black"] {
            let state = seen.widgets.iter().find(|it| it.id == id);
            let state = state.unwrap_or_else(|| panic!("{lang:?} {size}: {id}"));
            assert!(state.rect.height() >= 14.0, "{lang:?} {size}: {state:?}");
        }
    }
}

#[test]
fn long_moves_have_their_times() {
    for (lang, size) in
        Lang::ALL.into_iter().flat_map(|lang| [SIZES[0], SIZES[1], SIZES[3]].map(|size| (lang, size)))
    {
        let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
        full.moved("s11n15");
        full.moved("n12n22");
        full.world.wait(2_000);
        let world = RefCell::new(full.world);
        let harness = shown(&world, lang, size);
        let widgets = trace(&harness).widgets;
        for id in ["move.1", "move.2"] {
            let place = widgets.iter().find(|it| it.id == id).unwrap().rect;
            let times = harness.output().shapes.iter().filter(|clipped| {
                let egui::Shape::Text(text) = &clipped.shape else { return false };
                place.contains(text.pos) && text.galley.text() == "0:00"
            });
            assert_eq!(times.count(), 1, "{lang:?} {size} {id}");
        }
    }
}
