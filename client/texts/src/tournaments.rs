//! Says why something about tournaments is refused, what is wrong with a plan, and what an organiser is asked.

use super::Text;
use super::generated::EveningText;
use chuhe_model::evening::Evening;
use chuhe_model::evening::dialog::{About, Question};
use chuhe_model::evening::entries::{BadLine, LineFault};
use chuhe_model::evening::figures::shown_words;
use chuhe_model::evening::plan_form::PlanFault;
use chuhe_model::evening::plan_numbers::NumberFault;
use chuhe_model::evening::seat::Seat;
use chuhe_model::notices::evening_notice::{EveningNotice, Ruling};
use chuhe_protocol::{EveningRefusal, PlanRefusal, Refusal as ServerRefusal, limits};
use chuhe_rules::Color;
use chuhe_tournaments::trf::{BadTrf, MAX_TRF_ROUNDS, TrfReason};
use chuhe_tournaments::{
    Absent, BadRegulations, BoardId, Concession, MAX_PLAYERS, Outcome, Phase, Points, Refusal, System,
    Tournament,
};

impl EveningText {
    /// The name of a round; of an arena, which pairs whoever waits, that of a pairing.
    pub fn turn(&self, system: System, round: u16) -> String {
        if system.is_arena() { self.arena_round(round) } else { self.round(round) }
    }

    /// The number of a board. Waves of an arena run beside each other, and each has a first board.
    #[must_use]
    pub fn label(&self, system: System, id: BoardId) -> String {
        if system.is_arena() { format!("{}·{}", id.round, id.board) } else { id.board.to_string() }
    }

    /// A board with its round.
    #[must_use]
    pub fn place(&self, system: System, id: BoardId) -> String {
        if system.is_arena() {
            self.board_number(&self.label(system, id))
        } else {
            self.board_of_round(id.round, id.board)
        }
    }

    /// That the next round begins after this time.
    pub fn next_turn_in(&self, system: System, time: &str) -> String {
        if system.is_arena() { self.arena_next_in(time) } else { self.next_in(time) }
    }

    /// That no round is paired yet.
    pub fn no_turn(&self, system: System) -> &'static str {
        if system.is_arena() { self.arena_no_round } else { self.no_round }
    }

    /// The heading of the standings.
    pub fn standings_heading(&self, tournament: &Tournament) -> String {
        let state = tournament.state();
        if state.phase == Phase::Ended {
            self.standings_final.to_owned()
        } else if tournament.regulations().system.is_arena() {
            self.standings_now.to_owned()
        } else if state.rounds.last().is_some_and(|round| round.running() > 0) {
            self.standings_in(state.round_count())
        } else {
            self.standings_after(state.round_count())
        }
    }

    /// Why the server refuses a request about a tournament.
    #[inline(never)]
    pub fn refusal(&self, refusal: EveningRefusal) -> String {
        #[expect(clippy::wildcard_enum_match_arm, reason = "`plain_refused` lists the others")]
        match refusal {
            EveningRefusal::Plan(refusal) => self.plan_refusal(refusal),
            EveningRefusal::Event(refusal) => self.event_refusal(refusal),
            EveningRefusal::TooMany => self.refused_too_many(limits::EVENINGS_PER_ORGANISER),
            EveningRefusal::TooManyOrganisers => self.refused_too_many_organisers(limits::EVENING_ORGANISERS),
            EveningRefusal::DrawTooEarly { plies } => self.refused_draw_too_early(plies),
            EveningRefusal::Words => self.refused_words(limits::OBJECTION_CHARS),
            plain => self.plain_refused(plain).unwrap_or_default().to_owned(),
        }
    }

    /// Why a plan is unusable.
    pub fn plan_refusal(&self, refusal: PlanRefusal) -> String {
        match refusal {
            PlanRefusal::Title => self.plan_refused_title(limits::EVENING_TITLE_CHARS),
            PlanRefusal::Regulations(bad) => self.bad_regulations(bad),
            PlanRefusal::Terms(terms) => Text::of(self.lang).refusal(ServerRefusal::Terms(terms)),
            PlanRefusal::Sides => self.plan_refused_sides.to_owned(),
            PlanRefusal::Untimed => self.plan_refused_untimed.to_owned(),
            PlanRefusal::Start => self.plan_refused_start.to_owned(),
            PlanRefusal::Pace => self.plan_refused_pace.to_owned(),
            PlanRefusal::LeastPly => self.plan_refused_least_ply(limits::EVENING_LEAST_PLY),
        }
    }

    fn bad_regulations(&self, bad: BadRegulations) -> String {
        match bad {
            BadRegulations::Length => self.plan_refused_length.to_owned(),
            BadRegulations::Points => self.plan_refused_points.to_owned(),
            BadRegulations::DoubledTieBreak(which) => {
                self.plan_refused_doubled_tie_break(self.tie_break(which))
            }
            BadRegulations::Absence => self.plan_refused_absence.to_owned(),
        }
    }

    /// Why a tournament does not allow something now.
    pub fn event_refusal(&self, refusal: Refusal) -> String {
        #[expect(clippy::wildcard_enum_match_arm, reason = "`plain_event_refused` lists the others")]
        match refusal {
            Refusal::TooFewPlayers { present } => self.event_too_few_players(present),
            Refusal::NoSuchBoard(at) => self.event_no_such_board(at.round, at.board),
            Refusal::NotTheLastRound(round) => self.event_not_the_last_round(round),
            Refusal::RoundPassed(round) => self.event_round_passed(round),
            Refusal::HasResult(at) => self.event_has_result(at.board),
            Refusal::NoResult(at) => self.event_no_result(at.board),
            Refusal::GamesRunning(games) => self.event_games_running(games),
            Refusal::NoRoundLeft(rounds) => self.event_no_round_left(rounds),
            Refusal::HaveMet { round, .. } => self.event_have_met(round),
            plain => self.plain_event_refused(plain).unwrap_or_default().to_owned(),
        }
    }

    /// A result in short, red's side first.
    pub fn result(&self, outcome: Outcome, points: Points) -> String {
        let Points { win, draw, loss, .. } = points;
        match outcome {
            Outcome::Won(Color::Red) => self.result_red(win, loss),
            Outcome::Won(Color::Black) => self.result_black(win, loss),
            Outcome::Drawn => self.result_draw(draw),
            Outcome::Forfeited(Absent::One(Color::Black)) => self.result_forfeit_red.to_owned(),
            Outcome::Forfeited(Absent::One(Color::Red)) => self.result_forfeit_black.to_owned(),
            Outcome::Forfeited(Absent::Both) => self.result_forfeit_both.to_owned(),
        }
    }

    /// What is wrong with a pasted line.
    pub fn line_fault(&self, bad: &BadLine) -> String {
        let fault = match bad.fault {
            LineFault::NoName => self.line_no_name.to_owned(),
            LineFault::TooLong => self.line_too_long.to_owned(),
            LineFault::Rating => self.line_rating.to_owned(),
            LineFault::TooManyParts => self.line_too_many_parts.to_owned(),
            LineFault::Doubled(line) => self.line_doubled(line),
            LineFault::Entered(_) => self.line_entered.to_owned(),
        };
        self.line_fault_of(bad.line, &quoted(&bad.text), &fault)
    }

    /// Where and why a tournament file is unreadable.
    #[inline(never)]
    pub fn trf_fault(&self, BadTrf { line, column, reason }: &BadTrf) -> String {
        let letter = |letter: &char| letter.to_string();
        let fault = match reason {
            TrfReason::TooLong => self.trf_too_long.to_owned(),
            TrfReason::NoPlayer => self.trf_no_player.to_owned(),
            TrfReason::TooManyPlayers => self.trf_too_many_players(MAX_PLAYERS),
            TrfReason::TooManyRounds => self.trf_too_many_rounds(MAX_TRF_ROUNDS),
            TrfReason::TooShort => self.trf_too_short.to_owned(),
            TrfReason::NotANumber(text) => self.trf_not_a_number(&quoted(text)),
            TrfReason::NumberMissing => self.trf_number_missing.to_owned(),
            TrfReason::DoubledNumber(number, line) => self.trf_doubled_number(*number, *line),
            TrfReason::NotBlank(it) => self.trf_not_blank(&letter(it)),
            TrfReason::UnknownSide(it) => self.trf_unknown_side(&letter(it)),
            TrfReason::UnknownMark(it) => self.trf_unknown_mark(&letter(it)),
            TrfReason::MarkWithoutGame => self.trf_mark_without_game.to_owned(),
            TrfReason::UnknownOpponent(number) => self.trf_unknown_opponent(*number),
            TrfReason::Self_ => self.trf_own_opponent.to_owned(),
            TrfReason::Contradiction(line) => self.trf_contradiction(*line),
            TrfReason::UnknownPoints(text) => self.trf_unknown_points(&quoted(text)),
        };
        self.trf_fault_of(*line, *column, &fault)
    }

    /// What a question asks. `named` is what it is about: an event that is to be undone, or a player.
    pub fn question(&self, question: &Question, evening: &Evening, named: &str) -> String {
        match &question.about {
            About::Leave(player) => {
                let plays = matches!(evening.seat(*player), Some(Seat::Board { outcome: None, .. }));
                if plays { self.sure_withdraw } else { self.sure_leave }.to_owned()
            }
            About::Withdraw(_) => self.sure_withdraw_player(named),
            About::Object(_) => self.object_heading.to_owned(),
            About::Decide(..) => self.sure_decide.to_owned(),
            About::Correct(..) => self.sure_correct.to_owned(),
            About::Foul(..) => self.sure_foul(named),
            About::Appoint(..) => self.sure_appoint(named),
            About::Undo(_) => self.sure_undo(named),
            About::Annul(_) => self.sure_annul.to_owned(),
            About::Concede(Concession::SecondMeetings) => self.sure_concede_meetings.to_owned(),
            About::Concede(Concession::SecondByes) => self.sure_concede_byes.to_owned(),
            About::End => {
                let state = evening.tournament().state();
                // only an arena can end then
                let cuts_short = state.rounds.iter().any(|round| round.running() > 0);
                if cuts_short { self.sure_end_arena } else { self.sure_end }.to_owned()
            }
            About::Cancel => self.sure_cancel.to_owned(),
        }
    }

    /// What a notice about a tournament says.
    pub fn notice(&self, notice: &EveningNotice) -> String {
        match notice {
            EveningNotice::Called { title, board: Some(board), opponent, has_begun } => {
                // a computer player is in words, as in the lobby
                let opponent = Text::of(self.lang).called(opponent.as_deref().unwrap_or_default());
                if *has_begun {
                    self.called_begun(title, board.board, &opponent)
                } else {
                    self.called(title, board.board, &opponent)
                }
            }
            EveningNotice::Called { title, board: None, .. } => self.called_bye(title),
            EveningNotice::Closed { title } => self.closed_title(title),
            EveningNotice::Ruled(Ruling { system, board, outcome, points, why }) => {
                let result = self.result(*outcome, *points);
                self.log_corrected(&self.place(*system, *board), &result, &shown_words(why))
            }
            EveningNotice::Paused => self.game_paused.to_owned(),
            EveningNotice::GoesOn => self.game_goes_on(limits::INTERRUPTION_CREDIT_MS / 1_000),
            EveningNotice::GamesSaved { games, missing: 0 } => self.games_saved(*games),
            EveningNotice::GamesSaved { games, missing } => self.games_saved_but(*games, *missing),
            EveningNotice::ComputersEntered { players, is_short: false } => self.computers_entered(*players),
            EveningNotice::ComputersEntered { players, is_short: true } => {
                self.computers_entered_short(*players)
            }
            EveningNotice::NoGames => self.no_games.to_owned(),
            EveningNotice::NoText => self.no_text.to_owned(),
            EveningNotice::NoChooser => self.no_chooser.to_owned(),
        }
    }
}

/// How many characters of a pasted line are quoted with what is wrong with it: its number tells which one it is.
const QUOTED: usize = 24;

/// The beginning of a text that is quoted.
fn quoted(text: &str) -> String {
    let beginning: String = text.chars().take(QUOTED).collect();
    if beginning == text { beginning } else { format!("{beginning}…") }
}

/// What is wrong with a plan.
pub fn plan_fault(text: &Text, fault: PlanFault) -> String {
    let words = text.evening();
    match fault {
        PlanFault::Number(NumberFault { number, least, most }) => {
            text.labelled(words.number(number), &words.number_fault(least, most))
        }
        PlanFault::Terms(error) => text.form_error(error),
        PlanFault::StartUnread => words.start_fault.to_owned(),
        PlanFault::Plan(refusal) => words.plan_refusal(refusal),
    }
}
