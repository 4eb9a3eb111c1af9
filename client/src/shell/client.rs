//! The client in its window: tells the core what happened and does what it asks for.

use super::files::Folders;
use super::host::Host;
use super::settings::SettingsFile;
use super::tcp::Tcp;
use super::trace::TraceFile;
use super::transport::Transport;
use super::window::Program;
use crate::core::action::{Action, JoinAction};
use crate::core::app::App;
use crate::core::effect::Effect;
use crate::core::event::Event;
use crate::core::scene::{Pointer, Scene, Size};
use crate::core::screens;
use crate::core::theme::Theme;
use crate::core::ui_trace::UiTrace;
use chuhe_rules::clock::Timestamp;
use std::io;
use std::time::{Duration, Instant};

/// Where to go at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// A name or an address.
    pub host: String,
    /// The port.
    pub port: u16,
    /// One's own name; absent, the one last used.
    pub name: Option<String>,
    /// Whether TLS is wished.
    pub tls: bool,
}

/// How the client starts.
#[derive(Debug)]
pub struct Start {
    /// Where the settings are kept.
    pub file: SettingsFile,
    /// The settings, with what the command line changes.
    pub settings: crate::core::settings::Settings,
    /// Where to go at once.
    pub destination: Option<Destination>,
    /// Where to write what can be clicked.
    pub trace: Option<TraceFile>,
}

/// The core and all it is connected to.
#[derive(Debug)]
pub struct Client {
    app: App,
    clock: Instant,
    transport: Tcp,
    host: Host,
    folders: Folders,
    file: SettingsFile,
    trace: Option<TraceFile>,
    window: Option<Size>,
    copied: Option<String>,
    over: bool,
}

impl Client {
    /// Starts it, on the thread of the window.
    ///
    /// # Errors
    /// If the network's thread cannot be started.
    pub fn start(start: Start) -> io::Result<Self> {
        let clock = Instant::now();
        let mut client = Self {
            app: App::new(start.settings),
            clock,
            transport: Tcp::start()?,
            host: Host::new(start.file.hosted()),
            folders: Folders::new(start.file.folder()),
            file: start.file,
            trace: start.trace,
            window: None,
            copied: None,
            over: false,
        };
        if let Some(Destination { host, port, name, tls }) = start.destination {
            client.tell(Event::Action(Action::Join(JoinAction::To { host, port, name, tls })));
        }
        Ok(client)
    }

    fn now(&self) -> Timestamp {
        Timestamp::from_ms(u64::try_from(self.clock.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn tell(&mut self, event: Event) {
        let now = self.now();
        for effect in self.app.update(event, now) {
            self.perform(effect);
        }
    }

    fn perform(&mut self, effect: Effect) {
        match effect {
            Effect::Connect { host, port, security } => self.transport.connect(&host, port, security),
            Effect::Disconnect => self.transport.disconnect(),
            Effect::Send(request) => self.transport.send(request),
            Effect::Host { port } => self.host.start(port),
            Effect::StopHost => self.host.stop(),
            Effect::SaveSettings(settings) => {
                if let Err(error) = self.file.save(&settings) {
                    tracing::warn!("the settings are not kept: {error:#}");
                }
            }
            Effect::Files(request) => {
                let event = self.folders.perform(request);
                self.tell(Event::Files(event));
            }
            Effect::CopyText(text) => self.copied = Some(text),
            Effect::Quit => self.over = true,
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.transport.disconnect();
        self.host.close();
    }
}

impl Program for Client {
    fn poll(&mut self, window: Size) {
        if self.window != Some(window) {
            self.window = Some(window);
            self.tell(Event::Resized(window));
        }
        while let Some(event) = self.transport.poll() {
            self.tell(Event::Network(event));
        }
        while let Some(event) = self.host.poll() {
            self.tell(Event::Host(event));
        }
        self.tell(Event::Tick);
    }

    fn view(&mut self, window: Size) -> Scene {
        self.app.view(window, self.now())
    }

    fn show(&mut self, ctx: &egui::Context) {
        let now = self.now();
        for action in screens::show(&self.app, ctx, now) {
            self.tell(Event::Action(action));
            // what it changed shows at once
            ctx.request_repaint();
        }
    }

    fn pointer(&mut self, pointer: Pointer) {
        self.tell(Event::Pointer(pointer));
    }

    fn animating(&self) -> bool {
        self.app.animating(self.now())
    }

    fn wakeup(&self) -> Option<Duration> {
        let now = self.now();
        let at = self.app.next_wakeup(now)?;
        Some(Duration::from_millis(at.as_ms().saturating_sub(now.as_ms())))
    }

    fn points_at_something(&self) -> bool {
        self.app.points_at_something()
    }

    fn theme(&self) -> Theme {
        Theme::of(self.app.settings().appearance)
    }

    fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    fn close_requested(&mut self) {
        self.tell(Event::CloseRequested);
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn trace(&mut self, trace: UiTrace, scene: &Scene, scale: f32) {
        if let Some(file) = &mut self.trace {
            file.write(&trace, scene, scale);
        }
    }
}
