//! What organisers do: what needs them first, then the next step, results, entries, and who organises.

use super::common::{PAIR_NEXT, button};
use super::dialogs::{results, usual};
use super::files::files;
use super::pauses;
use super::result_keys::ResultKeys;
use super::round::state;
use super::table::{Heading, RowView, TableView};
use super::words::{Words, until};
use crate::{Button, Fact, Field, Group, Model, Part, Role, Rows, Tone, parts};
use chuhe_model::actions::evening_action::{EveningAction, EveningField, OrganiseAction, PairingAction};
use chuhe_model::evening::Evening;
use chuhe_model::evening::duties::Duty;
use chuhe_protocol::{ComputerName, EveningRefusal, PlayerName, Refusal};
use chuhe_rules::Color;
use chuhe_texts::evening_names::is_computer;
use chuhe_texts::name_behind;
use chuhe_tournaments::{Absent, BoardId, DeadEnd, NoPairing, Outcome, Phase, PlayerId, Presence, Remedy};
use std::collections::BTreeSet;

/// From so many late boards on, they are counted in one line.
const MOST_LATE: usize = 3;

/// How many computer players are entered by one press.
const COMPUTERS: [u8; 5] = [1, 2, 4, 8, 16];

/// The page for organisers.
#[derive(Debug)]
pub struct OrganiseView<'a> {
    /// What needs them, and the next step.
    pub urgent: Group,
    /// What comes right below it: while players enter, the entries; later further steps, such that to pause all is not
    /// below a long list of boards.
    pub first: Vec<Group>,
    /// The boards whose results are entered and corrected; absent before the first round.
    pub results: Option<TableView<'a>>,
    /// How results are entered where a row has no room for buttons; absent without boards.
    pub tap: Option<Fact>,
    /// What keys do with them.
    pub keys: ResultKeys,
    /// Everything else.
    pub others: Vec<Group>,
}

impl<'a> OrganiseView<'a> {
    pub(super) fn of(model: &Model<'a>, evening: &'a Evening) -> Self {
        let duties = evening.duties();
        let (entries, steps) = (entries(model, evening), steps(model, evening, &duties));
        let is_entry = evening.tournament().state().phase == Phase::Entry;
        // before the start players are entered, and there is nothing to save; what is dangerous is not above that
        let (first, others) = if is_entry {
            // what comes and goes while players are entered must not move the buttons that enter them
            let warnings = Group::section("evening.warnings", "", warnings(model, evening, &duties));
            (vec![entries], vec![warnings, steps, organisers(model, evening)])
        } else {
            let [free, proposed] = [free(model, evening), proposed(model, evening)];
            let last = [files(model, evening), organisers(model, evening)];
            (vec![steps], [free, proposed, entries].into_iter().chain(last).collect())
        };
        // between rounds nobody waits for others, and after the end nobody enters
        let shown = |groups: Vec<Group>| groups.into_iter().filter(|group| !group.parts.is_empty()).collect();
        Self {
            urgent: urgent(model, evening, &duties),
            first: shown(first),
            results: (!is_entry).then(|| results_table(model, evening)),
            tap: tap(model, evening),
            keys: ResultKeys::of(model, evening),
            others: shown(others),
        }
    }

    pub(super) fn parts(&self, model: &Model<'_>) -> Vec<Part> {
        let results = self.results.as_ref().map(|results| super::common::section(model, results));
        parts![&self.urgent, &self.first, results, &self.others]
    }
}

/// How results are entered where a row has no room for buttons.
fn tap(model: &Model<'_>, evening: &Evening) -> Option<Fact> {
    let is_running = evening.tournament().state().phase == Phase::Running;
    let said = || Fact::new("evening.results.tap", model.text.evening().results_tap).tone(Tone::Remark);
    (is_running && !evening.tournament().state().rounds.is_empty()).then(said)
}

/// What needs an organiser, the most urgent first, with what can be done about it. While players enter, the warnings are
/// not here.
fn urgent(model: &Model<'_>, evening: &Evening, duties: &[Duty]) -> Group {
    let text = model.text.evening();
    // what begins the evening stays in its place from the plan on
    let is_entry = evening.tournament().state().phase == Phase::Entry;
    let warnings = if is_entry { Vec::new() } else { warnings(model, evening, duties) };
    let others: Vec<Part> = parts![pauses::paused(model, evening), warnings];
    let is_well = others.is_empty() && !is_entry;
    let well = is_well.then(|| Fact::new("evening.duty.none", text.all_well).tone(Tone::Good));
    Group::section("evening.duties", text.problems, parts![begin(model, evening), others, well])
}

/// What is due, the next step first: that is what an organiser presses most.
fn warnings(model: &Model<'_>, evening: &Evening, duties: &[Duty]) -> Vec<Part> {
    let text = model.text.evening();
    let missing = duties.iter().filter(|duty| matches!(duty, Duty::NoResult(_))).count() as u64;
    let missing = (missing > 0)
        .then(|| Fact::new("evening.duty.results", text.results_missing(missing)).tone(Tone::Warning));
    // many of them are one line; each is in the table too
    let late = duties.iter().filter(|duty| matches!(duty, Duty::Late { .. })).count();
    let is_many = late > MOST_LATE;
    let late =
        is_many.then(|| Fact::new("evening.duty.late", text.late_boards(late as u64)).tone(Tone::Warning));
    let is_step = |duty: &Duty| matches!(duty, Duty::PairNext | Duty::End);
    let is_said = |duty: &Duty| !(is_many && matches!(duty, Duty::Late { .. }));
    let of = |first: bool| {
        let all = duties.iter().enumerate().filter(move |(_, duty)| is_step(duty) == first && is_said(duty));
        all.flat_map(|(at, duty)| self::duty(model, evening, at, duty)).collect::<Vec<Part>>()
    };
    parts![of(true), of(false), late, missing, mixed(model, evening)]
}

/// That computer players would meet players at real boards, against whom they make no move.
fn mixed(model: &Model<'_>, evening: &Evening) -> Option<Fact> {
    let state = evening.tournament().state();
    let plays = |id: &PlayerId| state.player(*id).is_some_and(|it| it.presence == Presence::Here);
    let is_wooden = |id: &PlayerId| state.player(*id).is_some_and(|it| it.entry.account.is_none());
    let has_computers = state.ids().filter(plays).any(|id| is_computer(state, id));
    let wooden = state.ids().filter(plays).filter(is_wooden).count() as u64;
    let is_said = has_computers && wooden > 0 && state.phase != Phase::Ended;
    let said = || Fact::new("evening.duty.mixed", model.text.evening().computers_at_wood(wooden));
    is_said.then(|| said().tone(Tone::Warning))
}

fn duty(model: &Model<'_>, evening: &Evening, at: usize, duty: &Duty) -> Vec<Part> {
    let (text, words) = (model.text.evening(), Words::of(model, evening));
    let fact = |said: String| Fact::new(format!("evening.duty.{at}"), said).tone(Tone::Warning);
    let primary =
        |id: &'static str, label: &str, action| button(model, id, label, action).role(Role::Primary);
    match duty {
        Duty::Objection { board, player, words: said } => {
            let said = text.problem_objection(&words.place(*board), &words.name(*player), said);
            let keep = OrganiseAction::Overrule(*board);
            let keep = button(model, format!("evening.duty.{at}.confirm"), text.problem_confirm, keep);
            let correct = OrganiseAction::Board(Some(*board));
            let correct = button(model, format!("evening.duty.{at}.correct"), text.problem_correct, correct);
            parts![fact(said), keep, correct]
        }
        Duty::NoPairing(why) => no_pairing(model, &words, why),
        Duty::Late { board, absent, at: late_at } => {
            let time = until(model, *late_at);
            let seats = words.state().board(*board).map(|it| it.seats);
            let said = match (absent, seats) {
                (Absent::One(side), Some(seats)) => {
                    text.problem_late(&words.number(*board), &words.name(seats[*side]), &time)
                }
                (Absent::One(_) | Absent::Both, _) => text.problem_both_late(&words.number(*board), &time),
            };
            let action = OrganiseAction::Result(*board, Outcome::Forfeited(*absent));
            let label = match absent {
                Absent::One(Color::Red) => text.set_absent_red,
                Absent::One(Color::Black) => text.set_absent_black,
                Absent::Both => text.set_absent_both,
            };
            parts![fact(said), button(model, format!("evening.duty.{at}.forfeit"), label, action)]
        }
        // they are counted together
        Duty::NoResult(_) => Vec::new(),
        Duty::Away(ids) => parts![fact(text.problem_away(ids.len() as u64, &words.some_names(ids)))],
        Duty::PairNext => {
            // another word than that of the beginning, which was at the same place
            let label = text.pair_round(evening.tournament().state().round_count().saturating_add(1));
            parts![primary(PAIR_NEXT, &label, OrganiseAction::PairNext)]
        }
        Duty::End => {
            parts![
                fact(text.problem_decided.to_owned()),
                primary("evening.end", text.end, OrganiseAction::AskEnd)
            ]
        }
        // its button is above all, and below it why it cannot be pressed
        Duty::Begin | Duty::CannotBegin(_) => Vec::new(),
    }
}

/// The button that begins the evening, also while that is not possible yet: nothing dangerous comes into its place.
/// The line below it is always there: it says what is missing, and then how many have entered.
fn begin(model: &Model<'_>, evening: &Evening) -> Vec<Part> {
    let is_entry = evening.tournament().state().phase == Phase::Entry;
    let why = evening.figures().permits.begin.map(|why| cannot_begin(model, evening, why));
    let button = is_entry.then(|| {
        let begin = button(model, "evening.begin", model.text.evening().begin, OrganiseAction::Begin);
        // with a planned start, nobody needs to press it
        let is_due = evening.plan().starts_at_ms.is_none();
        let begin = if is_due { begin.role(Role::Primary) } else { begin };
        match &why {
            Some(why) => begin.permit(Err(why.clone())),
            None => begin,
        }
    });
    let line = |said: String| Fact::new("evening.begin.state", said);
    let line = is_entry.then(|| match why {
        Some(why) => line(why).tone(Tone::Warning),
        None => line(model.text.evening().players_count(super::players::count(evening))).tone(Tone::Good),
    });
    parts![button, line]
}

/// Why the evening cannot begin. Where players check in, there may be enough who have not.
fn cannot_begin(model: &Model<'_>, evening: &Evening, why: chuhe_tournaments::Refusal) -> String {
    let checks_in = evening.tournament().regulations().check_in;
    if let chuhe_tournaments::Refusal::TooFewPlayers { present } = why
        && checks_in
    {
        return model.text.evening().few_checked_in(present);
    }
    model.text.refusal(chuhe_protocol::Refusal::Evening(chuhe_protocol::EveningRefusal::Event(why)))
}

/// Why there is no pairing, and what can be done, the mildest first.
fn no_pairing(model: &Model<'_>, words: &Words<'_>, why: &NoPairing) -> Vec<Part> {
    let text = words.evening;
    let said = words.no_pairing(why).into_iter().enumerate();
    let said: Vec<Fact> = said
        .map(|(at, said)| Fact::new(format!("evening.no_pairing.{at}"), said).tone(Tone::Warning))
        .collect();
    let remedies: &[Remedy] = match why {
        NoPairing::TooFewPlayers { remedies, .. } => remedies,
        NoPairing::DeadEnd(DeadEnd { remedies, .. }) => remedies,
        NoPairing::NotNow(_) | NoPairing::Decided | NoPairing::WaitForOthers => &[],
    };
    let remedy = |(at, remedy): (usize, &Remedy)| {
        let id = format!("evening.remedy.{at}");
        match remedy {
            Remedy::Concede(rule) => {
                button(model, id, text.concession(*rule), OrganiseAction::AskConcede(*rule))
            }
            Remedy::Excuse(player) => {
                let label = text.remedy_excuse(&words.name(*player));
                button(model, id, &label, OrganiseAction::Excuse(*player))
            }
            Remedy::AdmitPlayers => button(model, id, text.entries, OrganiseAction::Paste),
            Remedy::EndNow => button(model, id, text.remedy_end, OrganiseAction::AskEnd).role(Role::Danger),
        }
    };
    let remedies: Vec<Button> = remedies.iter().enumerate().map(remedy).collect();
    parts![said, remedies]
}

/// Steps that are possible and not due.
fn steps(model: &Model<'_>, evening: &Evening, duties: &[Duty]) -> Group {
    let (text, state) = (model.text.evening(), evening.tournament().state());
    let is_running = state.phase == Phase::Running;
    let may_pair = may_pair(evening) && !duties.contains(&Duty::End);
    let pair = (may_pair && !duties.contains(&Duty::PairNext))
        .then(|| button(model, PAIR_NEXT, text.pair_next, OrganiseAction::PairNext));
    // what is known is shown below
    let is_unknown = may_pair && evening.next_pairing().is_none();
    let propose = is_unknown.then(|| button(model, "evening.propose", text.propose, OrganiseAction::Propose));
    let pairing =
        |id: &'static str, label: &str, action| button(model, id, label, OrganiseAction::Pairing(action));
    let is_free = evening.exchanges_players() && is_running;
    let by_hand =
        (is_free && may_pair).then(|| pairing("evening.by_hand", text.pair_by_hand, PairingAction::ByHand));
    let repair = (is_free && !nobody_plays(evening))
        .then(|| pairing("evening.repair", text.exchange, PairingAction::Repair));
    let annul = (is_running && !state.rounds.is_empty())
        .then(|| button(model, "evening.annul", text.annul, OrganiseAction::AskAnnul).role(Role::Danger));
    let end = (evening.figures().permits.end && !duties.contains(&Duty::End))
        .then(|| button(model, "evening.end", text.end, OrganiseAction::AskEnd).role(Role::Danger));
    let cancel = (state.phase == Phase::Entry)
        .then(|| button(model, "evening.cancel", text.cancel, OrganiseAction::AskCancel).role(Role::Danger));
    // what is always there comes first, and what is dangerous last, in a line of its own
    let buttons = [pauses::pause(model, evening), pair, propose, by_hand, repair, annul, end, cancel];
    Group::section("evening.steps", text.more_steps, parts![buttons.into_iter().flatten()])
}

/// Whether the next round can be paired as far as the games of the last one are concerned; an arena pairs by itself.
fn may_pair(evening: &Evening) -> bool {
    let state = evening.tournament().state();
    let is_arena = evening.plan().regulations.system.is_arena();
    state.phase == Phase::Running && nobody_plays(evening) && !is_arena
}

/// Whether no game of the last round runs.
fn nobody_plays(evening: &Evening) -> bool {
    evening.tournament().state().rounds.last().is_none_or(|round| round.running() == 0)
}

/// The next pairing before it counts.
fn proposed(model: &Model<'_>, evening: &Evening) -> Group {
    let (text, words) = (model.text.evening(), Words::of(model, evening));
    let group = |parts| Group::section("evening.proposal", text.proposal, parts);
    let Some(Ok(it)) = evening.next_pairing().filter(|_| may_pair(evening)) else {
        return group(Vec::new());
    };
    let board = |(at, seats): (usize, &chuhe_rules::PerColor<chuhe_tournaments::PlayerId>)| {
        let names = format!("{} – {}", words.name(seats.red), words.name(seats.black));
        Fact::new(format!("evening.proposal.{at}"), text.board_number(&(at + 1).to_string())).detail(names)
    };
    let bye = it.pairing.bye.map(|id| Fact::new("evening.proposal.bye", text.bye).detail(words.name(id)));
    group(parts![it.pairing.boards.iter().enumerate().map(board), bye])
}

/// The boards of the last round, in an arena those that run: with the results that are entered by one press.
fn results_table<'a>(model: &Model<'a>, evening: &'a Evening) -> TableView<'a> {
    let (text, boards) = (model.text.evening(), evening.result_boards());
    let model = *model;
    let has_buttons = boards.iter().any(|id| is_typed(evening, *id));
    let words = Words::of(&model, evening);
    let longest = boards.iter().map(|id| words.number(*id)).max_by_key(|number| number.chars().count());
    TableView {
        id: "evening.results",
        heading: text.results.to_owned(),
        number: Heading::new(text.board, longest.unwrap_or_default()),
        names: vec![text.red, text.black],
        details: "",
        values: Vec::new(),
        button: has_buttons.then(|| words.result(Outcome::Drawn)),
        has_presence: false,
        empty: Fact::new("evening.results.empty", text.no_round).tone(Tone::Remark),
        rows: Rows { count: boards.len(), row: Box::new(move |at| result(&model, evening, boards[at])) },
    }
}

/// Whether one press enters the result of a board: a game of the server does not end by that, and its row opens what asks
/// first.
fn is_typed(evening: &Evening, id: BoardId) -> bool {
    let state = evening.tournament().state();
    let is_running = state.board(id).is_some_and(|board| board.outcome.is_none());
    is_running && state.phase == Phase::Running && evening.live().board(id).is_none()
}

fn result(model: &Model<'_>, evening: &Evening, id: BoardId) -> RowView {
    let words = Words::of(model, evening);
    let Some(it) = words.state().board(id) else { return RowView::default() };
    let names = [it.seats.red, it.seats.black].map(|id| words.name(id));
    let action = EveningAction::Organise(OrganiseAction::Board(Some(id)));
    let name = format!("evening.results.{}.{}", id.round, id.board);
    let (detail, tone) = state(model, evening, id, it, evening.live().board(id));
    let buttons = is_typed(evening, id).then(|| results(model, id, &usual(), &words));
    RowView {
        id: format!("{}.{}", id.round, id.board),
        number: words.number(id),
        open: Some(Button::new(name, names.join(" – "), action)),
        names: names.into(),
        between: it.outcome.map(|outcome| words.result(outcome)).unwrap_or_default(),
        details: Some(detail).filter(|it| !it.is_empty()).into_iter().collect(),
        tone,
        is_marked: evening.chosen.marked == Some(id),
        buttons: buttons.unwrap_or_default(),
        ..RowView::default()
    }
}

/// Who has nothing to do while others play.
fn free(model: &Model<'_>, evening: &Evening) -> Group {
    let (text, words, free) = (model.text.evening(), Words::of(model, evening), evening.free());
    let said = |id: &'static str, label: &str, players: Vec<PlayerId>| {
        let names = words.names(players.iter().copied());
        (!players.is_empty()).then(|| Fact::new(id, label).detail(names))
    };
    let finished = said("evening.free.finished", text.free_finished, free.finished);
    let without_board = said("evening.free.without_board", text.free_without_board, free.without_board);
    Group::section("evening.free", text.free, parts![without_board, finished])
}

/// Entering players without accounts.
fn entries(model: &Model<'_>, evening: &Evening) -> Group {
    let text = model.text.evening();
    let may = evening.tournament().state().phase != Phase::Ended;
    let paste = may.then(|| button(model, "evening.entries.paste", text.paste_send, OrganiseAction::Paste));
    let free = free_computers(model, evening);
    let none = model.text.refusal(Refusal::Evening(EveningRefusal::NoComputers));
    let computers = COMPUTERS.map(|count| {
        let action = OrganiseAction::EnterComputers(count);
        let id = format!("evening.entries.computers.{count}");
        let enter = button(model, id, &format!("+{count}"), action).hint(text.computers_count(count));
        if free == Some(0) { enter.lacks(false, &none) } else { enter }
    });
    let computers: Vec<Part> = parts![computers];
    let heading = text.enter_computers;
    let heading = free.map_or_else(
        || heading.to_owned(),
        |free| model.text.labelled(heading, &text.computers_free(free as u64)),
    );
    let computers = may.then(|| Group::section("evening.entries.computers", heading, computers));
    let explained = may.then(|| Fact::new("evening.entries.explained", text.paste).tone(Tone::Remark));
    Group::section("evening.entries", text.entries, parts![paste, explained, computers])
}

/// How many computer players of the server are not in this evening, as far as the client knows: they may play in others.
fn free_computers(model: &Model<'_>, evening: &Evening) -> Option<usize> {
    let players = &evening.tournament().state().players;
    let accounts: BTreeSet<u64> = players.iter().filter_map(|it| it.entry.account).collect();
    model.app.sessions().server_visit()?.lobby.computers_but(|id| accounts.contains(&id.0))
}

/// Who organises, and the field that makes somebody an organiser too.
fn organisers(model: &Model<'_>, evening: &Evening) -> Group {
    let text = model.text.evening();
    let names: Vec<&str> = evening.organisers().iter().map(PlayerName::as_str).collect();
    let names = Fact::new("evening.organisers.names", names.join(model.text.list_comma));
    let typed = super::common::evenings(model).map_or("", |it| it.typed.organiser.as_str());
    let appoint = button(model, "evening.appoint.send", text.appoint, OrganiseAction::AskAppointTyped);
    // the screen calls a computer player otherwise than its name
    let is_computer = ComputerName::parse(typed.trim()).is_some() || name_behind(model.text, typed).is_some();
    let appoint = if typed.trim().is_empty() {
        appoint.lacks(false, text.appoint_name)
    } else if is_computer {
        appoint.lacks(false, text.appoint_computer)
    } else if evening.organises(typed.trim()) {
        appoint.lacks(false, text.appoint_already)
    } else {
        appoint
    };
    let field = Field::new("evening.appoint", text.appoint_name, EveningField::Organiser, typed);
    let field = field.example(text.appoint_name).send(appoint);
    Group::section("evening.organisers", text.organisers, parts![names, field])
}
