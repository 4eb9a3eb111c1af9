//! The form with the terms of a challenge or an invitation.

use super::seek::{self, told_apart};
use super::{Button, Choice, Fact, Field, Group, GroupKind, Model, Part, Role, named, parts};
use chuhe_model::actions::action::{FormAction, FormField, TimePart};
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::actions::time_fields::{NotANumber, TimeText};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::preset::Preset;
use chuhe_model::lobby::challenge::{Addressee, ChallengeForm, FormError};
use chuhe_protocol::{ColorChoice, GameKind, Reach, TakebackPolicy, Unratable};
use chuhe_rules::luzhanqi::MineRule;
use chuhe_rules::xiangqi::RuleSet;
use chuhe_texts::time_field;
use std::borrow::Cow;
use strum::VariantArray as _;

/// The open form.
#[derive(Clone, Debug, PartialEq)]
pub struct FormView {
    /// Who is challenged.
    pub heading: String,
    /// Which game.
    pub game: Choice,
    /// The usual times; the hint of each says how long they are.
    pub preset: Choice,
    /// The other games and times for which an opponent is sought too, each on or off.
    pub also: Option<[Group; 2]>,
    /// Whether both have the same time, if there is a choice.
    pub odds: Option<Choice>,
    /// What an empty time means.
    pub no_limit: &'static str,
    /// The user's time, and the opponent's if it differs.
    pub times: Vec<TimeView>,
    /// The user's colour.
    pub color: Choice,
    /// The rules of the game, and whether it is rated where there is a choice.
    pub rules: Vec<Choice>,
    /// How many of these there are at most, whichever game is preferred.
    pub most_rules: usize,
    /// The start position, if the game has a choice.
    pub start: Option<StartView>,
    /// How many plies later spectators see the moves.
    pub delay: Field,
    /// The time, or what is wrong with the form.
    pub terms: Fact,
    /// Sends the challenge, or opens the invitation.
    pub send: Button,
    /// Opens an invitation in place of the challenge.
    pub invite: Option<Button>,
    /// Closes the form.
    pub close: Button,
}

/// The choice of whether moves may be taken back.
const TAKEBACK: &str = "form.takeback";

/// The time of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeView {
    /// Whose time it is.
    pub whose: &'static str,
    /// Its parts.
    pub fields: [Field; 4],
}

/// The start position of xiangqi.
#[derive(Clone, Debug, PartialEq)]
pub struct StartView {
    /// The FEN.
    pub fen: Field,
    /// Sets the position up on a board.
    pub set_up: Button,
}

impl FormView {
    /// The open form; `None` if there is none.
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let (text, visit) = (model.text, model.app.sessions().visit()?);
        let form = visit.form.as_ref()?;
        let opponent = form.to.player().and_then(|opponent| visit.lobby.player(opponent));
        let name = &*opponent.map_or_else(Cow::default, |player| text.called(&player.name));
        let (heading, send) = match form.to {
            Addressee::Player(_) => {
                let away = opponent.filter(|player| !player.connected).map(|_| text.offline.to_owned());
                let heading: Vec<String> = std::iter::once(text.challenge_to(name)).chain(away).collect();
                (heading.join(" · "), text.send_challenge)
            }
            Addressee::Guest => (text.invitation.heading.to_owned(), text.invitation.create),
            Addressee::Anyone => (text.seek_find.to_owned(), text.seek_begin),
        };
        let is_for_anyone = form.to == Addressee::Anyone;
        let checked = if is_for_anyone { form.sought().map(|_| ()) } else { form.terms().map(|_| ()) };
        let may_send =
            || if is_for_anyone { model.app.sessions().shown().may_seek(model.now) } else { Ok(()) };
        let permit = checked.map_err(|error| text.form_error(error));
        let permit = permit.and_then(|()| model.permit(may_send()));
        // nobody follows a link for a computer player
        let invited = form.to.player().filter(|&opponent| visit.lobby.computer_level(opponent).is_none());
        let invite = invited.map(|_| {
            let permit =
                permit.clone().and_then(|()| model.permit(model.app.sessions().shown().may_invite()));
            let invite = Button::new("form.invite", text.invitation.instead, FormAction::Invite);
            invite.hint(text.invitation.hint).permit(permit)
        });
        let is_xiangqi = form.choices.game.kind() == GameKind::Xiangqi;
        let of_all_games: Vec<Choice> =
            rated(model, form).into_iter().chain(reach(model, form)).chain(lasting(model, form)).collect();
        Some(Self {
            heading,
            game: game(model, form),
            preset: preset(model, form),
            also: is_for_anyone.then(|| also(model, form)),
            odds: (!is_for_anyone).then(|| odds(model, form)),
            no_limit: text.no_limit_hint,
            times: times(model, form),
            color: color(model, form),
            most_rules: xiangqi(model, form).len() + of_all_games.len(),
            rules: rules(model, form).into_iter().chain(of_all_games).collect(),
            start: (is_xiangqi && !is_for_anyone).then(|| start(model, form)),
            delay: delay(model, form, if is_xiangqi { text.watch_delay_field } else { text.watch_delay }),
            terms: Fact::new("form.terms", permit.clone().err().unwrap_or_else(|| terms(model, form))),
            send: Button::new("form.send", send, FormAction::Send).role(Role::Primary).permit(permit),
            invite,
            close: Button::new("form.close", text.cancel, FormAction::Close),
        })
    }

    /// The form as a dialog.
    pub fn dialog(&self) -> Group {
        let Self { game, preset, also, odds, times, color, rules, start, delay, terms, .. } = self;
        let times: Vec<Part> = times.iter().flat_map(TimeView::parts).collect();
        let start = start.as_ref().map(|start| parts![&start.fen, &start.set_up]).unwrap_or_default();
        let terms = Some(terms).filter(|terms| !terms.label.is_empty());
        let also = also.iter().flatten().cloned().collect::<Vec<_>>();
        let choices = parts![game, preset, odds, times, also, color, rules, start, delay];
        let parts = parts![choices, terms, &self.send, &self.invite, &self.close];
        GroupKind::Dialog.of("form", self.heading.as_str(), parts)
    }
}

/// The usual times, and the fields of one that both have.
pub(super) fn clock(model: &Model<'_>, form: &ChallengeForm) -> (Choice, Vec<TimeView>) {
    (preset(model, form), times(model, form))
}

/// What is chosen of the games of an evening beside their times: takebacks are off there, and the pairing decides the
/// colours.
pub(super) fn of_games(model: &Model<'_>, form: &ChallengeForm) -> Vec<Part> {
    let rules = rules(model, form).into_iter().filter(|it| it.id != TAKEBACK);
    parts![rules, rated(model, form), delay(model, form, model.text.watch_delay)]
}

impl TimeView {
    /// The fields without whose time it is.
    pub(super) fn fields(&self) -> Vec<Field> {
        self.fields.to_vec()
    }

    /// The fields, each with whose time it is.
    fn parts(&self) -> Vec<Part> {
        let fields = self.fields.iter().cloned();
        let named = |field: Field| {
            Part::Field(Field { label: format!("{} · {}", self.whose, field.label), ..field })
        };
        fields.map(named).collect()
    }
}

/// The game.
pub(super) fn game(model: &Model<'_>, form: &ChallengeForm) -> Choice {
    Choice::among(
        "form.game",
        model.text.game,
        GameChoice::VARIANTS.iter().copied(),
        form.choices.game,
        |game| {
            let id = format!("form.{}", <&str>::from(game));
            Button::new(id, model.text.game_choice(game), FormAction::Game(game))
        },
    )
}

fn preset(model: &Model<'_>, form: &ChallengeForm) -> Choice {
    let text = model.text;
    let presets = Preset::ALL.into_iter().enumerate().map(|(index, preset)| {
        let id = format!("form.preset.{index}");
        let button = Button::new(id, text.preset(preset), FormAction::Preset(index));
        let is_declined = form.is_for_computer() && preset == Preset::Untimed;
        let button = if is_declined {
            let why = text.form_error(FormError::ComputerClock);
            button.hint(why.clone()).permit(Err(why))
        } else {
            button.hint(time_of(model, preset))
        };
        (button, form.preset() == Some(preset))
    });
    Choice::new("form.preset", text.time, presets)
}

fn also(model: &Model<'_>, form: &ChallengeForm) -> [Group; 2] {
    let (text, also) = (model.text, &form.choices.also);
    let games = GameChoice::VARIANTS.iter().filter(|&&game| game != form.choices.game);
    let games = games.map(|&game| {
        let id = format!("form.also.{}", <&str>::from(game));
        let button = Button::new(id, text.game_choice(game), FormAction::AlsoGame(game));
        Part::Button(button.chosen(also.games.contains(&game)))
    });
    let times = Preset::ALL.into_iter().filter(|&preset| Some(preset) != form.preset());
    let times = times.map(|preset| {
        let id = format!("form.also.{}", <&str>::from(preset));
        let button = Button::new(id, text.preset(preset), FormAction::AlsoTime(preset));
        Part::Button(button.hint(time_of(model, preset)).chosen(also.times.contains(&preset)))
    });
    [
        Group::section("form.also.games", text.seek_also_games, games),
        Group::section("form.also.times", text.seek_also_times, times),
    ]
}

/// How long a usual time is.
fn time_of(model: &Model<'_>, preset: Preset) -> String {
    if preset == Preset::Untimed {
        return model.text.nothing.to_owned();
    }
    model.text.clock.short(preset.control())
}

fn rules(model: &Model<'_>, form: &ChallengeForm) -> Vec<Choice> {
    let has = |is_wanted: fn(GameKind) -> bool| form.games().any(|game| is_wanted(game.kind()));
    let xiangqi = has(|kind| kind == GameKind::Xiangqi).then(|| xiangqi(model, form));
    let mines = has(|kind| kind != GameKind::Xiangqi).then(|| mines(model, form));
    xiangqi.into_iter().flatten().chain(mines).collect()
}

fn odds(model: &Model<'_>, form: &ChallengeForm) -> Choice {
    let text = model.text;
    let label = if form.choices.odds { text.your_time } else { text.both_times };
    Choice::among("form.odds", label, [false, true], form.choices.odds, |odds| {
        let (id, label) =
            if odds { ("form.different", text.different_times) } else { ("form.same", text.same_times) };
        Button::new(id, label, FormAction::Odds(odds))
    })
}

fn times(model: &Model<'_>, form: &ChallengeForm) -> Vec<TimeView> {
    let text = model.text;
    let whose = if form.has_odds() { text.your_time } else { text.both_times };
    let own = time(model, whose, "form.time", &form.choices.time, FormField::OwnTime);
    let opponents = form.has_odds().then(|| {
        time(model, text.opponents_time, "form.odds", &form.choices.opponents, FormField::OpponentTime)
    });
    std::iter::once(own).chain(opponents).collect()
}

fn time(
    model: &Model<'_>,
    whose: &'static str,
    name: &str,
    typed: &TimeText,
    field: fn(TimePart) -> FormField,
) -> TimeView {
    let (text, wrong) = (model.text, typed.control().err());
    let fields = TimePart::ALL.map(|part| {
        let id = match part {
            TimePart::GameMinutes => "game",
            TimePart::MoveSeconds => "move",
            TimePart::IncrementSeconds => "increment",
            TimePart::ReadSeconds => "read",
        };
        let wrong = wrong.filter(|it| *it == NotANumber(part)).map(|it| text.form_error(it.into()));
        let shown = Field::new(format!("{name}.{id}"), time_field(text, part), field(part), typed.part(part));
        shown.example("0").fault(wrong)
    });
    TimeView { whose, fields }
}

fn color(model: &Model<'_>, form: &ChallengeForm) -> Choice {
    let colors = [ColorChoice::Random, ColorChoice::Red, ColorChoice::Black];
    Choice::among("form.color", model.text.colors, colors, form.choices.color, |color| {
        Button::new(named("form", color), model.text.color_choice(color), FormAction::Color(color))
    })
}

fn xiangqi(model: &Model<'_>, form: &ChallengeForm) -> Vec<Choice> {
    let text = model.text;
    let rules = [RuleSet::Asian, RuleSet::Chinese, RuleSet::Simple];
    let rules = Choice::among("form.rules", text.repetitions, rules, form.choices.rules, |rules| {
        Button::new(named("form.rules", rules), text.rule_set(rules), FormAction::Rules(rules))
    });
    let policies = [TakebackPolicy::Ask, TakebackPolicy::Off];
    let takebacks = Choice::among(TAKEBACK, text.takebacks, policies, form.choices.takeback, |policy| {
        let label = text.takeback_policy(policy);
        Button::new(named("form.takeback", policy), label, FormAction::Takeback(policy))
    });
    vec![rules, takebacks]
}

/// Whether the game is rated, or why it cannot be; `None` for a computer player and for whom a link invites, with whom no
/// game ever is.
fn rated(model: &Model<'_>, form: &ChallengeForm) -> Option<Choice> {
    let (text, rated) = (model.text, form.is_rated());
    let permit = rated.map(drop).map_err(|why| text.unratable(why).to_owned());
    let note = match &permit {
        Err(why) => Some(why.clone()),
        // whoever meets a guest would otherwise learn it from the end of the game
        Ok(()) => seek::not_with_guests(model, form.to == Addressee::Anyone && rated == Ok(true)),
    };
    let can_be = form.may_rate != Err(Unratable::Computer) && form.to != Addressee::Guest;
    can_be.then(|| {
        Choice::among("form.rating", text.rating_label, [true, false], rated.unwrap_or(false), |rated| {
            if rated {
                let button = Button::new("form.rated", text.rating_rated, FormAction::Rated(true));
                button.hint(text.rating_hint).permit(permit.clone())
            } else {
                Button::new("form.unrated", text.rating_unrated, FormAction::Rated(false))
            }
        })
        .note(note.unwrap_or_default())
    })
}

/// How far the rating of the opponent who is sought may be from the user's own.
fn reach(model: &Model<'_>, form: &ChallengeForm) -> Option<Choice> {
    let text = model.text;
    (form.may_rate.is_ok() && form.to == Addressee::Anyone).then(|| {
        Choice::among("form.reach", text.reach_label, Reach::ALL, form.reach(), |reach| {
            let within = |points| text.reach_within(points);
            let label = reach.points().map_or_else(|| text.reach_anyone.to_owned(), within);
            Button::new(named("form.reach", reach), label, FormAction::Reach(reach))
        })
    })
}

/// What becomes of the search when the user leaves; guests cannot be told.
fn lasting(model: &Model<'_>, form: &ChallengeForm) -> Option<Choice> {
    let text = model.text;
    (form.may_rate.is_ok() && form.to == Addressee::Anyone).then(|| {
        Choice::among("form.lasting", text.seek_away_label, [false, true], form.is_lasting(), |lasting| {
            let (id, label, hint) = if lasting {
                ("form.tell", text.seek_away_tell, text.seek_away_hint)
            } else {
                ("form.stop", text.seek_stop, "")
            };
            Button::new(id, label, FormAction::Lasting(lasting)).hint(hint)
        })
    })
}

fn mines(model: &Model<'_>, form: &ChallengeForm) -> Choice {
    let rules = [MineRule::Stays, MineRule::BothCaptured];
    Choice::among("form.mine", model.text.mines, rules, form.choices.mine, |rule| {
        Button::new(named("form.mine", rule), model.text.mine_rule(rule), FormAction::Mine(rule))
    })
}

fn start(model: &Model<'_>, form: &ChallengeForm) -> StartView {
    let text = model.text;
    StartView {
        fen: Field::new("form.start", text.start, FormField::Start, &form.choices.start)
            .example(text.start_hint),
        set_up: Button::new("form.setup", text.records.set_up, SetUpAction::OpenForChallenge),
    }
}

fn delay(model: &Model<'_>, form: &ChallengeForm, label: &str) -> Field {
    let field = Field::new("form.delay", label, FormField::WatchDelay, &form.choices.watch_delay);
    field.example("0").hint(model.text.watch_delay_hint)
}

/// All terms if there are several; otherwise the time, if it is the same for both; and that they are rated.
fn terms(model: &Model<'_>, form: &ChallengeForm) -> String {
    let is_for_anyone = form.to == Addressee::Anyone;
    let sought = if is_for_anyone { form.sought() } else { form.terms().map(|terms| vec![terms]) };
    let sought = sought.unwrap_or_default();
    let said = match &sought[..] {
        [only] if only.challenger_time == only.opponent_time => {
            Some(model.text.clock.control(only.challenger_time))
        }
        [_] | [] => None,
        several => Some(told_apart(model, several).join(model.text.list_comma)),
    };
    said.into_iter().chain(seek::rated(model, &sought)).collect::<Vec<_>>().join(" · ")
}
