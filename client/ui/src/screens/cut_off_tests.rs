//! Tests of the table while there is no connection to its server.

use super::tests::{SIZES, in_play, shown, trace, widget};
use crate::widgets::theme;
use chuhe_app::testing::World;
use chuhe_model::choices::lang::Lang;
use chuhe_model::connection::link::OfflineReason;
use chuhe_model::drawing::scene::Shape;
use chuhe_model::exchange::environment::PageServer;
use chuhe_model::exchange::event::{Closed, Event, NetworkEvent};
use chuhe_model::exchange::servers::SavedSeat;
use chuhe_model::layout::table_layout::FIRST_WINDOW;
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::{CloseReason, DoorMessage, SessionToken};
use chuhe_rules::Color;
use chuhe_texts::Text;
use chuhe_view::Model;
use chuhe_view::connection::LostView;
use chuhe_view::offline::offline_reason;
use egui_kittest::kittest::Queryable;
use std::cell::RefCell;

/// A game in which the user has lost the connection for 23 seconds.
fn cut_off(me: Color) -> World {
    let mut world = in_play(me);
    world.network(NetworkEvent::Closed(Closed::ByServer));
    for _ in 0..23 {
        world.wait(1_000);
    }
    world
}

#[test]
fn the_table_says_since_when_it_is_cut_off_and_whose_clock_runs() {
    for (me, whose) in [(Color::Red, "your opponent's clock"), (Color::Black, "your clock")] {
        let world = RefCell::new(cut_off(me));
        let harness = shown(&world, Lang::En, SIZES[1]);
        harness.get_by_label(&format!("No connection for 0:23; {whose} may run on"));
        assert!(widget(&harness, "connection.leave").enabled);
    }
}

#[test]
fn a_table_that_another_window_has_taken_over_says_that_and_no_alarm() {
    let mut world = in_play(Color::Black);
    world.receive(DoorMessage::Closing { reason: CloseReason::Superseded });
    world.network(NetworkEvent::Closed(Closed::ByServer));
    let world = RefCell::new(world);
    let harness = shown(&world, Lang::En, SIZES[1]);
    for alarm in ["No connection for", "Offline", "unknown"] {
        assert!(harness.query_by_label_contains(alarm).is_none(), "{alarm}");
    }
    assert_eq!(widget(&harness, "connection.retry").label, "Play here");
    drop(harness);
    world.borrow_mut().click("h7");
    let elsewhere = "You joined from elsewhere, which closed this connection";
    assert_eq!(widget(&shown(&world, Lang::En, SIZES[1]), "notice").label, elsewhere);
}

#[test]
fn a_window_whose_game_goes_on_in_another_window_says_so() {
    let mut world = in_play(Color::Black).speaks(Lang::En);
    let server = world.app.sessions().link().server().expect("the client has joined").clone();
    world.receive(DoorMessage::Closing { reason: CloseReason::Superseded });
    world.network(NetworkEvent::Closed(Closed::ByServer));
    world.update(Event::Seats(vec![SavedSeat { server, token: SessionToken([8; 16]) }]));
    let superseded = OfflineReason::Closed(CloseReason::Superseded);
    assert_eq!(offline_reason(&world.app, &superseded), "You play on in another window");
}

#[test]
fn the_board_is_veiled_and_offers_nothing_until_the_connection_is_back() {
    let veiled = |world: &World| {
        let scene = world.app.view(FIRST_WINDOW, world.now);
        matches!(scene.shapes.last(), Some(Shape::Wash { rect, .. }) if Some(*rect) == scene.panel)
    };
    let mut world = in_play(Color::Black);
    world.click("h7");
    world.click("h7");
    assert!(world.app.points_at_something() && !veiled(&world));
    world.network(NetworkEvent::Closed(Closed::ByServer));
    assert!(veiled(&world) && !world.app.points_at_something());
    assert_eq!(world.app.sessions().link().lost_at(), Some(world.now));
    world.wait(600);
    world.network(NetworkEvent::Connected);
    world.joined(true);
    assert!(!veiled(&world));
    assert_eq!(world.app.sessions().link().lost_at(), None);
}

#[test]
fn the_mark_of_the_tab_is_grey_while_the_connection_is_lost() {
    for (world, is_cut_off) in [(cut_off(Color::Red), true), (in_play(Color::Red), false)] {
        let world = RefCell::new(world);
        let harness = shown(&world, Lang::En, SIZES[1]);
        let theme = theme::current(&harness.ctx);
        let tab = widget(&harness, "tab.moves").rect;
        let fills: Vec<_> = harness
            .output()
            .shapes
            .iter()
            .filter_map(|clipped| {
                let egui::Shape::Rect(rect) = &clipped.shape else { return None };
                tab.contains(rect.rect.center()).then_some(rect.fill)
            })
            .collect();
        let (mark, other) =
            if is_cut_off { (theme.sub, theme.jade.fill) } else { (theme.jade.fill, theme.sub) };
        assert!(fills.contains(&mark) && !fills.contains(&other), "{fills:?}");
    }
}

#[test]
fn a_click_on_the_board_is_answered_while_the_connection_is_lost() {
    let world = RefCell::new(cut_off(Color::Black));
    world.borrow_mut().click("h7");
    assert_eq!(world.borrow().notice(), Some(&Notice::Denied(Denied::Offline)));
    let harness = shown(&world, Lang::En, SIZES[1]);
    assert!(!widget(&harness, "notice").label.is_empty());
}

#[test]
fn a_connection_that_is_lost_is_not_called_a_paused_server() {
    for is_silent in [false, true] {
        let mut world = cut_off(Color::Red);
        if is_silent {
            world.update(Event::PageServer(PageServer::Silent));
        }
        let text = Text::of(Lang::En);
        let model = Model { app: &world.app, text, now: world.now };
        let said = LostView::of(&model, world.app.sessions().link()).expect("it is lost").messages;
        assert_eq!(said == [text.server_silent.to_owned()], is_silent, "{said:?}");
        assert!(is_silent || said[0].starts_with("Connection lost."), "{said:?}");
    }
}

#[test]
fn a_server_that_is_late_with_an_answer_is_said_and_can_be_left_or_connected_to_again() {
    for lang in Lang::ALL {
        for size in SIZES.into_iter().filter(|size| size.y >= 640.0) {
            let mut world = in_play(Color::Black);
            world.receive(DoorMessage::Pong { nonce: 2 });
            for _ in 0..9 {
                world.wait(1_000);
            }
            let world = RefCell::new(world);
            let seen = trace(&shown(&world, lang, size));
            assert!(seen.cut.is_empty(), "{lang:?} {size}: {:?}", seen.cut);
            let said = Text::of(lang).table.cut_off("0:09", Some(true));
            assert!(seen.widgets.iter().any(|it| it.label == said), "{lang:?} {size}");
            for id in ["connection.retry", "connection.leave"] {
                assert!(seen.widgets.iter().any(|it| it.id == id && it.enabled), "{lang:?} {size}: {id}");
            }
        }
    }
}
