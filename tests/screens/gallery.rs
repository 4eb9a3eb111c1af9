//! The program of the window: shows one stage after the other in each wanted look, and takes the pictures.

use super::capture::{Display, Pixels, write};
use super::games::Scene as Staged;
use super::stages::Stage;
use chuhe_client::shell::moment::Shown;
use chuhe_client::shell::trace::TracedFrame;
use chuhe_client::shell::window::Program;
use chuhe_model::actions::action::{Action, SettingsAction};
use chuhe_model::choices::call::Call;
use chuhe_model::choices::lang::Lang;
use chuhe_model::drawing::scene::{Pointer, Scene, Size};
use chuhe_model::drawing::screen_rect::ScreenRect;
use chuhe_model::exchange::event::Event;
use chuhe_ui::screens;
use chuhe_ui::widgets;
use chuhe_ui::widgets::theme::{self, Appearance, Theme};
use egui::vec2;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How long a look must last before its picture is taken: after a change of the size, the window
/// renders the board anew only after a pause.
const SETTLING: Duration = Duration::from_millis(300);
/// How long after a change of colours or language only.
const RECOLORING: Duration = Duration::from_millis(120);
/// The frames that a look must last: a dialog needs one to measure itself.
const FRAMES: u32 = 6;

/// One picture to take.
#[derive(Clone, Debug)]
pub(super) struct Shot {
    pub(super) stage: &'static Stage,
    pub(super) lang: Lang,
    pub(super) appearance: Appearance,
    pub(super) size: Pixels,
    pub(super) path: PathBuf,
}

impl Shot {
    fn has_stage_of(&self, other: &Self) -> bool {
        std::ptr::eq(self.stage, other.stage) && self.lang == other.lang
    }
}

/// The program: the stage that it shows, and the pictures that are still to be taken.
pub(super) struct Gallery {
    display: Display,
    shots: VecDeque<Shot>,
    staged: Staged,
    /// Whether egui must forget the screen before.
    is_new: bool,
    window: Option<Size>,
    /// When the look changed, and how long it must last.
    changed: (Instant, Duration),
    frames: u32,
    /// Encodes the picture before.
    writer: Option<JoinHandle<()>>,
}

impl Gallery {
    /// A gallery of at least one picture. The window must be open.
    pub(super) fn new(shots: Vec<Shot>) -> Self {
        let shots = VecDeque::from(shots);
        let first = shots.front().expect("at least one picture is wanted");
        let staged = first.stage.build(first.lang);
        let mut gallery = Self {
            display: Display::connect(),
            staged,
            is_new: true,
            window: None,
            changed: (Instant::now(), SETTLING),
            frames: 0,
            writer: None,
            shots,
        };
        gallery.apply(true);
        gallery
    }

    /// Gives the window the look of the next picture.
    fn apply(&mut self, resized: bool) {
        let Some(shot) = self.shots.front() else { return };
        self.staged.act(Action::Settings(SettingsAction::Appearance(Some(shot.appearance))));
        if resized {
            self.display.resize(shot.size);
        }
        self.changed = (Instant::now(), if resized { SETTLING } else { RECOLORING });
        self.frames = 0;
    }

    /// Takes the picture, and goes on to the next.
    fn take(&mut self) {
        let Some(shot) = self.shots.pop_front() else { return };
        let pixels = self.display.picture(shot.size);
        self.finish_writing();
        let (path, size) = (shot.path.clone(), shot.size);
        self.writer = Some(std::thread::spawn(move || write(&path, size, &pixels)));
        let Some(next) = self.shots.front() else { return };
        if !next.has_stage_of(&shot) {
            self.staged = next.stage.build(next.lang);
            self.is_new = true;
            if let Some(window) = self.window {
                self.staged.pass(Event::Resized(window));
            }
        }
        let resized = next.size != shot.size;
        self.apply(resized || self.is_new);
    }

    fn finish_writing(&mut self) {
        if let Some(writer) = self.writer.take() {
            writer.join().expect("the picture can be written");
        }
    }
}

impl Drop for Gallery {
    fn drop(&mut self) {
        self.finish_writing();
    }
}

impl Shown for Gallery {
    fn view(&mut self, window: Size) -> Scene {
        self.staged.app().view(window, self.staged.now())
    }

    fn show(&mut self, ctx: &egui::Context) {
        if std::mem::take(&mut self.is_new) {
            // scroll positions, focus and open menus of the screen before
            ctx.memory_mut(|memory| {
                let options = std::mem::take(&mut memory.options);
                *memory = egui::Memory::default();
                memory.options = options;
            });
            theme::apply(ctx, &self.staged.app().desk().theme());
        }
        if let Some(field) = self.shots.front().and_then(|shot| shot.stage.focus) {
            widgets::focus(ctx, field);
        }
        // nobody uses the widgets, so they return nothing to do
        let _ = screens::show(self.staged.app(), ctx, self.staged.now());
    }
}

impl Program for Gallery {
    fn scale(&mut self, window: Size) -> f32 {
        if self.window != Some(window) {
            self.window = Some(window);
            self.staged.pass(Event::Resized(window));
            self.changed = (Instant::now(), SETTLING);
            self.frames = 0;
        }
        f32::from(self.staged.app().desk().scale()) / 100.0
    }

    fn is_full_screen(&self) -> bool {
        false
    }

    fn left_full_screen(&mut self) {}

    fn poll(&mut self) {
        self.frames += 1;
        let (since, lasting) = self.changed;
        // on a busy machine a window may take its size late
        let wanted = self.shots.front().map(|shot| vec2(f32::from(shot.size.0), f32::from(shot.size.1)));
        if self.window == wanted && self.frames > FRAMES && since.elapsed() > lasting {
            self.take();
        }
    }

    fn pointer(&mut self, _: Pointer) {}

    fn dropped(&mut self, _: Vec<(PathBuf, Vec<u8>)>) {}

    fn dropped_at(&mut self, _: Vec<PathBuf>) {}

    fn animating(&self) -> bool {
        false
    }

    fn wakeup(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }

    fn is_over_target(&self) -> bool {
        false
    }

    fn theme(&self) -> Theme {
        self.staged.app().desk().theme()
    }

    fn take_copied(&mut self) -> Option<String> {
        None
    }

    fn placed(&mut self, _: ScreenRect) {}

    fn title(&self) -> String {
        self.staged.app().title()
    }

    fn take_calls(&mut self) -> Vec<Call> {
        Vec::new()
    }

    fn close_requested(&mut self) {}

    fn is_over(&self) -> bool {
        self.shots.is_empty()
    }

    fn trace(&mut self, _: &TracedFrame<'_>) -> bool {
        false
    }
}
