//! The dialog with the list of external engines, and the form that describes one.

use super::view::View;
use super::{described, parts};
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_view::engines::{EngineRow, EnginesView};
use egui::{Align, Align2, Context, Layout, Sense, Ui, UiBuilder, pos2, vec2};

const WIDTH: f32 = 540.0;
/// The height of an engine in the list.
const ROW: f32 = 40.0;
/// The most engines without scrolling, in a low window and in others.
const ROWS: [usize; 2] = [2, 4];
/// A window lower than this is low.
const LOW: f32 = 720.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(it) = EnginesView::of(&view.model()) else { return };
    described::dialog_with(view, ctx, &it.form, WIDTH, actions, |ui, chosen| {
        let (explained, rest) = it.form.parts.split_at(1);
        described::parts(ui, explained, chosen);
        list(view, ui, &it.rows, chosen);
        described::parts(ui, rest, chosen)
    });
}

/// Lists the engines, each with the links to change and to remove it.
fn list(view: &View<'_>, ui: &mut Ui, engines: &[EngineRow], chosen: &mut Vec<Action>) {
    if engines.is_empty() {
        return;
    }
    let (wide, height) = (ui.available_width(), theme::height(ui.ctx(), ROW));
    let most = ROWS[usize::from(ui.ctx().screen_rect().height() >= LOW)];
    let size = vec2(wide, height * engines.len().min(most) as f32);
    let (place, _) = ui.allocate_exact_size(size, Sense::hover());
    parts::scroll(ui, "engines.list", place, false, |ui| {
        for engine in engines {
            let (row, _) = ui.allocate_exact_size(vec2(wide - 10.0, height), Sense::hover());
            if engine.is_edited {
                ui.painter().rect_filled(row, theme::RADIUS_MARK, view.theme.jade.wash);
            }
            let links = row.with_min_x(row.right() - 130.0).shrink2(vec2(8.0, 0.0));
            let layout = Layout::right_to_left(Align::Center);
            ui.scope_builder(UiBuilder::new().max_rect(links).layout(layout), |ui| {
                ui.spacing_mut().item_spacing.x = 14.0;
                for button in engine.buttons.iter().rev() {
                    chosen.extend(parts::linked(ui, button));
                }
            });
            let wide = links.left() - row.left() - 16.0;
            let at = |y: f32| pos2(row.left() + 8.0, row.center().y + y);
            let (name, path) = (theme::plain(theme::TEXT), theme::plain(theme::TEXT_SMALL));
            parts::text(ui, at(-9.0), Align2::LEFT_CENTER, &engine.name, name, view.theme.ink, wide);
            parts::text(ui, at(10.0), Align2::LEFT_CENTER, &engine.path, path, view.theme.sub, wide);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SIZES, click, shown, trace, widget};
    use super::*;
    use chuhe_app::testing::engine::{adding_an_engine, with_failed_engine, with_many_engines};
    use chuhe_model::choices::lang::Lang;
    use chuhe_texts::Text;
    use std::cell::RefCell;

    #[test]
    fn the_dialog_fits_at_every_size_in_every_language() {
        for lang in Lang::ALL {
            for size in SIZES {
                for world in [adding_an_engine(), with_many_engines()] {
                    let world = RefCell::new(world);
                    let harness = shown(&world, lang, size);
                    let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.max(vec2(900.0, 640.0)));
                    let mut widgets = trace(&harness).widgets;
                    widgets.retain(|widget| widget.id.starts_with("engines."));
                    assert!(widgets.iter().any(|widget| widget.id == "engines.close"), "{widgets:?}");
                    for widget in widgets {
                        assert!(window.contains_rect(widget.rect), "{lang:?} {size}: {widget:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_failure_is_said_at_the_table_in_one_line_with_two_ways_on() {
        for lang in Lang::ALL {
            let world = RefCell::new(with_failed_engine());
            let mut harness = shown(&world, lang, SIZES[0]);
            assert!(widget(&harness, "engine.retry").enabled);
            click(&mut harness, Text::of(lang).engines.use_own);
            assert!(world.borrow().app.sessions().local().is_some_and(|local| local.failure().is_none()));
        }
    }
}
