//! The widgets that Tab reaches: those with a name.
//!
//! egui gives the keyboard to everything that can be pressed or dragged, also to scroll bars, to the areas that scroll
//! and to the layers of dialogs. None of them shows that it has the keyboard, so they pass it on at once.
//!
//! It follows the order in which widgets are drawn. A row that is laid out from the right is drawn from right to left, and
//! read from left to right: `read` says which rows these are.

use egui::{Context, Event, Id, Key, Response, Ui};
use std::ops::Range;

/// How many frames what Tab goes to is given the keyboard again: egui may have promised it to another widget.
const GIVEN_AGAIN: u8 = 3;

/// The named widgets of a frame, and the last of them that had the keyboard.
#[derive(Clone, Debug, Default)]
struct Order {
    /// In the order of Tab.
    named: Vec<Id>,
    /// The same in the frame before.
    before: Vec<Id>,
    last: Option<Id>,
    /// Where the keyboard was, if what had it went away and nothing has it since.
    left: Option<Left>,
    /// What was given the keyboard in place of what has no name: egui does not say in the next frame that it got it.
    given: Option<Id>,
    /// Whether Tab was pressed in this frame.
    is_pressed: bool,
    /// Whether Tab was pressed in the frame before: what it has given the keyboard to may be gone a frame later.
    is_owed: bool,
    /// Whether Tab goes back, because Shift is held.
    goes_back: bool,
    /// All that Tab reaches, in the order in which it is read: `named`, and what has a way of its own to show that it has
    /// the keyboard.
    stops: Vec<Id>,
    /// The places in `stops` of the rows that are drawn from right to left.
    turned: Vec<Range<usize>>,
    /// What had the keyboard when Tab was pressed.
    from: Option<Id>,
    /// What Tab goes to in place of what egui has chosen, and how many more times it is given the keyboard.
    wanted: Option<(Id, u8)>,
}

/// The place of a widget that is gone, between those that were before it and after it.
#[derive(Clone, Debug, Default)]
struct Left {
    order: Vec<Id>,
    place: usize,
}

impl Left {
    /// The nearest that is still there on the side that Tab comes from.
    fn neighbour(&self, named: &[Id], goes_back: bool) -> Option<Id> {
        let is_there = |id: &&Id| named.contains(id);
        let (before, after) = self.order.split_at_checked(self.place)?;
        let near = if goes_back { after.iter().find(is_there) } else { before.iter().rev().find(is_there) };
        near.copied()
    }
}

impl Order {
    /// What gets the keyboard next: after what had it last, or after the place where that was.
    fn next(&mut self) -> Option<Id> {
        let (named, goes_back) = (&self.named, self.goes_back);
        let gone = || self.left.take()?.neighbour(named, goes_back);
        let last = self.last.filter(|last| named.contains(last)).or_else(gone);
        let last = last.and_then(|last| named.iter().position(|&id| id == last));
        let count = named.len();
        let next = match (last, goes_back) {
            (Some(last), false) => last + 1,
            (Some(last), true) => (last + count).saturating_sub(1),
            (None, false) => 0,
            (None, true) => count.saturating_sub(1),
        };
        named.get(next.checked_rem(count)?).copied()
    }

    /// What Tab goes to in place of what egui gives the keyboard, where a row that is drawn from right to left is involved.
    fn turns(&self, given: Option<Id>) -> Option<Id> {
        let place = |id: Id| self.stops.iter().position(|&it| it == id);
        let row = |at: usize| self.turned.iter().find(|row| row.contains(&at));
        let (from, given) = (self.from.and_then(place), given.and_then(place));
        let next = match from {
            Some(from) => {
                let count = self.stops.len();
                (if self.goes_back { from + count - 1 } else { from + 1 }).checked_rem(count)?
            }
            // the keyboard comes from elsewhere
            None => {
                let row = row(given?)?;
                if self.goes_back { row.end.checked_sub(1)? } else { row.start }
            }
        };
        let is_concerned = [from, given, Some(next)].into_iter().flatten().any(|at| row(at).is_some());
        self.stops.get(next).copied().filter(|_| is_concerned)
    }
}

/// Shows a row that is laid out from the right; Tab goes through it as it is read, from the left.
pub(crate) fn read<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let [named, start] = with(ui.ctx(), |order| [order.named.len(), order.stops.len()]);
    let shown = contents(ui);
    with(ui.ctx(), |order| {
        for row in [order.named.get_mut(named..), order.stops.get_mut(start..)].into_iter().flatten() {
            row.reverse();
        }
        order.turned.push(start..order.stops.len());
    });
    shown
}

fn id() -> Id {
    Id::new("tab order")
}

fn with<R>(ctx: &Context, change: impl FnOnce(&mut Order) -> R) -> R {
    ctx.data_mut(|data| change(data.get_temp_mut_or_default(id())))
}

/// Begins a frame.
pub fn begin(ctx: &Context) {
    let tab = |event: &Event| {
        let Event::Key { key: Key::Tab, pressed: true, modifiers, .. } = event else { return None };
        Some(modifiers.shift)
    };
    let goes_back = ctx.input(|input| input.events.iter().rev().find_map(tab));
    let has_focus = ctx.memory(|memory| memory.focused().is_some());
    let goes_on = with(ctx, |order| {
        order.before = std::mem::take(&mut order.named);
        order.stops.clear();
        order.turned.clear();
        order.is_pressed = goes_back.is_some();
        order.goes_back = goes_back.unwrap_or(order.goes_back);
        order.left.take_if(|_| has_focus);
        let left = order.left.as_ref().filter(|_| order.is_pressed);
        left.and_then(|left| left.neighbour(&order.before, order.goes_back))
    });
    // egui goes from here to the next
    if let Some(neighbour) = goes_on {
        ctx.memory_mut(|memory| memory.request_focus(neighbour));
    }
    let from = ctx.memory(|memory| memory.focused());
    with(ctx, |order| {
        if order.is_pressed {
            (order.from, order.wanted) = (from, None);
        }
    });
}

/// Adds a widget that has a name.
pub(super) fn add(response: &Response) {
    let (id, has_focus) = (response.id, response.has_focus());
    let was_given =
        has_focus && with(&response.ctx, |order| order.given.take_if(|given| *given == id).is_some());
    if response.gained_focus() || was_given {
        response.scroll_to_me(None);
    }
    let is_reached = response.enabled()
        && response.sense.is_focusable()
        && response.ctx.memory(|memory| memory.allows_interaction(response.layer_id));
    with(&response.ctx, |order| {
        if is_reached {
            order.named.push(id);
            order.stops.push(id);
        }
        if has_focus {
            order.last = Some(id);
        }
    });
}

/// Adds what has a way of its own to show that it has the keyboard.
pub fn add_other(ctx: &Context, id: Id) {
    with(ctx, |order| order.stops.push(id));
}

/// Gives a widget the keyboard from the next frame on.
fn give(ctx: &Context, next: Id) {
    with(ctx, |order| order.given = Some(next));
    ctx.memory_mut(|memory| memory.request_focus(next));
}

/// Ends a frame: passes the keyboard on from what has no name. `others` have a way of their own to show that they have
/// the keyboard.
pub fn end(ctx: &Context, others: &[Id]) {
    with(ctx, |order| {
        let is_gone = |id: &Id| !order.named.contains(id);
        let place =
            order.last.filter(is_gone).and_then(|last| order.before.iter().position(|&id| id == last));
        if let Some(place) = place {
            order.left = Some(Left { order: order.before.clone(), place });
        }
    });
    if turn(ctx) {
        return;
    }
    let Some(focused) = ctx.memory(|memory| memory.focused()) else {
        // what Tab was to go on from went away or was disabled in its frame; a frame later, because egui may give the
        // keyboard to the first widget of that
        let (next, is_owed) = with(ctx, |order| {
            let is_owed = std::mem::replace(&mut order.is_owed, order.is_pressed);
            (is_owed.then(|| order.next()).flatten(), order.is_owed)
        });
        if let Some(next) = next {
            give(ctx, next);
        }
        if next.is_some() || is_owed {
            ctx.request_repaint();
        }
        return;
    };
    with(ctx, |order| {
        // egui takes the keyboard from what is gone a frame later
        let is_gone = !order.named.contains(&focused);
        order.is_owed = order.is_pressed || order.is_owed && is_gone;
    });
    if others.contains(&focused) {
        return with(ctx, |order| order.last = None);
    }
    let next = with(ctx, |order| {
        let is_gone = !order.named.contains(&focused);
        // egui takes the keyboard from a named widget that is gone, and nothing else gets it unasked
        if !is_gone || order.last == Some(focused) && !order.is_pressed {
            order.last = Some(focused);
            return Some(focused);
        }
        order.next()
    });
    match next {
        Some(next) if next == focused => {}
        Some(next) => {
            give(ctx, next);
            ctx.request_repaint();
        }
        None => ctx.memory_mut(|memory| memory.surrender_focus(focused)),
    }
}

/// Gives the keyboard to what Tab goes to, where that is not what egui has chosen; returns whether it did.
fn turn(ctx: &Context) -> bool {
    let focused = ctx.memory(|memory| memory.focused());
    let wanted = with(ctx, |order| {
        if order.is_pressed {
            order.wanted = order.turns(focused).map(|wanted| (wanted, GIVEN_AGAIN));
        }
        let (wanted, times) = order.wanted.take()?;
        let goes_on = focused != Some(wanted) && order.stops.contains(&wanted);
        order.wanted = times.checked_sub(1).filter(|_| goes_on).map(|times| (wanted, times));
        goes_on.then_some(wanted)
    });
    if let Some(wanted) = wanted {
        give(ctx, wanted);
        ctx.request_repaint();
    }
    wanted.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{self, theme};

    /// Draws frames of buttons, and says after each which button has the keyboard.
    struct Frames(Context);

    impl Frames {
        fn new() -> Self {
            let ctx = Context::default();
            theme::install_fonts(&ctx);
            Self(ctx)
        }

        /// Draws buttons of these names, of which one may be disabled and one may ask for the keyboard.
        fn draw(
            &self,
            names: &[&'static str],
            disabled: Option<&str>,
            asking: Option<&str>,
            events: Vec<Event>,
        ) -> Option<&'static str> {
            let mut drawn = Vec::new();
            let _ = self.0.run(egui::RawInput { events, ..egui::RawInput::default() }, |ctx| {
                begin(ctx);
                egui::CentralPanel::default().show(ctx, |ui| {
                    for name in names {
                        let is_enabled = disabled != Some(name);
                        let button =
                            ui.add_enabled_ui(is_enabled, |ui| widgets::button(ui, name, name)).inner;
                        if asking == Some(name) {
                            button.request_focus();
                        }
                        drawn.push((button.id, *name));
                    }
                });
                end(ctx, &[]);
            });
            let focused = self.0.memory(|memory| memory.focused());
            drawn.into_iter().find(|(id, _)| Some(*id) == focused).map(|(_, name)| name)
        }

        /// Draws buttons of which one asks for the keyboard and has it from the next frame on.
        fn ask(&self, names: &[&'static str], name: &'static str) {
            self.draw(names, None, Some(name), Vec::new());
            assert_eq!(self.draw(names, None, Some(name), Vec::new()), Some(name));
        }

        fn show(&self, names: &[&'static str]) -> Option<&'static str> {
            self.draw(names, None, None, Vec::new())
        }
    }

    /// Tab, or Shift+Tab.
    fn tab(shift: bool) -> Vec<Event> {
        let modifiers = egui::Modifiers { shift, ..egui::Modifiers::NONE };
        vec![Event::Key { key: Key::Tab, physical_key: None, pressed: true, repeat: false, modifiers }]
    }

    #[test]
    fn a_field_that_is_gone_leaves_the_keyboard_to_nobody() {
        let field = Some(widgets::field_id("name"));
        // a field that was never drawn with the keyboard, and one that was
        for frames in 1..=2 {
            let ctx = Context::default();
            theme::install_fonts(&ctx);
            let shown = |is_form: bool| {
                let _ = ctx.run(egui::RawInput::default(), |ctx| {
                    begin(ctx);
                    egui::CentralPanel::default().show(ctx, |ui| {
                        if is_form {
                            widgets::field(ui, "name", &mut String::new(), "", 100.0);
                            widgets::focus(ctx, "name");
                        } else {
                            widgets::button(ui, "settings", "Settings");
                        }
                    });
                    end(ctx, &[]);
                });
                ctx.memory(|memory| memory.focused())
            };
            (0..frames).for_each(|_| assert_eq!(shown(true), field));
            shown(false);
            assert_eq!(shown(false), None);
        }
    }

    #[test]
    fn what_tab_reaches_behind_an_area_that_scrolls_comes_into_sight() {
        let ctx = Context::default();
        theme::install_fonts(&ctx);
        // whether the first button in the area is in sight, once the frames are drawn
        let draw = |events: Vec<Event>, asking: Option<&str>| {
            let mut first = None;
            let _ = ctx.run(egui::RawInput { events, ..egui::RawInput::default() }, |ctx| {
                begin(ctx);
                egui::CentralPanel::default().show(ctx, |ui| {
                    let above = widgets::button(ui, "above", "above");
                    if asking == Some("above") {
                        above.request_focus();
                    }
                    let area = egui::ScrollArea::vertical().max_height(100.0).animated(false);
                    area.show(ui, |ui| {
                        // egui gives it the keyboard, and it shows nothing
                        ui.interact(ui.max_rect(), ui.id().with("unnamed"), egui::Sense::click());
                        for name in ["first", "second", "third", "fourth", "fifth", "sixth", "last"] {
                            let button = widgets::button(ui, name, name);
                            if asking == Some(name) {
                                button.request_focus();
                                button.scroll_to_me(None);
                            }
                            if name == "first" {
                                let is_seen = ui.clip_rect().contains_rect(button.rect);
                                first = Some((is_seen, button.has_focus()));
                            }
                        }
                    });
                });
                end(ctx, &[]);
            });
            first.expect("it is drawn")
        };
        for _ in 0..4 {
            draw(Vec::new(), Some("last"));
        }
        draw(Vec::new(), Some("above"));
        assert_eq!(draw(Vec::new(), None), (false, false), "the last one is in sight");
        draw(tab(false), None);
        for _ in 0..4 {
            draw(Vec::new(), None);
        }
        assert_eq!(draw(Vec::new(), None), (true, true));
    }

    #[test]
    fn tab_goes_from_left_to_right_through_a_row_that_is_laid_out_from_the_right() {
        let ctx = Context::default();
        theme::install_fonts(&ctx);
        let names = ["above", "back", "help", "settings", "below"];
        // the button that has the keyboard once the frames are drawn, and where the buttons are
        let draw = |events: Vec<Event>| {
            let mut drawn: Vec<(Id, &str, f32)> = Vec::new();
            let _ = ctx.run(egui::RawInput { events, ..egui::RawInput::default() }, |ctx| {
                begin(ctx);
                drawn.clear();
                egui::CentralPanel::default().show(ctx, |ui| {
                    let mut show = |ui: &mut Ui, name: &'static str| {
                        let button = widgets::button(ui, name, name);
                        drawn.push((button.id, name, button.rect.left()));
                    };
                    show(ui, "above");
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                        read(ui, |ui| ["settings", "help", "back"].map(|name| show(ui, name)));
                    });
                    show(ui, "below");
                });
                end(ctx, &[]);
            });
            let focused = ctx.memory(|memory| memory.focused());
            let name = drawn.iter().find(|(id, ..)| Some(*id) == focused).map(|(_, name, _)| *name);
            let left = |name| drawn.iter().find(|it| it.1 == name).expect("it is drawn").2;
            assert!(left("back") < left("help") && left("help") < left("settings"));
            name
        };
        let press = |shift| {
            draw(tab(shift));
            (0..4).fold(None, |_, _| draw(Vec::new()))
        };
        draw(Vec::new());
        let forward: Vec<_> = (0..7).filter_map(|_| press(false)).collect();
        let round = names.iter().chain(&names).copied();
        assert_eq!(forward, round.clone().take(7).collect::<Vec<_>>());
        let back: Vec<_> = (0..7).filter_map(|_| press(true)).collect();
        assert_eq!(back, ["above", "below", "settings", "help", "back", "above", "below"]);
    }

    const ALL: [&str; 5] = ["first", "settings", "notice", "rules", "last"];
    const WITHOUT: [&str; 4] = ["first", "settings", "rules", "last"];

    #[test]
    fn tab_goes_on_from_the_place_of_what_is_gone() {
        // how many frames pass between the end of the notice and Tab, and whether Tab goes back
        for (later, shift) in [(0, false), (0, true), (1, false), (1, true), (3, false), (3, true)] {
            let frames = Frames::new();
            frames.ask(&ALL, "notice");
            (0..later).for_each(|_| assert_eq!(frames.show(&WITHOUT), None));
            frames.draw(&WITHOUT, None, None, tab(shift));
            let wanted = if shift { "settings" } else { "rules" };
            assert_eq!(frames.show(&WITHOUT), Some(wanted), "{later} {shift}");
        }
    }

    #[test]
    fn tab_goes_on_also_from_what_goes_away_with_it() {
        let [forward, back] = [["first", "rules", "last"], ["first", "settings", "last"]];
        for (shift, left, wanted) in [(false, forward, "rules"), (true, back, "settings")] {
            let frames = Frames::new();
            frames.ask(&ALL, "notice");
            assert_eq!(frames.show(&WITHOUT), None);
            frames.draw(&left, None, None, tab(shift));
            // in the second frame it is given, in the third it is there
            frames.show(&left);
            assert_eq!(frames.show(&left), Some(wanted));
        }
    }

    #[test]
    fn tab_goes_on_also_from_what_it_reached_and_is_gone_a_frame_later() {
        for (shift, start, wanted) in [(false, "first", "third"), (true, "third", "first")] {
            let (frames, all) = (Frames::new(), ["first", "second", "third"]);
            frames.ask(&all, start);
            frames.draw(&all, None, None, tab(shift));
            let later: Vec<_> = (0..4).map(|_| frames.show(&["first", "third"])).collect();
            assert_eq!(later.last(), Some(&Some(wanted)), "{later:?}");
        }
    }

    #[test]
    fn tab_goes_on_also_from_what_is_disabled_with_it() {
        let all = ["first", "second", "last"];
        for (shift, disabled, wanted) in [
            (false, "first", "second"),
            (false, "last", "first"),
            (true, "first", "last"),
            (true, "last", "second"),
        ] {
            let frames = Frames::new();
            frames.ask(&all, disabled);
            frames.draw(&all, Some(disabled), None, tab(shift));
            frames.draw(&all, Some(disabled), None, Vec::new());
            let reached = frames.draw(&all, Some(disabled), None, Vec::new());
            assert_eq!(reached, Some(wanted), "{disabled} {shift}");
        }
    }
}
