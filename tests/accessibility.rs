//! A screen reader reads a window and presses its buttons, over the accessibility service of a desktop of their own.

use crate::driven::window::{USUAL, Window, screen};
use crate::driven::{Driven as _, TIMEOUT};
use crate::program::{Running, first_line, programs, start};
use std::collections::HashMap;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;
use zbus::blocking::connection::Builder;
use zbus::blocking::{Connection, MessageIterator, Proxy};
use zbus::message::{self, Message};
use zbus::zvariant::{DynamicType, OwnedObjectPath, OwnedValue, Type};

/// The program that is a bus.
const BUS: &str = "dbus-daemon";
/// What starts the accessibility service once a program asks for it.
const SERVICE: &str = "/usr/share/dbus-1/services/org.a11y.Bus.service";
/// The root of what the programs of the desktop show.
const REGISTRY: &str = "org.a11y.atspi.Registry";
const ROOT: &str = "/org/a11y/atspi/accessible/root";
const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";
const ACTION: &str = "org.a11y.atspi.Action";
const COMPONENT: &str = "org.a11y.atspi.Component";
const TEXT: &str = "org.a11y.atspi.EditableText";
const PROPERTIES: &str = "org.freedesktop.DBus.Properties";

/// Part of a program: the program's name on the bus, and the path of the part.
type Object = (String, OwnedObjectPath);

/// The bus of a desktop, with the accessibility service that it starts.
struct Desktop {
    session: Connection,
    address: String,
    _bus: Running,
}

impl Desktop {
    fn start(folder: &Path, display: &str) -> Self {
        let mut bus = Command::new(BUS);
        bus.args(["--session", "--nofork", "--print-address"]);
        // the service would keep in the settings of the user that a screen reader is there
        bus.env("DISPLAY", display).env("XDG_RUNTIME_DIR", folder).env("GSETTINGS_BACKEND", "memory");
        let (bus, mut output) = start(bus.stderr(Stdio::null()));
        let address = first_line(&mut output);
        Self { session: connect(&address), address, _bus: bus }
    }

    /// Says to the programs of the desktop whether a screen reader is there.
    fn set_read(&self, is_read: bool) {
        let status = proxy(&self.session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status");
        status.set_property("IsEnabled", is_read).expect("the service takes a screen reader");
    }
}

fn connect(address: &str) -> Connection {
    let connection = Builder::address(address).expect("the bus has an address").method_timeout(TIMEOUT);
    connection.build().expect("the bus takes a connection")
}

fn proxy<'a>(connection: &Connection, name: &'a str, path: &'a str, interface: &'a str) -> Proxy<'a> {
    Proxy::new(connection, name, path, interface).expect("the names are well formed")
}

/// What a part is, by its number in AT-SPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Button = 43,
    Option = 44,
    Cell = 56,
    Field = 79,
    Heading = 83,
}

/// What the place of a part counts from, by its number in AT-SPI.
#[derive(Clone, Copy)]
enum CornerOf {
    Screen = 0,
    Window = 1,
}

/// What a screen reader finds: the number of each role, the name, and where it is.
type Found = Vec<(u32, String, Object)>;

/// A screen reader.
struct Reader {
    bus: Connection,
    /// What the programs say has happened.
    events: Receiver<Message>,
}

impl Reader {
    fn start(desktop: &Desktop) -> Self {
        let service = proxy(&desktop.session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus");
        let address: String = service.call("GetAddress", &()).expect("the service has a bus");
        let bus = connect(&address);
        let rule = zbus::MatchRule::builder().msg_type(message::Type::Signal).build();
        let signals = MessageIterator::for_match_rule(rule, &bus, None).expect("the bus passes signals on");
        let (sender, events) = channel();
        thread::spawn(move || signals.map_while(Result::ok).try_for_each(|signal| sender.send(signal)));
        Self { bus, events }
    }

    fn call<B, R>(&self, (program, path): &Object, of: &str, method: &str, body: &B) -> zbus::Result<R>
    where
        B: serde::Serialize + DynamicType,
        R: serde::de::DeserializeOwned + Type,
    {
        self.bus.call_method(Some(&**program), path, Some(of), method, body)?.body().deserialize()
    }

    /// Adds this part and those in it, unless they have gone meanwhile.
    fn walk(&self, object: &Object, found: &mut Found) -> zbus::Result<()> {
        let role: u32 = self.call(object, ACCESSIBLE, "GetRole", &())?;
        let name: OwnedValue = self.call(object, PROPERTIES, "Get", &(ACCESSIBLE, "Name"))?;
        found.push((role, name.try_into()?, object.clone()));
        let children: Vec<Object> = self.call(object, ACCESSIBLE, "GetChildren", &())?;
        children.iter().try_for_each(|child| self.walk(child, found))
    }

    /// What there is on the whole desktop.
    fn read(&self) -> Found {
        let root = (REGISTRY.to_owned(), ROOT.try_into().expect("the path is well formed"));
        let mut found = Found::new();
        // a part that is gone says so by an event
        let _ = self.walk(&root, &mut found);
        found
    }

    /// Waits until there is a part whose name begins like this.
    fn until(&self, role: Role, start: &str) -> Object {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let found = self.read();
            let is_wanted = |(number, name, _): &&(u32, String, Object)| {
                *number == role as u32 && name.starts_with(start)
            };
            if let Some((.., object)) = found.iter().find(is_wanted) {
                return object.clone();
            }
            let left = deadline.saturating_duration_since(Instant::now());
            self.events
                .recv_timeout(left)
                .unwrap_or_else(|_| panic!("{role:?} {start} is missing: {found:#?}"));
        }
    }

    /// Waits until this is announced.
    fn until_announced(&self, text: &str) {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let event =
                self.events.recv_timeout(left).unwrap_or_else(|_| panic!("{text:?} is not announced"));
            let is_announcement = event.header().member().is_some_and(|it| it.as_str() == "Announcement");
            if is_announcement && format!("{:?}", event.body().deserialize::<Said>()).contains(text) {
                return;
            }
        }
    }

    fn press(&self, role: Role, start: &str) {
        let pressed = self.call(&self.until(role, start), ACTION, "DoAction", &0_i32);
        assert!(matches!(pressed, Ok(true)), "{start}: {pressed:?}");
    }

    fn type_into(&self, start: &str, text: &str) {
        let typed = self.call(&self.until(Role::Field, start), TEXT, "SetTextContents", &text);
        assert!(matches!(typed, Ok(true)), "{start}: {typed:?}");
    }

    /// Returns the button.
    fn give_keyboard_to(&self, start: &str) -> Object {
        let button = self.until(Role::Button, start);
        let given = self.call(&button, COMPONENT, "GrabFocus", &());
        assert!(matches!(given, Ok(true)), "{start}: {given:?}");
        button
    }

    /// The left, upper corner of a part in its window, or on the whole screen.
    fn corner(&self, object: &Object, of: CornerOf) -> (i32, i32) {
        let place: zbus::Result<(i32, i32, i32, i32)> =
            self.call(object, COMPONENT, "GetExtents", &(of as u32));
        let (x, y, ..) = place.expect("the part has a place");
        (x, y)
    }
}

/// What events carry: a kind, two numbers, a value, and the properties of the part.
type Said = (String, i32, i32, OwnedValue, HashMap<String, OwnedValue>);

#[test]
fn a_screen_reader_starts_a_game_and_plays_a_move() {
    let has_bus = Command::new(BUS).arg("--version").stdout(Stdio::null()).status().is_ok();
    if !has_bus || !Path::new(SERVICE).exists() {
        // written past the capture of the test's output, which hides what a passing test prints
        let skipped = "SKIPPED: dbus-daemon or at-spi2-core is not installed, so no screen reader reads";
        let _ = writeln!(io::stderr(), "{skipped}");
        return;
    }
    let programs = programs();
    let folder = tempfile::tempdir().expect("a folder can be created");
    let screen = screen(USUAL);
    let desktop = Desktop::start(folder.path(), &screen.1);
    let mut program = Command::new(programs.join("chuhe"));
    program.args(["--lang", "en"]).env("DBUS_SESSION_BUS_ADDRESS", &desktop.address);
    let mut bo = Window::start(screen, "Bo", program, folder.path());
    bo.until("the first screen is shown", |page| page.screen == "join");

    desktop.set_read(true);
    let reader = Reader::start(&desktop);
    reader.until(Role::Heading, "楚河");
    reader.press(Role::Option, "Two at this screen");
    bo.until("the form of two players is shown", |page| page.enabled("start.play").is_some());
    reader.press(Role::Button, "Start");
    bo.until("the game begins", |page| page.screen == "table");
    reader.until(Role::Cell, "b 2 · ");

    reader.type_into("", "b2b4");
    reader.press(Role::Button, "Play");
    bo.until_piece(Some('C'), "b4");
    reader.until_announced("b4");

    bo.xdotool(&["search", "--onlyvisible", "--name", ".", "windowmove", "30", "40"]);
    let menu = reader.give_keyboard_to("Menu");
    bo.until("the button has the keyboard", |page| page.focus == "table.menu");
    let ((x, y), place) = (reader.corner(&menu, CornerOf::Window), reader.corner(&menu, CornerOf::Screen));
    assert_eq!(place, (x + 30, y + 40));

    // another reader comes once the first one has gone
    desktop.set_read(false);
    bo.key("Tab");
    desktop.set_read(true);
    Reader::start(&desktop).until(Role::Cell, "b 4 · ");
}
