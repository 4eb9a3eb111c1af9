//! The help dialog: a tab for each game, a list of sections, and a page with small boards.

use super::parts::{self, inside};
use super::view::View;
use super::{dialog, notices};
use crate::widgets::line_breaking::break_lines;
use crate::widgets::theme::{self, SPACE_SMALL, Theme};
use crate::widgets::ui_trace;
use crate::{small_boards, widgets};
use chuhe_model::actions::action::Action;
use chuhe_model::drawing::characters;
use chuhe_model::help::{Figure, Item, Page, Passage, Section};
use chuhe_rules::luzhanqi::{Battle, MineRule, Piece, PieceView, Strength};
use chuhe_rules::{Color, xiangqi};
use chuhe_view::everywhere;
use chuhe_view::help::HelpView;
use egui::text::LayoutJob;
use egui::{Align2, Context, CornerRadius, Key, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

/// The maximum size of the dialog, so that lines stay readable.
const WIDEST: f32 = 980.0;
const TALLEST: f32 = 1160.0;
/// The minimum distance from the dialog to the edge of its room.
const EDGE: f32 = 18.0;
/// The width of the list of sections.
const LIST: f32 = 152.0;
/// The minimum width of text beside figures; with less room the figures go below the text.
const NARROWEST_TEXT: f32 = 230.0;
const GAP: f32 = 18.0;
/// The height of a line of text.
const LINE: f32 = 23.0;
/// The heights of the tabs and of the legend.
const HEAD: f32 = 46.0;
const LEGEND: f32 = 34.0;
/// The sizes of letters that are tried in the legend, and the distance of a text from the middle of its mark.
const LEGEND_LETTERS: [f32; 3] = [theme::TEXT_SMALL, 12.0, 11.0];
const BESIDE_MARK: f32 = 14.0;
/// The space before and between marks on a phone with large letters.
const CLOSE_MARKS: f32 = 10.0;
/// On a phone: the distance to the edge of the screen, and the width of the link that closes the dialog.
const PHONE_EDGE: f32 = 4.0;
const CLOSE: f32 = 70.0;
/// The least width of a cell of the table of battles.
const LEAST_CELL: f32 = 36.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    if ctx.input(|input| input.key_pressed(Key::F1)) && !view.app.dialogs().asked_to_quit {
        actions.push(everywhere(&view.model())[1].action.clone());
    }
    let Some(it) = HelpView::of(&view.model()) else { return };
    let frame = dialog::frame(&view.theme).inner_margin(0);
    let is_phone = view.area.form.is_phone();
    let edge = if is_phone { PHONE_EDGE } else { EDGE };
    let room = notices::room_for_dialog(view, ctx, ctx.screen_rect());
    let size = (room.size() - Vec2::splat(2.0 * edge)).min(vec2(WIDEST, TALLEST));
    // beside a list of sections, a phone has too little room
    let list_width = if is_phone { 0.0 } else { LIST };
    let response = dialog::modal(view, ctx, "help.dialog", frame, |ui| {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        // a dialog begins with less height than the screen has
        let [head, rest] = split(rect, if is_phone { widgets::TAB_ROW } else { HEAD });
        let [legend, rest] = split(rest, LEGEND);
        let page = it.page;
        let closed = header(view, ui, head, &it, actions);
        explain_marks(view, ui, legend, list_width);
        // a page overflows its place a little while it scrolls
        let rest = rest.shrink2(vec2(0.0, 6.0));
        let (list, body) = rest.split_left_right_at_x(rest.left() + list_width);
        let wanted = if is_phone { None } else { contents(view, ui, list.shrink2(vec2(14.0, 6.0)), page) };
        let body =
            if is_phone { body.with_min_x(body.left() + 14.0).with_max_x(body.right() + 10.0) } else { body };
        inside(ui, page.name(), body, |ui| read(view, ui, page, wanted));
        closed
    });
    if response.inner || dialog::closes(view, &response) {
        actions.push(it.close.action.clone());
    }
}

fn split(rect: Rect, height: f32) -> [Rect; 2] {
    let (above, below) = rect.split_top_bottom_at_y(rect.top() + height);
    [above, below]
}

/// Shows the tabs and the close button, and returns whether that was clicked.
fn header(view: &View<'_>, ui: &mut Ui, rect: Rect, it: &HelpView, actions: &mut Vec<Action>) -> bool {
    let is_phone = view.area.form.is_phone();
    let bar = if is_phone { rect.with_max_x(rect.right() - CLOSE) } else { rect };
    inside(ui, "help.tabs", bar, |ui| {
        actions.extend(parts::tabs(&it.pages, |tabs, shown| {
            if is_phone {
                // not higher than the head
                return widgets::tab_row(ui, bar, tabs, shown, view.theme.jade.fill, None);
            }
            let (chosen, mark) = (shown.unwrap_or_default(), view.theme.jade.fill);
            widgets::tab_bar(ui, tabs, chosen, mark, theme::SPACE_CARD, 0.0, None)
        }));
    });
    let corner = Rect::from_min_max(pos2(rect.right() - 130.0, rect.top()), rect.max - vec2(12.0, 0.0));
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(corner).layout(layout));
    parts::linked(&mut ui, &it.close).is_some()
}

/// Shows the legend of the marks on the boards.
fn explain_marks(view: &View<'_>, ui: &Ui, rect: Rect, list: f32) {
    type Mark = fn(&egui::Painter, Pos2, &Theme);
    let theme = &view.theme;
    let [first, gap] = if list > 0.0 { [8.0, 30.0] } else { [20.0, 18.0] };
    let mut at = rect.left_center() + vec2(list + first, 0.0);
    ui.painter().hline(
        rect.left() + list..=rect.right() - 28.0,
        rect.bottom(),
        Stroke::new(1.0, theme.border),
    );
    let marks: [(&str, Mark); 3] = [
        (view.text.legend_move, |painter, at, theme| small_boards::dot(painter, at, 10.0, theme.jade.fill)),
        (view.text.legend_capture, |painter, at, theme| {
            small_boards::ring_in_arcs(painter, at, 15.0, Stroke::new(2.2, theme.jade.fill));
        }),
        (view.text.legend_blocked, |painter, at, theme| small_boards::cross(painter, at, 11.0, theme.panel)),
    ];
    let words = |size: f32| {
        let width = |(message, _): &(&str, Mark)| {
            parts::line(ui.ctx(), message, theme::plain(size), theme.sub, f32::INFINITY).size().x
        };
        marks.iter().map(width).sum::<f32>()
    };
    // as large as all fit side by side
    let count = marks.len() as f32;
    let room = |left: f32, count: f32, gap: f32| {
        rect.right() - left - count * BESIDE_MARK - (count - 1.0) * gap - 4.0
    };
    let size = LEGEND_LETTERS.into_iter().find(|size| words(*size) <= room(at.x, count, gap));
    // or else each in two lines, closer together
    let is_narrow = size.is_none();
    let gap = if is_narrow { CLOSE_MARKS } else { gap };
    at.x -= if is_narrow { first - CLOSE_MARKS } else { 0.0 };
    let size = size.unwrap_or(LEGEND_LETTERS[2]);
    for (index, (message, mark)) in marks.into_iter().enumerate() {
        let rest = count - index as f32;
        let column = if is_narrow { room(at.x, rest, gap) / rest } else { f32::INFINITY };
        mark(ui.painter(), at, theme);
        let (text, font) = (at + vec2(BESIDE_MARK, 0.0), theme::plain(size));
        let message = parts::in_two_lines(ui, text, message, font, theme.sub, column);
        at.x = message.right() + gap;
    }
}

/// Shows the list of sections and returns the one that was clicked.
fn contents(view: &View<'_>, ui: &mut Ui, rect: Rect, page: Page) -> Option<usize> {
    let mut wanted = None;
    let top = vec2(rect.width(), 32.0);
    for (n, section) in page.sections().iter().enumerate() {
        let row = Rect::from_min_size(rect.min + vec2(0.0, 34.0 * n as f32), top);
        let label = view.text.help.heading(section.heading);
        let response = parts::clickable(ui, row, &format!("help.section.{n}"), label, false);
        let hot = response.hovered() || response.has_focus();
        if hot {
            ui.painter().rect_filled(row, theme::RADIUS_MARK, view.theme.jade.wash);
        }
        let ink = if hot { view.theme.jade.fill } else { view.theme.ink };
        let at = row.left_center() + vec2(8.0, 0.0);
        parts::text(ui, at, Align2::LEFT_CENTER, label, theme::plain(14.0), ink, row.width() - 10.0);
        if response.clicked() {
            wanted = Some(n);
        }
    }
    wanted
}

/// Shows the page and scrolls to the section `wanted`.
fn read(view: &View<'_>, ui: &mut Ui, page: Page, wanted: Option<usize>) {
    let height = ui.available_height();
    let keys = Scroll::from_keys(ui, height);
    egui::ScrollArea::vertical().id_salt(page.name()).auto_shrink([false, false]).max_height(height).show(
        ui,
        |ui| {
            ui.spacing_mut().item_spacing = Vec2::ZERO;
            let width = ui.available_width() - 28.0;
            let top = ui.cursor().top();
            for (n, section) in page.sections().iter().enumerate() {
                let begins = show_section(view, ui, section, n, width);
                if wanted == Some(n) {
                    ui.scroll_to_rect(begins, Some(egui::Align::TOP));
                }
            }
            ui.add_space(24.0);
            keys.go(ui, top);
        },
    );
}

/// How far a key scrolls the page.
#[derive(Clone, Copy)]
enum Scroll {
    By(f32),
    Top,
    Bottom,
}

impl Scroll {
    fn from_keys(ui: &Ui, page: f32) -> Self {
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        let steps = [
            (Key::ArrowDown, Self::By(2.0 * LINE)),
            (Key::ArrowUp, Self::By(-2.0 * LINE)),
            (Key::PageDown, Self::By(page * 0.85)),
            (Key::PageUp, Self::By(-page * 0.85)),
            (Key::Home, Self::Top),
            (Key::End, Self::Bottom),
        ];
        let step = steps.into_iter().find(|&(key, _)| pressed(key));
        step.map_or(Self::By(0.0), |(_, scroll)| scroll)
    }

    /// Scrolls a page that begins at `top` and ends at the cursor of `ui`.
    fn go(self, ui: &Ui, top: f32) {
        let line = |y| Rect::from_min_size(pos2(ui.min_rect().left(), y), vec2(1.0, 1.0));
        match self {
            Self::By(0.0) => {}
            Self::By(far) => ui.scroll_with_delta(vec2(0.0, -far)),
            Self::Top => ui.scroll_to_rect(line(top), Some(egui::Align::TOP)),
            Self::Bottom => ui.scroll_to_rect(line(ui.cursor().top()), Some(egui::Align::BOTTOM)),
        }
    }
}

/// Shows a section and returns the place of its heading.
fn show_section(view: &View<'_>, ui: &mut Ui, section: &Section, n: usize, width: f32) -> Rect {
    ui.add_space(if n == 0 { 2.0 } else { 16.0 });
    let label = view.text.help.heading(section.heading);
    let (row, response) = ui.allocate_exact_size(vec2(width, 36.0), Sense::hover());
    let font = theme::bold(theme::TEXT_HEADING);
    parts::text(ui, row.left_center(), Align2::LEFT_CENTER, label, font, view.theme.jade.fill, width);
    ui.painter().hline(row.x_range(), row.bottom() - 1.0, Stroke::new(1.0, view.theme.border));
    ui_trace::record(ui, &format!("help.heading.{n}"), label, &response);
    for item in section.items {
        ui.add_space(14.0);
        show_item(view, ui, item, width);
    }
    row
}

/// Shows a passage with its boards beside or below it.
fn show_item(view: &View<'_>, ui: &mut Ui, item: &Item, width: f32) {
    let passage = view.text.help.passage(item.topic);
    let sized = item.figures.iter().filter_map(|figure| Some((figure, figure.size()?)));
    let captioned = sized.zip(&passage.captions);
    let boards: Vec<(&Figure, Vec2, &str)> =
        captioned.map(|((figure, size), caption)| (figure, size, *caption)).collect();
    let wide: f32 = boards.iter().map(|(_, size, _)| size.x + GAP).sum();
    let beside = width - wide >= NARROWEST_TEXT;
    let top = ui.cursor().min;
    let text = if beside { width - wide } else { width };
    let written = write(view, ui, item, &passage, Rect::from_min_size(top, vec2(text, 0.0)));
    let first = if beside {
        pos2(top.x + width - wide + GAP, top.y + 3.0)
    } else {
        pos2(top.x, written + SPACE_SMALL)
    };
    let drawn = draw_boards(view, ui, &boards, first, top.x + width);
    let end = drawn.unwrap_or(written).max(written);
    ui.allocate_rect(Rect::from_min_max(top, pos2(top.x + width, end)), Sense::hover());
    for figure in item.figures {
        match figure {
            Figure::Set => set(view, ui, width),
            Figure::Battles => battles(view, ui, width),
            Figure::Board(_) | Figure::Stations(_) => {}
        }
    }
}

/// Writes a passage from the top of `place`, in its width, and returns where it ends.
fn write(view: &View<'_>, ui: &Ui, item: &Item, passage: &Passage, place: Rect) -> f32 {
    let (top, ink) = (place.min, view.theme.ink);
    let font = theme::bold(theme::TEXT_LARGE);
    let title = parts::paragraph(ui, top, passage.title, font, ink, place.width());
    if let Some(kind) = item.piece {
        for (n, color) in [Color::Red, Color::Black].into_iter().enumerate() {
            let at = title.right_center() + vec2(24.0 + 30.0 * n as f32, 0.0);
            widgets::paint_piece(ui.painter(), xiangqi::Piece::new(color, kind), at, 26.0);
        }
    }
    let mut y = title.bottom() + 5.0;
    for paragraph in passage.body.split('\n') {
        let font = theme::plain(theme::TEXT);
        let broken = break_lines(ui.ctx(), paragraph, &font, place.width());
        let mut job = LayoutJob::simple(broken, font, ink, place.width());
        for section in &mut job.sections {
            section.format.line_height = Some(LINE);
        }
        let galley = ui.fonts(|fonts| fonts.layout_job(job));
        let height = galley.size().y;
        ui.painter().galley(pos2(top.x, y), galley, ink);
        y += height + 4.0;
    }
    y
}

/// Draws the boards of an item in a row with their captions, and returns where they end.
///
/// A board that would reach beyond `right` begins a new row.
fn draw_boards(
    view: &View<'_>,
    ui: &Ui,
    boards: &[(&Figure, Vec2, &str)],
    first: Pos2,
    right: f32,
) -> Option<f32> {
    let mut at = first;
    let mut below: Option<f32> = None;
    for &(figure, size, caption) in boards {
        if at.x > first.x && at.x + size.x > right + 1.0 {
            at = pos2(first.x, below.unwrap_or(at.y) + SPACE_SMALL);
        }
        let rect = Rect::from_min_size(at, size);
        let font = theme::plain(theme::TEXT_SMALL);
        let caption = break_lines(ui.ctx(), caption, &font, size.x);
        let message = ui.painter().layout(caption, font, view.theme.sub, size.x);
        let under = pos2(rect.center().x - message.size().x / 2.0, rect.bottom() + 5.0).round();
        let bottom = under.y + message.size().y + 4.0;
        if ui.is_rect_visible(rect) {
            small_boards::paint_figure(figure, ui.painter(), at, &view.theme);
        }
        ui.painter().galley(under, message, view.theme.sub);
        below = Some(below.map_or(bottom, |below| below.max(bottom)));
        at.x += size.x + GAP;
    }
    below
}

/// Shows the pieces of a side with their numbers.
fn set(view: &View<'_>, ui: &mut Ui, width: f32) {
    const MOST_COLUMNS: usize = 4;
    let font = theme::plain(theme::TEXT_SMALL);
    let named = |strength: Strength| {
        let name = view.text.strength(strength);
        let name =
            if name == characters::of_strength(strength, view.theme.pieces.script) { "" } else { name };
        format!("{name} × {}", strength.count_in_set()).trim().to_owned()
    };
    let wide = |text: &str| parts::line(ui.ctx(), text, font.clone(), view.theme.sub, width).size().x;
    let widest = Strength::ALL.map(named).iter().map(|text| wide(text)).fold(0.0, f32::max) + 60.0;
    let columns = ((width / widest) as usize).clamp(1, MOST_COLUMNS);
    let row = 36.0;
    let rows = Strength::ALL.len().div_ceil(columns);
    ui.add_space(10.0);
    let (rect, _) = ui.allocate_exact_size(vec2(width, row * rows as f32), Sense::hover());
    let column = (width / columns as f32).min(widest.max(190.0));
    for (n, strength) in Strength::ALL.into_iter().enumerate() {
        let corner = rect.min + vec2(column * (n % columns) as f32, row * (n / columns) as f32);
        let block = corner + vec2(20.0, row / 2.0);
        small_boards::paint_tile(
            ui.painter(),
            block,
            44.0,
            PieceView::Known(Piece::new(Color::Red, strength)),
        );
        let at = block + vec2(27.0, 0.0);
        let message = named(strength);
        parts::text(ui, at, Align2::LEFT_CENTER, &message, font.clone(), view.theme.sub, column - 50.0);
    }
}

/// Shows the result of every battle as a table, computed by the rules.
///
/// Where its cells would be too narrow, it scrolls to the side.
fn battles(view: &View<'_>, ui: &mut Ui, width: f32) {
    let least = LEAST_CELL * (Strength::ALL.len() + 1) as f32;
    if width >= least {
        return battle_table(view, ui, width);
    }
    egui::ScrollArea::horizontal().id_salt("battles").max_width(width).show(ui, |ui| {
        battle_table(view, ui, least);
    });
}

fn battle_table(view: &View<'_>, ui: &mut Ui, width: f32) {
    let defenders = Strength::ALL;
    let attackers: Vec<Strength> = defenders.into_iter().filter(|strength| strength.moves()).collect();
    let cell = vec2((width / (defenders.len() + 1) as f32).min(58.0).floor(), 27.0);
    let size = vec2(cell.x * (defenders.len() + 1) as f32, cell.y * (attackers.len() + 1) as f32);
    ui.add_space(10.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let place = |column: usize, row: usize| {
        let corner = rect.min + vec2(cell.x * column as f32, cell.y * row as f32);
        Rect::from_min_size(corner, cell)
    };
    for (n, defender) in defenders.into_iter().enumerate() {
        let token = PieceView::Known(Piece::new(Color::Black, defender));
        small_boards::paint_tile(ui.painter(), place(n + 1, 0).center(), 39.0_f32.min(cell.x - 1.0), token);
    }
    for (row, attacker) in attackers.into_iter().enumerate() {
        let token = PieceView::Known(Piece::new(Color::Red, attacker));
        small_boards::paint_tile(ui.painter(), place(0, row + 1).center(), 39.0_f32.min(cell.x - 1.0), token);
        for (column, defender) in defenders.into_iter().enumerate() {
            let battle = Battle::of(attacker, defender, MineRule::default());
            outcome(view, ui, place(column + 1, row + 1), battle);
        }
    }
}

fn outcome(view: &View<'_>, ui: &Ui, place: Rect, battle: Battle) {
    let theme = &view.theme;
    let (wash, ink) = match battle {
        Battle::DefenderCaptured => (theme.jade.wash, theme.jade.fill),
        Battle::AttackerCaptured => (theme.surface.fill, theme.sub),
        Battle::BothCaptured => (theme.gold.wash, theme.gold.ink),
    };
    let rect = place.shrink(1.0);
    let edge = Stroke::new(1.0, theme.border);
    ui.painter().rect(rect, CornerRadius::same(3), wash, edge, StrokeKind::Inside);
    let message = view.text.battle(battle);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, message, theme::plain(12.0), ink);
}
