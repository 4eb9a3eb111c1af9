//! The topics of the help pages, and the structure of their texts.

/// Whether the help window is open, and its page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// Whether it is open.
    pub open: bool,
    /// Whether the list of keys is open.
    pub keys_open: bool,
    /// The page shown last.
    pub page: Page,
}

/// The help page of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Page {
    /// 象棋.
    #[default]
    Xiangqi,
    /// 两国军旗.
    Luzhanqi,
}

impl Page {
    /// Every page, in the order of its tabs.
    pub const ALL: [Self; 2] = [Self::Xiangqi, Self::Luzhanqi];

    /// The name of its tab in traces and tests, the same in every language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xiangqi => "help.xiangqi",
            Self::Luzhanqi => "help.luzhanqi",
        }
    }
}

/// The heading of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Heading {
    Board,
    Pieces,
    SettingUp,
    Moving,
    Battle,
    Known,
    Ends,
    Conduct,
}

/// The subject of a passage. Every language has a [`Passage`] for each topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Topic {
    Xiangqi(XiangqiTopic),
    LuzhanqiSetup(SetupTopic),
    LuzhanqiPlay(PlayTopic),
    Conduct(ConductTopic),
}

/// The topics of xiangqi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum XiangqiTopic {
    Board,
    King,
    Advisor,
    Elephant,
    Horse,
    Rook,
    Cannon,
    Pawn,
    Check,
    Mate,
    Repetition,
    Draws,
}

/// The topics of luzhanqi up to the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum SetupTopic {
    Arm,
    Boards,
    Set,
    Placing,
    Layout,
}

/// The topics of luzhanqi from the first move on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PlayTopic {
    Road,
    Rail,
    Engineer,
    Curve,
    Centre,
    Still,
    Battles,
    Camp,
    Hidden,
    FlagShown,
    Wins,
    Draws,
}

/// The topics about clocks, offers and leaving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ConductTopic {
    Clocks,
    /// Luzhanqi: the move time runs out and the turn passes.
    PassedTurn,
    Takeback,
    NoTakeback,
    DrawOffer,
    Resigning,
    /// Luzhanqi: players may resign from a certain step on.
    LateResigning,
    Absence,
}

/// The text on a topic in one language.
#[derive(Debug)]
pub(crate) struct Passage {
    pub(crate) title: &'static str,
    /// One or more paragraphs.
    pub(crate) body: String,
    /// The caption of each of the topic's figures.
    pub(crate) captions: Vec<&'static str>,
}

impl Passage {
    pub(crate) fn new(title: &'static str, captions: Vec<&'static str>, body: impl Into<String>) -> Self {
        Self { title, body: body.into(), captions }
    }
}
