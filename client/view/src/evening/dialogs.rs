//! The questions and forms over an evening: reasons, entries, pairings by hand, and results.

use super::words::Words;
use crate::{Button, Fact, Field, Group, Model, Part, Role, Tone, parts};
use chuhe_model::actions::evening_action::{EveningAction, EveningField, OrganiseAction, PairingAction};
use chuhe_model::evening::Evening;
use chuhe_model::evening::dialog::{About, EveningDialog, Question, Sending};
use chuhe_model::evening::entries::{AlikeLine, EntriesForm};
use chuhe_model::evening::entry_file::EntryFile;
use chuhe_model::evening::figures::shown_name;
use chuhe_model::evening::pairing_form::PairingForm;
use chuhe_protocol::{EveningRefusal, Refusal, limits};
use chuhe_rules::Color;
use chuhe_tournaments::{Absent, Board, BoardId, Event, Outcome, Phase, PlayerId};

/// The field with the lines of players, which has room for several.
pub const PASTE: &str = "evening.paste";

/// The dialog of a board, in which keys type its result.
pub const BOARD: &str = "evening.result";

/// The dialog with the link as a QR code.
pub const QR: &str = "evening.qr";

/// All ways in which a board can end, the usual ones first.
const OUTCOMES: [Outcome; 6] = [
    Outcome::Won(Color::Red),
    Outcome::Drawn,
    Outcome::Won(Color::Black),
    Outcome::Forfeited(Absent::One(Color::Red)),
    Outcome::Forfeited(Absent::One(Color::Black)),
    Outcome::Forfeited(Absent::Both),
];

/// The question or form that is open.
pub(super) fn dialog(model: &Model<'_>, evening: &Evening) -> Option<Group> {
    Some(match evening.dialog.as_ref()? {
        EveningDialog::Question(it) => question(model, evening, it),
        EveningDialog::Entries(it) => entries(model, evening, it),
        EveningDialog::Pairing(it) => pairing(model, evening, it),
    })
}

/// Why a form was refused.
fn refused(model: &Model<'_>, evening: &Evening, sending: Sending) -> Option<Fact> {
    let Sending::Refused(why) = sending else { return None };
    let said = if let Refusal::Evening(EveningRefusal::Event(why)) = why {
        Words::of(model, evening).refusal(why)
    } else {
        model.text.refusal(why)
    };
    Some(Fact::new("evening.dialog.refused", said).tone(Tone::Wrong))
}

fn cancel(model: &Model<'_>) -> Button {
    Button::new("evening.dialog.cancel", model.text.cancel, EveningAction::Close)
}

/// Whether a form can be sent, and what it lacks.
fn ready(model: &Model<'_>, is_ready: bool, sending: Sending, lacks: &str) -> Result<(), String> {
    match sending {
        Sending::Asked(_) => Err(model.text.refusal(Refusal::RequestPending)),
        Sending::Writing | Sending::Refused(_) if is_ready => model.online(),
        Sending::Writing | Sending::Refused(_) => Err(lacks.to_owned()),
    }
}

fn question(model: &Model<'_>, evening: &Evening, it: &Question) -> Group {
    let text = model.text.evening();
    let is_objection = matches!(it.about, About::Object(_));
    let label = if is_objection { text.object_words } else { text.reason };
    let words = it
        .about
        .needs_words()
        .then(|| Field::new("evening.dialog.words", label, EveningField::Words, &it.words).example(label));
    let confirm = if is_objection { text.object_send } else { text.confirm };
    let role = match it.about {
        About::Leave(_)
        | About::Withdraw(_)
        | About::Decide(..)
        | About::Annul(_)
        | About::End
        | About::Cancel => Role::Danger,
        About::Object(_) | About::Foul(..) | About::Appoint(..) => Role::Primary,
        About::Correct(..) | About::Undo(_) | About::Concede(_) => Role::Primary,
    };
    let permit = ready(model, it.is_ready(), it.sending, text.reason_missing);
    let confirm =
        Button::new("evening.dialog.confirm", confirm, EveningAction::Confirm).role(role).permit(permit);
    let named = Words::of(model, evening);
    let heading = text.question(it, evening, &asked_about(&named, it));
    let parts = parts![about(model, evening, &named, it), words, refused(model, evening, it.sending)];
    Group::dialog("evening.dialog", heading, parts, vec![confirm, cancel(model)])
}

/// What a question names: what is undone, or a player.
fn asked_about(named: &Words<'_>, it: &Question) -> String {
    if let About::Undo(event) = it.about {
        named.happened(event as usize, &named.figures.counts)
    } else if let About::Foul(board, side) = it.about {
        named.side(board, side)
    } else if let About::Withdraw(player) = it.about {
        named.name(player)
    } else if let About::Appoint(_, name) = &it.about {
        name.to_string()
    } else {
        String::new()
    }
}

/// What is to be known before a question is answered.
fn about(model: &Model<'_>, evening: &Evening, named: &Words<'_>, it: &Question) -> Vec<Fact> {
    let text = model.text.evening();
    let board = |said: String| Fact::new("evening.dialog.board", said);
    match &it.about {
        About::Decide(id, outcome) | About::Correct(id, outcome) => {
            vec![board(format!("{} · {}", named.seated(*id), named.result(*outcome)))]
        }
        About::Object(id) | About::Foul(id, _) => vec![board(named.seated(*id))],
        About::Undo(_) if plays_again(evening, it) => vec![board(text.undo_plays_again.to_owned())],
        About::Appoint(account, _) => {
            let visit = model.app.sessions().server_visit();
            let player = visit.and_then(|visit| visit.lobby.player(*account));
            let guest = player.filter(|player| !player.registered).map(|_| text.appoint_guest);
            let guest = guest.map(|said| Fact::new("evening.dialog.guest", said).tone(Tone::Warning));
            let explained = Fact::new("evening.dialog.explained", text.appoint_explained);
            [explained].into_iter().chain(guest).collect()
        }
        About::Leave(_) | About::Withdraw(_) | About::Undo(_) | About::Annul(_) => Vec::new(),
        About::Concede(_) | About::End | About::Cancel => Vec::new(),
    }
}

/// Whether a board of the server is played again once this is done.
fn plays_again(evening: &Evening, it: &Question) -> bool {
    let About::Undo(event) = it.about else { return false };
    let record = evening.log_line(event).map(|line| line.record);
    #[expect(clippy::wildcard_enum_match_arm, reason = "only these give a board its first result")]
    let board = record.and_then(|record| match record.event {
        Event::Finished { board, .. } => Some(board),
        Event::Forfeited { board, .. } => Some(board),
        _ => None,
    });
    let state = evening.tournament().state();
    let seats = board.and_then(|id| state.board(id)).map(|it| it.seats);
    let has_account = |id| state.player(id).is_some_and(|it| it.entry.account.is_some());
    seats.is_some_and(|seats| has_account(seats.red) && has_account(seats.black))
}

fn entries(model: &Model<'_>, evening: &Evening, it: &EntriesForm) -> Group {
    let (text, read) = (model.text.evening(), it.read());
    let file = it.file().map(|file| entry_file(model, file)).unwrap_or_default();
    let cut = it.is_cut().then(|| {
        let said = text.paste_cut(it.text.lines().count());
        Fact::new("evening.paste.cut", said).tone(Tone::Wrong)
    });
    let over = (read.over > 0).then(|| {
        let said = text.paste_over(limits::EVENING_PLAYERS, read.over);
        Fact::new("evening.paste.over", said).tone(Tone::Wrong)
    });
    let lines = Field::new(PASTE, text.paste, EveningField::Paste, &it.text).example(text.paste_example);
    let fault = |(at, bad): (usize, &chuhe_model::evening::entries::BadLine)| {
        Fact::new(format!("evening.paste.fault.{at}"), text.line_fault(bad)).tone(Tone::Wrong)
    };
    // the first ones suffice to find the mistake
    let faults: Vec<Fact> = read.bad.iter().take(5).enumerate().map(fault).collect();
    let alike = |(at, it): (usize, &AlikeLine)| {
        let club = it.club.as_deref().map_or_else(|| text.no_club.to_owned(), shown_name);
        let said = text.line_alike(it.line, &shown_name(&it.name), &club);
        Fact::new(format!("evening.paste.alike.{at}"), said).tone(Tone::Warning)
    };
    let alike: Vec<Fact> = read.alike.iter().take(5).enumerate().map(alike).collect();
    let send = text.paste_count(read.entries.len() as u64);
    let action = EveningAction::Organise(OrganiseAction::EnterAll);
    let permit = ready(model, it.is_ready(), it.sending, text.paste);
    let send = Button::new("evening.paste.send", send, action).role(Role::Primary).permit(permit);
    let choose = EveningAction::Organise(OrganiseAction::ChooseFile);
    let choose = Button::new("evening.paste.choose", model.text.records.choose_file, choose);
    let choose = choose.hint(text.players_file);
    let parts = parts![choose, lines, cut, over, faults, file, alike, refused(model, evening, it.sending)];
    Group::dialog("evening.dialog", text.paste, parts, vec![send, cancel(model)])
}

/// What became of a tournament file.
fn entry_file(model: &Model<'_>, file: &EntryFile) -> Vec<Fact> {
    let text = model.text.evening();
    match file {
        EntryFile::Taken { players, has_results } => {
            let taken = Fact::new("evening.paste.file", text.trf_taken(*players)).tone(Tone::Remark);
            let results = Fact::new("evening.paste.results", text.trf_results).tone(Tone::Warning);
            [Some(taken), has_results.then_some(results)].into_iter().flatten().collect()
        }
        EntryFile::Unreadable(why) => {
            vec![Fact::new("evening.paste.file", text.trf_fault(why)).tone(Tone::Wrong)]
        }
    }
}

fn pairing(model: &Model<'_>, evening: &Evening, it: &PairingForm) -> Group {
    let (text, words) = (model.text.evening(), Words::of(model, evening));
    let pick = |id: PlayerId| {
        let action = EveningAction::Organise(OrganiseAction::Pairing(PairingAction::Pick(id)));
        Button::new(format!("evening.pick.{}", id.0), words.name(id), action).chosen(it.picked == Some(id))
    };
    let explained = match it.picked {
        Some(id) => text.pairing_picked(&words.name(id)),
        None => text.pairing_explained.to_owned(),
    };
    let explained = Fact::new("evening.pairing.explained", explained).tone(Tone::Remark);
    // the button is far below; in the field the words move no board when they go
    let missing = if it.words.trim().is_empty() { text.reason_missing } else { text.reason };
    let reason = Field::new("evening.dialog.words", text.reason, EveningField::Words, &it.words);
    let reason = reason.example(missing);
    let boards = (1_u16..).zip(&it.pairing.boards).map(|(board, seats)| {
        let turn = EveningAction::Organise(OrganiseAction::Pairing(PairingAction::Turn(board)));
        let turn = Button::new(format!("evening.turn.{board}"), text.pairing_turn, turn);
        let sided =
            |side: &str, button: Button| Button { label: model.text.labelled(side, &button.label), ..button };
        let parts = parts![sided(text.red, pick(seats.red)), sided(text.black, pick(seats.black)), turn];
        Group::section(format!("evening.pairing.{board}"), text.board_number(&board.to_string()), parts)
    });
    let boards: Vec<Group> = boards.collect();
    let bye = it.pairing.bye.map(|id| Group::section("evening.pairing.bye", text.bye, parts![pick(id)]));
    let refusal = it.refusal.map(|why| {
        let why = model.text.refusal(Refusal::Evening(EveningRefusal::Event(why)));
        Fact::new("evening.pairing.refusal", why).tone(Tone::Wrong)
    });
    let send = EveningAction::Organise(OrganiseAction::Pairing(PairingAction::Send));
    let lacks = refusal.as_ref().map_or(text.reason_missing, |why| why.label.as_str());
    let permit = ready(model, it.is_ready(), it.sending, lacks);
    let send =
        Button::new("evening.pairing.send", text.pairing_send, send).role(Role::Primary).permit(permit);
    let parts: Vec<Part> =
        parts![explained, reason, refusal, refused(model, evening, it.sending), boards, bye];
    let heading = if it.is_repair { text.exchange } else { text.pair_by_hand };
    Group::dialog("evening.dialog", heading, parts, vec![send, cancel(model)])
}

/// The buttons that record how a board ended.
pub(super) fn results(
    model: &Model<'_>,
    id: BoardId,
    outcomes: &[Outcome],
    words: &Words<'_>,
) -> Vec<Button> {
    let button = |outcome: &Outcome| {
        let action = EveningAction::Organise(OrganiseAction::Result(id, *outcome));
        let at = OUTCOMES.iter().position(|it| it == outcome).unwrap_or_default();
        let name = format!("evening.result.{}.{}.{at}", id.round, id.board);
        Button::new(name, words.result(*outcome), action).permit(model.online())
    };
    outcomes.iter().map(button).collect()
}

/// The outcomes that are usual.
pub(super) const fn usual() -> [Outcome; 3] {
    [OUTCOMES[0], OUTCOMES[1], OUTCOMES[2]]
}

/// The board whose result is edited.
pub(super) fn board(model: &Model<'_>, evening: &Evening) -> Option<Group> {
    let (text, id) = (model.text.evening(), evening.chosen.board.filter(|_| evening.part().organises)?);
    let words = Words::of(model, evening);
    let it: &Board = words.state().board(id)?;
    let has_ended = words.state().phase == Phase::Ended;
    let explained = if has_ended { text.undo_end_first } else { text.correct_explained };
    let corrected = it.outcome.map(|_| Fact::new("evening.result.explained", explained).tone(Tone::Remark));
    let labels = [
        text.set_red,
        text.set_draw,
        text.set_black,
        text.set_absent_red,
        text.set_absent_black,
        text.set_absent_both,
    ];
    // as the buttons call it
    let result = it.outcome.and_then(|outcome| {
        let at = OUTCOMES.iter().position(|it| *it == outcome)?;
        let said = model.text.labelled(text.current_result, labels.get(at)?);
        Some(Fact::new("evening.result.now", said))
    });
    let buttons = results(model, id, &OUTCOMES, &words).into_iter().zip(labels);
    let buttons = buttons.map(|(button, label)| Button { label: label.to_owned(), ..button });
    let buttons: Vec<Button> = buttons.filter(|_| !has_ended).collect();
    let foul = |side: Color| {
        let action = EveningAction::Organise(OrganiseAction::AskFoul(id, side));
        let label = match side {
            Color::Red => text.foul_red,
            Color::Black => text.foul_black,
        };
        Button::new(format!("evening.foul.{side:?}").to_lowercase(), label, action).permit(model.online())
    };
    let fouls: Vec<Button> = Color::ALL.into_iter().filter(|_| !has_ended).map(foul).collect();
    let counted: Vec<Fact> = Color::ALL
        .into_iter()
        .filter(|side| it.fouls[*side] > 0)
        .map(|side| {
            let said = model.text.labelled(&words.name(it.seats[side]), &text.fouls(it.fouls[side]));
            Fact::new(format!("evening.fouls.{side:?}").to_lowercase(), said).tone(Tone::Remark)
        })
        .collect();
    let close = EveningAction::Organise(OrganiseAction::Board(None));
    let close = Button::new("evening.result.close", model.text.close, close);
    // a row of buttons ends where something to read begins
    let pause = super::pauses::of_board(model, evening, id);
    let ends = (it.outcome.is_none() && evening.live().board(id).is_some() && !has_ended)
        .then(|| Fact::new("evening.result.ends", text.result_ends).tone(Tone::Warning));
    let parts = parts![
        result,
        corrected,
        ends,
        buttons,
        pause.map(|pause| Group::section("evening.board.pauses", "", parts![pause])),
        counted,
        (!has_ended).then(|| Group::section("evening.fouls", text.fouls_heading, parts![fouls]))
    ];
    Some(Group::dialog(BOARD, words.seated(id), parts, vec![close]))
}

/// The link to the evening as a QR code.
pub(super) fn code(model: &Model<'_>, evening: &Evening) -> Option<Group> {
    let text = model.text.evening();
    let link = super::common::link(model).filter(|_| evening.chosen.shows_code)?;
    let close = Button::new("evening.qr.close", model.text.close, EveningAction::ToggleCode);
    let explained = Fact::new("evening.qr.explained", text.qr_explained).tone(Tone::Remark);
    let code = Fact::new("evening.qr.code", super::common::code(model, evening));
    Some(Group::dialog(QR, text.qr, parts![explained, code, Fact::new("evening.qr.link", link)], vec![close]))
}
