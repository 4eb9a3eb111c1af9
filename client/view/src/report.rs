//! Reports: the one that is written, the decisions that are read, and those that a moderator decides.

use super::parts::all;
use super::{Button, Choice, Fact, Field, Group, Model, Part, Role, Tone, apart, named, parts};
use chuhe_app::Screen;
use chuhe_model::actions::report_action::{ReportAction, ReportField, ReportTerm};
use chuhe_model::choices::date;
use chuhe_model::lobby::reports::{OpenReports, ReportForm, Reports, Unread};
use chuhe_protocol::{
    Agreement, AppealedReport, ChatLine, Examination, ExaminedSide, GameId, Judgement, Measure, OpenReport,
    PlayerId, PlayerName, Refusal, ReportKind, limits,
};
use chuhe_rules::Color;

/// The button that begins a report of a player.
pub(crate) fn begin(
    model: &Model<'_>,
    id: &'static str,
    player: PlayerId,
    name: &PlayerName,
    game: Option<GameId>,
) -> Button {
    let text = model.text.report();
    Button::new(id, text.begin, ReportAction::Begin(player, name.clone(), game))
        .hint(text.hint)
        .permit(model.online())
}

/// The button that shows a moderator the open reports.
pub(crate) fn list(model: &Model<'_>) -> Option<Button> {
    let list = Button::new("report.list", model.text.report().list, ReportAction::List(0));
    model.app.sessions().reports().is_moderator.then(|| list.permit(model.online()))
}

/// The open dialog; `None` without one. A decision waits until its reader is in the lobby, or banned.
#[must_use]
pub fn dialog(model: &Model<'_>) -> Option<Group> {
    let sessions = model.app.sessions();
    let reports = sessions.local().is_none().then(|| sessions.reports())?;
    let screen = model.app.screen();
    let writes = matches!(screen, Screen::Lobby | Screen::Table) && reports.form.is_some();
    let is_banned = sessions.link().is_banned() && reports.unread().is_some();
    let learns_of_ban = matches!(screen, Screen::Join | Screen::Table) && is_banned;
    let reads = screen == Screen::Lobby && (reports.unread().is_some() || reports.open.is_some());
    if !(writes || learns_of_ban || reads) {
        return None;
    }
    apart(described, (model, reports))
}

fn described((model, reports): (&Model<'_>, &Reports)) -> Option<Group> {
    if let Some(form) = &reports.form {
        return Some(form_of(model, reports, form));
    }
    match (reports.unread(), &reports.open) {
        (Some(Unread::Decided { report, name, upheld }), _) => Some(decided(model, *report, name, *upheld)),
        (Some(Unread::Judged(judgement)), _) => Some(judged(model, reports, judgement)),
        (Some(Unread::MayAppeal { report }), _) => Some(name_banned(model, reports, *report)),
        (None, Some(open)) => Some(open_reports(model, reports, open)),
        (None, None) => None,
    }
}

/// The report that is written.
fn form_of(model: &Model<'_>, reports: &Reports, form: &ReportForm) -> Group {
    let text = model.text.report();
    let kinds = ReportKind::ALL.map(|kind| {
        let choose = Button::new(named("report.kind", kind), text.kind_of(kind), ReportAction::Kind(kind));
        choose.hint(text.when(kind)).chosen(form.kind == Some(kind))
    });
    let explained = ReportKind::ALL.map(|kind| {
        let when = Fact::new(named("report.when", kind), text.kind_of(kind)).detail(text.when(kind));
        when.tone(Tone::Remark)
    });
    let attached = match form.game {
        Some(game) => text.attached_game(&game.to_string()),
        None => text.attached.to_owned(),
    };
    let missing = match form.kind {
        None => Err(text.no_kind.to_owned()),
        Some(ReportKind::Other) if form.words.trim().is_empty() => Err(text.no_words.to_owned()),
        Some(_) => Ok(()),
    };
    let send = Button::new("report.send", text.send, ReportAction::Send)
        .role(Role::Primary)
        .permit(missing.and_then(|()| may_send(model, reports)));
    let words = Field::new("report.words", text.words, ReportField::Words, &form.words)
        .example(text.words_hint(limits::REPORT_CHARS));
    let notes = [attached, text.privacy.to_owned()];
    let notes = ["report.attached", "report.privacy"].into_iter().zip(notes);
    let notes: Vec<Fact> = notes.map(|(id, note)| Fact::new(id, note).tone(Tone::Remark)).collect();
    let kinds = Choice::of("report.kind", text.kind, kinds);
    let parts = parts![kinds, explained.to_vec(), words, notes, refused(model, reports)];
    let close = Button::new("report.close", model.text.cancel, ReportAction::Close);
    Group::dialog("report", text.heading(&model.text.called(&form.name)), parts, vec![send, close])
}

/// What became of a report by the user.
fn decided(model: &Model<'_>, report: u64, name: &PlayerName, upheld: bool) -> Group {
    let text = model.text.report();
    let name = &*model.text.called(name);
    let says = if upheld { text.upheld(name) } else { text.dismissed(name) };
    let parts = parts![Fact::new("report.decided", says)];
    Group::dialog("report.decided", text.decided, parts, vec![understood(model, report)])
}

/// What was decided about the user, and the appeal.
fn judged(model: &Model<'_>, reports: &Reports, judgement: &Judgement) -> Group {
    let text = model.text.report();
    let Judgement { report, kind, measure, until_ms: _, reason } = judgement;
    let effect = Fact::new("report.effect", text.effect(*measure)).tone(Tone::Warning);
    let until = until(model, judgement).map(|until| Fact::new("report.until", until));
    let about = Fact::new("report.about", text.about).detail(text.kind_of(*kind));
    let why = Fact::new("report.reason", text.reason).detail(reason.as_str());
    let parts = parts![effect, until, about, why, appeal(model, reports, *report), refused(model, reports)];
    Group::dialog("report.judged", text.judged, parts, vec![understood(model, *report)])
}

/// What somebody reads who wants a banned name that nobody has any more, and the appeal of whoever had it.
fn name_banned(model: &Model<'_>, reports: &Reports, report: u64) -> Group {
    let text = model.text.report();
    let says = Fact::new("report.effect", text.name_may_appeal);
    let parts = parts![says, appeal(model, reports, report), refused(model, reports)];
    let close = Button::new("report.close", model.text.close, ReportAction::Read(report));
    Group::dialog("report.name", text.name_banned, parts, vec![close])
}

/// The words of an appeal, with the button that sends it.
fn appeal(model: &Model<'_>, reports: &Reports, report: u64) -> Field {
    let text = model.text.report();
    let send = Button::new("report.appeal.send", text.appeal_send, ReportAction::Appeal(report));
    let is_banned = model.app.sessions().link().is_banned();
    let may_appeal = if is_banned { Ok(()) } else { may_send(model, reports) };
    let words = Field::new("report.appeal", text.appeal, ReportField::Appeal, &reports.appeal);
    // who types both in one line has no words before
    words.example(text.appeal_hint).send(send.permit(may_appeal))
}

/// When what was decided ends, if it has a term.
fn until(model: &Model<'_>, Judgement { measure, until_ms, .. }: &Judgement) -> Option<String> {
    let text = model.text.report();
    let zone = &model.app.desk().environment.time_zone;
    match until_ms.and_then(|until_ms| date::minute(until_ms, zone)) {
        Some(until) => Some(text.until(&until)),
        None => matches!(measure, Measure::Mute | Measure::Ban).then(|| text.unlimited.to_owned()),
    }
}

impl Button {
    /// The same button, which needs words before it can be pressed.
    fn lacks_words(self, has_words: bool, why: &str) -> Self {
        if has_words { self } else { self.permit(Err(why.to_owned())) }
    }
}

/// Confirms that a decision is read, after which it is not shown again.
fn understood(model: &Model<'_>, report: u64) -> Button {
    let understood =
        Button::new("report.understood", model.text.report().understood, ReportAction::Read(report));
    let is_banned = model.app.sessions().link().is_banned();
    understood.role(Role::Primary).permit(if is_banned { Ok(()) } else { model.online() })
}

/// The open reports of a moderator, with what decides each.
fn open_reports(model: &Model<'_>, reports: &Reports, open: &OpenReports) -> Group {
    let text = model.text.report();
    let state = match &open.reports {
        None => Some(Fact::new("report.loading", model.text.loading)),
        Some(reports) if reports.is_empty() => Some(Fact::new("report.none", text.none)),
        Some(_) => None,
    };
    let listed: Vec<Part> =
        open.reports.iter().flatten().flat_map(|it| open_report(model, reports, open, it)).collect();
    let has_some = !listed.is_empty();
    let reason = Field::new("report.decision", text.decision_reason, ReportField::Reason, &open.reason)
        .example(text.decision_hint);
    let term = Choice::among("report.term", text.term, ReportTerm::ALL, open.term, |term| {
        Button::new(named("report.term", term), text.term_of(term), ReportAction::Term(term))
    });
    let how: Vec<Part> = if has_some { vec![reason.into(), term.into()] } else { Vec::new() };
    let more = (open.more > 0).then(|| Fact::new("report.more", text.more(open.more)).tone(Tone::Remark));
    let parts = all(state).chain(how).chain(all(refused(model, reports))).chain(listed).chain(all(more));
    let parts = parts.chain(appeals(model, reports, open));
    let parts = parts.chain(turn(model, open).into_iter().map(Part::from));
    let close = Button::new("report.close", model.text.close, ReportAction::Close);
    Group::dialog("report.open", text.list, parts.collect::<Vec<_>>(), vec![close])
}

/// The buttons that show the reports and appeals before and after those on the screen, if there are any.
fn turn(model: &Model<'_>, open: &OpenReports) -> Vec<Button> {
    let text = model.text.profile();
    let (skipped, step) = (open.skipped, u32::try_from(limits::REPORTS_PER_FRAME).unwrap_or(u32::MAX));
    let is_last = open.more == 0 && open.more_appeals == 0;
    let to = |id: &'static str, label: &str, skip| {
        Button::new(id, label, ReportAction::List(skip)).permit(model.online())
    };
    let previous = (skipped > 0).then(|| to("report.previous", text.previous, skipped.saturating_sub(step)));
    let next = (!is_last).then(|| to("report.next", text.next, skipped.saturating_add(step)));
    previous.into_iter().chain(next).collect()
}

/// The appeals that a moderator reads; the operator of the server answers them.
fn appeals(model: &Model<'_>, reports: &Reports, open: &OpenReports) -> Vec<Part> {
    let text = model.text.report();
    if open.appeals.is_empty() {
        return Vec::new();
    }
    let heading = Fact::new("report.appeals", text.appeals).detail(text.appeals_answer);
    let listed = open.appeals.iter().flat_map(|AppealedReport { report, judgement, appeal, proven }| {
        let id = |part: &str| format!("report.{}.{part}", report.report);
        let term = until(model, judgement);
        let verdict = [Some(text.measure(judgement.measure).to_owned()), term].into_iter().flatten();
        let verdict = Fact::new(id("verdict"), text.verdict).detail(verdict.collect::<Vec<_>>().join(" · "));
        let reason = Fact::new(id("reason"), text.reason).detail(judgement.reason.as_str());
        let appeal = Fact::new(id("appeal"), text.appealed).detail(appeal.as_str());
        let unproven = (!proven).then(|| Fact::new(id("unproven"), text.appeal_unproven).tone(Tone::Warning));
        let examined = examined(model, reports, open, report);
        [what_is_reported(model, report), examined, parts![verdict, reason, appeal, unproven]].concat()
    });
    let more = (open.more_appeals > 0)
        .then(|| Fact::new("report.appeals.more", text.appeals_more(open.more_appeals)).tone(Tone::Remark));
    all(Some(heading)).chain(listed).chain(all(more)).collect()
}

/// An open report with what decides it.
fn open_report(model: &Model<'_>, reports: &Reports, open: &OpenReports, it: &OpenReport) -> Vec<Part> {
    let text = model.text.report();
    let report = it.report;
    let decide = Measure::ALL.map(|measure| {
        let id = named(&format!("report.{report}"), measure);
        let button = Button::new(id, text.measure(measure), ReportAction::Decide(report, measure));
        let role = if measure == Measure::Ban { Role::Danger } else { Role::Plain };
        let has_reason = measure == Measure::Dismiss || !open.reason.trim().is_empty();
        button.role(role).permit(may_send(model, reports)).lacks_words(has_reason, text.decision_hint)
    });
    [what_is_reported(model, it), examined(model, reports, open, it), parts![decide.to_vec()]].concat()
}

/// How the moves of the reported game agree with those of the engine, once the moderator has asked.
fn examined(model: &Model<'_>, reports: &Reports, open: &OpenReports, it: &OpenReport) -> Vec<Part> {
    let text = model.text.report();
    let id = |part: &str| format!("report.{}.{part}", it.report);
    let examine = it.game.map(|_| {
        let button = Button::new(id("examine"), text.examine, ReportAction::Examine(it.report));
        button.hint(text.examine_hint).permit(may_send(model, reports))
    });
    let remark = |part: &str, label: String| Fact::new(id(part), label).tone(Tone::Remark);
    let said = match open.examined(it.report) {
        None => Vec::new(),
        Some(None) => vec![remark("examining", text.examining.to_owned())],
        Some(Some(Examination { sides, waiting })) => {
            let sides = Color::ALL.into_iter().flat_map(|color| {
                let ExaminedSide { name, judged, agreement, usual } = &sides[color];
                let found = agreement.map_or_else(
                    || text.agreement_few(*judged),
                    |Agreement { percent, loss }| text.agreement(percent, *judged, loss),
                );
                let side = if color == Color::Red { "red" } else { "black" };
                let name = model.text.aside(&model.text.called(name), model.text.color(color));
                let found = Fact::new(id(side), name).detail(found);
                let usual = agreement.map(|_| remark(&format!("{side}.usual"), text.usual_agreement(*usual)));
                std::iter::once(found).chain(usual)
            });
            let others = (*waiting > 0).then(|| remark("examining", text.examining_others(*waiting)));
            let hint = remark("hint", text.only_a_hint.to_owned());
            sides.chain([hint]).chain(others).collect()
        }
    };
    parts![examine, said]
}

/// A report with its words and chat.
fn what_is_reported(model: &Model<'_>, it: &OpenReport) -> Vec<Part> {
    let text = model.text.report();
    let OpenReport { report, at_ms, by, about, kind, words, game, lines } = it;
    let called = |name| model.text.called(name);
    let heading = text.item(&report.to_string(), &called(about));
    let date = date::minute(*at_ms, &model.app.desk().environment.time_zone);
    let game = game.map(|game| text.game(&game.to_string()));
    let said: Vec<String> = [Some(text.kind_of(*kind).to_owned()), Some(text.by(&called(by))), game, date]
        .into_iter()
        .flatten()
        .collect();
    let heading = Fact::new(format!("report.{report}"), heading).detail(said.join(" · "));
    let words = (!words.is_empty()).then(|| Fact::new(format!("report.{report}.words"), words));
    let line = |(index, ChatLine { name, text, .. }): (usize, &ChatLine)| {
        Fact::new(format!("report.{report}.line.{index}"), model.text.called(name))
            .detail(text.as_str())
            .tone(Tone::Remark)
    };
    let lines: Vec<Fact> = lines.iter().enumerate().map(line).collect();
    parts![heading, words, lines]
}

/// Whether another request can be sent; the error says why not.
fn may_send(model: &Model<'_>, reports: &Reports) -> Result<(), String> {
    let pending = reports.is_pending().then(|| model.text.refusal(Refusal::RequestPending));
    model.online().and_then(|()| pending.map_or(Ok(()), Err))
}

/// Why the last request was refused, or has not reached the server.
fn refused(model: &Model<'_>, reports: &Reports) -> Option<Fact> {
    let refused = reports.refused.map(|reason| model.text.refusal(reason));
    let failed = model.app.sessions().link().appeal_failure();
    let why = refused.or_else(|| Some(model.text.offline_reason(failed?)))?;
    Some(Fact::new("report.refused", why).tone(Tone::Wrong))
}
