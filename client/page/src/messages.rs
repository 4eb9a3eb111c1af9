//! The messages between the program, the page and the page's workers.
//!
//! A message is a JSON object whose `kind` names it. It has plain fields only: what a worker is to do and
//! what it found are texts of their own, in the bytes of a message, because the page does not read them.

#![expect(missing_docs, reason = "the comment of a variant describes its fields")]

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use strum::VariantNames;
use thiserror::Error;

/// The most characters of an unreadable message that its error repeats.
const MOST_REPEATED: usize = 200;

/// A message that the receiver cannot read: the page and the program are not of the same build, or one
/// of them has a fault.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{error} in {beginning:?}")]
pub struct Unreadable {
    /// What is wrong.
    error: String,
    /// The beginning of the message.
    beginning: String,
}

/// Reads a message.
///
/// # Errors
/// [`Unreadable`] if the text is no message of this type.
pub fn read<M: DeserializeOwned>(text: &str) -> Result<M, Unreadable> {
    serde_json::from_str(text).map_err(|error| Unreadable::new(&error, text))
}

/// Writes a message.
///
/// # Panics
/// If the message has something that JSON lacks, such as a map whose keys are no texts; no message here has.
pub fn write(message: &impl Serialize) -> String {
    serde_json::to_string(message).expect("a message has plain fields")
}

impl Unreadable {
    fn new(error: &dyn ToString, text: &str) -> Self {
        Self { error: error.to_string(), beginning: text.chars().take(MOST_REPEATED).collect() }
    }
}

/// What the program tells the page.
#[derive(Debug, Serialize, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum ToPage<'a> {
    /// Draw the next frame after this time, in milliseconds, or when something happens.
    Wake { ms: u32 },
    /// The first frame is on the screen.
    Ready,
    /// The title of the page.
    Title { text: &'a str },
    /// Show a notification, if the user does not see the page.
    Notify { title: &'a str, message: &'a str },
    /// Ask the user whether the page may show notifications.
    AllowNotifications,
    /// Put a text on the clipboard.
    Copy { text: &'a str },
    /// Read the text on the clipboard, which the browser allows after a click.
    ReadClipboard,
    /// Pass a link on with the system's own means.
    Share { title: &'a str, link: &'a str },
    /// A field of text has the keyboard, at this place in CSS pixels: x, y, width and height; `None`
    /// if no field has it.
    Field { place: Option<[f32; 4]> },
    /// Keep a value for the next visit, or remove it.
    Keep { key: &'a str, value: Option<&'a str> },
    /// Open a WebSocket to the server of this page, closing the current one.
    Connect { number: u32 },
    /// Send the bytes, which are one frame.
    Send,
    /// Close the WebSocket once everything is sent.
    Disconnect,
    /// Let a worker do the work that the bytes describe, and pass on its result after this time at the
    /// earliest, in milliseconds.
    Work { number: u64, least_ms: u32 },
    /// End this work.
    EndWork { number: u64 },
    /// Save the bytes as a file of the user.
    Download { name: &'a str },
    /// Save the bytes, opaque RGBA pixels in rows, as a PNG file of the user.
    Picture { name: &'a str, width: u16, height: u16 },
    /// Ask the user for a file, or for several for the library.
    PickFile { several: bool },
    /// Fetch the slices of the font that have these characters.
    Glyphs { characters: &'a str, bold: bool },
    /// The address of the page has this fragment, if any; whether there is a step back from here.
    Route { hash: Option<&'a str>, is_deep: bool },
    /// Whether something is lost when the user leaves the page.
    Loses { loses: bool },
    /// Play a sound at this volume, in percent.
    Sound { name: &'a str, volume: u8 },
    /// The tree for screen readers has changed; as JSON.
    Mirror { tree: &'a str },
    /// The server no longer speaks the protocol of this page.
    Old,
    /// The widgets and squares of the frame, for tests.
    Trace { line: &'a str },
    /// The program cannot read a message of the page: log it, and warn the user.
    Unreadable { error: &'a str },
}

/// The first message of the page.
#[derive(Debug, Deserialize, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum FirstMessage {
    /// The program begins.
    Start(Box<PageFacts>),
}

/// What the page tells the program after the first message, by the part that it concerns.
#[derive(Debug)]
pub enum FromPage {
    /// What happened to a WebSocket.
    Socket(SocketMessage),
    /// What happened in the fields of text.
    Window(WindowMessage),
    /// What the browser and its user did around the canvas.
    Machine(MachineMessage),
    /// What the program asked for.
    Resource(Resource),
}

/// The kind of a message.
#[derive(Deserialize)]
struct Kind {
    kind: String,
}

impl FromPage {
    /// Reads a message.
    ///
    /// # Errors
    /// [`Unreadable`] if its kind is unknown or its fields are not those of the kind.
    pub fn read(text: &str) -> Result<Self, Unreadable> {
        let Kind { kind } = read(text)?;
        let has = |kinds: &[&str]| kinds.contains(&&*kind);
        if has(SocketMessage::VARIANTS) {
            read(text).map(Self::Socket)
        } else if has(WindowMessage::VARIANTS) {
            read(text).map(Self::Window)
        } else if has(MachineMessage::VARIANTS) {
            read(text).map(Self::Machine)
        } else if has(Resource::VARIANTS) {
            read(text).map(Self::Resource)
        } else {
            Err(Unreadable::new(&"unknown kind", text))
        }
    }
}

/// What happened to the WebSocket with this number.
#[derive(Debug, Deserialize, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum SocketMessage {
    /// It is open.
    Opened { number: u32 },
    /// The bytes are a frame that it received.
    Frame { number: u32 },
    /// It is closed. `reason` is the page's, for the log.
    Closed { number: u32, reason: String },
}

impl SocketMessage {
    /// The number of the WebSocket.
    pub const fn number(&self) -> u32 {
        match self {
            Self::Opened { number } | Self::Frame { number } | Self::Closed { number, .. } => *number,
        }
    }
}

/// What the user did in the fields of text, and where their attention is.
#[derive(Debug, Deserialize, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum WindowMessage {
    /// Text was typed.
    Text { text: String },
    /// The text that an input method is composing.
    Compose { text: String },
    /// The text that an input method has composed.
    Composed { text: String },
    /// A key was pressed or released in the field of text.
    Key { key: String, pressed: bool, ctrl: bool, shift: bool, alt: bool },
    /// Text was pasted.
    Paste { text: String },
    /// What is selected is to be copied, or cut.
    CopySelection { cut: bool },
    /// Whether the user sees the page and it has the focus.
    Attention { focused: bool },
    /// Whether the tree for screen readers has the keyboard.
    MirrorFocus { has: bool },
}

/// What the browser and its user did around the canvas.
#[derive(Debug, Deserialize, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum MachineMessage {
    /// The bytes are what a worker found.
    Found { number: u64 },
    /// A worker failed.
    WorkFailed { number: u64 },
    /// The bytes are a file that the user chose or dropped, or one of several for the library, of which so many
    /// follow.
    File { name: String, several: bool, more: usize },
    /// The text on the clipboard; `None` if the browser refuses to read it.
    Clipboard { text: Option<String> },
    /// The user went a step back.
    Back,
    /// The page is hidden or left: the program may end.
    Leaving,
    /// The page is hidden, so that a phone may suspend it, or it is shown again.
    Sleep { asleep: bool },
    /// The edges of the page are covered so far, in CSS pixels.
    Insets { top: f32, right: f32, bottom: f32, left: f32, keyboard: f32 },
    /// The system is set up otherwise.
    SystemLook { look: Look },
    /// Another page has changed what is kept under this name; `None` if it removed it.
    Kept { key: String, value: Option<String> },
    /// The server of the page has begun or ceased to answer.
    Server { state: ServerState },
    /// The browser shows no notifications of the page.
    NotificationsRefused,
    /// The user has changed the fragment of the page's address, to follow a link.
    Link { text: String },
    /// The user did something at this node of the tree for screen readers.
    MirrorAct { id: String, text: String },
}

/// How the system is set up.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Look {
    /// Whether its windows are dark.
    pub is_dark: bool,
    /// Whether it shows strong contrasts.
    pub has_contrast: bool,
    /// Whether it shows few animations.
    pub reduces_motion: bool,
    /// The colours that it wants in every window, if it does.
    pub forced: Option<Forced>,
}

/// The colours that a system wants in every window, as `0xrrggbb`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Forced {
    /// The background.
    pub canvas: u32,
    /// Text.
    pub text: u32,
    /// Text that cannot be used now.
    pub gray: u32,
    /// The background of what is chosen.
    pub highlight: u32,
    /// Text on it.
    pub highlight_text: u32,
    /// The background of buttons.
    pub button: u32,
}

/// What the page fetches when the program needs it; the bytes have it.
#[derive(Debug, Deserialize, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Resource {
    /// A slice of the font.
    Font { bold: bool },
    /// The characters that GB 18030 has in the basic plane, for old records.
    Gb18030,
    /// The characters of Big5 in the order of their bytes, for old records.
    Big5,
}

/// What the page knows of its server.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerState {
    /// It came from a host of files.
    #[default]
    None,
    /// The server does not answer. The page keeps asking.
    Silent,
    /// The server answers.
    Answers,
}

/// Facts of the browser and the page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageFacts {
    /// The language that the user prefers, as a language tag.
    pub language: String,
    /// The offsets of the time zone, each as the time from which it holds, in seconds since 1970, and the seconds by
    /// which local time is ahead of UTC.
    pub offsets: Vec<(i64, i32)>,
    /// The time, in milliseconds since 1970.
    pub now_ms: u64,
    /// Whether the user points with fingers, and not with a mouse.
    pub has_fingers: bool,
    /// How the system is set up.
    pub look: Look,
    /// Whether the browser passes links on with the system's own means.
    pub shares: bool,
    /// Random bits.
    pub seed: [u32; 2],
    /// The name and the port from which the page came.
    pub address: (String, u16),
    /// The address of the page.
    pub page: String,
    /// Whether it came from a server of the game.
    pub server: ServerState,
    /// The fragment of the address that the page was opened with, which may be a link to a place.
    #[serde(default)]
    pub link: String,
    /// Whether the page was loaded again.
    pub is_reloaded: bool,
    /// Whether no other page of this origin runs the program.
    pub is_first: bool,
    /// Whether to report what is on the screen.
    pub trace: bool,
    /// What was kept.
    pub kept: BTreeMap<String, String>,
}

/// What the page tells a worker.
#[derive(Debug, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum ToWorker {
    /// Do the work that the bytes describe.
    Work { number: u64 },
}

/// What a worker tells the page.
#[derive(Debug, Serialize, Deserialize, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum FromWorker {
    /// The bytes are what the work with this number found, and whether it is done.
    Found { number: u64, is_last: bool },
    /// This work cannot be done; why, for the log.
    WorkFailed { number: u64, error: String },
    /// The worker cannot read what the page told it; why, for the log.
    Unreadable { error: String },
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    /// The scripts of the page, without the service worker, which has messages of its own.
    fn scripts() -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/page");
        let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
        let scripts = files.filter(|path| path.extension().is_some_and(|end| end == "js"));
        scripts.map(|path| fs::read_to_string(path).unwrap()).collect()
    }

    /// The names that stand in these scripts between this beginning and this end.
    fn between<'a>(scripts: &'a str, beginning: &str, end: &str) -> BTreeSet<&'a str> {
        scripts.split(beginning).skip(1).map(|rest| rest.split(end).next().unwrap()).collect()
    }

    #[test]
    fn the_page_handles_every_message_of_the_program() {
        let scripts = scripts();
        let handlers = scripts.split("const does = {\n").nth(1).unwrap().split("\n  };").next().unwrap();
        let handled: BTreeSet<&str> = handlers
            .lines()
            .filter_map(|line| line.strip_prefix("    ").filter(|line| !line.starts_with([' ', '}'])))
            .map(|line| line.split(':').next().unwrap().trim_matches('"'))
            .collect();
        assert_eq!(handled, ToPage::VARIANTS.iter().copied().collect());
    }

    #[test]
    fn the_program_reads_every_kind_that_the_page_sends() {
        let known: BTreeSet<&str> = [
            FirstMessage::VARIANTS,
            SocketMessage::VARIANTS,
            WindowMessage::VARIANTS,
            MachineMessage::VARIANTS,
            Resource::VARIANTS,
            ToWorker::VARIANTS,
        ]
        .concat()
        .into_iter()
        .collect();
        assert_eq!(between(&scripts(), "kind: \"", "\""), known);
    }

    #[test]
    fn the_kinds_of_messages_are_those_of_their_texts() {
        let kind_of = |text: &str| read::<Kind>(text).map(|it| it.kind);
        assert_eq!(kind_of(&write(&ToPage::PickFile { several: true })), Ok("pick-file".to_owned()));
        assert!(ToPage::VARIANTS.contains(&"pick-file"));
        let insets = r#"{"kind":"insets","top":0,"right":1.5,"bottom":2,"left":3,"keyboard":240}"#;
        let read = FromPage::read(insets);
        assert!(matches!(read, Ok(FromPage::Machine(MachineMessage::Insets { right: 1.5, .. }))), "{read:?}");
        let look = r#"{"kind":"system-look","look":{"isDark":true,"hasContrast":false,"reducesMotion":true,
            "forced":{"canvas":0,"text":16777215,"gray":1,"highlight":2,"highlightText":3,"button":4}}}"#;
        let Ok(FromPage::Machine(MachineMessage::SystemLook { look })) = FromPage::read(look) else {
            panic!("{look}")
        };
        assert!(
            look.is_dark && look.forced.is_some_and(|it| (it.text, it.highlight_text) == (0xff_ff_ff, 3))
        );
        let found = FromPage::read(r#"{"kind":"found","number":1099511627779}"#);
        assert!(matches!(
            found,
            Ok(FromPage::Machine(MachineMessage::Found { number })) if number == (1 << 40) + 3
        ));
    }

    #[test]
    fn an_unreadable_message_is_an_error_that_repeats_its_beginning() {
        let error = FromPage::read(r#"{"kind":"dance"}"#).unwrap_err();
        assert_eq!(error.to_string(), r#"unknown kind in "{\"kind\":\"dance\"}""#);
        let error = FromPage::read(r#"{"kind":"opened"}"#).unwrap_err().to_string();
        assert!(error.contains("missing field `number`"), "{error}");
        let long = FromPage::read(&"x".repeat(10_000)).unwrap_err().to_string();
        assert!(long.len() < 400, "{long}");
    }

    #[test]
    fn the_messages_of_workers_survive_the_page() {
        for message in [
            FromWorker::Found { number: 1 << 52, is_last: true },
            FromWorker::WorkFailed { number: 0, error: "no".to_owned() },
            FromWorker::Unreadable { error: "\"".to_owned() },
        ] {
            let text = write(&message);
            assert!(text.contains(if text.contains("found") { "isLast" } else { "error" }), "{text}");
            assert_eq!(write(&read::<FromWorker>(&text).unwrap()), text);
        }
    }
}
