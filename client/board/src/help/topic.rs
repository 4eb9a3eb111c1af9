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
pub enum Heading {
    /// The board.
    Board,
    /// The pieces and what they do.
    Pieces,
    /// Luzhanqi: the formation.
    SettingUp,
    /// Luzhanqi: roads, rails and stations.
    Moving,
    /// Luzhanqi: what an attack does.
    Battle,
    /// Luzhanqi: what a player knows of the other side.
    Known,
    /// How a game ends.
    Ends,
    /// Clocks, offers and leaving.
    Conduct,
}

/// The subject of a passage. Every language has a [`Passage`] for each topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// One of xiangqi.
    Xiangqi(XiangqiTopic),
    /// One of luzhanqi up to the first move.
    LuzhanqiSetup(SetupTopic),
    /// One of luzhanqi from the first move on.
    LuzhanqiPlay(PlayTopic),
    /// One about clocks, offers and leaving.
    Conduct(ConductTopic),
}

/// The topics of xiangqi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum XiangqiTopic {
    /// The board.
    Board,
    /// The general.
    King,
    /// The advisors.
    Advisor,
    /// The elephants.
    Elephant,
    /// The horses.
    Horse,
    /// The chariots.
    Rook,
    /// The cannons.
    Cannon,
    /// The soldiers.
    Pawn,
    /// Check.
    Check,
    /// Checkmate and stalemate.
    Mate,
    /// Repeated positions.
    Repetition,
    /// Draws.
    Draws,
}

/// The topics of luzhanqi up to the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetupTopic {
    /// One arm of the board.
    Arm,
    /// The kinds of board.
    Boards,
    /// The pieces of a side.
    Set,
    /// Where pieces may stand at first.
    Placing,
    /// Formations that are kept.
    Layout,
}

/// The topics of luzhanqi from the first move on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayTopic {
    /// Moves on roads.
    Road,
    /// Moves on rails.
    Rail,
    /// Moves of the engineer.
    Engineer,
    /// Bends of the rails.
    Curve,
    /// The middle of the board.
    Centre,
    /// Pieces that never move.
    Still,
    /// Who falls in a battle.
    Battles,
    /// Camps.
    Camp,
    /// What stays hidden.
    Hidden,
    /// When a flag is shown.
    FlagShown,
    /// How a side wins.
    Wins,
    /// Draws.
    Draws,
}

/// The topics about clocks, offers and leaving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConductTopic {
    /// Clocks.
    Clocks,
    /// Luzhanqi: the move time runs out and the turn passes.
    PassedTurn,
    /// Takebacks.
    Takeback,
    /// Games without takebacks.
    NoTakeback,
    /// Offers of a draw.
    DrawOffer,
    /// Resigning.
    Resigning,
    /// Luzhanqi: players may resign from a certain step on.
    LateResigning,
    /// A player who is offline.
    Absence,
}

/// The text on a topic in one language.
#[derive(Debug)]
pub struct Passage {
    /// The heading of the passage.
    pub title: &'static str,
    /// One or more paragraphs.
    pub body: String,
    /// The caption of each of the topic's figures.
    pub captions: Vec<&'static str>,
}

impl Passage {
    /// A passage of these texts.
    pub fn new(title: &'static str, captions: Vec<&'static str>, body: impl Into<String>) -> Self {
        Self { title, body: body.into(), captions }
    }
}
