//! Tests of the screen at the board: its lists, its buttons, its questions.

use super::tests::{SIZES, click, click_widget, ended, in_play, shown, trace, widget, with};
use crate::widgets::{self, theme, ui_trace};
use chuhe_app::testing::{GAME, ME, OTHER, World, name, played, reading, rematch, started};
use chuhe_model::actions::action::{Action, JoinAction, SettingsAction, TableAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::look::LookSwitch;
use chuhe_model::exchange::event::{Event, HostEvent};
use chuhe_model::table::{Confirmation, GivingUp};
use chuhe_protocol::{
    ChatMessage, ChatRoom, ClientMessage, Event as GameEvent, GameId, PlayerName, TableMessage, TableRequest,
};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{AbortReason, Color, Outcome, WinReason};
use chuhe_texts::Text;
use egui::vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::cell::RefCell;

#[test]
fn clicking_a_listed_move_twice_plays_it() {
    for lang in Lang::ALL {
        let text = Text::of(lang);
        let world = RefCell::new(World::at_board(Color::Red));
        let mut harness = shown(&world, lang, vec2(1280.0, 1600.0));
        click(&mut harness, text.available);
        let label = match lang {
            Lang::Zh | Lang::ZhHant => "炮二平五",
            Lang::En => "C2.5",
            Lang::Vi => "P2-5",
        };
        click(&mut harness, label);
        assert_eq!(world.borrow().table().game().play().preview(), "h2e2".parse().ok());
        click(&mut harness, label);
        assert!(matches!(
            world.borrow_mut().take_sent()[..],
            [ClientMessage::Table { request: TableRequest::Play { .. }, .. }]
        ));
    }
}

#[test]
fn a_player_steps_through_the_running_game_by_buttons() {
    // the program shows a smaller window smaller, so that nothing is beyond its edge
    for size in SIZES.into_iter().filter(|size| size.x >= 900.0 || size.y > size.x) {
        let world = RefCell::new(in_play(Color::Red));
        let mut harness = shown(&world, Lang::En, size);
        let steps = |harness: &egui_kittest::Harness<'_>| {
            trace(harness)
                .widgets
                .iter()
                .filter(|it| it.id.starts_with("step."))
                .map(|it| it.id.clone())
                .collect::<Vec<_>>()
        };
        let ply = world.borrow().table().game().ply();
        assert!(ply > 0, "something was played");
        assert_eq!(steps(&harness), ["step.forward", "step.back"], "{size}");
        harness.run_steps(1);
        click_widget(&mut harness, "step.back");
        harness.run_steps(2);
        assert_eq!(world.borrow().table().interaction.review(), Some(ply - 1), "{size}");
        click_widget(&mut harness, "step.forward");
        harness.run_steps(2);
        assert!(world.borrow().table().interaction.review().is_none_or(|it| it == ply), "{size}");
    }
}

#[test]
fn the_footer_changes_the_volume() {
    let world = RefCell::new(in_play(Color::Red));
    let mut harness = shown(&world, Lang::En, SIZES[0]);
    assert_eq!(world.borrow().app.desk().settings.attention.sound.volume, 75);
    click(&mut harness, "Sounds: 75%");
    click(&mut harness, "25%");
    assert_eq!(world.borrow().app.desk().settings.attention.sound.volume, 25);
    click(&mut harness, Text::of(Lang::En).table.mute);
    assert!(harness.query_by_label("Sounds: 25%").is_none(), "no sound has a volume");
}

#[test]
fn table_buttons_follow_the_state_of_the_game() {
    let check = |world: World, expect: &[(&str, bool)]| {
        let world = RefCell::new(world);
        let harness = shown(&world, Lang::Zh, SIZES[1]);
        let widgets = trace(&harness).widgets;
        let buttons: Vec<(&str, bool)> = widgets
            .iter()
            .filter(|it| it.id.starts_with("table."))
            .filter(|it| !["table.flip", "table.block", "table.mute"].contains(&it.id.as_str()))
            .map(|it| (it.id.as_str(), it.enabled))
            .collect();
        assert_eq!(buttons, expect);
    };
    let start = [("table.takeback", false), ("table.draw", false), ("table.abort", true)];
    check(World::at_board(Color::Red), &start);
    let playing = [("table.takeback", true), ("table.draw", true), ("table.resign", true)];
    check(in_play(Color::Red), &playing);
    let with_draw_offer = [("table.takeback", true), ("table.draw", false), ("table.resign", true)];
    check(
        with(in_play(Color::Red), GameEvent::Offered { by: Color::Red, kind: OfferKind::Draw }),
        &with_draw_offer,
    );
    let over = ended(Outcome::won(Color::Red, WinReason::Checkmate));
    check(over, &[("table.rematch", true), ("table.leave", true), ("table.report", true)]);
    let alone =
        with(ended(Outcome::won(Color::Red, WinReason::Checkmate)), GameEvent::Left { color: Color::Black });
    check(alone, &[("table.rematch", false), ("table.leave", true), ("table.report", true)]);
}

/// A table at which 200 moves were played, under rules without the arbiter.
fn long_game() -> RefCell<World> {
    let mut world = World::at_old_board();
    let there_and_back = ["a0a1", "a9a8", "a1a0", "a8a9"];
    for (n, mv) in there_and_back.into_iter().cycle().take(200).enumerate() {
        world.receive_event(played(if n % 2 == 0 { Color::Red } else { Color::Black }, mv));
    }
    RefCell::new(world)
}

#[test]
fn a_long_list_of_moves_cuts_no_row() {
    let world = long_game();
    for height in (0..6).map(|step| 700.0 + 17.0 * step as f32) {
        let harness = shown(&world, Lang::Zh, egui::vec2(1280.0, height));
        let mut widgets = trace(&harness).widgets;
        widgets.retain(|it| it.id.starts_with("move.") && it.rect.height() > 0.0);
        assert!(widgets.len() > 4, "{widgets:?}");
        let whole = widgets[widgets.len() / 2].rect.height();
        for it in widgets {
            assert!((it.rect.height() - whole).abs() < 1.0, "{height}: {it:?}, not {whole}");
        }
    }
}

#[test]
fn reviewed_move_stays_in_sight_in_a_long_game() {
    let world = long_game();
    let mut harness = shown(&world, Lang::Zh, SIZES[0]);
    let in_sight = |harness: &Harness<'_>, ply: usize| {
        let rect = widget(harness, &format!("move.{ply}")).rect;
        assert!(rect.height() > 20.0, "{ply}: {rect}");
    };
    let mut press = |key, ply| {
        harness.press_key(key);
        harness.run_steps(5);
        in_sight(&harness, ply);
    };
    for back in 1..60 {
        press(egui::Key::ArrowLeft, 200 - back);
    }
    press(egui::Key::Home, 1);
    press(egui::Key::ArrowRight, 1);
    press(egui::Key::End, 200);
    world.borrow_mut().act(Action::Settings(SettingsAction::Toggle));
    press(egui::Key::ArrowLeft, 200);
    world.borrow_mut().act(Action::Settings(SettingsAction::Close));
    assert_eq!(world.borrow().table().interaction.review(), None, "the open dialog took the arrow keys");
    world.borrow_mut().receive_event(played(Color::Red, "a0a1"));
    harness.run_steps(5);
    in_sight(&harness, 201);
}

#[test]
fn offer_is_answered_below_the_buttons() {
    for lang in Lang::ALL {
        let offered = GameEvent::Offered { by: Color::Black, kind: OfferKind::Draw };
        let world = RefCell::new(with(in_play(Color::Red), offered));
        let mut harness = shown(&world, lang, SIZES[0]);
        click(&mut harness, Text::of(lang).accept_offer);
        assert!(matches!(
            world.borrow_mut().take_sent()[..],
            [
                ..,
                ClientMessage::Table {
                    request: TableRequest::AnswerOffer { kind: OfferKind::Draw, accept: true, .. },
                    ..
                }
            ]
        ));
    }
}

#[test]
fn win_can_be_claimed_against_an_absent_opponent_despite_an_open_offer() {
    let offered = with(in_play(Color::Red), GameEvent::Offered { by: Color::Red, kind: OfferKind::Draw });
    let away = GameEvent::WentAway { color: Color::Black, claimable_in_ms: 0 };
    let world = RefCell::new(with(offered, away));
    let harness = shown(&world, Lang::Zh, SIZES[0]);
    assert!(widget(&harness, "claim.win").enabled);
}

#[test]
fn offer_text_fits_with_a_long_name() {
    let ctx = egui::Context::default();
    theme::install_fonts(&ctx);
    let mut fitted = String::new();
    let _ = ctx.run(egui::RawInput::default(), |ctx| {
        egui::CentralPanel::default().show(ctx, |ui| {
            let name = "最长的名字一共有十六个字都在这里";
            let text = Text::of(Lang::En).offered_by(OfferKind::Takeback, name);
            fitted = super::parts::fit_name(ui, &text, name, theme::plain(15.0), vec2(110.0, 52.0));
        });
    });
    assert!(fitted.starts_with("最长") && fitted.ends_with("… asks for a takeback"), "{fitted}");
}

#[test]
fn an_offer_in_a_narrow_window_names_who_makes_it() {
    let kinds = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch];
    let sizes = [vec2(680.0, 1040.0), vec2(720.0, 1280.0)];
    let kinds = kinds.into_iter().flat_map(|kind| sizes.map(|size| (kind, size)));
    for (lang, (kind, size)) in Lang::ALL.into_iter().flat_map(|lang| kinds.clone().map(move |it| (lang, it)))
    {
        let mut event = started(ME, OTHER);
        let GameEvent::Started(start) = &mut event else { panic!("{event:?}") };
        start.seats[Color::Black].name = name("SixteenLetters16");
        let mut world = with(World::in_lobby(), event);
        if kind == OfferKind::Rematch {
            let outcome = Outcome::Won { winner: Color::Red, reason: WinReason::Resignation };
            world = with(world, GameEvent::Ended { outcome, clocks: reading(None) });
        }
        let world = RefCell::new(with(world, GameEvent::Offered { by: Color::Black, kind }));
        let label = widget(&shown(&world, lang, size), "offer.message").label;
        assert!(label.contains("SixteenLetters16"), "{lang:?} {size}: {label}");
    }
}

#[test]
fn resigning_needs_confirmation() {
    let world = RefCell::new(in_play(Color::Red));
    let mut harness = shown(&world, Lang::En, SIZES[0]);
    world.borrow_mut().take_sent();
    click(&mut harness, "Resign");
    assert_eq!(world.borrow_mut().take_sent(), []);
    assert_eq!(widget(&harness, "resign.yes").label, "Resign");
    click(&mut harness, "Play on");
    assert!(world.borrow().table().asked().is_none());
}

#[test]
fn aborting_needs_confirmation() {
    let world = RefCell::new(World::at_board(Color::Red));
    let mut harness = shown(&world, Lang::En, SIZES[0]);
    world.borrow_mut().take_sent();
    click_widget(&mut harness, "table.abort");
    assert_eq!(world.borrow_mut().take_sent(), []);
    assert_eq!(widget(&harness, "offer.message").label, "Abort this game?");
    click(&mut harness, "Play on");
    assert_eq!(world.borrow().table().asked(), None);
    click_widget(&mut harness, "table.abort");
    click_widget(&mut harness, "abort.yes");
    assert!(matches!(
        world.borrow_mut().take_sent()[..],
        [ClientMessage::Table { request: TableRequest::Abort, .. }]
    ));
}

#[test]
fn nobody_resigns_who_wanted_to_abort() {
    let mut world = World::at_board(Color::Black);
    world.receive_event(played(Color::Red, "h2e2"));
    world.act(Action::Table(TableAction::AskGiveUp));
    assert_eq!(world.table().asked(), Some(Confirmation::GiveUp(GivingUp::Abort)));
    // the move of black is confirmed, and from now on the button would resign
    world.receive_event(played(Color::Black, "h9g7"));
    assert_eq!(world.table().asked(), None);
    world.take_sent();
    world.act(Action::Table(TableAction::Abort));
    assert_eq!(world.take_sent(), []);
}

#[test]
fn a_press_ends_on_the_button_that_changes_from_abort_to_resign_meanwhile() {
    for size in SIZES {
        let mut world = World::at_board(Color::Black);
        world.receive_event(played(Color::Red, "h2e2"));
        let world = RefCell::new(world.touched(size));
        let mut harness = shown(&world, Lang::En, size);
        let pos = widget(&harness, "table.abort").rect.center();
        let press = |harness: &mut Harness<'_>, pressed| {
            let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
            harness.input_mut().events.extend([
                egui::Event::PointerMoved(pos),
                egui::Event::PointerButton { pos, button, pressed, modifiers },
            ]);
            harness.run_steps(2);
        };
        press(&mut harness, true);
        world.borrow_mut().receive_event(played(Color::Black, "h9g7"));
        harness.run_steps(2);
        assert_eq!(widget(&harness, "table.resign").label, "Resign");
        press(&mut harness, false);
        let asked = world.borrow().table().asked();
        assert_eq!(asked, Some(Confirmation::GiveUp(GivingUp::Resign)), "{size}");
    }
}

#[test]
fn rematch_opens_on_the_same_screen_with_colours_swapped() {
    let mut world = ended(Outcome::won(Color::Red, WinReason::Checkmate));
    world.receive(TableMessage::Events { first: 0, events: vec![started(OTHER, ME)] }.at(GameId(8)));
    let world = RefCell::new(world);
    let harness = shown(&world, Lang::Zh, SIZES[1]);
    assert_eq!(widget(&harness, "table.abort").label, "取消对局");
}

#[test]
fn disabled_button_says_why() {
    let world = RefCell::new(World::at_board(Color::Red));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    harness.get_by_label("Offer draw").hover();
    for _ in 0..40 {
        harness.step();
    }
    harness.get_by_label("You can offer a draw once both sides have moved");
}

#[test]
fn disabled_button_answers_a_click_at_once() {
    let world = RefCell::new(World::at_board(Color::Red));
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    click_widget(&mut harness, "table.draw");
    harness.get_by_label("You can offer a draw once both sides have moved");
    assert_eq!(world.borrow_mut().take_sent(), []);
}

#[test]
fn closing_the_window_during_a_game_can_be_cancelled() {
    for lang in Lang::ALL {
        let world = RefCell::new(in_play(Color::Red));
        world.borrow_mut().update(Event::CloseRequested);
        let mut harness = shown(&world, lang, SIZES[0]);
        assert!(widget(&harness, "quit.yes").enabled);
        click(&mut harness, Text::of(lang).quit_no);
        assert!(!world.borrow().app.dialogs().asked_to_quit);
    }
}

#[test]
fn what_interruptions_have_added_is_marked_at_both_clocks() {
    for lang in Lang::ALL {
        for size in [SIZES[0], vec2(360.0, 640.0)] {
            let mut world = World::at_board(Color::Red);
            for _ in 0..2 {
                world.receive_event(GameEvent::Interrupted { down_ms: 7_500, clocks: reading(None) });
            }
            world.wait(20_000);
            let world = RefCell::new(world);
            let harness = shown(&world, lang, size);
            let widgets = trace(&harness).widgets;
            for side in Color::ALL {
                let id = format!("table.credit.{side:?}");
                let why = widgets.iter().find(|it| it.id == id).map(|it| it.label.as_str());
                assert_eq!(why, Some(&*Text::of(lang).interruption_credit("0:20")), "{size}");
            }
            let mut said = String::new();
            harness.output().shapes.iter().for_each(|clipped| texts(&clipped.shape, &mut said));
            assert_eq!(said.matches("+0:20").count(), 2, "{lang:?} {size}: {said}");
        }
    }
}

#[test]
fn closing_a_window_that_hosts_says_who_would_be_disconnected() {
    for lang in Lang::ALL {
        let mut world = World::new();
        world.act(Action::Join(JoinAction::StartHost));
        world.update(Event::Host(HostEvent::Started { port: 4000, addresses: Vec::new() }));
        let names: Vec<PlayerName> = (1..=10).map(|n| name(&format!("guest-{n}"))).collect();
        world.update(Event::Host(HostEvent::Here(names)));
        world.update(Event::CloseRequested);
        let text = Text::of(lang);
        let world = RefCell::new(world);
        let harness = shown(&world, lang, SIZES[0]);
        let mut said = String::new();
        harness.output().shapes.iter().for_each(|clipped| texts(&clipped.shape, &mut said));
        assert!(said.contains("guest-8") && !said.contains("guest-9"), "{said}");
        assert!(said.contains(&text.and_more(2)), "{said}");
    }
}

/// Adds the painted texts, without line breaks.
fn texts(shape: &egui::Shape, said: &mut String) {
    if let egui::Shape::Vec(shapes) = shape {
        shapes.iter().for_each(|shape| texts(shape, said));
    } else if let egui::Shape::Text(text) = shape {
        said.push_str(&text.galley.text().replace('\n', " "));
    }
}

#[test]
fn the_list_shows_the_time_of_each_move_unless_the_user_hides_it() {
    let world = RefCell::new(in_play(Color::Red));
    let painted = |world: &RefCell<World>| {
        let harness = shown(world, Lang::Zh, SIZES[1]);
        harness
            .output()
            .shapes
            .iter()
            .any(|shape| matches!(&shape.shape, egui::Shape::Text(text) if text.galley.text() == "0:00"))
    };
    assert!(painted(&world));
    world.borrow_mut().act(Action::Settings(SettingsAction::Turn(LookSwitch::MoveTimes, false)));
    assert!(!painted(&world));
}

#[test]
fn captured_pieces_and_the_lead_are_beside_the_card_of_their_captor() {
    // red has taken a pawn
    let world = RefCell::new(in_play(Color::Red));
    let harness = shown(&world, Lang::Zh, SIZES[0]);
    let widgets = trace(&harness).widgets;
    let find = |id: &str| widgets.iter().find(|it| it.id == id);
    let (strip, tab) = (find("captured.red").unwrap(), find("tab.moves").unwrap());
    assert_eq!(strip.label, "+1");
    assert!(strip.rect.top() > tab.rect.bottom(), "{strip:?}");
    assert_eq!(find("captured.black"), None, "black has taken nothing");
    world.borrow_mut().act(Action::Table(TableAction::Review(Some(2))));
    drop(harness);
    let harness = shown(&world, Lang::Zh, SIZES[0]);
    let strips = trace(&harness).widgets.into_iter().filter(|it| it.id.starts_with("captured."));
    assert_eq!(strips.count(), 0, "the strips are about the shown position");
}

#[test]
fn each_row_of_the_move_list_says_who_is_ahead() {
    let mut world = World::at_board(Color::Red);
    // a cannon takes a horse, and a rook the cannon
    for (color, mv) in [(Color::Red, "h0g2"), (Color::Black, "h9g7"), (Color::Red, "b2b9")] {
        world.receive_event(played(color, mv));
    }
    let world = RefCell::new(world);
    for lang in Lang::ALL {
        let text = Text::of(lang);
        for size in SIZES.into_iter().filter(|size| size.x >= 900.0) {
            let harness = shown(&world, lang, size);
            let widgets = trace(&harness).widgets;
            let lead = |id: &str| widgets.iter().find(|it| it.id == id).map(|it| it.label.as_str());
            assert_eq!(lead("lead.0"), Some(text.table.sides_are_level), "{lang:?} {size}");
            let ahead = text.table.side_is_ahead(text.color(Color::Red), "+4");
            assert_eq!(lead("lead.1"), Some(ahead.as_str()), "{lang:?} {size}");
        }
    }
    world.borrow_mut().receive_event(played(Color::Black, "a9b9"));
    let harness = shown(&world, Lang::En, SIZES[0]);
    let text = Text::of(Lang::En);
    let lead = widget(&harness, "lead.1");
    assert_eq!(lead.label, text.table.side_is_ahead(text.color(Color::Black), "+½"));
    let edge = theme::current(&harness.ctx).sub;
    let is_dot = |shape: &egui::Shape| {
        let egui::Shape::Circle(dot) = shape else { return false };
        lead.rect.contains(dot.center) && dot.stroke.color == edge
    };
    let dots = harness.output().shapes.iter().filter(|clipped| is_dot(&clipped.shape));
    assert_eq!(dots.count(), 1, "the edge stands out from the card where the colour of the side does not");
}

#[test]
fn a_narrow_list_shows_the_times_beside_short_moves() {
    let world = RefCell::new(in_play(Color::Red));
    let harness = shown(&world, Lang::En, SIZES[0]);
    let widgets = trace(&harness).widgets;
    // the other moves have a mark that leaves no room
    for ply in [1, 2, 4] {
        let id = format!("move.{ply}");
        let place = widgets.iter().find(|it| it.id == id).unwrap().rect;
        let times = harness.output().shapes.iter().filter(|clipped| {
            let egui::Shape::Text(text) = &clipped.shape else { return false };
            place.contains(text.pos) && text.galley.text().contains(':')
        });
        assert_eq!(times.count(), 1, "{ply}");
    }
}

#[test]
fn an_offer_leaves_the_last_move_in_sight() {
    let there_and_back = ["a0a1", "a9a8", "a1a0", "a8a9"];
    for lang in [Lang::En, Lang::Zh] {
        for size in SIZES.into_iter().filter(|size| size.x >= 900.0) {
            let mut world = World::at_old_board();
            for (n, mv) in there_and_back.into_iter().cycle().take(60).enumerate() {
                world.receive_event(played(if n % 2 == 0 { Color::Red } else { Color::Black }, mv));
            }
            let world = RefCell::new(world);
            let mut harness = shown(&world, lang, size);
            let offered = GameEvent::Offered { by: Color::Black, kind: OfferKind::Draw };
            world.borrow_mut().receive_event(offered);
            harness.run_steps(3);
            let widgets = trace(&harness).widgets;
            let last = widgets.iter().find(|it| it.id == "move.60").unwrap().rect;
            assert!(last.height() > 20.0, "{lang:?} {size}: {last}");
            assert!(widgets.iter().any(|it| it.id == "offer.accept"), "{lang:?} {size}");
            let covering =
                widgets.iter().find(|it| it.id != "move.60" && it.rect.intersects(last.shrink(1.5)));
            assert_eq!(covering.map(|it| &it.id), None, "{lang:?} {size}");
        }
    }
}

#[test]
fn long_labels_of_tabs_keep_the_room_beside_them_free() {
    let ctx = egui::Context::default();
    theme::install_fonts(&ctx);
    for (text, width) in
        Lang::ALL.into_iter().flat_map(|lang| [304.0, 340.0].map(|width| (Text::of(lang), width)))
    {
        let chat = format!("{} 99", text.chat);
        let named = [text.moves, text.losses, &chat].map(|label| (label, label));
        ui_trace::start(&ctx);
        let _ = ctx.run(egui::RawInput::default(), |ctx| {
            egui::CentralPanel::default().show(ctx, |ui| {
                let place = egui::Rect::from_min_size(egui::Pos2::ZERO, vec2(width, 45.0));
                ui.scope_builder(egui::UiBuilder::new().max_rect(place), |ui| {
                    widgets::tab_bar(ui, &named, 2, egui::Color32::RED, 16.0, 70.0, None);
                });
            });
        });
        let tabs = ui_trace::take(&ctx).expect("it was started").widgets;
        let used = tabs.last().map_or(0.0, |last| last.rect.right() - tabs[0].rect.left());
        assert!(tabs.len() == 3 && used <= width - 70.0, "{named:?}, {width}: {used}");
    }
}

#[test]
fn the_tab_of_a_chat_with_unread_lines_is_marked_in_its_colour() {
    let mut world = in_play(Color::Red);
    let ink = chuhe_model::drawing::theme::Theme::of_look(world.app.desk().look()).jade.fill;
    let marked = |world: World| {
        let world = RefCell::new(world);
        let harness = shown(&world, Lang::En, SIZES[0]);
        let tab = widget(&harness, "tab.chat").rect;
        let is_dot = |clipped: &egui::epaint::ClippedShape| {
            let egui::Shape::Circle(dot) = &clipped.shape else { return false };
            dot.fill == ink && tab.contains(dot.center)
        };
        harness.output().shapes.iter().any(is_dot)
    };
    assert!(!marked(in_play(Color::Red)));
    world.receive(ChatMessage::Line {
        room: ChatRoom::Table(GAME),
        from: OTHER,
        name: name("云中鹤"),
        text: "hi".to_owned(),
        at_ms: 5,
    });
    assert!(marked(world));
}

#[test]
fn who_opens_the_chat_writes_in_it_at_once() {
    let world = RefCell::new(in_play(Color::Red));
    let mut harness = shown(&world, Lang::En, SIZES[0]);
    harness.run_steps(1);
    click_widget(&mut harness, "tab.chat");
    harness.run_steps(2);
    let types = |harness: &mut Harness<'_>, letters: &str| {
        harness.input_mut().events.push(egui::Event::Text(letters.to_owned()));
        harness.run_steps(3);
    };
    types(&mut harness, "hello");
    let texts =
        || (world.borrow().table().tabs.chat.draft().to_owned(), world.borrow().table().typed.clone());
    assert_eq!(texts(), ("hello".to_owned(), String::new()));
    // and no letter begins a move after the field has lost the keyboard
    harness.ctx.memory_mut(|memory| memory.surrender_focus(widgets::field_id("chat.text")));
    harness.run_steps(1);
    types(&mut harness, "C2");
    assert_eq!(texts(), ("hello".to_owned(), String::new()));
}

#[test]
fn an_aborted_rematch_keeps_the_score_and_has_no_record() {
    let outcome = Outcome::Aborted(AbortReason::Requested(Color::Black));
    let aborted = |moves: &[&str]| {
        let mut world = World::in_lobby();
        world.receive_event(rematch(ME, OTHER, [1, 0]));
        for (ply, mv) in moves.iter().enumerate() {
            world.receive_event(played(if ply % 2 == 0 { Color::Red } else { Color::Black }, mv));
        }
        world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
        RefCell::new(world)
    };
    for size in SIZES {
        let world = aborted(&[]);
        let harness = shown(&world, Lang::En, size);
        let widgets = trace(&harness).widgets;
        let outcome = widgets.iter().find(|it| it.id == "outcome").expect("it says how the game ended");
        assert!(outcome.label.contains("1–0"), "{size}: {}", outcome.label);
        assert!(widgets.iter().all(|it| !it.id.starts_with("keep.")), "{size}: there is nothing to keep");
    }
    let world = aborted(&["h2e2"]);
    let harness = shown(&world, Lang::En, SIZES[1]);
    assert!(trace(&harness).widgets.iter().any(|it| it.id == "keep.review"), "a move was played");
}
