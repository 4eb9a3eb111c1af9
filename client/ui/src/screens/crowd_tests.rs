//! Tests of lists much longer than the screen: only visible rows are laid out, and all can be reached.

use super::tests::{SIZES, click_widget, shown, trace};
use chuhe_app::testing::games::in_list;
use chuhe_app::testing::{OTHER, World, name, pages, player};
use chuhe_model::choices::lang::Lang;
use chuhe_model::testing::summary;
use chuhe_protocol::{
    ChatMessage, ChatRoom, ClientMessage, LobbyMessage, LobbyRequest, PageRequest, PlayerId,
};
use egui::{Event, Modifiers, MouseWheelUnit, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::cell::RefCell;

const MANY: u64 = 3_000;

/// A lobby with many players and chat lines, every fourth of them long.
fn crowded() -> World {
    let mut world = World::in_lobby();
    let here = |n| player(PlayerId(1_000 + n), &format!("p{n:04}"));
    let all: Vec<_> = (0..MANY).map(here).collect();
    for players in all.chunks(250) {
        world.receive(LobbyMessage::Players { players: players.to_vec(), first: false });
    }
    for n in 0..MANY {
        let text = format!("line {n} {}", "很长的一句话".repeat(if n % 4 == 0 { 20 } else { 1 }));
        world.receive(ChatMessage::Line {
            room: ChatRoom::Lobby,
            from: OTHER,
            name: name("Bo"),
            text,
            at_ms: 1,
        });
    }
    world
}

fn is_shown(harness: &mut Harness<'_>, id: &str) -> bool {
    harness.run_steps(1);
    trace(harness).widgets.iter().any(|widget| widget.id == id)
}

/// Turns the mouse wheel over a widget.
pub(super) fn scroll(harness: &mut Harness<'_>, over: &str, down: f32) {
    harness.run_steps(1);
    let widgets = trace(harness).widgets;
    let at = widgets.iter().find(|widget| widget.id.starts_with(over)).unwrap().rect.center();
    let (unit, delta, modifiers) = (MouseWheelUnit::Point, vec2(0.0, -down), Modifiers::NONE);
    harness
        .input_mut()
        .events
        .extend([Event::PointerMoved(at), Event::MouseWheel { unit, delta, modifiers }]);
    harness.run_steps(60);
}

#[test]
fn long_chat_lays_out_visible_lines_only() {
    let world = RefCell::new(crowded());
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    // all lines are measured within these steps
    harness.run_steps(40);
    assert!(is_shown(&mut harness, &format!("chat.name.{}", MANY - 1)));
    assert!(harness.query_all_by_label_contains("line ").count() < 30);
    scroll(&mut harness, "chat.name.", -1e6);
    assert!(is_shown(&mut harness, "chat.name.0") && is_shown(&mut harness, "chat.name.1"));
    let lines = harness.query_all_by_label_contains("line ");
    let mut bottom = f64::NEG_INFINITY;
    for rect in lines.map(|line| line.bounding_box().unwrap()) {
        assert!(rect.y0 >= bottom, "{rect:?}");
        bottom = rect.y1;
    }
    scroll(&mut harness, "chat.name.", 1e6);
    assert!(is_shown(&mut harness, &format!("chat.name.{}", MANY - 1)));
}

#[test]
fn long_player_list_lays_out_visible_rows_only() {
    let world = RefCell::new(crowded());
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    assert!(is_shown(&mut harness, "lobby.challenge.p0000"));
    assert!(harness.query_all_by_label_contains("Challenge").count() < 30);
    scroll(&mut harness, "lobby.challenge.p00", 1e6);
    assert!(is_shown(&mut harness, &format!("lobby.challenge.p{}", MANY - 1)));
    assert!(!is_shown(&mut harness, "lobby.challenge.p0000"));
}

#[test]
fn a_phone_on_its_side_shows_four_players_beside_the_ways_to_a_game() {
    let sizes = [vec2(640.0, 360.0), vec2(667.0, 375.0), vec2(844.0, 390.0)];
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| sizes.map(|size| (lang, size))) {
        let world = RefCell::new(crowded().touched(size));
        let mut harness = shown(&world, lang, size);
        harness.run_steps(1);
        let widgets = trace(&harness).widgets;
        let whole = |start: &str| widgets.iter().filter(|it| it.whole && it.id.starts_with(start)).count();
        assert!(whole("lobby.challenge.p") >= 4, "{lang:?} {size}: {}", whole("lobby.challenge.p"));
        for way in ["lobby.seek", "lobby.computer", "lobby.invite"] {
            assert_eq!(whole(way), 1, "{lang:?} {size}: {way}");
        }
    }
}

#[test]
fn no_button_of_a_row_is_under_its_name_however_wide_the_list_is() {
    for width in (320..400).step_by(3) {
        let size = vec2(width as f32, 640.0);
        let mut world = World::in_lobby().touched(size);
        let here = |n: u64| player(PlayerId(1_000 + n), &format!("p{n:04}"));
        let players = (0..30).map(here).collect();
        world.receive(LobbyMessage::Players { players, first: false });
        let world = RefCell::new(world);
        let mut harness = shown(&world, Lang::En, size);
        harness.run_steps(1);
        let widgets = trace(&harness).widgets;
        let of = |start: &str| -> Vec<egui::Rect> {
            widgets.iter().filter(|it| it.id.starts_with(start)).map(|it| it.rect).collect()
        };
        let (names, buttons) = (of("lobby.player.p"), of("lobby.challenge.p"));
        assert!(!buttons.is_empty() && !names.is_empty(), "{size}");
        let is_under =
            |name: &egui::Rect| buttons.iter().any(|it| it.shrink(4.0).intersects(name.shrink(4.0)));
        assert!(!names.iter().any(is_under), "{size}");
    }
}

#[test]
fn chat_shows_whole_rows_of_text_only() {
    let world = RefCell::new(crowded());
    for step in 0..6 {
        let mut harness = shown(&world, Lang::En, vec2(1280.0, 800.0 + 7.0 * step as f32));
        harness.run_steps(40);
        let mut cut_off = 0;
        for clipped in &harness.output().shapes {
            let egui::Shape::Text(text) = &clipped.shape else { continue };
            if !text.galley.text().starts_with("line ") {
                continue;
            }
            for row in &text.galley.rows {
                // the room above and below the letters may be cut off
                let letters = row.rect.translate(text.pos.to_vec2()).shrink2(vec2(0.0, 4.0));
                let (whole, none) = (
                    clipped.clip_rect.y_range().contains(letters.top())
                        && clipped.clip_rect.y_range().contains(letters.bottom()),
                    !clipped.clip_rect.y_range().intersects(letters.y_range()),
                );
                assert!(whole || none, "{step}: {letters} in {}", clipped.clip_rect);
                cut_off += usize::from(none);
            }
        }
        assert!(cut_off < 8, "{step}: rows far outside the list are not laid out");
    }
}

#[test]
fn a_long_list_of_finished_games_cuts_no_row() {
    let world = RefCell::new(in_list((1..60).map(summary).collect(), true));
    for step in 0..6 {
        let harness = shown(&world, Lang::En, vec2(1280.0, 800.0 + 9.0 * step as f32));
        let mut rows = trace(&harness).widgets;
        rows.retain(|it| it.id.starts_with("games.open.") && it.rect.height() > 0.0);
        assert!(rows.len() > 4, "{rows:?}");
        let whole = rows[0].rect.height();
        for it in rows {
            assert!((it.rect.height() - whole).abs() < 1.0, "{step}: {it:?}, not {whole}");
        }
    }
}

#[test]
fn the_page_of_a_crowded_list_is_turned_below_its_rows() {
    let world = RefCell::new(pages::crowded());
    let mut harness = shown(&world, Lang::En, SIZES[1]);
    assert!(is_shown(&mut harness, "lobby.challenge.p0000"));
    scroll(&mut harness, "lobby.challenge.p00", 1e6);
    assert!(is_shown(&mut harness, "lobby.challenge.p0049"));
    harness.run_steps(1);
    click_widget(&mut harness, "lobby.next");
    let asked =
        ClientMessage::Lobby(LobbyRequest::ListPlayers(PageRequest { page: 1, ..PageRequest::default() }));
    assert!(world.borrow_mut().take_sent().contains(&asked));
    pages::page(&mut world.borrow_mut(), 50);
    assert!(is_shown(&mut harness, "lobby.challenge.p0050"), "another page begins at its top");
}
