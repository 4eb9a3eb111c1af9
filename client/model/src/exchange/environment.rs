//! Facts about the machine that the client runs on.

use crate::choices::lang::Lang;
use crate::choices::zone::Zone;
use crate::drawing::theme::SystemLook;
use chuhe_protocol::WebAddress;

/// What the program runs in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Surface {
    /// A window of a desktop.
    #[default]
    Desktop,
    /// A page in a browser. It can neither host a server nor start other programs, and reaches only the
    /// server from which it came.
    Page {
        /// The server from which it came.
        server: PageServer,
    },
}

/// The server of a page, as far as the page knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageServer {
    /// The page came from a host of files.
    None,
    /// The server does not answer. The page keeps asking.
    Silent,
    /// The server answers.
    Answers,
}

impl Surface {
    /// Whether it is a page of a browser.
    pub const fn is_page(self) -> bool {
        matches!(self, Self::Page { .. })
    }
}

/// Facts about the machine that the shell reads once, before the app starts.
///
/// The core never queries the machine itself, so that tests can choose these values.
#[derive(Clone, Debug)]
pub struct Environment {
    /// What the program runs in.
    pub surface: Surface,
    /// The system's language, used unless the user chooses one.
    pub language: Lang,
    /// The language asked for at this start, which precedes the user's choice until they change that.
    pub asked_language: Option<Lang>,
    /// The system's time zone; UTC where it is unknown.
    pub time_zone: Zone,
    /// When the program started, in milliseconds since 1970 (UTC); `None` if it is unknown.
    pub started_at_ms: Option<u64>,
    /// The addresses at which others may reach this machine, those of a local network first; empty where they are unknown.
    pub addresses: Vec<String>,
    /// The number of processor cores.
    pub cores: usize,
    /// Whether the user points with fingers, as on a phone or a tablet.
    pub fingers: bool,
    /// How the system is set up at the start; [`Event::SystemLook`](super::event::Event::SystemLook) changes it.
    pub look: SystemLook,
    /// Whether the system passes links on, as a phone does to its messengers.
    pub shares: bool,
    /// The address of the page that the program runs in; `None` for a window of its own.
    pub page: Option<WebAddress>,
    /// Whether the review that the shell keeps ends with this tab of a browser: a reload finds it, the next visit does not.
    pub review_ends_with_tab: bool,
    /// Seed of the app's random generator.
    pub seed: u64,
}

impl Default for Environment {
    fn default() -> Self {
        Self {
            surface: Surface::Desktop,
            language: Lang::default(),
            asked_language: None,
            time_zone: Zone::UTC,
            started_at_ms: None,
            addresses: Vec::new(),
            cores: 1,
            fingers: false,
            look: SystemLook::default(),
            shares: false,
            page: None,
            review_ends_with_tab: false,
            seed: 0,
        }
    }
}
