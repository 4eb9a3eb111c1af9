//! A notice covers nothing that can be pressed or read, and neither does the reason why a button is disabled: on every
//! screen, in every form and language.

use super::crowded::CROWDED;
use super::evenings::EVENINGS;
use super::games::Scene;
use super::painted;
use super::stages::{STAGES, Stage};
use chuhe_app::App;
use chuhe_model::actions::action::{Action, Tab, TableAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::drawing::scene::Size;
use chuhe_model::exchange::event::{Event, HostEvent, HostFailure};
use chuhe_model::layout::table_layout::{BoardOf, TableLayout};
use chuhe_ui::screens;
use chuhe_ui::widgets::theme;
use chuhe_ui::widgets::ui_trace::{self, UiTrace, Widget};
use chuhe_view::status::StatusView;
use chuhe_view::{Model, Role};
use egui::{Context, FullOutput, Id, LayerId, Order, Pos2, RawInput, Rect, vec2};

/// Windows of every form: phones upright and on their sides, desktops, and a tall window.
const FORMS: [Size; 9] = [
    vec2(360.0, 640.0),
    vec2(390.0, 844.0),
    vec2(412.0, 915.0),
    vec2(640.0, 360.0),
    vec2(844.0, 390.0),
    vec2(768.0, 1_024.0),
    vec2(900.0, 640.0),
    vec2(1_280.0, 820.0),
    vec2(720.0, 1_280.0),
];
/// The frames until a dialog has measured itself, and lies below the notice.
const FRAMES: usize = 4;

/// The notices: the longest of the texts that a move leads to, and what is said when a server cannot be hosted.
fn notices() -> [HostFailure; 2] {
    [HostFailure::InUse, HostFailure::Other("Address not available (os error 99)".to_owned())]
}

/// The board on the screen, which no part of the window shows as a widget.
fn board(app: &App, window: Size) -> Option<Rect> {
    let area = app.desk().area(window);
    let layout = if let Some(set_up) = app.study().set_up() {
        TableLayout::of(area, BoardOf::Xiangqi, set_up.bottom())
    } else if let Some(reviewing) = app.study().reviewing() {
        TableLayout::of(area, reviewing.review.record.board_of(), reviewing.review.board.bottom)
    } else {
        app.sessions().table()?.layout(area)
    };
    Some(layout.board.panel())
}

/// Whether the user can press a widget, as far as what lies over it is concerned.
fn is_reachable(ctx: &Context, widget: &Widget) -> bool {
    let sheet = LayerId::new(Order::Middle, Id::new("table.sheet"));
    let is_below_sheet = widget.layer.order == Order::Background
        && ctx.layer_id_at(widget.rect.center()).is_some_and(|layer| layer == sheet);
    let covers = ctx.memory(|memory| memory.area_rect(sheet.id)).filter(|_| widget.layer != sheet);
    let is_below_sheet =
        is_below_sheet || covers.is_some_and(|rect| rect.contains_rect(widget.rect.shrink(1.0)));
    widget.focusable
        && widget.enabled
        && !is_below_sheet
        && ctx.memory(|memory| memory.is_above_modal_layer(widget.layer))
}

/// A frame as people see it.
struct Frame {
    trace: UiTrace,
    output: FullOutput,
}

/// Egui, as it is when a window opens.
fn opened(ctx: &Context) {
    ctx.memory_mut(|memory| {
        let options = std::mem::take(&mut memory.options);
        *memory = egui::Memory::default();
        memory.options = options;
    });
}

/// Shows frames of a stage in a window, with an event in each, and returns the last.
fn show(ctx: &Context, scene: &Scene, window: Size, events: &[Vec<egui::Event>]) -> Frame {
    let screen = Rect::from_min_size(Pos2::ZERO, window);
    let mut last = None;
    for events in events {
        let input = RawInput { screen_rect: Some(screen), events: events.clone(), ..RawInput::default() };
        let output = ctx.run(input, |ctx| {
            theme::apply(ctx, &scene.app().desk().theme());
            ui_trace::start(ctx);
            // nobody does what the widgets return
            let _ = screens::show(scene.app(), ctx, scene.now());
        });
        last = ui_trace::take(ctx).map(|trace| Frame { trace, output });
    }
    last.expect("the screen was shown")
}

fn idle(frames: usize) -> Vec<Vec<egui::Event>> {
    vec![Vec::new(); frames]
}

/// A click at this point, and the frames until what it leads to is in its place.
fn click(pos: Pos2) -> Vec<Vec<egui::Event>> {
    let button = |pressed| {
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        egui::Event::PointerButton { pos, button, pressed, modifiers }
    };
    let press = vec![egui::Event::PointerMoved(pos), button(true)];
    [vec![press, vec![button(false)]], idle(FRAMES)].concat()
}

/// Returns what the notice of a frame covers; `None` if there is no notice.
fn covered(
    ctx: &Context,
    (stage, scene): (&Stage, &Scene),
    window: Size,
    frame: &Frame,
) -> Option<Vec<String>> {
    let screen = Rect::from_min_size(Pos2::ZERO, window);
    let trace = &frame.trace;
    let notice = trace.widgets.iter().find(|widget| widget.id == "notice")?;
    let rect = notice.rect.shrink(1.0);
    let mut found = Vec::new();
    if !notice.whole || !screen.contains_rect(notice.rect) {
        found.push(format!("the edge of the window at {}", notice.rect));
    }
    let others = trace.widgets.iter().filter(|widget| widget.id != "notice" && is_reachable(ctx, widget));
    found.extend(others.filter(|widget| widget.rect.intersects(rect)).map(|widget| widget.id.clone()));
    let texts = painted::texts(&frame.output.shapes, screen, Some(notice.rect));
    let texts = texts.into_iter().filter(|text| text.ink.shrink(1.0).intersects(rect));
    found.extend(texts.map(|text| format!("the text {:?}", text.text)));
    let is_covered = ctx.memory(|memory| memory.top_modal_layer().is_some());
    // no piece can be moved without a connection
    let is_covered = is_covered || scene.app().sessions().is_cut_off();
    // a tab that slides over the board
    let sheet = ctx.memory(|memory| memory.area_rect(Id::new("table.sheet")));
    let is_covered = is_covered || sheet.is_some_and(|sheet| sheet.contains_rect(rect));
    found.extend(
        board(scene.app(), window)
            .filter(|it| !is_covered && it.intersects(rect))
            .map(|it| format!("board {it}")),
    );
    let place = format!("{} {window} at {}", stage.name, notice.rect);
    Some(found.into_iter().map(|what| format!("{place}: {what}")).collect())
}

/// Egui with the fonts of the program.
fn context() -> Context {
    let ctx = Context::default();
    let _ = ctx.run(RawInput::default(), theme::install_fonts);
    // the fonts are there from the next frame on
    let _ = ctx.run(RawInput::default(), |_| {});
    ctx
}

#[test]
fn a_notice_covers_nothing_that_can_be_pressed_or_read() {
    let mut found = Vec::new();
    let mut shown = 0;
    for lang in Lang::ALL {
        let ctx = context();
        for stage in STAGES {
            let mut scene = stage.build(lang);
            for (window, failure) in FORMS.into_iter().flat_map(|form| notices().map(|notice| (form, notice)))
            {
                scene.pass(Event::Resized(window));
                scene.pass(Event::Host(HostEvent::Failed(failure)));
                shown += usize::from(scene.app().desk().notice(scene.now()).is_some());
                opened(&ctx);
                let frame = show(&ctx, &scene, window, &idle(FRAMES));
                // none if a field or a connection lost later says something instead
                let covered = covered(&ctx, (stage, &scene), window, &frame).unwrap_or_default();
                found.extend(covered.into_iter().map(|it| format!("{lang:?} {it}")));
            }
        }
    }
    assert!(shown > STAGES.len() * FORMS.len(), "{shown}");
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
}

/// The disabled widget of a frame that has the most to say.
fn disabled<'a>(ctx: &Context, frame: &'a Frame) -> Option<&'a Widget> {
    let can_be_tried = |widget: &&Widget| {
        let is_on_top = ctx.layer_id_at(widget.rect.center()).is_none_or(|layer| layer == widget.layer);
        let is_above = ctx.memory(|memory| memory.is_above_modal_layer(widget.layer));
        !widget.why.is_empty() && !widget.covered && is_on_top && is_above
    };
    frame.trace.widgets.iter().filter(can_be_tried).max_by_key(|widget| widget.why.len())
}

#[test]
fn why_a_button_is_disabled_is_said_in_the_place_of_the_notice() {
    let mut found = Vec::new();
    let mut said = 0;
    for lang in Lang::ALL {
        let ctx = context();
        for stage in STAGES {
            let mut scene = stage.build(lang);
            for window in FORMS {
                scene.pass(Event::Resized(window));
                opened(&ctx);
                let frame = show(&ctx, &scene, window, &idle(FRAMES));
                let Some(widget) = disabled(&ctx, &frame) else { continue };
                let after = show(&ctx, &scene, window, &click(widget.rect.center()));
                let place = format!("{lang:?} {} {window}: {}", stage.name, widget.id);
                let notice = after.trace.widgets.iter().find(|it| it.id == "notice");
                if notice.is_none_or(|notice| notice.label != widget.why) {
                    found.push(format!("{place} says {:?}", notice.map(|notice| &notice.label)));
                    continue;
                }
                said += 1;
                let covered = covered(&ctx, (stage, &scene), window, &after).unwrap_or_default();
                found.extend(covered.into_iter().map(|it| format!("{place}: {it}")));
                // the next click does what it does, and the reason is over
                let beside = Pos2::new(1.0, 1.0);
                let later = show(&ctx, &scene, window, &click(beside));
                let stays = later.trace.widgets.iter().any(|it| it.id == "notice" && it.label == widget.why);
                found.extend(stays.then(|| format!("{place}: the reason stays")));
            }
        }
    }
    assert!(said > 4 * FORMS.len(), "{said}");
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
}

/// The tabs of a player's table on a phone.
const TABS: [Tab; 4] = [Tab::Moves, Tab::Available, Tab::Chat, Tab::More];

#[test]
fn what_needs_an_answer_covers_nothing_of_an_open_tab() {
    let mut found = Vec::new();
    let mut shown = 0;
    for lang in Lang::ALL {
        let ctx = context();
        for stage in STAGES.iter().chain(CROWDED).chain(EVENINGS) {
            let mut scene = stage.build(lang);
            let (app, now) = (scene.app(), scene.now());
            let status = StatusView::of(&Model::of(app, now)).filter(|it| !it.answers.is_empty());
            let Some(status) = status.filter(|_| app.screen() == chuhe_app::Screen::Table) else { continue };
            if status.id == "challenge" {
                let local = &app.desk().text().local;
                let said = &status.messages[0];
                assert!(said.contains(local.side), "{lang:?}: {said} does not say the colour of the user");
                assert_eq!(status.answers[0].role, Role::Primary);
            }
            for (window, tab) in FORMS.into_iter().flat_map(|form| TABS.map(|tab| (form, tab))) {
                scene.pass(Event::Resized(window));
                scene.act(Action::Table(TableAction::Tab(tab)));
                opened(&ctx);
                let frame = show(&ctx, &scene, window, &idle(FRAMES));
                let place = format!("{lang:?} {} {window} {tab:?}", stage.name);
                let widgets = frame.trace.widgets;
                let answers: Vec<&Widget> = widgets
                    .iter()
                    .filter(|widget| status.answers.iter().any(|answer| answer.id == widget.id))
                    .collect();
                let screen = Rect::from_min_size(Pos2::ZERO, window);
                let is_in_sight = |it: &&Widget| screen.contains_rect(it.rect) && !it.covered;
                if answers.len() != status.answers.len() || !answers.iter().all(is_in_sight) {
                    found.push(format!("{place}: the answers are out of sight"));
                }
                shown += answers.len();
                let line = LayerId::new(Order::Middle, Id::new("line"));
                let is_visible = ctx.memory(|memory| memory.areas().is_visible(&line));
                let line = ctx.memory(|memory| memory.area_rect(line.id)).filter(|_| is_visible);
                let rects = line.into_iter().chain(answers.iter().map(|answer| answer.rect));
                let rect = rects.reduce(Rect::union).unwrap_or(Rect::NOTHING);
                let of_tab = |it: &&Widget| it.layer.id == Id::new("table.sheet") && it.focusable;
                let others = widgets.iter().filter(of_tab);
                let others = others.filter(|it| status.answers.iter().all(|answer| answer.id != it.id));
                let under = others.filter(|it| it.rect.shrink(1.0).intersects(rect));
                found.extend(under.map(|it| format!("{place}: {} is covered", it.id)));
            }
        }
    }
    assert!(shown > FORMS.len() * TABS.len(), "{shown}");
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
}

#[test]
fn what_needs_an_answer_in_a_review_covers_neither_the_board_nor_a_button() {
    let mut found = Vec::new();
    let mut rematches = 0;
    for lang in Lang::ALL {
        let ctx = context();
        for stage in STAGES.iter().chain(CROWDED).chain(EVENINGS) {
            let mut scene = stage.build(lang);
            let (app, now) = (scene.app(), scene.now());
            let status = StatusView::of(&Model::of(app, now)).filter(|it| !it.answers.is_empty());
            let Some(status) = status.filter(|_| app.screen() == chuhe_app::Screen::Review) else { continue };
            let is_of_line = |widget: &Widget| status.answers.iter().any(|answer| answer.id == widget.id);
            for window in FORMS {
                scene.pass(Event::Resized(window));
                opened(&ctx);
                let frame = show(&ctx, &scene, window, &idle(FRAMES));
                let place = format!("{lang:?} {} {window}", stage.name);
                let answers: Vec<&Widget> =
                    frame.trace.widgets.iter().filter(|widget| is_of_line(widget)).collect();
                let screen = Rect::from_min_size(Pos2::ZERO, window);
                if answers.len() != status.answers.len()
                    || !answers.iter().all(|it| screen.contains_rect(it.rect))
                {
                    found.push(format!("{place}: the answers are out of sight"));
                }
                rematches += usize::from(stage.name == "review-rematch");
                // a desktop has a footer for it
                let line = LayerId::new(Order::Middle, Id::new("line"));
                let is_visible = ctx.memory(|memory| memory.areas().is_visible(&line));
                let line = ctx.memory(|memory| memory.area_rect(line.id)).filter(|_| is_visible);
                let rects = line.into_iter().chain(answers.iter().map(|answer| answer.rect));
                let rect = rects.reduce(Rect::union).unwrap_or(Rect::NOTHING).shrink(1.0);
                let board = board(scene.app(), window).filter(|board| board.intersects(rect));
                found.extend(board.map(|board| format!("{place}: the board {board} is covered")));
                let others = frame.trace.widgets.iter().filter(|it| it.focusable && !is_of_line(it));
                let under = others.filter(|it| it.rect.shrink(1.0).intersects(rect));
                found.extend(under.map(|it| format!("{place}: {} is covered", it.id)));
            }
        }
    }
    assert_eq!(rematches, FORMS.len() * Lang::ALL.len());
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
}
