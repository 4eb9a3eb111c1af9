//! The form in which an organiser plans an evening. Its defaults are usable: a title suffices.

use crate::form::{self, TimeView};
use crate::{Button, Choice, Entry, Fact, Field, Group, Model, Part, Role, Tick, Tone, named, parts};
use chuhe_model::actions::action::{self, Action};
use chuhe_model::actions::evening_action::{
    AbsenceChoice, EveningAction, EveningField, PaceChoice, PlanAction, PlanNumber, PointsChoice,
    StartChoice, SystemChoice,
};
use chuhe_model::evening::dialog::Sending;
use chuhe_model::evening::plan_form::{PlanFault, PlanForm, PlanMoment};
use chuhe_protocol::Refusal;
use chuhe_rules::Color;
use chuhe_texts::{EveningText, plan_fault};
use chuhe_tournaments::{LevelMatch, Numbering, TieBreak};
use strum::VariantArray as _;

/// The form.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanView {
    /// What it is.
    pub heading: &'static str,
    /// The sections of the form.
    pub sections: Vec<Group>,
    /// What is wrong.
    pub fault: Option<Fact>,
    /// Plans the evening.
    pub send: Button,
    /// Goes back to the list.
    pub back: Button,
}

/// All tie-breaks, the usual first.
const TIE_BREAKS: [TieBreak; 10] = [
    TieBreak::OpponentsScore,
    TieBreak::Wins,
    TieBreak::WinsAsSecond,
    TieBreak::DirectEncounter,
    TieBreak::Cumulative,
    TieBreak::GamesAsSecond,
    TieBreak::SonnebornBerger,
    TieBreak::Fouls,
    TieBreak::DropRounds,
    TieBreak::EarlierFinish,
];

impl PlanView {
    pub(super) fn of(model: &Model<'_>) -> Option<Self> {
        let (text, form) = (model.text.evening(), super::common::evenings(model)?.plan.as_ref()?);
        let desk = model.app.desk();
        let (zone, now_ms) = (&desk.environment.time_zone, desk.wall_clock_ms(model.now));
        let fault = form.check(PlanMoment { zone, now_ms }).err();
        let refused =
            if let Sending::Refused(why) = form.sending { Some(model.text.refusal(why)) } else { None };
        let why = fault.map(|fault| plan_fault(model.text, fault)).or(refused);
        // a press says what is wrong
        let permit = match form.sending {
            Sending::Asked(_) => Err(model.text.refusal(Refusal::RequestPending)),
            Sending::Writing | Sending::Refused(_) => model.online(),
        };
        let send = Button::new("plan.send", text.plan_send, EveningAction::Plan(PlanAction::Send));
        let described = Described { model, text, form, fault };
        // nobody is told that something is missing before they have typed anything
        let is_begun = form.tried || fault.is_none_or(|it| !form.lacks(it.field()));
        Some(Self {
            heading: text.plan,
            sections: vec![described.first(), described.times(), described.rules(), described.ties()],
            fault: why.filter(|_| is_begun).map(|why| Fact::new("plan.fault", why).tone(Tone::Wrong)),
            send: send.role(Role::Primary).permit(permit),
            back: Button::new("plan.cancel", model.text.cancel, EveningAction::Close),
        })
    }

    pub(super) fn parts(self) -> Vec<Part> {
        parts![self.sections, self.fault, self.send, self.back]
    }
}

struct Described<'a> {
    model: &'a Model<'a>,
    text: &'static EveningText,
    form: &'a PlanForm,
    fault: Option<PlanFault>,
}

impl Described<'_> {
    fn field(&self, id: impl Into<String>, label: &str, field: EveningField, typed: &str) -> Field {
        let is_wrong = self.fault.is_some_and(|fault| fault.field() == Some(field));
        let is_wrong = is_wrong && (self.form.tried || !typed.is_empty());
        let fault = self.fault.filter(|_| is_wrong).map(|fault| plan_fault(self.model.text, fault));
        Field::new(id.into(), label, field, typed).fault(fault)
    }

    fn number(&self, number: PlanNumber) -> Field {
        let (label, typed) = (self.text.number(number), self.form.numbers.text(number));
        let field = self.field(named("plan.number", number), label, EveningField::Number(number), typed);
        // beside its label: a number alone would not say what it is
        field.example(label)
    }

    fn choice<T: Copy + PartialEq + std::fmt::Debug>(
        &self,
        id: &'static str,
        label: &str,
        values: &[T],
        chosen: T,
        (word, action): (impl Fn(T) -> String, impl Fn(T) -> PlanAction),
    ) -> Choice {
        Choice::among(id, label, values.iter().copied(), chosen, |value| {
            Button::new(named(id, value), word(value), EveningAction::Plan(action(value)))
        })
    }

    fn tick(&self, id: &'static str, label: &str, on: bool, action: fn(bool) -> PlanAction) -> Tick {
        Tick { button: Button::new(id, label, EveningAction::Plan(action(!on))), on }
    }

    /// The title, the game, and who plays whom.
    fn first(&self) -> Group {
        let (text, form) = (self.text, self.form);
        let title = self.field("plan.title", text.title, EveningField::Title, &form.title);
        let title = title.example(text.title_example);
        let system = self.choice(
            "plan.system",
            text.system,
            SystemChoice::VARIANTS,
            form.system,
            (|it| system(text, it)[0].to_owned(), PlanAction::System),
        );
        let explained = Fact::new("plan.system.explained", system_of(text, form)).tone(Tone::Remark);
        let numbers = form.system_numbers().iter().map(|number| self.number(*number));
        let numbers: Vec<Field> = numbers.collect();
        let terms = terms_parts(parts![form::game(self.model, &form.terms)]);
        Group::section(
            "plan.first",
            text.plan,
            parts![title, terms, system, explained, numbers, self.of_system()],
        )
    }

    /// The choices of the system that are no numbers.
    fn of_system(&self) -> Vec<Part> {
        let (text, rules) = (self.text, self.form.rules);
        let levels = [LevelMatch::BetterSeed, LevelMatch::Black, LevelMatch::Lot];
        let deciders = [None, Some(Color::Red), Some(Color::Black)];
        match self.form.system {
            SystemChoice::Swiss => Vec::new(),
            SystemChoice::RoundRobin => {
                let label = text.void_below_half;
                parts![self.tick("plan.void", label, rules.void_below_half, PlanAction::VoidBelowHalf)]
            }
            SystemChoice::KnockOut => {
                let words = (|it| text.level(it).to_owned(), PlanAction::Level);
                parts![self.choice("plan.level", text.level, &levels, rules.level, words)]
            }
            SystemChoice::Arena => {
                parts![self.tick("plan.streaks", text.streaks, rules.streaks, PlanAction::Streaks)]
            }
            SystemChoice::TeamMatch => {
                let word = |it| match it {
                    None => text.decider_none.to_owned(),
                    Some(Color::Red) => text.decider_red.to_owned(),
                    Some(Color::Black) => text.decider_black.to_owned(),
                };
                let words = (word, PlanAction::Decider);
                parts![self.choice("plan.decider", text.decider, &deciders, rules.decider, words)]
            }
        }
    }

    /// The clock, when it begins, and when the next round does.
    fn times(&self) -> Group {
        let (text, form) = (self.text, self.form);
        let (preset, times) = form::clock(self.model, &form.terms);
        let clock = terms_parts(parts![preset, times.iter().flat_map(TimeView::fields)]);
        let start = |it: StartChoice| match it {
            StartChoice::ByHand => text.start_by_hand.to_owned(),
            StartChoice::In10 => text.start_in(10),
            StartChoice::In30 => text.start_in(30),
            StartChoice::In60 => text.start_in(60),
            StartChoice::At => text.start_at.to_owned(),
        };
        let start = (start, PlanAction::Start);
        let start = self.choice("plan.start", text.start, StartChoice::VARIANTS, form.start, start);
        let at = (form.start == StartChoice::At).then(|| {
            let field = self.field("plan.at", text.start_field, EveningField::Start, &form.start_at);
            field.example(text.start_example)
        });
        let pace = |it: PaceChoice| match it {
            PaceChoice::ByHand => text.pace_by_hand.to_owned(),
            PaceChoice::AfterAll => text.pace_after_all.to_owned(),
            PaceChoice::Slots => text.pace_slots.to_owned(),
        };
        let pace = (pace, PlanAction::Pace);
        let pace = form
            .has_pace()
            .then(|| self.choice("plan.pace", text.pace, PaceChoice::VARIANTS, form.pace, pace));
        let between = form.pace_number().map(|number| self.number(number));
        let late = self.number(PlanNumber::LateMinutes);
        Group::section("plan.times", text.time_heading, parts![clock, start, at, pace, between, late])
    }

    /// Who takes part, and the rules of the games.
    fn rules(&self) -> Group {
        let (text, form) = (self.text, self.form);
        let mut public = self.tick("plan.public", text.public, form.is_public, PlanAction::Public);
        let visit = self.model.app.sessions().visit();
        if !visit.is_some_and(|visit| visit.account.is_registered) {
            public.button = public.button.permit(Err(text.plan_guest.to_owned()));
        }
        let check_in = self.tick("plan.check_in", text.check_in, form.check_in, PlanAction::CheckIn);
        let numberings = [Numbering::Lot, Numbering::Entry, Numbering::Rating];
        let words = (|it| text.numbering(it).to_owned(), PlanAction::Numbering);
        let numbering = form
            .has_numbering()
            .then(|| self.choice("plan.numbering", text.numbering, &numberings, form.numbering, words));
        let absence = (|it| text.absence(it).to_owned(), PlanAction::Absence);
        let absence =
            self.choice("plan.absence", text.absence, AbsenceChoice::VARIANTS, form.absence, absence);
        let absences = (form.absence != AbsenceChoice::Never).then(|| self.number(PlanNumber::Absences));
        let before = self.number(PlanNumber::NoResultBefore);
        let games = terms_parts(form::of_games(self.model, &form.terms));
        let points = (|it| text.worth(it).to_owned(), PlanAction::Points);
        let points = self.choice("plan.points", text.points, PointsChoice::VARIANTS, form.points, points);
        let parts = parts![public, check_in, points, numbering, absence, absences, games, before];
        Group::section("plan.rules", text.rules_heading, parts)
    }

    /// What orders players with equal points: the chosen ones in their order, and then the others.
    fn ties(&self) -> Group {
        let (text, chosen) = (self.text, &self.form.tie_breaks);
        let choose = |it: TieBreak, label: String| {
            let action = EveningAction::Plan(PlanAction::TieBreak(it));
            Button::new(named("plan.tie", it), label, action).chosen(chosen.contains(&it))
        };
        let ordered = (1..).zip(chosen).map(|(at, it)| choose(*it, format!("{at}. {}", text.tie_break(*it))));
        let others = TIE_BREAKS.into_iter().filter(|it| !chosen.contains(it));
        let others = others.map(|it| choose(it, text.tie_break(it).to_owned()));
        let raise = chosen.iter().skip(1).map(|it| {
            let action = EveningAction::Plan(PlanAction::RaiseTieBreak(*it));
            let label = text.tie_break_up(text.tie_break(*it));
            Button::new(named("plan.raise", it), label, action)
        });
        let order = Group::section("plan.order", "", parts![ordered, others]);
        let raise: Vec<Part> = parts![raise];
        let raise = (!raise.is_empty()).then(|| Group::section("plan.raised", "", raise));
        Group::section("plan.ties", text.tie_breaks, parts![order, raise])
    }
}

/// The name of a system, and what it is.
const fn system(text: &EveningText, it: SystemChoice) -> [&'static str; 2] {
    match it {
        SystemChoice::Swiss => [text.system_swiss, text.swiss_explained],
        SystemChoice::RoundRobin => [text.system_round_robin, text.round_robin_explained],
        SystemChoice::KnockOut => [text.system_knock_out, text.knock_out_explained],
        SystemChoice::Arena => [text.system_arena, text.arena_explained],
        SystemChoice::TeamMatch => [text.system_team_match, text.team_match_explained],
    }
}

const fn system_of(text: &EveningText, form: &PlanForm) -> &'static str {
    system(text, form.system)[1]
}

/// Parts of the form of a challenge, which are about the terms of the plan.
#[expect(clippy::wildcard_enum_match_arm, reason = "what is not about the form stays as it is")]
fn terms_parts(parts: Vec<Part>) -> Vec<Part> {
    let button = |button: Button| Button {
        action: match button.action {
            Action::Form(action) => EveningAction::Plan(PlanAction::Terms(action)).into(),
            other => other,
        },
        ..button
    };
    let terms = |part: Part| match part {
        Part::Button(it) => Part::Button(button(it)),
        Part::Tick(it) => Part::Tick(Tick { button: button(it.button), ..it }),
        Part::Choice(it) => {
            Part::Choice(Choice { options: it.options.into_iter().map(button).collect(), ..it })
        }
        Part::Field(it) => {
            let entry = match it.entry {
                Entry::Text(action::Field::Form(field), text) => {
                    Entry::Text(EveningField::Terms(field).into(), text)
                }
                other => other,
            };
            Part::Field(Field { entry, ..it })
        }
        Part::Group(it) => {
            let parts = terms_parts(it.parts);
            Part::Group(Group { parts, ..it })
        }
        Part::Question(_) | Part::Fact(_) => part,
    };
    parts.into_iter().map(terms).collect()
}
