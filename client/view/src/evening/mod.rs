//! Evenings: the list, the plan of a new one, and the pages of the one that is followed.
//!
//! [`EveningsView`] is the whole screen. What needs many rows is a [`table::TableView`], of which the screens build the
//! rows in sight alone.

mod boards;
mod common;
mod dialogs;
mod explain;
mod files;
mod list;
mod log;
mod organise;
mod own;
mod pauses;
mod plan;
mod players;
mod result_keys;
mod round;
mod sentences;
mod sheet;
mod standings;
pub mod table;
mod teams;
mod wall;
mod words;

pub use boards::{BoardsView, LeadingView};
pub(crate) use common::{PAIR_NEXT, evenings};
use common::{link, section};
pub use dialogs::{BOARD, PASTE, QR};
pub use list::ListView;
pub use organise::OrganiseView;
pub use own::OwnView;
pub use plan::PlanView;
pub use result_keys::ResultKeys;
pub use wall::{NO_RESULT, WallView};

use crate::{Button, Choice, Fact, Group, Model, Part, Tone, parts};
use chuhe_model::actions::evening_action::{EveningAction, EveningTab, EveningTable, WallPage};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::evening::{Evening, Evenings, Followed, Place};
use chuhe_protocol::PlayerName;
use chuhe_tournaments::{Phase, System};
use table::TableView;

/// What the screen of evenings shows.
#[derive(Debug)]
#[cfg_attr(
    target_pointer_width = "64",
    expect(clippy::large_enum_variant, reason = "there is one at a time")
)]
pub enum EveningsView<'a> {
    /// The list.
    List(Box<ListView<'a>>),
    /// The plan of a new one.
    Plan(Box<PlanView>),
    /// That the evening is not here, and why.
    Absent(Fact, Button),
    /// A page of the evening.
    Evening(Box<EveningView<'a>>),
    /// The evening in large letters.
    Wall(Box<WallView<'a>>),
    /// Its boards side by side.
    Boards(Box<BoardsView<'a>>),
}

/// An evening.
#[derive(Debug)]
pub struct EveningView<'a> {
    /// What it is called.
    pub title: String,
    /// What it is: the game, the system, how far it is, how many play, and who organises it.
    pub facts: Vec<String>,
    /// The link and the code, which copy themselves, and the wall view.
    pub links: Vec<Button>,
    /// Whether players still enter, such that an organiser needs the links first.
    pub invites: bool,
    /// The pages.
    pub tabs: Choice,
    /// The page that is shown.
    pub page: PageView<'a>,
    /// Goes back to the list.
    pub back: Button,
}

/// A page of an evening.
#[derive(Debug)]
pub enum PageView<'a> {
    /// The boards of a round, below the user's own part.
    Round {
        /// The user's own part.
        own: Box<OwnView>,
        /// Which round it is, and the buttons to the others.
        turn: Option<(Fact, Vec<Button>)>,
        /// The boards.
        boards: TableView<'a>,
    },
    /// The standings, or the teams with their points before them.
    Standings {
        /// The teams of a team match, or the matches of a knock-out.
        teams: Vec<Fact>,
        /// The players.
        table: TableView<'a>,
        /// The files that can be saved and printed.
        files: Group,
    },
    /// The players.
    Players(TableView<'a>),
    /// What happened.
    Log(TableView<'a>),
    /// What organisers do.
    Organise(Box<OrganiseView<'a>>),
}

/// The button of the lobby that shows the evenings, with the number of those that are open.
#[must_use]
pub fn entrance(model: &Model<'_>, id: &'static str) -> Button {
    let (text, open) = (model.text, chuhe_app::evenings::evenings(model.app).running());
    let label = if open == 0 { text.tournaments.to_owned() } else { text.tournaments_open(open as u64) };
    Button::new(id, label, EveningAction::Open).hint(text.tournaments_hint).permit(model.online())
}

/// The question, form or explanation that lies over an evening: the topmost.
#[must_use]
pub fn dialog(model: &Model<'_>) -> Option<Group> {
    let evenings = evenings(model).filter(|evenings| evenings.place() == Place::Evening)?;
    evenings.evening().filter(|evening| evening.is_complete()).and_then(|evening| topmost(model, evening))
}

#[inline(never)]
fn topmost(model: &Model<'_>, evening: &Evening) -> Option<Group> {
    let of = |describe: fn(&Model<'_>, &Evening) -> Option<Group>| describe(model, evening);
    let over_wall = || {
        let code = of(dialogs::code).or_else(|| of(dialogs::board));
        code.or_else(|| of(explain::dialog)).or_else(|| of(sheet::dialog))
    };
    of(dialogs::dialog).or_else(|| evening.chosen.wall.is_none().then(over_wall).flatten())
}

impl<'a> EveningsView<'a> {
    /// What is shown; `None` unless evenings are.
    #[must_use]
    pub fn of(model: &Model<'a>) -> Option<Self> {
        let evenings = evenings(model)?;
        match evenings.place() {
            Place::Closed => None,
            Place::List => ListView::of(model).map(|it| Self::List(Box::new(it))),
            Place::Plan => PlanView::of(model).map(|it| Self::Plan(Box::new(it))),
            Place::Evening => Some(Self::followed(model, evenings)),
        }
    }

    fn followed(model: &Model<'a>, evenings: &'a Evenings) -> Self {
        let text = model.text.evening();
        let label = if common::table_below(model).is_some() { text.back_to_game } else { text.back_to_list };
        let back = Button::new("evening.back", label, EveningAction::Close);
        let absent =
            |said: &str, tone| Self::Absent(Fact::new("evening.absent", said).tone(tone), back.clone());
        match evenings.followed() {
            Some(Followed::Open(evening)) if evening.is_complete() => {
                let wall = || WallView::of(model, evening).map(|it| Self::Wall(Box::new(it)));
                let boards = || {
                    let page = evening.chosen.boards?;
                    Some(Self::Boards(Box::new(BoardsView::of(model, evening, page))))
                };
                let page = || Self::Evening(Box::new(EveningView::of(model, evening, back.clone())));
                wall().or_else(boards).unwrap_or_else(page)
            }
            Some(Followed::Open(_) | Followed::Asked(_)) | None => absent(text.wait_follow, Tone::Remark),
            Some(Followed::Refused(_, why)) => absent(&model.text.refusal(*why), Tone::Wrong),
            Some(Followed::Closed(_)) => absent(text.closed, Tone::Warning),
            Some(Followed::Unreadable(_)) => absent(text.unreadable, Tone::Wrong),
        }
    }

    /// The title of the screen.
    #[must_use]
    pub fn title(&self) -> &str {
        match self {
            Self::List(it) => it.heading,
            Self::Plan(it) => it.heading,
            Self::Absent(it, _) => &it.label,
            Self::Evening(it) => &it.title,
            Self::Wall(it) => &it.title,
            Self::Boards(it) => &it.title,
        }
    }

    /// The screen as parts.
    #[must_use]
    pub fn parts(self, model: &Model<'_>) -> Vec<Part> {
        match self {
            Self::List(it) => it.parts(model),
            Self::Plan(it) => it.parts(),
            Self::Absent(fact, back) => parts![fact, back],
            Self::Evening(it) => it.parts(model),
            Self::Wall(it) => it.parts(model),
            Self::Boards(it) => it.parts(model),
        }
    }
}

impl<'a> EveningView<'a> {
    fn of(model: &Model<'a>, evening: &'a Evening, back: Button) -> Self {
        Self {
            title: evening.plan().title.clone(),
            facts: facts(model, evening),
            links: links(model, evening),
            invites: evening.tournament().state().phase == Phase::Entry,
            tabs: tabs(model, evening),
            page: PageView::of(model, evening),
            back,
        }
    }

    /// Pairs the next round, where an organiser is shown that.
    #[must_use]
    pub fn pair_next(&self) -> Option<&Button> {
        let PageView::Organise(page) = &self.page else { return None };
        page.urgent.parts.iter().find_map(|part| match part {
            Part::Button(button) if button.id == PAIR_NEXT => Some(button),
            Part::Button(_) | Part::Tick(_) | Part::Choice(_) | Part::Field(_) => None,
            Part::Group(_) | Part::Question(_) | Part::Fact(_) => None,
        })
    }

    /// What it is, as one line.
    #[must_use]
    pub fn known(&self) -> Fact {
        Fact::new("evening.facts", self.facts.join(" · ")).tone(Tone::Remark)
    }

    fn parts(self, model: &Model<'_>) -> Vec<Part> {
        parts![self.known(), self.tabs, self.page.parts(model), self.links, self.back]
    }
}

impl<'a> PageView<'a> {
    fn of(model: &Model<'a>, evening: &'a Evening) -> Self {
        match evening.chosen.tab {
            EveningTab::Organise if evening.part().organises => {
                Self::Organise(Box::new(OrganiseView::of(model, evening)))
            }
            EveningTab::Round | EveningTab::Organise => Self::Round {
                own: Box::new(OwnView::of(model, evening)),
                turn: round::turn(model, evening),
                boards: round::table(model, evening),
            },
            EveningTab::Standings => {
                let (teams, table) = (teams::facts(model, evening), standings::table(model, evening));
                Self::Standings { teams, table, files: files::files(model, evening) }
            }
            EveningTab::Players => Self::Players(players::table(model, evening)),
            EveningTab::Log => Self::Log(log::table(model, evening)),
        }
    }

    fn parts(&self, model: &Model<'_>) -> Vec<Part> {
        match self {
            Self::Round { own, turn, boards } => {
                let turn = turn.as_ref().map(|(round, buttons)| parts![round, buttons]);
                parts![own.section(), turn, section(model, boards)]
            }
            Self::Standings { teams, table, files } => parts![teams, section(model, table), files],
            Self::Players(table) | Self::Log(table) => parts![section(model, table)],
            Self::Organise(it) => it.parts(model),
        }
    }
}

/// What an evening is, the most important first.
fn facts(model: &Model<'_>, evening: &Evening) -> Vec<String> {
    let (text, state, plan) = (model.text.evening(), evening.tournament().state(), evening.plan());
    let round = state.round_count();
    let stage = match (state.phase, plan.regulations.system) {
        (Phase::Entry, _) => text.stage_entry.to_owned(),
        (Phase::Running, system) if round == 0 => text.no_turn(system).to_owned(),
        (Phase::Running, System::Swiss(rules)) => text.stage_round_of(round, rules.rounds),
        (Phase::Running, system) => text.turn(system, round),
        (Phase::Ended, _) => text.stage_ended.to_owned(),
    };
    let paused = evening.live().pause.as_ref().map(|_| text.paused_short.to_owned());
    let starts = plan.starts_at_ms.filter(|_| state.phase == Phase::Entry);
    let starts = starts.map(|at_ms| list::begins(model, at_ms));
    let organisers: Vec<&str> = evening.organisers().iter().map(PlayerName::as_str).collect();
    let organisers = text.organised_by(&organisers.join(model.text.list_comma));
    let system = words::system(text, plan.regulations.system).to_owned();
    let rounds = match plan.regulations.system {
        System::Swiss(rules) if state.phase == Phase::Entry => Some(text.rounds_count(rules.rounds)),
        System::Swiss(_) | System::RoundRobin(_) | System::KnockOut(_) => None,
        System::Arena(_) | System::TeamMatch(_) => None,
    };
    let game = model.text.game_choice(GameChoice::of(plan.terms.game.kind())).to_owned();
    let time = model.text.clock.short(plan.terms.challenger_time);
    let players = text.players_count(players::count(evening));
    let is_match = plan.regulations.system.is_of_teams() && state.phase == Phase::Entry;
    let teams = if is_match { teams::gathered(evening) } else { Vec::new() };
    let sized = |(name, count)| format!("{} {count}", teams::shown(model, name));
    let teams: Vec<String> = teams.into_iter().map(sized).collect();
    let players = if teams.is_empty() {
        players
    } else {
        model.text.aside(&players, &teams.join(model.text.list_comma))
    };
    let first = [stage].into_iter().chain(paused).chain(starts).chain([system]).chain(rounds);
    first.chain([players, game, time, organisers]).collect()
}

/// What passes the evening on, and shows it to all.
fn links(model: &Model<'_>, evening: &Evening) -> Vec<Button> {
    let text = model.text.evening();
    let wall = Button::new("evening.wall", text.wall, EveningAction::Wall(Some(WallPage::Pairings)));
    let copy = link(model)
        .map(|link| Button::new("evening.copy_link", text.copy, EveningAction::CopyLink).hint(link));
    let code = common::code(model, evening);
    let code = Button::new("evening.copy_code", code, EveningAction::CopyCode).hint(text.copy_code);
    let qr = link(model).map(|_| Button::new("evening.qr.open", text.qr, EveningAction::ToggleCode));
    let share = Button::new("evening.share", text.share, EveningAction::Share);
    let share = model.app.desk().shares_links().then_some(share);
    // the other pages have it among the files
    let is_round = evening.chosen.tab == EveningTab::Round && evening.shown_round() > 0;
    let round = is_round.then(|| files::copy(model, evening, EveningTable::Round));
    [code]
        .into_iter()
        .chain(copy)
        .chain(qr)
        .chain(share)
        .chain(round)
        .chain([wall.hint(text.wall_hint)])
        .collect()
}

fn tabs(model: &Model<'_>, evening: &Evening) -> Choice {
    let text = model.text.evening();
    let pages = EveningTab::ALL.into_iter();
    let pages = pages.filter(|page| *page != EveningTab::Organise || evening.part().organises);
    Choice::among("evening.tab", text.pages, pages, evening.chosen.tab, |page| {
        Button::new(crate::named("evening.tab", page), text.page(page), EveningAction::Tab(page))
    })
}
