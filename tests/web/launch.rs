//! Opens the browser that `CHUHE_BROWSER` names, with its driver.

use super::bidi::Bidi;
use super::browser::Look;
use super::webdriver::Session;
use crate::driven::TIMEOUT;
use crate::driven::window::{Pixels, screen};
use crate::program::{Running, first_line, start};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{ChildStdout, Command, Stdio};
use std::thread;
use tempfile::TempDir;

/// Which browser the tests click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Chromium,
    Firefox,
}

/// The size of the screen of a browser; the page may be smaller.
const SCREEN: Pixels = (1400, 1000);

/// What each browser has beyond the WebDriver that both speak.
#[derive(Debug)]
pub(crate) enum Extras {
    /// Chromium's own protocol goes through the driver.
    Chromium,
    Firefox(Box<RefCell<Bidi>>),
}

/// An open browser. The session is closed before its driver.
pub(crate) struct Launched {
    pub(crate) session: Session,
    pub(crate) extras: Extras,
    pub(crate) driver: Running,
    pub(crate) profile: TempDir,
    /// The virtual screen of a browser that draws with WebGL on a screen only.
    pub(crate) screen: Option<Running>,
}

impl Kind {
    /// The browser of this run of the tests.
    pub(crate) fn of_this_run() -> Self {
        match std::env::var("CHUHE_BROWSER").as_deref() {
            Ok("firefox") => Self::Firefox,
            Ok("chromium") | Err(_) => Self::Chromium,
            Ok(other) => panic!("CHUHE_BROWSER is `chromium` or `firefox`, and not `{other}`"),
        }
    }

    /// The name of the folder for its pictures.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
        }
    }

    /// Opens the browser where nobody sees it.
    pub(crate) fn launch(self, look: Look) -> Launched {
        let profile = tempfile::tempdir().expect("a folder can be created");
        match self {
            Self::Chromium => launch_chromium(look, profile),
            Self::Firefox => launch_firefox(look, profile),
        }
    }
}

/// How often a driver is started until it gets a port. The driver of Chromium ends if the port that it was given
/// for IPv4 is taken for IPv6.
const STARTS: u32 = 3;

/// Starts a driver; returns the port that it prints after these words.
fn start_driver(command: &mut Command, on_port: &str) -> (Running, u16) {
    command.stderr(Stdio::null());
    let started = (0..STARTS).find_map(|_| {
        let (driver, mut output) = start(command);
        let port = std::iter::repeat_with(|| first_line(&mut output))
            .take(20)
            .find_map(|line| line.split_once(on_port)?.1.trim_end_matches('.').parse().ok())?;
        discard(output);
        Some((driver, port))
    });
    started.expect("the driver says its port")
}

/// Reads what a driver writes: it would wait once the pipe is full.
fn discard(output: BufReader<ChildStdout>) {
    thread::spawn(move || output.lines().map_while(Result::ok).for_each(drop));
}

fn launch_chromium(look: Look, profile: TempDir) -> Launched {
    let (driver, port) = start_driver(Command::new("chromedriver").arg("--port=0"), "successfully on port ");
    let session = Session::open(port, &chromium_capabilities(look, profile.path()));
    let extras = Extras::Chromium;
    set_size(&session, &extras, "", look);
    Launched { session, extras, driver, profile, screen: None }
}

/// Gives the page the size of this look, and a screen that can be touched if it has that.
///
/// In Chromium the page is that of the current tab, in Firefox the one of the tab with this name.
pub(crate) fn set_size(session: &Session, extras: &Extras, tab: &str, look: Look) {
    let (width, height) = look.size;
    match extras {
        Extras::Chromium => {
            let metrics = json!({
                "width": width, "height": height, "deviceScaleFactor": look.ratio, "mobile": look.touches,
            });
            session.devtools("Emulation.setDeviceMetricsOverride", &metrics);
            if look.touches {
                let touch = json!({ "enabled": true, "maxTouchPoints": 1 });
                session.devtools("Emulation.setTouchEmulationEnabled", &touch);
            }
        }
        Extras::Firefox(bidi) => {
            let viewport = json!({ "width": width, "height": height });
            let size = json!({ "context": tab, "viewport": viewport, "devicePixelRatio": look.ratio });
            bidi.borrow_mut().command("browsingContext.setViewport", &size);
        }
    }
}

/// Runs a script in each page before its own scripts: in Chromium in those of the current tab, in Firefox in all.
pub(crate) fn before_pages(session: &Session, extras: &Extras, script: &str) {
    match extras {
        Extras::Chromium => {
            let parameters = json!({ "source": script });
            session.devtools("Page.addScriptToEvaluateOnNewDocument", &parameters);
        }
        Extras::Firefox(bidi) => {
            let function = format!("() => {{ {script} }}");
            let parameters = json!({ "functionDeclaration": function });
            bidi.borrow_mut().command("script.addPreloadScript", &parameters);
        }
    }
}

fn chromium_capabilities(look: Look, profile: &Path) -> Value {
    let (width, height) = look.size;
    let arguments = [
        "--headless=new".to_owned(),
        // the tests also run as root, in containers without user namespaces
        "--no-sandbox".to_owned(),
        "--disable-dev-shm-usage".to_owned(),
        "--use-gl=angle".to_owned(),
        "--use-angle=swiftshader".to_owned(),
        "--enable-unsafe-swiftshader".to_owned(),
        "--mute-audio".to_owned(),
        "--no-first-run".to_owned(),
        "--disable-background-networking".to_owned(),
        "--disable-component-update".to_owned(),
        "--disable-quic".to_owned(),
        "--disable-sync".to_owned(),
        format!("--lang={}", look.language),
        format!("--accept-lang={}", look.language),
        format!("--window-size={width},{height}"),
        format!("--user-data-dir={}", profile.display()),
    ];
    json!({
        "browserName": "chrome",
        "goog:chromeOptions": { "args": arguments },
        "goog:loggingPrefs": { "browser": "ALL" },
        "timeouts": { "script": TIMEOUT.as_millis() as u64 },
    })
}

fn launch_firefox(look: Look, profile: TempDir) -> Launched {
    let (screen, display) = screen(SCREEN);
    let mut driver = Command::new("geckodriver");
    driver.env("DISPLAY", display).env_remove("WAYLAND_DISPLAY");
    // each browser has a port of its own for BiDi; profiles are made in this folder
    driver.args(["--port", "0", "--websocket-port", "0", "--profile-root"]).arg(profile.path());
    let (driver, port) = start_driver(&mut driver, "Listening on 127.0.0.1:");
    let session = Session::open(port, &firefox_capabilities(look));
    let address = session.capabilities["webSocketUrl"].as_str().expect("Firefox speaks BiDi");
    let extras = Extras::Firefox(Box::new(RefCell::new(Bidi::connect(address))));
    let tab = session.read("window");
    set_size(&session, &extras, tab.as_str().expect("a tab has a name"), look);
    Launched { session, extras, driver, profile, screen: Some(screen) }
}

fn firefox_capabilities(look: Look) -> Value {
    let preferences = json!({
        "intl.accept_languages": look.language,
        // the processor draws
        "webgl.force-enabled": true,
        "dom.w3c_touch_events.enabled": i32::from(look.touches),
        "media.volume_scale": "0.0",
    });
    let environment = json!({ "LIBGL_ALWAYS_SOFTWARE": "1" });
    json!({
        "browserName": "firefox",
        "moz:firefoxOptions": {
            "binary": "/usr/bin/firefox-esr", "prefs": preferences, "env": environment,
        },
        "webSocketUrl": true,
        "timeouts": { "script": TIMEOUT.as_millis() as u64 },
    })
}
