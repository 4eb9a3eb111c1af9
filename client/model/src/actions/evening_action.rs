//! The user's actions with evenings: the tournaments that the server runs.

use super::form_action::{FormAction, FormField};
use chuhe_protocol::{EveningCode, PlayerId as Account};
use chuhe_rules::Color;
use chuhe_tournaments::{BoardId, Concession, LevelMatch, Numbering, Outcome, PlayerId, TieBreak};

/// With the list of evenings, the plan of a new one, and the evening that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EveningAction {
    /// Show the list of evenings.
    Open,
    /// Go back by one step: from a question or form to its page, from the wall to the evening, from the evening to the
    /// list, from the list to the lobby.
    Close,
    /// Open this evening, and follow it.
    Show(EveningCode),
    /// Open the evening whose code is in the field.
    ShowTyped,
    /// With the plan of a new evening.
    Plan(PlanAction),
    /// Show another page of the evening.
    Tab(EveningTab),
    /// Show this round; 0 is the last one, whichever that is.
    Round(u16),
    /// Show the sheet of this player, or none.
    Player(Option<PlayerId>),
    /// Show why this board or bye of a round is as it is, or none.
    Explain(Option<ExplainedPair>),
    /// Ask why these two do not meet in the round that is shown, or before the first in the next one; without a second
    /// player, why the first does not have the bye.
    WhyNot(PlayerId, Option<PlayerId>),
    /// Show this page in large letters for all, or not any more.
    Wall(Option<WallPage>),
    /// Show this page of the boards that are played, side by side, or not any more; the first is 0.
    Boards(Option<u16>),
    /// Enter, with the club in the field.
    Enter,
    /// Say that the user is here.
    CheckIn,
    /// Ask whether to leave the evening for good.
    AskWithdraw,
    /// Play again from the next round on.
    Return,
    /// Begin an objection to the result at this board.
    AskObject(BoardId),
    /// Do what was asked, with the words in the field.
    Confirm,
    /// Show the evening of the game at the table: over the table while the game runs, and in its place afterwards.
    BackToEvening,
    /// Copy the link to the evening.
    CopyLink,
    /// Copy its code.
    CopyCode,
    /// Pass the link on with the system's own means.
    Share,
    /// Show or hide the link as a QR code.
    ToggleCode,
    /// Save a file of the evening.
    Save(EveningFile),
    /// Save all games of the evening as one file.
    SaveGames,
    /// Stop fetching them.
    StopGames,
    /// Copy a table of the evening as plain text.
    CopyTable(EveningTable),
    /// Show this page of a long table to whoever walks its rows one by one; the first is 0.
    Rows(u16),
    /// What only organisers may.
    Organise(OrganiseAction),
}

/// A pair, or a bye, of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExplainedPair {
    /// The round, from 1.
    pub round: u16,
    /// The board, from 1; absent for the bye.
    pub board: Option<u16>,
}

/// A page of an evening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EveningTab {
    /// The boards of a round, and where the user sits.
    #[default]
    Round,
    /// The standings.
    Standings,
    /// The players.
    Players,
    /// What happened, with the reasons of organisers.
    Log,
    /// What organisers do.
    Organise,
}

impl EveningTab {
    /// All pages, in display order; the last one is for organisers.
    pub const ALL: [Self; 5] = [Self::Round, Self::Standings, Self::Players, Self::Log, Self::Organise];
}

/// A page in large letters for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WallPage {
    /// The boards of the round.
    #[default]
    Pairings,
    /// The standings.
    Standings,
    /// This page of the boards that are played; the first is 0.
    Boards(u16),
}

/// A file of an evening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::VariantArray)]
pub enum EveningFile {
    /// The standings as a table for spreadsheets.
    StandingsCsv,
    /// The pairings of the shown round as a table for spreadsheets.
    PairingsCsv,
    /// The whole tournament in the exchange format of FIDE.
    Trf,
    /// A page to print: the pairings of the shown round by board.
    PairingsByBoard,
    /// A page to print: the same by name, to be put up at the door.
    PairingsByName,
    /// A page to print: the standings.
    StandingsPage,
    /// A page to print: the crosstable.
    CrosstablePage,
    /// Pages to print: certificates.
    Certificates,
    /// The pairings and results of the shown round as plain text.
    RoundText,
    /// The standings as plain text.
    StandingsText,
    /// The crosstable as plain text.
    CrosstableText,
}

/// A table of an evening that can be passed on as plain text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::VariantArray)]
pub enum EveningTable {
    /// The pairings and results of the shown round.
    Round,
    /// The standings.
    Standings,
    /// The crosstable.
    Crosstable,
}

impl EveningTable {
    /// The table of a file that is plain text; `None` of another file.
    #[must_use]
    pub const fn of(file: EveningFile) -> Option<Self> {
        match file {
            EveningFile::RoundText => Some(Self::Round),
            EveningFile::StandingsText => Some(Self::Standings),
            EveningFile::CrosstableText => Some(Self::Crosstable),
            EveningFile::StandingsCsv => None,
            EveningFile::PairingsCsv => None,
            EveningFile::Trf => None,
            EveningFile::PairingsByBoard => None,
            EveningFile::PairingsByName => None,
            EveningFile::StandingsPage => None,
            EveningFile::CrosstablePage => None,
            EveningFile::Certificates => None,
        }
    }
}

/// What organisers do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrganiseAction {
    /// Begin the evening.
    Begin,
    /// Pair the next round, and begin it.
    PairNext,
    /// Ask whether to end the evening.
    AskEnd,
    /// Compute the pairing of the next round, to see it before it counts.
    Propose,
    /// Choose the board whose result is edited, or none.
    Board(Option<BoardId>),
    /// Mark the board whose result the keys type, or none.
    Mark(Option<BoardId>),
    /// Record a result; where there is one, ask for the reason of the correction.
    Result(BoardId, Outcome),
    /// Pause this board of the server, or all and the whole evening.
    Pause(Option<BoardId>),
    /// Let them go on.
    Continue(Option<BoardId>),
    /// Ask whether to record a foul.
    AskFoul(BoardId, Color),
    /// Confirm the result to which a player objected.
    Overrule(BoardId),
    /// Ask for the reason to undo the event with this number in the journal.
    AskUndo(u32),
    /// Ask for the reason to annul the last round.
    AskAnnul,
    /// Ask for the reason to give up a rule.
    AskConcede(Concession),
    /// Ask whether to cancel the evening before its start.
    AskCancel,
    /// Enter as many computer players of the server, as far as they are free.
    EnterComputers(u8),
    /// Open the field in which names are pasted.
    Paste,
    /// Choose a file whose lines are added to those in it.
    ChooseFile,
    /// Enter those whose lines are in it.
    EnterAll,
    /// Say that a player is here.
    CheckIn(PlayerId),
    /// Ask whether a player leaves.
    AskWithdraw(PlayerId),
    /// Let a player play again from the next round on.
    Return(PlayerId),
    /// Excuse a player from the next round.
    Excuse(PlayerId),
    /// Ask whether this player becomes an organiser too.
    AskAppoint(Account),
    /// Ask the same of the player whose name is in the field.
    AskAppointTyped,
    /// With the players of a round, by hand.
    Pairing(PairingAction),
}

/// With the players of a round, as an organiser pairs them or exchanges them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingAction {
    /// Begin to pair the next round by hand, from what the program would pair.
    ByHand,
    /// Begin to exchange players of the last round.
    Repair,
    /// Choose this player; a second one exchanges both.
    Pick(PlayerId),
    /// Exchange the sides of this board, from 1.
    Turn(u16),
    /// Send it, with the reason in the field.
    Send,
}

/// With the plan of a new evening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlanAction {
    /// Open the form.
    Open,
    /// Choose the game and the times, as in the form of a challenge.
    Terms(FormAction),
    /// Choose the system.
    System(SystemChoice),
    /// Choose when the next round begins.
    Pace(PaceChoice),
    /// Choose when the evening begins.
    Start(StartChoice),
    /// Choose whether only players who check in take part.
    CheckIn(bool),
    /// Choose whether the lobby lists it.
    Public(bool),
    /// Choose how players get their starting numbers.
    Numbering(Numbering),
    /// Choose how absences are counted.
    Absence(AbsenceChoice),
    /// Choose what a game is worth.
    Points(PointsChoice),
    /// Choose whether the games of who leaves a round robin early count for nobody.
    VoidBelowHalf(bool),
    /// Choose who advances from a level match.
    Level(LevelMatch),
    /// Choose whether points are doubled after two wins in a row.
    Streaks(bool),
    /// Choose whether level boards play one more game, and who wins it if it is drawn.
    Decider(Option<Color>),
    /// Add a tie-break as the last one, or remove it.
    TieBreak(TieBreak),
    /// Move a tie-break before the one above it.
    RaiseTieBreak(TieBreak),
    /// Plan the evening.
    Send,
}

/// Who plays whom, without numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::VariantArray)]
pub enum SystemChoice {
    /// Players with similar points meet.
    #[default]
    Swiss,
    /// Everyone plays everyone.
    RoundRobin,
    /// The loser is out.
    KnockOut,
    /// Whoever waits is paired.
    Arena,
    /// Two teams meet board by board.
    TeamMatch,
}

/// When the next round begins, without numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::VariantArray)]
pub enum PaceChoice {
    /// Some minutes after all games of the round are over.
    #[default]
    AfterAll,
    /// Some minutes after the last round began.
    Slots,
    /// When the organiser says so.
    ByHand,
}

/// When an evening begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::VariantArray)]
pub enum StartChoice {
    /// When the organiser says so.
    #[default]
    ByHand,
    /// In 10 minutes.
    In10,
    /// In 30 minutes.
    In30,
    /// In an hour.
    In60,
    /// At the date and time in the field.
    At,
}

/// How absences are counted, without numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::VariantArray)]
pub enum AbsenceChoice {
    /// So many in a row put a player out.
    #[default]
    InARow,
    /// So many in all put a player out.
    InAll,
    /// They never do.
    Never,
}

/// What a game is worth: for a win, for a draw, and for a loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, strum::VariantArray)]
pub enum PointsChoice {
    /// 2, 1 and 0, which orders players as 1, ½ and 0 do.
    #[default]
    TwoOneNil,
    /// 3, 1 and 0.
    ThreeOneNil,
}

/// A text field about evenings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EveningField {
    /// The code of an evening to open.
    Code,
    /// The club with which the user enters.
    Club,
    /// The name of a player to be made an organiser.
    Organiser,
    /// The lines with the names of players at wooden boards.
    Paste,
    /// The reason or the objection in the question or form that is open.
    Words,
    /// The title of the plan.
    Title,
    /// The date and time at which the planned evening begins.
    Start,
    /// A number of the plan.
    Number(PlanNumber),
    /// A text about the game of the plan.
    Terms(FormField),
}

/// A number of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::VariantArray)]
pub enum PlanNumber {
    /// The rounds of a Swiss.
    Rounds,
    /// The first rounds in which members of one club avoid each other.
    ClubsApart,
    /// How many times everyone plays everyone.
    Cycles,
    /// The games of a match of a knock-out, or on each board of a team match.
    Games,
    /// The further games of a level match.
    TieBreakGames,
    /// The games that a player of an arena needs.
    MinGames,
    /// The most games of a player of an arena.
    MaxGames,
    /// The break after a round, in minutes.
    BreakMinutes,
    /// From the beginning of a round to the next, in minutes.
    SlotMinutes,
    /// When an absent player loses, in minutes.
    LateMinutes,
    /// The absences that put a player out.
    Absences,
    /// The last round in which a newcomer may play their first game.
    LastEntryRound,
    /// From which move on players may resign or agree a draw.
    NoResultBefore,
}

impl From<OrganiseAction> for EveningAction {
    fn from(action: OrganiseAction) -> Self {
        Self::Organise(action)
    }
}

impl From<PlanAction> for EveningAction {
    fn from(action: PlanAction) -> Self {
        Self::Plan(action)
    }
}

impl From<PairingAction> for EveningAction {
    fn from(action: PairingAction) -> Self {
        Self::Organise(OrganiseAction::Pairing(action))
    }
}
