//! The window's event loop.
//!
//! It passes events to a [`Program`] and draws its screens and board: at 60 frames per
//! second while something moves, and at a few while nothing does.

use super::boxes::Boxes;
use super::canvas::{MAX_INDICES, MAX_VERTICES};
use super::fallback_fonts::FallbackFonts;
use super::frame_painter::FramePainter;
use super::input::{Frame, Input};
use super::machine::{self, Desktop, Instant};
use super::moment::{self, Shown};
use super::painter::Painter;
use super::trace::TracedFrame;
use chuhe_model::choices::call::Call;
use chuhe_model::drawing::scene::{Pointer, Scene, Size};
use chuhe_model::drawing::screen_rect::ScreenRect;
use chuhe_model::layout::table_layout::least_window;
use chuhe_model::layout::window_place::{FirstPlace, Half, first_place, is_smaller_than_screen};
use chuhe_ui::widgets::theme::{self, Theme};
use chuhe_ui::widgets::{double_press, ui_trace};
use macroquad::color::Color;
use macroquad::conf::UpdateTrigger;
use macroquad::input::{get_dropped_files, is_quit_requested, prevent_quit};
use macroquad::miniquad::{self, conf};
use macroquad::texture::FilterMode;
use macroquad::window::{Conf, next_frame, request_new_screen_size};
use std::path::PathBuf;
use std::time::Duration;

/// What the window shows, and what happens in it.
pub trait Program: Shown {
    /// Receives the size of the window at 100 %, and returns the scale, where 1 means 100 %.
    fn scale(&mut self, window: Size) -> f32;
    /// Whether the window covers the whole screen.
    fn is_full_screen(&self) -> bool;
    /// Handles that the window ceased to cover the whole screen without the program's request.
    fn left_full_screen(&mut self);
    /// Handles received messages and elapsed time. Called in every frame.
    fn poll(&mut self);
    /// Handles a press on the board, or a movement or release anywhere.
    fn pointer(&mut self, pointer: Pointer);
    /// Handles files that were dropped on the window, with their paths.
    fn dropped(&mut self, files: Vec<(PathBuf, Vec<u8>)>);
    /// Receives the paths of dropped files.
    fn dropped_at(&mut self, paths: Vec<PathBuf>);
    /// Whether something moves.
    fn animating(&self) -> bool;
    /// Returns the longest time until the next poll and frame.
    fn wakeup(&self) -> Option<Duration>;
    /// Whether the pointer is over something clickable on the board.
    fn is_over_target(&self) -> bool;
    /// Returns the colours.
    fn theme(&self) -> Theme;
    /// Takes the text to copy to the clipboard.
    fn take_copied(&mut self) -> Option<String>;
    /// Receives where the window is on the screen.
    fn placed(&mut self, place: ScreenRect);
    /// Returns the title of the window.
    fn title(&self) -> String;
    /// Takes the calls for the user's attention.
    fn take_calls(&mut self) -> Vec<Call>;
    /// Handles the user's request to close the window.
    fn close_requested(&mut self);
    /// Whether the window must close.
    fn is_over(&self) -> bool;
    /// Receives what the window shows, if [`Options::trace`] is set. Returns whether it needs a second
    /// frame at once.
    fn trace(&mut self, frame: &TracedFrame<'_>) -> bool;
}

/// How the window behaves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether the program receives what can be clicked.
    pub trace: bool,
    /// The half of the screen in which the window opens.
    pub half: Option<Half>,
    /// Where the window was when it closed last.
    pub before: Option<ScreenRect>,
}

/// Time per frame at 60 frames per second.
const FRAME: Duration = Duration::from_micros(16_600);
/// Time per frame while nothing happens, where events do not end a sleep.
const IDLE_FRAME: Duration = Duration::from_millis(120);
/// Time per frame while other programs may ask for the copied text.
const CLIPBOARD_FRAME: Duration = Duration::from_millis(250);
/// The longest time without a frame. It bounds the wait for a request to close that no input precedes,
/// as at the end of the user's session.
const LONGEST_SLEEP: Duration = Duration::from_secs(5);
/// Time after an event in which a request to close may follow: a press on the button of the frame.
const CLOSE_TIME: Duration = Duration::from_secs(3);
/// Time in which a file may be dragged over the window, after the drag began.
const DRAG_TIME: Duration = Duration::from_secs(60);
/// Time after the last event during which the window counts as in use.
const IN_USE_TIME: Duration = Duration::from_millis(400);
/// Time that the window system may take to apply the first size.
const FIRST_SIZE_TIME: Duration = Duration::from_millis(700);
/// Time that the window system may take to make the window cover the whole screen.
const FILL_SCREEN_TIME: Duration = Duration::from_secs(1);
/// Time in which the window system may show the window to this program.
const FIND_TIME: Duration = Duration::from_secs(60);
/// Time between two queries of where the window is.
const LOCATE_TIME: Duration = Duration::from_secs(1);
/// Time after the last event from which nobody counts as present, where the focus is unknown.
const UNATTENDED_TIME: Duration = Duration::from_secs(10);
/// The name of the program in the title of its window and in notifications.
const PROGRAM: &str = "楚河 Chuhe";
/// Where the loop blocks, every input ends its wait.
const EVERY_INPUT: UpdateTrigger = UpdateTrigger {
    key_down: true,
    mouse_down: true,
    mouse_up: true,
    mouse_motion: true,
    mouse_wheel: true,
    specific_key: None,
    touch: true,
};

/// Opens the window and runs the program until it is over or the window is closed.
///
/// `program` is called on the window's thread once the window is open.
///
/// # Errors
/// If no window can be opened: a library is missing, or there is no display.
pub fn run<P: Program + 'static>(
    options: Options,
    program: impl FnOnce() -> P + 'static,
) -> anyhow::Result<()> {
    let desktop = Desktop::connect();
    let first = options.first_place(&desktop, 1.0);
    let config = macroquad::conf::Conf {
        miniquad_conf: conf(first.size),
        update_on: Some(EVERY_INPUT),
        draw_call_vertex_capacity: MAX_VERTICES,
        draw_call_index_capacity: MAX_INDICES,
        default_filter_mode: FilterMode::Linear,
    };
    machine::explain(move || {
        macroquad::Window::from_config(config, async move {
            machine::set_opened();
            Window::new(options, desktop, program()).run().await;
        });
    })
}

impl Options {
    fn first_place(&self, desktop: &Desktop, scale: f32) -> FirstPlace {
        first_place(&desktop.screens(), self.before, self.half, scale)
    }
}

/// Every field, because the default has an icon in three sizes.
fn conf((width, height): (u32, u32)) -> Conf {
    // a page has its icon from its HTML
    let icon = (!cfg!(target_family = "wasm")).then(|| icon(&mut Painter::new()));
    Conf {
        window_title: PROGRAM.to_owned(),
        window_width: width as i32,
        window_height: height as i32,
        high_dpi: true,
        fullscreen: false,
        sample_count: 1,
        window_resizable: true,
        icon,
        platform: conf::Platform {
            linux_wm_class: "chuhe",
            // a page draws when the program asks for a frame, or when something happens
            blocking_event_loop: cfg!(target_family = "wasm"),
            ..conf::Platform::default()
        },
    }
}

fn icon(painter: &mut Painter) -> conf::Icon {
    fn pixels<const N: usize>(painter: &mut Painter, side: u32) -> [u8; N] {
        painter.icon(side).try_into().expect("four bytes per pixel of a square")
    }
    conf::Icon { small: pixels(painter, 16), medium: pixels(painter, 32), big: pixels(painter, 64) }
}

struct Window<P> {
    options: Options,
    desktop: Desktop,
    program: P,
    input: Input,
    ctx: egui::Context,
    drawing: FramePainter,
    fallback: FallbackFonts,
    /// Searches for characters that no font has, for the trace.
    boxes: Boxes,
    theme: Option<Theme>,
    cursor: egui::CursorIcon,
    start: Instant,
    clock: FrameClock,
    placement: Placement,
    /// Size and scale of the last frame.
    shown: Option<(Size, f32)>,
}

impl<P: Program> Window<P> {
    fn new(options: Options, desktop: Desktop, program: P) -> Self {
        let ctx = egui::Context::default();
        // the program has a scale of its own
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        let fallback = FallbackFonts::new();
        fallback.start(&ctx);
        let now = Instant::now();
        Self {
            options,
            desktop,
            program,
            input: Input::new(),
            ctx,
            drawing: FramePainter::new(),
            fallback,
            boxes: Boxes::default(),
            theme: None,
            cursor: egui::CursorIcon::Default,
            start: now,
            clock: FrameClock::new(now),
            placement: Placement::new(now),
            shown: None,
        }
    }

    async fn run(mut self) {
        prevent_quit();
        let scale = miniquad::window::dpi_scale();
        let first = self.options.first_place(&self.desktop, scale);
        // the window opened before its scale was known
        if scale != 1.0 {
            request_new_screen_size(first.size.0 as f32 / scale, first.size.1 as f32 / scale);
        }
        self.placement.open_at(first.at, &mut self.desktop);
        let mut last = Instant::now();
        let mut first = true;
        loop {
            let scale = self.scale();
            self.placement.find_again(&mut self.desktop);
            if let Some(at) = self.desktop.released_outside() {
                self.input.release_outside(at);
            }
            let mut frame = self.input.drain(scale);
            self.desktop.add_input(&mut frame);
            self.input.hold_back_what_ends_typing(&mut frame);
            let now = Instant::now();
            if !frame.is_empty() {
                self.clock.last_event = now;
            }
            self.frame(frame, scale);
            if self.program.is_over() {
                break;
            }
            let work = now.elapsed();
            next_frame().await;
            if std::mem::take(&mut first) {
                tracing::info!(ms = self.start.elapsed().as_millis(), "first frame drawn");
            }
            let (at_us, moving) = (self.start.elapsed().as_micros(), self.program.animating());
            let (work_us, drawn_us) = (work.as_micros(), now.elapsed().as_micros());
            tracing::trace!(at_us, moving, work_us, drawn_us, "frame");
            let (moves, wakeup) = (self.program.animating(), self.program.wakeup());
            last = self.clock.pause(last, moves, wakeup, &mut self.desktop);
        }
    }

    /// Returns the number of pixels for a logical one: the density of the display, times the scale
    /// that the user chose.
    fn scale(&mut self) -> f32 {
        let density = miniquad::window::dpi_scale();
        let (width, height) = miniquad::window::screen_size();
        // a minimized window has no size
        if width < 1.0 || height < 1.0 {
            return self.shown.map_or(density, |(_, scale)| scale);
        }
        density * self.program.scale(Size::new(width, height) / density)
    }

    fn frame(&mut self, mut frame: Frame, scale: f32) {
        let (width, height) = miniquad::window::screen_size();
        if width < 1.0 || height < 1.0 {
            // minimized: nothing is visible, but the connection stays open
            if self.shown.is_some() {
                self.program.poll();
                self.call_user(false);
            }
            return;
        }
        let window = Size::new(width, height) / scale;
        self.placement.enlarge_if_too_small(Size::new(width, height) / miniquad::window::dpi_scale());
        self.placement.fill_screen(self.program.is_full_screen());
        self.program.poll();
        if is_quit_requested() {
            self.program.close_requested();
        }
        self.call_user(!frame.is_empty());
        self.locate();
        let dropped: Vec<_> = get_dropped_files()
            .into_iter()
            .map(|file| (file.path.unwrap_or_default(), file.bytes.unwrap_or_default()))
            .collect();
        if !dropped.is_empty() {
            self.program.dropped(dropped);
        }
        let paths: Vec<PathBuf> = std::iter::from_fn(|| self.desktop.take_dropped()).collect();
        if !paths.is_empty() {
            self.program.dropped_at(paths);
        }
        self.apply_theme();
        let pointer = std::mem::take(&mut frame.pointer);
        self.pointer(&pointer);
        let (scene, mut changed) = self.run_egui(&mut frame, window, scale);
        if let Some(trace) = ui_trace::take(&self.ctx) {
            let releases = frame.releases;
            let boxes = &self.boxes.of(&self.ctx, self.drawing.egui.shapes());
            let is_focused = self.desktop.is_focused().unwrap_or(true);
            let (widgets, scene, origin) = (&trace, &scene, self.desktop.origin());
            let traced = TracedFrame { widgets, scene, window, scale, releases, boxes, origin, is_focused };
            if self.program.trace(&traced) {
                self.clock.repaint = Instant::now();
            }
        }
        changed |= self.drawing.painter.update(scene, scale);
        changed |= self.shown.replace((window, scale)) != Some((window, scale));
        let paper = self.theme.map_or([0; 4], |theme| theme.paper.to_array());
        self.drawing.draw(changed, egui::vec2(width, height), scale, Color::from(paper));
        if self.drawing.painter.is_unfinished() {
            self.clock.last_event = Instant::now();
        }
    }

    /// Passes the place of the window to the program, at intervals.
    fn locate(&mut self) {
        if let Some(place) = self.placement.take_place(&mut self.desktop) {
            if self.placement.notice_left_full_screen(place, &self.desktop) {
                self.program.left_full_screen();
            }
            self.program.placed(place);
        }
    }

    /// Updates the title, and calls the user while another window has the focus.
    fn call_user(&mut self, in_use: bool) {
        self.desktop.set_title(&self.program.title());
        for call in self.program.take_calls() {
            let focused =
                self.desktop.is_focused().unwrap_or(self.clock.last_event.elapsed() < UNATTENDED_TIME);
            if focused {
                continue;
            }
            self.desktop.set_urgent(call.how.urgent);
            if call.how.notification {
                self.desktop.notify(PROGRAM, &call.message);
            }
        }
        if in_use {
            self.desktop.set_urgent(false);
        }
    }

    fn apply_theme(&mut self) {
        let theme = self.program.theme();
        if self.theme != Some(theme) {
            theme::apply(&self.ctx, &theme);
            self.theme = Some(theme);
        }
    }

    /// Passes pointer events to the program, except presses on an egui window, menu or widget.
    fn pointer(&mut self, events: &[Pointer]) {
        let time = self.start.elapsed().as_secs_f64();
        for &event in events {
            let is_for_board = match event {
                Pointer::Pressed(at)
                | Pointer::Secondary(at)
                | Pointer::DoubleTapped(at)
                | Pointer::Pinched { at, .. } => {
                    let layer = self.ctx.layer_id_at(at);
                    layer.is_none_or(|layer| layer.order == egui::Order::Background)
                        && !self.ctx.is_using_pointer()
                        && double_press::reaches_board(&self.ctx, at, time)
                }
                Pointer::Moved(_)
                | Pointer::Released(_)
                | Pointer::SecondaryReleased { .. }
                | Pointer::Cancelled
                | Pointer::Modifiers(_)
                | Pointer::By(_) => true,
            };
            if is_for_board {
                self.program.pointer(event);
            }
        }
    }

    /// Runs egui; returns the board, and whether the screens look different.
    fn run_egui(&mut self, frame: &mut Frame, window: Size, scale: f32) -> (Scene, bool) {
        let now = self.start.elapsed();
        self.fallback.install(&self.ctx, now);
        if self.options.trace {
            ui_trace::start(&self.ctx);
        }
        let raw = frame.raw(window, scale, now.as_secs_f64());
        if self.desktop.has_keyboard_elsewhere()
            && let Some(focused) = self.ctx.memory(|memory| memory.focused())
        {
            self.ctx.memory_mut(|memory| memory.surrender_focus(focused));
        }
        let (scene, output) = moment::at_once(&mut self.program, &self.ctx, raw, window);
        let delay = output.viewport_output.values().map(|viewport| viewport.repaint_delay).min();
        let delay = delay.unwrap_or(Duration::MAX).min(Duration::from_secs(3600));
        self.clock.repaint = Instant::now() + delay;
        for command in output.platform_output.commands {
            match command {
                egui::OutputCommand::CopyText(text) => self.copy(&text),
                egui::OutputCommand::CopyImage(_) | egui::OutputCommand::OpenUrl(_) => {}
            }
        }
        if let Some(text) = self.program.take_copied() {
            self.copy(&text);
        }
        let field = output.platform_output.ime.map(|ime| ime.rect);
        self.desktop.set_field(field, self.ctx.pixels_per_point() / miniquad::window::dpi_scale());
        let over_board = !self.ctx.wants_pointer_input() && self.program.is_over_target();
        let hand = over_board.then_some(egui::CursorIcon::PointingHand);
        self.set_cursor(hand.unwrap_or(output.platform_output.cursor_icon));
        let changed = self.drawing.egui.update(
            &self.ctx,
            output.shapes,
            output.textures_delta,
            output.pixels_per_point,
        );
        if changed {
            self.fallback.look(self.drawing.egui.shapes(), now);
        }
        (scene, changed)
    }

    fn copy(&mut self, text: &str) {
        self.desktop.copy(text);
        self.clock.has_copied = true;
    }

    fn set_cursor(&mut self, cursor: egui::CursorIcon) {
        if self.cursor == cursor {
            return;
        }
        self.cursor = cursor;
        let icon = if cursor == egui::CursorIcon::PointingHand {
            miniquad::CursorIcon::Pointer
        } else if cursor == egui::CursorIcon::Text {
            miniquad::CursorIcon::Text
        } else {
            miniquad::CursorIcon::Default
        };
        miniquad::window::set_mouse_cursor(icon);
    }
}

/// What decides when the next frame is due.
struct FrameClock {
    /// When an event last ended a sleep.
    woken: Instant,
    /// When a drag last began, in any program.
    dragged: Option<Instant>,
    /// Whether other programs may ask for the copied text.
    has_copied: bool,
    /// Time of the last event.
    last_event: Instant,
    /// When egui must run again.
    repaint: Instant,
}

impl FrameClock {
    const fn new(now: Instant) -> Self {
        Self { woken: now, dragged: None, has_copied: false, last_event: now, repaint: now }
    }

    /// Sleeps until the frame after the `last` one is due; returns when that was. The program says whether something
    /// moves, and the longest time until its next frame.
    ///
    /// The network's thread ends the sleep when it receives a message, by unparking this one.
    fn pause(
        &mut self,
        last: Instant,
        moves: bool,
        wakeup: Option<Duration>,
        desktop: &mut Desktop,
    ) -> Instant {
        let now = Instant::now();
        let in_use = self.last_event.elapsed() < IN_USE_TIME || moves;
        let wakeup = wakeup.map_or(self.repaint, |delay| self.repaint.min(now + delay));
        let idle = wakeup.saturating_duration_since(last).min(self.longest_sleep(desktop));
        if in_use || idle <= FRAME {
            let due = last + FRAME;
            desktop.wait(due);
            // after a late frame, the next one is not early
            return Instant::now().min(due.max(now));
        }
        let due = last + idle;
        if desktop.sleep(due, IDLE_FRAME) {
            // miniquad returns the event with the next frame
            self.woken = Instant::now();
        }
        Instant::now().min(due.max(now))
    }

    /// How long the window may sleep if nothing changes until then.
    fn longest_sleep(&mut self, desktop: &mut Desktop) -> Duration {
        if desktop.take_dragged() {
            self.dragged = Some(Instant::now());
        }
        self.has_copied = self.has_copied && desktop.owns_clipboard();
        let is_dragging = self.dragged.is_some_and(|began| began.elapsed() < DRAG_TIME);
        if self.last_event.max(self.woken).elapsed() < CLOSE_TIME || is_dragging {
            IDLE_FRAME
        } else if self.has_copied {
            CLIPBOARD_FRAME
        } else {
            LONGEST_SLEEP
        }
    }
}

/// Finds and places the window, and tracks its size and the full screen.
struct Placement {
    /// When the program asked for the window.
    opened: Instant,
    /// Where the window is to be, until the window system has shown it.
    first_at: Option<(i32, i32)>,
    /// Whether the window is still looked for, and when that was done last.
    sought: Option<Instant>,
    /// When the window system was last asked where the window is.
    located: Instant,
    /// The size at which the window was last asked to grow.
    too_small: Option<Size>,
    /// When the window was asked to cover the whole screen; `None` while it need not.
    full_screen: Option<Instant>,
}

impl Placement {
    const fn new(now: Instant) -> Self {
        Self {
            opened: now,
            first_at: None,
            sought: Some(now),
            located: now,
            too_small: None,
            full_screen: None,
        }
    }

    /// Puts the window in its first place once it is found.
    fn open_at(&mut self, at: Option<(i32, i32)>, desktop: &mut Desktop) {
        self.first_at = at;
        self.find(desktop);
    }

    /// Looks for the window again, at intervals.
    fn find_again(&mut self, desktop: &mut Desktop) {
        if self.sought.is_some_and(|sought| sought.elapsed() > IDLE_FRAME) {
            self.find(desktop);
        }
    }

    /// Looks for the window, and puts it in its place once it is found.
    fn find(&mut self, desktop: &mut Desktop) {
        let is_found = desktop.find_window();
        if let Some(at) = self.first_at.take_if(|_| is_found) {
            desktop.move_to(at);
        }
        let goes_on = !is_found && self.opened.elapsed() < FIND_TIME;
        self.sought = goes_on.then(Instant::now);
    }

    /// Makes the window cover the whole screen, or not any more.
    fn fill_screen(&mut self, wanted: bool) {
        // the window takes its first size first
        if wanted != self.full_screen.is_some() && self.opened.elapsed() > FIRST_SIZE_TIME {
            self.full_screen = wanted.then(Instant::now);
            miniquad::window::set_fullscreen(wanted);
        }
    }

    /// The place of the window if it has moved, at intervals.
    fn take_place(&mut self, desktop: &mut Desktop) -> Option<ScreenRect> {
        if self.located.elapsed() < LOCATE_TIME || !desktop.take_moved() {
            return None;
        }
        self.located = Instant::now();
        desktop.place()
    }

    /// Notices that the user left the full screen with a key or menu of the desktop; returns whether they did.
    fn notice_left_full_screen(&mut self, place: ScreenRect, desktop: &Desktop) -> bool {
        let has_filled = self.full_screen.is_some_and(|asked| asked.elapsed() > FILL_SCREEN_TIME);
        let is_left = has_filled && is_smaller_than_screen(&desktop.monitors(), place);
        if is_left {
            // to leave it again would hide the window for a moment
            self.full_screen = None;
        }
        is_left
    }

    /// Enlarges a window that is too small, once per size.
    ///
    /// miniquad cannot set a minimum size, and the window system may refuse to enlarge it.
    fn enlarge_if_too_small(&mut self, window: Size) {
        let wanted = window.max(least_window(window));
        let has_first_size = self.opened.elapsed() > FIRST_SIZE_TIME;
        if wanted != window && has_first_size && self.too_small.replace(window) != Some(window) {
            request_new_screen_size(wanted.x, wanted.y);
        }
    }
}
