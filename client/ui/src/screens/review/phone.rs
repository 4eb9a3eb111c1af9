//! The review screen of a phone: the steps at the board, and everything else in tabs.

use super::panel::scrolled;
use super::{analysis, panel, steps};
use crate::screens::parts::{self, inside, region};
use crate::screens::view::View;
use crate::screens::{notices, status_line};
use crate::widgets;
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_model::layout::form::Form;
use chuhe_model::layout::table_layout::TableLayout;
use chuhe_model::review::Review;
use chuhe_view::everywhere;
use chuhe_view::review::ReviewView;
use egui::{Context, Id, Rect, Sense, Ui, vec2};

/// The space between the parts, and the margin at the edges of the screen.
const GAP: f32 = 4.0;
const EDGE: f32 = 6.0;
/// The height of the line of the players and the result.
const TITLE: f32 = 20.0;
/// The height of the field of a comment, with the links above it.
const COMMENT: f32 = 130.0;
/// The least height of what a tab shows, and below the line of the players: two moves.
const LEAST_CONTENTS: f32 = 110.0;
const LEAST_BELOW_TITLE: f32 = 2.0 * theme::TOUCH;
/// What a tab shows in less height than this is not shown.
const LEAST_SHOWN: f32 = 8.0;
/// The least height of the list of moves below a fault of the file.
const LEAST_FAULT: f32 = 140.0;

/// What a tab shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Tab {
    /// The moves.
    #[default]
    Moves,
    /// The engine and what it found.
    Analysis,
    /// The comment and the assessment of the move.
    Notes,
    /// Files and everything else.
    More,
}

/// Where the parts are.
#[derive(Debug)]
struct Parts {
    /// The line of the players and the result, where there is room.
    title: Option<Rect>,
    steps: Rect,
    tabs: Rect,
    contents: Rect,
}

impl Parts {
    fn of(side: Rect, visible: Rect, form: Form) -> Self {
        let row = |top: f32, height: f32| side.with_min_y(top).with_max_y(top + height);
        // the board and the tabs stay where they are while the keyboard is up
        let least = TITLE + theme::TOUCH + widgets::TAB_ROW + LEAST_BELOW_TITLE + 4.0 * GAP;
        // not at the edge of the screen
        let title_top = if form == Form::Landscape { side.top() + GAP } else { side.top() };
        let title = (side.height() >= least).then(|| row(title_top, TITLE));
        let top = title.map_or(side.top(), |title| title.bottom());
        let title = title.map(|title| title.shrink2(vec2(2.0 * EDGE, 0.0)));
        let steps = row(top + GAP, theme::TOUCH).shrink2(vec2(EDGE, 0.0));
        if form == Form::Landscape {
            let tabs = row(steps.bottom() + GAP, widgets::TAB_ROW);
            let contents = side.with_min_y(tabs.bottom()).with_max_y(visible.bottom());
            return Self { title, steps, tabs, contents: contents.shrink2(vec2(EDGE, GAP)) };
        }
        let tabs = row(side.bottom() - widgets::TAB_ROW, widgets::TAB_ROW);
        let contents = side.with_min_y(steps.bottom()).with_max_y(tabs.top().min(visible.bottom()));
        // while the keyboard is up, the contents are over the board
        let is_typing = visible.bottom() < tabs.top();
        let least_top = if is_typing { contents.bottom() - LEAST_CONTENTS } else { contents.top() };
        let top = contents.top().min(least_top).max(visible.top());
        Self { title, steps, tabs, contents: contents.with_min_y(top).shrink2(vec2(EDGE, GAP)) }
    }
}

pub(super) fn show(
    view: &View<'_>,
    ctx: &Context,
    it: &ReviewView,
    review: &Review,
    layout: &TableLayout,
    actions: &mut Vec<Action>,
) {
    let Parts { title, steps, tabs, contents } = Parts::of(layout.side, view.area.visible, view.area.form);
    if let Some(line) = title {
        region(ctx, "review.title", line, |ui| panel::title(view, ui, it, line));
    }
    region(ctx, "review.steps", steps, |ui| steps::show(view, ui, &it.steps, actions));
    let shown = tabs_of(it);
    let id = Id::new("review.tab");
    let tab: Tab = ctx.data(|data| data.get_temp(id)).filter(|tab| shown.contains(tab)).unwrap_or(shown[0]);
    // it stays while more tabs come
    ctx.data_mut(|data| data.insert_temp(id, tab));
    let label = |tab: &Tab| match tab {
        Tab::Moves => ("review.tab.moves", view.text.moves),
        Tab::Analysis => ("review.tab.analysis", view.text.analysis().title),
        Tab::Notes => ("review.tab.notes", view.text.records.notes),
        Tab::More => ("review.tab.more", view.text.more),
    };
    let labels: Vec<(&str, &str)> = shown.iter().map(label).collect();
    let chosen = shown.iter().position(|it| *it == tab);
    let tapped = region(ctx, "review.tabs", tabs, |ui| {
        ui.painter().rect_filled(tabs, 0.0, view.theme.panel);
        widgets::tab_row(ui, tabs, &labels, chosen, view.theme.jade.fill, None)
    });
    if let Some(index) = tapped {
        ctx.data_mut(|data| data.insert_temp(id, shown[index]));
    }
    let (contents, line) = status_line::split_end(view, ctx, contents);
    let (contents, notice) = notices::split_end(view, ctx, contents);
    region(ctx, "review.contents", contents, |ui| match (tab, &it.analysis) {
        // a long question takes all of the place: a sliver would be seen beside it
        _ if contents.height() < LEAST_SHOWN => {}
        (Tab::Analysis, Some(analysed)) => scrolled(ui, analysis::height(view, it, review), |ui| {
            analysis::show(view, ui, analysed, review, actions);
        }),
        (Tab::Moves | Tab::Analysis, _) => {
            // a long notice may leave less than what the file needs to say
            let least = if it.head.faults.is_empty() { 0.0 } else { LEAST_FAULT };
            let height = ui.max_rect().height().max(least);
            scrolled(ui, height, |ui| panel::list(view, ui, it, review, actions));
        }
        (Tab::Notes, _) => {
            let edits = panel::edits_height(ui);
            scrolled(ui, COMMENT + GAP + edits, |ui| {
                let (above, below) = ui.max_rect().split_top_bottom_at_y(ui.max_rect().top() + COMMENT);
                inside(ui, "review.comment", above, |ui| panel::comment(ui, it, review, actions));
                let below = below.with_min_y(below.top() + GAP);
                inside(ui, "review.edits", below, |ui| panel::edits(view, ui, &it.edits, actions));
            });
        }
        (Tab::More, _) => {
            let place = ui.max_rect();
            parts::scroll(ui, "review.more", place, false, |ui| more(view, ui, it, actions));
        }
    });
    notices::place(ctx, notice, notice.center().x);
    region(ctx, "review.line", line, |ui| {
        status_line::bottom_line(view, ui, line, line.center().x, actions);
    });
}

/// The tabs of a review; in a simple one, what matters most comes first.
fn tabs_of(it: &ReviewView) -> Vec<Tab> {
    if it.is_simple {
        return vec![Tab::Analysis, Tab::Moves, Tab::More];
    }
    let analysis = it.analysis.as_ref().map(|_| Tab::Analysis);
    [Tab::Moves].into_iter().chain(analysis).chain([Tab::Notes, Tab::More]).collect()
}

/// Lists what closes the review, and the ways to files and dialogs, below the players and the result.
fn more(view: &View<'_>, ui: &mut Ui, it: &ReviewView, actions: &mut Vec<Action>) {
    let width = ui.available_width();
    let height = panel::header_height(view, ui.ctx(), it, vec2(width, 0.0));
    let (header, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    inside(ui, "review.header", header, |ui| panel::header(view, ui, it, actions));
    let [settings, help, _] = everywhere(&view.model());
    let (close, files) = it.files.split_last().map_or((None, &[][..]), |(last, rest)| (Some(last), rest));
    let others =
        it.guess.iter().chain(&it.games).chain([&it.tags, &it.flip, &it.library]).chain([&help, &settings]);
    for button in close.into_iter().chain(files).chain(others) {
        actions.extend(parts::offered_row(ui, button));
    }
}
