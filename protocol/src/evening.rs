//! Evenings: tournaments that the server runs, from the list at the door to the final table.
//!
//! The journal of an evening is that of `chuhe_tournaments`. A client that follows it receives every record, and folds
//! them: state, pairings with their reasons, and standings follow from them on both sides.

use crate::{ColorChoice, TakebackPolicy, limits, text};
use crate::{GameId, GameKind, InvalidTerms, InvitationCode, PlayerId, PlayerName, Terms, ValidTerms};
use chuhe_rules::PerColor;
use chuhe_tournaments as tournaments;
use serde::{Deserialize, Serialize};

/// What admits to an evening, and names it in links: a code as that of an invitation.
pub type EveningCode = InvitationCode;

/// A request about evenings.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum EveningRequest {
    /// Plans an evening, with the requester as its organiser. That of a guest cannot be public.
    ///
    /// The answer is [`EveningMessage::Planned`].
    Plan(Box<EveningPlan>),
    /// Requests the public evenings of the hall, and those in which the requester takes part or that they organise; the
    /// newest first, at most [`limits::EVENINGS_LISTED`].
    ///
    /// The answer is [`EveningMessage::List`].
    List,
    /// Follows an evening, in place of the one that the connection followed before.
    ///
    /// The answer is [`EveningMessage::Opened`], then [`EveningMessage::Records`] as often as needed for all records, then
    /// [`EveningMessage::Round`]; and the last two again whenever something happens.
    Follow {
        /// Which.
        code: EveningCode,
    },
    /// Follows no evening any more.
    Unfollow,
    /// Enters, before the start or late.
    Enter {
        /// Which evening.
        code: EveningCode,
        /// The club, class or team; at most [`tournaments::MAX_TEXT`] bytes, absent if there is none.
        club: Option<String>,
    },
    /// Says that the requester, who has entered, is here.
    CheckIn {
        /// Which evening.
        code: EveningCode,
    },
    /// Leaves the evening: running games are lost, and the requester is not paired any more unless they return.
    Withdraw {
        /// Which evening.
        code: EveningCode,
    },
    /// Plays again from the next round on, after a withdrawal or after having been missing at the start. Whoever is out
    /// for absences, or whom an organiser withdrew, needs an organiser.
    Return {
        /// Which evening.
        code: EveningCode,
    },
    /// Objects to the result of a game of the requester, within [`limits::OBJECTION_MS`] of it. The organiser sees it
    /// until they correct or confirm the result.
    Object {
        /// Which evening.
        code: EveningCode,
        /// The board.
        board: tournaments::BoardId,
        /// Why, 1 to [`limits::OBJECTION_CHARS`] characters.
        words: String,
    },
    /// Does what only organisers may.
    Organise {
        /// Which evening.
        code: EveningCode,
        /// What.
        command: EveningCommand,
    },
    /// Requests the games that gave the results of an evening, of all rounds.
    ///
    /// The answer is [`EveningMessage::Games`], as often as needed. [`crate::ArchiveRequest::FetchGame`] then reads each of
    /// them: also a game of others, if the evening is public, or the requester plays in it, organises or follows it.
    Games {
        /// Which evening.
        code: EveningCode,
    },
}

/// What an organiser asks of an evening.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum EveningCommand {
    /// Records an event. Players at wooden boards enter, and their results are typed in, by such events.
    ///
    /// A pairing by the program is refused with [`EveningRefusal::NotByHand`]: [`EveningCommand::PairNext`] asks for
    /// one. The server chooses the seed of [`tournaments::Event::Started`]. An entry may not name an account.
    Record(tournaments::Event),
    /// Enters players without accounts, all or none.
    EnterAll(Vec<WoodenEntry>),
    /// Pairs the next round now, and begins it.
    PairNext,
    /// Confirms the result to which a player objected.
    Overrule {
        /// The board.
        board: tournaments::BoardId,
    },
    /// Makes a player an organiser too. Only who planned the evening may; in a public one, the other has to be registered.
    Appoint {
        /// Who.
        player: PlayerId,
    },
    /// Enters computer players of the server, all of those found or none: at most so many of those that are connected and
    /// in no evening that has not ended. One of each level first, the weakest before the others.
    EnterComputers {
        /// At most how many.
        count: u8,
    },
    /// Removes the evening before it begins. Only who planned it may. Followers receive [`EveningMessage::Closed`].
    Cancel,
    /// The requester organises the evening no more. Who planned it may not.
    StepDown,
    /// Pauses one board on the server, or the whole evening, before its start too. It lasts until
    /// [`EveningCommand::Continue`], a result of the board or the end of the evening, over restarts of the server, and at
    /// most [`limits::EVENING_PAUSE_MS`].
    ///
    /// A running game is paused with [`crate::Event::Paused`]. No other begins, and the late limit and the beginning of the
    /// next round wait for as long as the pause takes. A planned start waits for its end. Results may be typed in, and rounds
    /// paired by hand. A repetition changes nothing.
    Pause {
        /// The board, which has no result; absent for all.
        board: Option<tournaments::BoardId>,
    },
    /// Ends a pause. Games go on with [`crate::Event::Interrupted`]. A board that was paused by itself stays paused when the
    /// whole evening goes on. A repetition changes nothing.
    Continue {
        /// The board; absent for the pause of all.
        board: Option<tournaments::BoardId>,
    },
}

/// A player at a wooden board, as an organiser enters them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WoodenEntry {
    /// The name on the table of results.
    pub name: String,
    /// The club, class or team.
    pub club: Option<String>,
    /// The rating, for numbers by rating.
    pub rating: Option<u16>,
}

/// A message about evenings.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum EveningMessage {
    /// The requester's evening is planned.
    Planned {
        /// Its code.
        code: EveningCode,
    },
    /// The evenings that the requester may see.
    List {
        /// The newest first.
        evenings: Vec<EveningSummary>,
    },
    /// The connection follows an evening from now on. Also when the requester's part or the organisers change; no records
    /// follow then.
    Opened(Box<OpenedEvening>),
    /// Records of the journal, in order.
    Records {
        /// Which evening.
        code: EveningCode,
        /// The number of the first of them; a client that lacks an earlier one follows anew.
        first: u32,
        /// At most [`limits::EVENING_RECORDS_PER_FRAME`].
        records: Vec<tournaments::Record>,
    },
    /// What the journal does not say: games, who is here, and what is waited for.
    Round(Box<EveningRound>),
    /// A round is paired, and the requester plays in it; or they sit down at their board now. Sent to players whether or
    /// not they follow the evening.
    Called {
        /// Which evening.
        code: EveningCode,
        /// Its title.
        title: String,
        /// The board; absent for the bye.
        board: Option<tournaments::BoardId>,
        /// The opponent; absent for the bye.
        opponent: Option<String>,
        /// The game, once it has begun.
        game: Option<GameId>,
    },
    /// The evening exists no more: who planned it cancelled it, an operator closed it, or it was kept long enough.
    Closed {
        /// Which.
        code: EveningCode,
    },
    /// The games that gave the results of an evening, in order; the response to [`EveningRequest::Games`].
    ///
    /// Boards without one are left out: wooden ones, forfeits before a game, results by hand. A game in which not both have
    /// moved has no record: [`crate::ArchiveRequest::FetchGame`] is refused with [`crate::Refusal::NoSuchGame`].
    Games {
        /// Which evening.
        code: EveningCode,
        /// The boards with their games, at most [`limits::EVENING_GAMES_PER_FRAME`].
        games: Vec<(tournaments::BoardId, GameId)>,
        /// Whether there are more, in the next message.
        more: bool,
    },
}

/// What an organiser plans. It does not change once the evening exists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EveningPlan {
    /// What it is called: 1 to [`limits::EVENING_TITLE_CHARS`] visible characters.
    pub title: String,
    /// Who plays whom, what a result is worth, what orders equal points.
    pub regulations: tournaments::Regulations,
    /// The terms of every game. The colour is ignored, since the pairing decides it, and has to be
    /// [`ColorChoice::Random`]; both sides have the same times; takebacks are off.
    pub terms: Terms,
    /// Whether the lobby lists it. Otherwise only those who have its code or link find it.
    pub is_public: bool,
    /// When it begins, as Unix time in milliseconds: until then players check in. Absent if the organiser begins it.
    pub starts_at_ms: Option<u64>,
    /// When the next round begins.
    pub pace: Pace,
    /// After how many milliseconds who is not at the board loses by forfeit; at most [`limits::EVENING_LATE_MS`].
    pub late_ms: u32,
    /// From which ply on players may resign or agree a draw; 0 from the first; at most [`limits::EVENING_LEAST_PLY`].
    pub no_result_before_ply: u16,
}

/// When the next round of an evening begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pace {
    /// When the organiser says so.
    ByHand,
    /// So many milliseconds after all games of the round are over.
    AfterAll {
        /// The break.
        break_ms: u32,
    },
    /// So many milliseconds after the last round began, as soon as its games are over.
    Slots {
        /// From one beginning to the next.
        slot_ms: u32,
    },
}

/// An evening in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EveningSummary {
    /// Its code.
    pub code: EveningCode,
    /// What it is called.
    pub title: String,
    /// The game that is played.
    pub game: GameKind,
    /// Who plays whom.
    pub system: tournaments::System,
    /// How far it is.
    pub stage: EveningStage,
    /// How many players have entered.
    pub players: u16,
    /// When it begins, as Unix time in milliseconds, if that is planned.
    pub starts_at_ms: Option<u64>,
    /// The part of the requester.
    pub part: EveningPart,
}

/// How far an evening is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EveningStage {
    /// Players enter.
    Entry,
    /// This round is paired; 0 before the first.
    Round(u16),
    /// The standings are final.
    Ended,
}

/// What a player does in an evening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EveningPart {
    /// Whether they organise it.
    pub organises: bool,
    /// Their number among its players.
    pub player: Option<tournaments::PlayerId>,
}

/// An evening that a connection follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedEvening {
    /// Its code.
    pub code: EveningCode,
    /// The plan.
    pub plan: EveningPlan,
    /// The names of its organisers.
    pub organisers: Vec<PlayerName>,
    /// The part of the requester.
    pub part: EveningPart,
    /// How many records the journal has.
    pub records: u32,
}

/// What the journal of an evening does not say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EveningRound {
    /// Which evening.
    pub code: EveningCode,
    /// The players who are connected. Those at wooden boards are not among them.
    pub here: Vec<tournaments::PlayerId>,
    /// The boards of the last round that are played on the server, those of all waves in an arena that still run, in order.
    pub boards: Vec<EveningBoard>,
    /// When the next round begins, or the first, in milliseconds from the sending of this message; absent during a pause of
    /// all.
    pub next_in_ms: Option<u32>,
    /// Objections about which the organisers have not decided. Others receive those of their own boards only.
    pub objections: Vec<Objection>,
    /// The pause of the whole evening, if there is one.
    pub pause: Option<EveningPause>,
}

/// A pause that an organiser has begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EveningPause {
    /// Who began it; absent if their account is gone.
    pub by: Option<PlayerName>,
    /// For how many milliseconds it has lasted when this message is sent.
    pub for_ms: u32,
}

/// A board of an evening on the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EveningBoard {
    /// Which.
    pub board: tournaments::BoardId,
    /// Its game, once both players were there. It can be watched as every game.
    pub game: Option<GameId>,
    /// Which players are connected.
    pub here: PerColor<bool>,
    /// The milliseconds from the sending of this message until who is not here loses by forfeit; absent once the game has
    /// begun, and during a pause.
    pub late_in_ms: Option<u32>,
    /// Whether the board is paused by itself. It stands too while [`EveningRound::pause`] is there.
    pub is_paused: bool,
}

/// A player's objection to a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Objection {
    /// The board.
    pub board: tournaments::BoardId,
    /// Who objects.
    pub player: tournaments::PlayerId,
    /// Why.
    pub words: String,
}

/// Why a plan is unusable.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum PlanRefusal {
    /// The title is empty or too long.
    #[error("the title is empty or too long")]
    Title,
    /// The regulations are unusable.
    #[error(transparent)]
    Regulations(tournaments::BadRegulations),
    /// The terms are invalid.
    #[error(transparent)]
    Terms(InvalidTerms),
    /// The sides have different times, or the terms ask for a colour or for takebacks.
    #[error("both sides of every game have the same terms")]
    Sides,
    /// The games are untimed: a round would not end.
    #[error("the games of an evening are timed")]
    Untimed,
    /// The start has passed, or is more than [`limits::EVENING_AHEAD_MS`] ahead.
    #[error("the start has passed or is too far ahead")]
    Start,
    /// The late limit, break or slot is 0 or too long.
    #[error("a late limit, break or slot is 0 or too long")]
    Pace,
    /// Resignations and draws are refused for more than [`limits::EVENING_LEAST_PLY`] plies.
    #[error("resignations and draws are refused for too long")]
    LeastPly,
}

/// Why a request about an evening is refused.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
pub enum EveningRefusal {
    /// There is no evening with this code.
    #[error("there is no such evening")]
    Unknown,
    /// Only organisers may.
    #[error("the requester does not organise the evening")]
    NotOrganiser,
    /// Guests do not organise public evenings.
    #[error("only a registered player organises a public evening")]
    Guest,
    /// The requester has not entered.
    #[error("the requester has not entered")]
    NotEntered,
    /// The plan is unusable.
    #[error(transparent)]
    Plan(PlanRefusal),
    /// The evening does not allow this now.
    #[error(transparent)]
    Event(tournaments::Refusal),
    /// No pairing of the next round is possible. A client learns from the journal why, and what can be done.
    #[error("no pairing is possible now")]
    NoPairing,
    /// Such an event is none that an organiser records.
    #[error("such an event is not recorded by hand")]
    NotByHand,
    /// The hall has [`limits::EVENINGS`] evenings, or the requester organises [`limits::EVENINGS_PER_ORGANISER`].
    #[error("there are too many evenings")]
    TooMany,
    /// An evening has [`limits::EVENING_ORGANISERS`] organisers.
    #[error("the evening has too many organisers")]
    TooManyOrganisers,
    /// The time for objections is over, the result is not the requester's, they have objected, or there are
    /// [`limits::OBJECTIONS`] open ones.
    #[error("the result cannot be objected to")]
    NoObjection,
    /// The words of an objection are missing or too long.
    #[error("the words are missing or too long")]
    Words,
    /// No computer player is connected that plays in no other evening.
    #[error("no computer player is free")]
    NoComputers,
    /// Only an organiser brings the requester back, who is out for absences or was withdrawn by an organiser.
    #[error("only an organiser brings the requester back")]
    NeedsOrganiser,
    /// Only who planned the evening may.
    #[error("the requester did not plan the evening")]
    NotPlanner,
    /// Who planned the evening stays its organiser.
    #[error("who planned the evening stays its organiser")]
    PlannerStays,
    /// An organiser has paused the game.
    #[error("an organiser has paused the game")]
    Paused,
    /// The regulations of the evening allow a draw later only.
    #[error("a draw may be offered after {plies} more plies")]
    DrawTooEarly {
        /// After how many more plies a draw may be offered.
        plies: u16,
    },
    /// The board is not played on the server.
    #[error("the board is not played on the server")]
    Wooden,
}

impl EveningPlan {
    /// Checks everything but the time of the start, and returns the terms of the games.
    ///
    /// # Errors
    /// The first value that makes the plan unusable.
    pub fn check(&self) -> Result<ValidTerms, PlanRefusal> {
        let title = text::visible(&self.title);
        let is_trimmed = title == self.title && title.trim() == title;
        if !is_trimmed || title.is_empty() || title.chars().count() > limits::EVENING_TITLE_CHARS {
            return Err(PlanRefusal::Title);
        }
        self.regulations.check().map_err(PlanRefusal::Regulations)?;
        let Terms { color, challenger_time, opponent_time, takeback, .. } = &self.terms;
        let is_even = challenger_time == opponent_time && *color == ColorChoice::Random;
        if !is_even || *takeback != TakebackPolicy::Off {
            return Err(PlanRefusal::Sides);
        }
        if challenger_time.is_untimed() {
            return Err(PlanRefusal::Untimed);
        }
        let is_within = |ms: u32, most: u32| (1..=most).contains(&ms);
        let has_pace = match self.pace {
            Pace::ByHand => true,
            Pace::AfterAll { break_ms } => is_within(break_ms, limits::EVENING_BREAK_MS),
            Pace::Slots { slot_ms } => is_within(slot_ms, limits::EVENING_SLOT_MS),
        };
        if !has_pace || !is_within(self.late_ms, limits::EVENING_LATE_MS) {
            return Err(PlanRefusal::Pace);
        }
        if self.no_result_before_ply > limits::EVENING_LEAST_PLY {
            return Err(PlanRefusal::LeastPly);
        }
        ValidTerms::parse(self.terms.clone()).map_err(PlanRefusal::Terms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::clock::TimeControl;
    use tournaments::{BadRegulations, Regulations, SwissRules, System};

    fn plan() -> EveningPlan {
        let swiss = System::Swiss(SwissRules { rounds: 5, clubs_apart_rounds: 1 });
        EveningPlan {
            title: "周五晚赛".into(),
            regulations: Regulations::of(swiss),
            terms: Terms { takeback: TakebackPolicy::Off, ..Terms::default() },
            is_public: true,
            starts_at_ms: None,
            pace: Pace::AfterAll { break_ms: 60_000 },
            late_ms: 600_000,
            no_result_before_ply: 0,
        }
    }

    #[test]
    fn a_plan_is_refused_for_its_first_unusable_value() {
        assert!(plan().check().is_ok());
        let refused = |change: fn(&mut EveningPlan)| {
            let mut plan = plan();
            change(&mut plan);
            plan.check().expect_err("the plan is unusable")
        };
        for title in ["", " ", " a", "a\u{202e}b", &"棋".repeat(limits::EVENING_TITLE_CHARS + 1)] {
            let plan = EveningPlan { title: title.into(), ..plan() };
            assert_eq!(plan.check(), Err(PlanRefusal::Title), "{title:?}");
        }
        let no_rounds = System::Swiss(SwissRules { rounds: 0, clubs_apart_rounds: 0 });
        let plan_of = EveningPlan { regulations: Regulations::of(no_rounds), ..plan() };
        assert_eq!(plan_of.check(), Err(PlanRefusal::Regulations(BadRegulations::Length)));
        assert_eq!(refused(|plan| plan.terms.takeback = TakebackPolicy::Ask), PlanRefusal::Sides);
        assert_eq!(refused(|plan| plan.terms.color = ColorChoice::Red), PlanRefusal::Sides);
        assert_eq!(refused(|plan| plan.terms.challenger_time.game_ms += 1_000), PlanRefusal::Sides);
        let untimed = |plan: &mut EveningPlan| {
            plan.terms.challenger_time = TimeControl::UNTIMED;
            plan.terms.opponent_time = TimeControl::UNTIMED;
        };
        assert_eq!(refused(untimed), PlanRefusal::Untimed);
        assert_eq!(refused(|plan| plan.late_ms = 0), PlanRefusal::Pace);
        assert_eq!(refused(|plan| plan.pace = Pace::Slots { slot_ms: u32::MAX }), PlanRefusal::Pace);
        assert_eq!(refused(|plan| plan.no_result_before_ply = u16::MAX), PlanRefusal::LeastPly);
        let delayed = |plan: &mut EveningPlan| plan.terms.watch_delay_plies = u8::MAX;
        assert_eq!(refused(delayed), PlanRefusal::Terms(InvalidTerms::WatchDelay));
    }
}
