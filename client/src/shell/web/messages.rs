//! What the program and the page tell each other. `client/web/bridge.js` is the page's side.

use chuhe_worker::{Found, Work};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What the program tells the page.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub(super) enum ToPage<'a> {
    /// Draw the next frame after this time, in milliseconds, or when something happens.
    Wake { ms: u32 },
    /// The first frame is on the screen.
    Ready,
    /// The title of the page.
    Title { text: &'a str },
    /// Show a notification, if the user does not see the page.
    Notify { title: &'a str, message: &'a str },
    /// Put a text on the clipboard.
    Copy { text: &'a str },
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
    /// Let a worker do this.
    Work { work: &'a Work },
    /// End this work.
    EndWork { number: u64 },
    /// Save the bytes as a file of the user.
    Download { name: &'a str },
    /// Save the bytes, opaque RGBA pixels in rows, as a PNG file of the user.
    Picture { name: &'a str, width: u16, height: u16 },
    /// Ask the user for a file.
    PickFile,
    /// Fetch the slices of the font that have these characters.
    Glyphs { characters: &'a str, bold: bool },
    /// The address of the page has this fragment, if any; whether there is a step back from here.
    Route { hash: Option<&'a str>, is_deep: bool },
    /// Play a sound at this volume, in percent.
    Sound { name: &'a str, volume: u8 },
    /// The tree for screen readers has changed; as JSON.
    Mirror { tree: &'a str },
    /// The server no longer speaks the protocol of this page.
    Old,
    /// The widgets and squares of the frame, for tests.
    Trace { line: &'a str },
}

/// The first message of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum FirstMessage {
    /// The program begins.
    Start(Box<PageFacts>),
}

/// What the page tells the program after the first message, by the part that it concerns.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum FromPage {
    Socket(SocketMessage),
    Window(WindowMessage),
    Machine(MachineMessage),
    Resource(Resource),
}

/// What happened to the WebSocket with this number.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum SocketMessage {
    /// It is open.
    Opened { number: u32 },
    /// The bytes are a frame that it received.
    Frame { number: u32 },
    /// It is closed. `reason` is the page's, for the log.
    Closed { number: u32, reason: String },
}

impl SocketMessage {
    /// The number of the WebSocket.
    pub(super) const fn number(&self) -> u32 {
        match self {
            Self::Opened { number } | Self::Frame { number } | Self::Closed { number, .. } => *number,
        }
    }
}

/// What the user did in the fields of text, and where their attention is.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum WindowMessage {
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
}

/// What the browser and its user did around the canvas.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum MachineMessage {
    /// A worker found this.
    Found { number: u64, found: Box<Found> },
    /// A worker failed.
    WorkFailed { number: u64 },
    /// The bytes are a file that the user chose or dropped.
    File { name: String },
    /// The user went a step back.
    Back,
    /// The edges of the page are covered so far, in CSS pixels.
    Insets { top: f32, right: f32, bottom: f32, left: f32, keyboard: f32 },
    /// Another page has changed what is kept under this name; `None` if it removed it.
    Kept { key: String, value: Option<String> },
    /// The user has changed the fragment of the page's address, to follow a link.
    Link { text: String },
    /// The user did something at this node of the tree for screen readers.
    MirrorAct { id: String, text: String },
}

/// What the page fetches when the program needs it; the bytes have it.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(super) enum Resource {
    /// A slice of the font.
    Font { bold: bool },
    /// The characters that GB 18030 has in the basic plane, for old records.
    Gb18030,
}

/// Facts of the browser and the page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PageFacts {
    /// The language that the user prefers, as a language tag.
    pub(super) language: String,
    /// The offsets of the time zone, as [`crate::core::choices::zone::Zone::of_offsets`] takes them.
    pub(super) offsets: Vec<(i64, i32)>,
    /// The time, in milliseconds since 1970.
    pub(super) now_ms: u64,
    /// Whether the user points with fingers, and not with a mouse.
    pub(super) has_fingers: bool,
    /// Whether the user wants few animations.
    pub(super) reduces_motion: bool,
    /// Random bits.
    pub(super) seed: [u32; 2],
    /// The server of the page: its name and port; `None` if the page came from elsewhere.
    pub(super) server: Option<(String, u16)>,
    /// The address of the page; `None` if it came from elsewhere.
    pub(super) page: Option<String>,
    /// The fragment of the address that the page was opened with, which may be a link to a place.
    #[serde(default)]
    pub(super) link: String,
    /// Whether the page was loaded again.
    pub(super) is_reloaded: bool,
    /// Whether no other page of this origin runs the program.
    pub(super) is_first: bool,
    /// Whether to report what is on the screen.
    pub(super) trace: bool,
    /// What was kept.
    pub(super) kept: BTreeMap<String, String>,
}
