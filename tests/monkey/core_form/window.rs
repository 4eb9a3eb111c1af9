//! One window: an app with real frames of egui, without a screen.
//!
//! It does what the window of the program does with input, in the same order.

use super::machine::{Disk, Machine, RECORD};
use super::world::{PORT, World};
use crate::driven::Page;
use crate::monkey::driver::{Fault, FaultKind};
use chuhe_app::App;
use chuhe_client::shell::boxes::Boxes;
use chuhe_client::shell::taken::Taken;
use chuhe_client::shell::trace::{TableFacts, TracedFrame, line};
use chuhe_hub::ConnectionId;
use chuhe_model::actions::action::Action;
use chuhe_model::connection::link::Status;
use chuhe_model::drawing::scene::{Device, Modifiers, Pointer, Size};
use chuhe_model::exchange::effect::{ConnectionEffect, Effect, MachineEffect, WindowEffect};
use chuhe_model::exchange::environment::Environment;
use chuhe_model::exchange::event::{ConnectFailure, Event, NetworkEvent};
use chuhe_model::exchange::settings::Settings;
use chuhe_model::exchange::trust::Security;
use chuhe_rules::clock::Timestamp;
use chuhe_ui::screens;
use chuhe_ui::widgets::theme::{self, Theme};
use chuhe_ui::widgets::ui_trace;
use egui::{PointerButton, Pos2, Rect, pos2};
use std::time::{Duration, Instant};

/// The hosts that lead to the server.
const HOSTS: [&str; 5] = ["play.example.org", "server", "localhost", "127.0.0.1", "192.168.1.20"];
/// The host of which the server has no certificate.
const WITHOUT_TLS: &str = "localhost";
/// A frame that takes longer is a fault.
const LATE: Duration = Duration::from_secs(5);
/// The most frames after a step: an animation asks for them until it is over.
const MOST_FRAMES: usize = 4;
/// The least time between two ticks of an app, in milliseconds.
const FRAME_MS: u64 = 50;

/// A running client.
pub(super) struct Window {
    pub(super) app: App,
    ctx: egui::Context,
    machine: Machine,
    pub(super) connection: Option<ConnectionId>,
    /// The size of the window, in pixels.
    pub(super) size: Size,
    fingers: bool,
    theme: Option<Theme>,
    scale: f32,
    /// When the program started.
    started: Timestamp,
    /// When the app gets its next tick, in the time of the world.
    tick_at: Option<Timestamp>,
    pub(super) page: Page,
    /// Whether the page may be older than the state.
    pub(super) is_stale: bool,
    /// Whether egui asked for another frame at once.
    wants_frame: bool,
    pub(super) is_over: bool,
    /// Whether no other window of the person ran when it was opened.
    pub(super) is_first: bool,
    /// Whether the machine has no network.
    pub(super) is_cut: bool,
    pub(super) clipboard: String,
    /// The actions so far, and the requests; the world counts those that arrive.
    pub(super) taken: Taken,
    pub(super) faults: Vec<Fault>,
    boxes: Boxes,
}

/// How a window starts.
pub(super) struct Start {
    pub(super) environment: Environment,
    pub(super) settings: Settings,
    pub(super) disk: Disk,
    /// What the tab of the window keeps.
    pub(super) tab: Disk,
    pub(super) is_first: bool,
    pub(super) size: Size,
    pub(super) is_cut: bool,
    /// The link with which it is opened, and whether it is loaded again at it.
    pub(super) link: Option<(String, bool)>,
}

impl Window {
    /// Starts the program.
    pub(super) fn open(start: Start, world: &mut World) -> Self {
        let (machine, restored) = Machine::open(start.disk, start.tab, start.is_first);
        let environment =
            Environment { review_ends_with_tab: machine.review_ends_with_tab(), ..start.environment };
        let ctx = egui::Context::default();
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        theme::install_fonts(&ctx);
        let mut window = Self {
            fingers: environment.fingers,
            app: App::new(environment, start.settings),
            ctx,
            machine,
            connection: None,
            size: start.size,
            theme: None,
            scale: 0.0,
            started: world.now,
            tick_at: None,
            page: Page::default(),
            is_stale: true,
            wants_frame: false,
            is_over: false,
            is_first: start.is_first,
            is_cut: start.is_cut,
            clipboard: RECORD.to_owned(),
            taken: Taken::default(),
            faults: Vec::new(),
            boxes: Boxes::default(),
        };
        window.begin(restored, start.is_first, start.link, world);
        window
    }

    /// Goes where the program goes when it starts.
    fn begin(
        &mut self,
        restored: Option<(chuhe_model::choices::local_choice::SavedLocal, chuhe_hub::Restored)>,
        is_first: bool,
        link: Option<(String, bool)>,
        world: &mut World,
    ) {
        let now = self.now(world);
        let was_open = restored.as_ref().is_some_and(|(saved, _)| !saved.is_left);
        if let Some(restored) = restored {
            for effect in self.app.restore_local(restored, now) {
                self.perform(effect, world);
            }
        }
        let is_reloaded = link.as_ref().is_some_and(|(_, again)| *again);
        if let Some(review) = self.machine.take_left_review() {
            match self.app.restore_review(&review, is_reloaded, now) {
                Ok(effects) => effects.into_iter().for_each(|effect| self.perform(effect, world)),
                Err(error) => {
                    let fault = Fault::new(FaultKind::Lost, "the record under review", error.to_string());
                    self.faults.push(fault);
                }
            }
        }
        let again = is_first.then(|| self.app.take_seat_again()).flatten();
        let follow =
            link.map(|(link, again)| if again { Action::FollowAgain(link) } else { Action::Follow(link) });
        if let Some(action) = again.map(Action::Join).or(follow) {
            self.update(Event::Action(action), world);
        }
        if is_reloaded && was_open && !self.app.sessions().plays() {
            for effect in self.app.reopen_local(now) {
                self.perform(effect, world);
            }
        }
        self.resize(self.size, world);
    }

    /// The time since the start of the program.
    fn now(&self, world: &World) -> Timestamp {
        Timestamp::from_ms(world.now.since(self.started))
    }

    /// When the app or the machine wants to do something, in the time of the world.
    pub(super) fn next_at(&self) -> Option<Timestamp> {
        let machine = self.machine.next_wakeup().map(|at| self.started.plus_ms(at.as_ms()));
        machine.into_iter().chain(self.tick_at).min()
    }

    /// Does what is due by the clock.
    pub(super) fn tick(&mut self, world: &mut World) {
        while let Some(event) = self.machine.poll(self.now(world)) {
            self.is_stale = true;
            self.update(event, world);
        }
        if self.tick_at.is_some_and(|at| at <= world.now) {
            self.update(Event::Tick, world);
        }
    }

    /// Whether something moves.
    pub(super) fn is_animating(&self, world: &World) -> bool {
        self.app.animating(self.now(world))
    }

    /// Whether the client is connected, as far as it can know.
    pub(super) fn is_joined(&self) -> bool {
        matches!(self.app.sessions().link().status(), Status::Joined) && self.connection.is_some()
    }

    /// Whether games of the library were deleted since the last question.
    pub(super) fn take_deleted(&mut self) -> bool {
        std::mem::take(&mut self.machine.deleted)
    }

    /// Passes an event to the app, and performs what follows.
    pub(super) fn update(&mut self, event: Event, world: &mut World) {
        if let Event::Action(action) = &event {
            self.taken.count_action(action);
        }
        self.is_stale |= !matches!(event, Event::Tick);
        let now = self.now(world);
        for effect in self.app.update(event, now) {
            self.perform(effect, world);
        }
        let next = self.app.next_wakeup(now).map(|at| at.max(now.plus_ms(FRAME_MS)));
        self.tick_at = next.map(|at| self.started.plus_ms(at.as_ms()));
    }

    fn perform(&mut self, effect: Effect, world: &mut World) {
        match effect {
            Effect::Connection(ConnectionEffect::Connect { host, port, security }) => {
                self.hang_up(world);
                let failure = if !HOSTS.contains(&host.as_str()) {
                    Some(ConnectFailure::UnknownHost)
                } else if port != PORT {
                    Some(ConnectFailure::Refused)
                } else if host == WITHOUT_TLS && security != Security::Plain {
                    Some(ConnectFailure::NoTls)
                } else {
                    None
                };
                if let Some(how) = failure {
                    return self.update(Event::Network(NetworkEvent::ConnectFailed(how)), world);
                }
                self.connection = Some(world.connect(security, self.is_cut));
            }
            Effect::Connection(ConnectionEffect::Disconnect) => self.hang_up(world),
            Effect::Connection(ConnectionEffect::Send(request)) => {
                if let Some(id) = self.connection {
                    self.taken.count_request(&request.message);
                    world.request(id, &request);
                }
            }
            Effect::Window(WindowEffect::CopyText(text))
            | Effect::Machine(MachineEffect::Share { link: text, .. }) => self.clipboard = text,
            Effect::Machine(MachineEffect::ReadClipboard) => {
                self.update(Event::Clipboard(Some(self.clipboard.clone())), world);
            }
            Effect::Window(WindowEffect::Call(_)) => {}
            Effect::Window(WindowEffect::Quit) => self.is_over = true,
            Effect::Storage(effect) => {
                let now = self.now(world);
                if let Some(event) = self.machine.keep(effect, now) {
                    self.update(event, world);
                }
            }
            Effect::Engine(effect) => self.machine.think(effect, self.now(world)),
            Effect::Machine(effect) => self.machine.perform(effect, self.now(world)),
        }
    }

    /// Closes the connection.
    pub(super) fn hang_up(&mut self, world: &mut World) {
        if let Some(id) = self.connection.take() {
            world.hang_up(id);
        }
    }

    /// Gives the window another size.
    pub(super) fn resize(&mut self, size: Size, world: &mut World) {
        self.size = size;
        self.update(Event::Resized(size), world);
        self.refresh(world);
    }

    /// The point of a pixel, in logical pixels.
    fn point(&self, [x, y]: [i32; 2]) -> Pos2 {
        pos2(x as f32, y as f32) / self.scale
    }

    /// Presses and releases a button, perhaps at different pixels, as the mouse or a finger does.
    pub(super) fn drag(&mut self, from: [i32; 2], to: [i32; 2], button: PointerButton, world: &mut World) {
        let (start, end) = (self.point(from), self.point(to));
        let by = if self.fingers { Device::Finger } else { Device::Mouse };
        let is_main = button == PointerButton::Primary;
        let modifiers = egui::Modifiers::NONE;
        let event = |pos, pressed| egui::Event::PointerButton { pos, button, pressed, modifiers };
        let pressed = if is_main { Pointer::Pressed(start) } else { Pointer::Secondary(start) };
        let down = vec![Pointer::By(by), Pointer::Moved(start), pressed];
        self.frame(vec![egui::Event::PointerMoved(start), event(start, true)], &down, world);
        if start != end {
            let middle = start + (end - start) * 0.5;
            self.frame(vec![egui::Event::PointerMoved(middle)], &[Pointer::Moved(middle)], world);
        }
        let aside = Pointer::SecondaryReleased { at: end, modifiers: Modifiers::NONE };
        let released = if is_main { Pointer::Released(end) } else { aside };
        let mut up = vec![Pointer::Moved(end), released];
        let mut events = vec![egui::Event::PointerMoved(end), event(end, false)];
        if self.fingers {
            up.push(Pointer::Cancelled);
            events.push(egui::Event::PointerGone);
        }
        self.frame(events, &up, world);
    }

    /// Turns the wheel at a pixel.
    pub(super) fn scroll(&mut self, at: [i32; 2], lines: i32, world: &mut World) {
        let (delta, modifiers) = (egui::vec2(0.0, lines as f32), egui::Modifiers::NONE);
        let wheel = egui::Event::MouseWheel { unit: egui::MouseWheelUnit::Line, delta, modifiers };
        let at = self.point(at);
        self.frame(vec![egui::Event::PointerMoved(at), wheel], &[Pointer::Moved(at)], world);
    }

    /// Passes the events of keys.
    pub(super) fn keys(&mut self, events: Vec<egui::Event>, world: &mut World) {
        self.frame(events, &[], world);
    }

    /// Shows frames until the page is that of the state, and reads the page.
    pub(super) fn refresh(&mut self, world: &mut World) {
        let mut shapes = Vec::new();
        for _ in 0..MOST_FRAMES {
            self.is_stale = false;
            shapes = self.frame(Vec::new(), &[], world);
            if !self.is_stale && !self.wants_frame {
                break;
            }
        }
        self.is_stale = false;
        let boxes = self.boxes.of(&self.ctx, &shapes);
        self.trace(&boxes, world);
    }

    /// Shows a frame, after which the page is older than the state, and returns what it paints.
    fn frame(
        &mut self,
        events: Vec<egui::Event>,
        pointer: &[Pointer],
        world: &mut World,
    ) -> Vec<egui::epaint::ClippedShape> {
        let began = Instant::now();
        let scale = f32::from(self.app.desk().scale()) / 100.0;
        let theme = self.app.desk().theme();
        if self.theme.replace(theme) != Some(theme) {
            theme::apply(&self.ctx, &theme);
        }
        if self.scale != scale {
            self.scale = scale;
            self.ctx.set_pixels_per_point(scale);
        }
        self.is_stale |= !events.is_empty();
        self.pass_pointer(pointer, world);
        ui_trace::start(&self.ctx);
        let window = self.size / scale;
        let raw = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, window)),
            time: Some(self.now(world).as_ms() as f64 / 1e3),
            events,
            max_texture_side: Some(4096),
            ..egui::RawInput::default()
        };
        let ctx = self.ctx.clone();
        let output = ctx.run(raw, |ctx| {
            let now = self.now(world);
            for action in screens::show(&self.app, ctx, now) {
                self.update(Event::Action(action), world);
            }
        });
        for command in output.platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                self.clipboard = text;
            }
        }
        self.wants_frame = output.viewport_output.values().any(|viewport| viewport.repaint_delay.is_zero());
        if began.elapsed() > LATE {
            let what = format!("a frame of the screen {} took {:?}", self.page.screen, began.elapsed());
            self.faults.push(Fault::new(FaultKind::LateFrame, self.page.screen.clone(), what));
        }
        output.shapes
    }

    /// Passes pointer events to the app, except presses on an egui window, menu or widget.
    fn pass_pointer(&mut self, pointer: &[Pointer], world: &mut World) {
        for &event in pointer {
            let is_for_board = match event {
                Pointer::Pressed(at) | Pointer::Secondary(at) => {
                    let layer = self.ctx.layer_id_at(at);
                    layer.is_none_or(|layer| layer.order == egui::Order::Background)
                        && !self.ctx.is_using_pointer()
                }
                _ => true,
            };
            if is_for_board {
                self.update(Event::Pointer(event), world);
            }
        }
    }

    fn trace(&mut self, boxes: &str, world: &World) {
        let (now, window) = (self.now(world), self.size / self.scale);
        let Some(widgets) = ui_trace::take(&self.ctx) else { return };
        let scene = self.app.view(window, now);
        let (widgets, scene, scale) = (&widgets, &scene, self.scale);
        let frame =
            TracedFrame { widgets, scene, window, scale, releases: 0, boxes, origin: None, is_focused: true };
        let line = line(&frame, &TableFacts::of(&self.app, now), &self.taken).expect("a frame is data");
        self.page = serde_json::from_str(&line).expect("a page can be read");
    }
}
