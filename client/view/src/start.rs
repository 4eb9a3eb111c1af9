//! The first screen: what the user can do, and the forms of games without a server.

use super::join::{HostView, JoinView};
use super::learn::LessonsView;
pub use super::learn::PIECE_SETS;
use super::pieces::pieces;
pub use super::pieces::{LocalRow, RowShape};
use super::puzzles::PuzzlesView;
use super::{Button, Choice, Fact, Group, GroupKind, Model, Part, Role, Tone, apart, named, parts};
use chuhe_app::Screen;
use chuhe_model::actions::action::LibraryAction;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::local_choice::{Handicap, LEVELS, LocalKind, MOVE_TIMES_MS, StartEntry, TIMES};
use chuhe_model::choices::preset::Preset;
use chuhe_model::engines::{EngineAction, EngineId};
use chuhe_model::exchange::computer_results::Suggestion;
use chuhe_protocol::ColorChoice;
use strum::VariantArray as _;

/// What the user can do on the first screen.
#[derive(Clone, Debug, PartialEq)]
pub struct StartView {
    /// The entries.
    pub entries: Vec<EntryView>,
    /// The chosen one.
    pub chosen: StartEntry,
}

/// An entry of the first screen.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryView {
    /// Which one.
    pub entry: StartEntry,
    /// Shows its form. The hint says what it is for, or what is new about it.
    pub show: Button,
    /// How good or bad is what the hint says.
    pub tone: Tone,
    /// Its name where there is little room.
    pub short: &'static str,
}

impl StartView {
    /// The entries as they are.
    pub fn of(model: &Model<'_>) -> Self {
        let entries = model.app.desk().start_entries().map(|entry| EntryView::of(model, entry)).collect();
        Self { entries, chosen: model.app.desk().start_entry() }
    }

    /// The entries, and the form of the chosen one.
    pub fn parts(&self, model: &Model<'_>) -> Vec<Part> {
        let options = self.entries.iter().map(|it| (it.show.clone(), it.entry == self.chosen));
        let entries = Choice::new("start", model.text.app_name, options);
        let heading = self.entries.iter().find(|it| it.entry == self.chosen).map(|it| it.show.label.clone());
        let form = match self.chosen {
            StartEntry::Computer => LocalForm::computer(model).parts(),
            StartEntry::Two => LocalForm::two(model).parts(),
            StartEntry::Join => JoinView::of(model).parts(),
            StartEntry::Host => HostView::of(model).parts(),
            StartEntry::Learn => apart(|model| LessonsView::of(model).parts(), model),
            StartEntry::Puzzles => apart(PuzzlesView::listed, model),
            StartEntry::Review => {
                let RecordsView { explained, resume, ways, .. } = RecordsView::of(model);
                parts![explained, resume, ways]
            }
        };
        parts![entries, GroupKind::Section.of("start.form", heading.unwrap_or_default(), form)]
    }
}

impl EntryView {
    fn of(model: &Model<'_>, entry: StartEntry) -> Self {
        let (text, local) = (model.text, &model.text.local);
        let (title, hint, short) = match entry {
            StartEntry::Computer => (local.play_computer, local.play_computer_hint, local.short_computer),
            StartEntry::Two => (local.two_here, local.two_here_hint, local.short_two),
            StartEntry::Join => (text.join_title, local.join_hint, local.short_join),
            StartEntry::Host => (local.host_title, local.host_hint, local.short_host),
            StartEntry::Review => (text.records.review_games, local.review_hint, local.short_review),
            StartEntry::Learn => (text.learn.title, text.learn.hint, text.learn.short),
            StartEntry::Puzzles => (local.puzzles, local.puzzles_hint, local.short_puzzles),
        };
        let is_newcomer = model.app.desk().settings.experience.is_newcomer();
        let (hint, tone) = match model.app.entrance().nearby().count() as u64 {
            _ if entry == StartEntry::Learn && is_newcomer => (text.learn.newcomer.to_owned(), Tone::Good),
            found @ 1.. if entry == StartEntry::Join => (local.servers_found(found), Tone::Good),
            _ if entry == StartEntry::Join && model.app.desk().is_page_server_silent() => {
                // the form says that the program tries again
                (text.connect_timed_out.to_owned(), Tone::Warning)
            }
            _ => (hint.to_owned(), Tone::Plain),
        };
        let show = Button::new(format!("start.{}", <&str>::from(entry)), title, StartAction::Show(entry));
        Self { entry, show: show.hint(hint), tone, short }
    }
}

/// The form of a game without a server.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalForm {
    /// What the form is for.
    pub heading: &'static str,
    /// The choices.
    pub rows: Vec<LocalRow>,
    /// What to know about the game.
    pub note: Option<Fact>,
    /// Starts the game, or goes on with the one that was left.
    pub begin: Vec<Button>,
}

impl LocalForm {
    /// The form of a game against the computer.
    pub fn computer(model: &Model<'_>) -> Self {
        let (text, choice) = (&model.text.local, model.app.desk().settings.start.computer);
        let is_xiangqi = choice.game == GameChoice::Xiangqi;
        let mut rows = vec![game(model, choice.game).into()];
        rows.extend(pieces(model, choice.game));
        // a page starts no other program
        if is_xiangqi && !model.app.desk().is_page() {
            rows.push(engine(model));
        }
        let external =
            choice.external().filter(|it| model.app.desk().settings.engines.find(it.engine).is_some());
        rows.push(match external {
            Some(external) => move_time(model, external.move_ms).into(),
            None => {
                let more = suggested(model).filter(|_| is_xiangqi);
                LocalRow { shape: RowShape::Scale, more, ..level(model, choice.level()).into() }
            }
        });
        let sides = [ColorChoice::Red, ColorChoice::Black, ColorChoice::Random];
        let side = Choice::among("start.side", text.side, sides, choice.side, |side| {
            Button::new(named("start.side", side), text.side_choice(side), StartAction::Side(side))
        });
        rows.extend([side, time(model, choice.time)].map(LocalRow::from));
        if is_xiangqi {
            let handicaps = Handicap::VARIANTS.iter().copied();
            let handicap = |handicap| {
                let id = format!("start.handicap.{}", <&str>::from(handicap));
                Button::new(id, text.handicap_choice(handicap), StartAction::Handicap(handicap))
            };
            let handicap =
                Choice::among("start.handicap", text.handicap, handicaps, choice.handicap, handicap);
            rows.push(handicap.into());
        }
        let mut begin = begin(model);
        let experience = &model.app.desk().settings.experience;
        if experience.is_newcomer() && begin.len() == 1 {
            let learn = StartAction::Show(StartEntry::Learn);
            begin.push(
                Button::new("start.newcomer", model.text.learn.short, learn).hint(model.text.learn.newcomer),
            );
        }
        Self { heading: text.play_computer, rows, note: None, begin }
    }

    /// The form of a game of two at this screen.
    pub fn two(model: &Model<'_>) -> Self {
        let (text, choice) = (&model.text.local, model.app.desk().settings.start.two);
        let is_xiangqi = choice.game == GameChoice::Xiangqi;
        let mut rows = vec![game(model, choice.game).into()];
        rows.extend(pieces(model, choice.game));
        rows.push(time(model, choice.time).into());
        if is_xiangqi {
            let board =
                Choice::among("start.board", text.board, [false, true], choice.turns_board, |turns| {
                    let (id, label) = if turns {
                        ("start.board.turns", text.board_turns)
                    } else {
                        ("start.board.still", text.board_still)
                    };
                    Button::new(id, label, StartAction::TurnBoard(turns))
                });
            rows.push(board.into());
        }
        let note = (!is_xiangqi).then(|| Fact::new("start.hidden", text.hidden_note));
        Self { heading: text.two_here, rows, note, begin: begin(model) }
    }

    fn parts(&self) -> Vec<Part> {
        let rows = self.rows.iter().flat_map(|row| parts![&row.choice, &row.more]).collect::<Vec<_>>();
        parts![rows, &self.note, &self.begin]
    }
}

/// The form of a game against the computer, open over a lobby; `None` if it is closed.
#[must_use]
pub fn in_lobby(model: &Model<'_>) -> Option<Group> {
    if !model.app.sessions().chooses_computer {
        return None;
    }
    let form = LocalForm::computer(model);
    let in_evening = model.app.screen() == Screen::Evenings;
    let waits =
        if in_evening { model.text.evening().meanwhile_hint } else { model.text.local.meanwhile_hint };
    let note = Fact::new("lobby.meanwhile", waits).tone(Tone::Remark);
    let form = LocalForm { begin: Vec::new(), note: Some(note), ..form };
    let play = Button::new("lobby.computer.play", model.text.local.begin, StartAction::PlayComputer);
    let close = Button::new("lobby.computer.close", model.text.cancel, StartAction::ChooseComputer(false));
    let end = vec![play.role(Role::Primary), close];
    Some(Group::dialog("lobby.computer.form", form.heading, form.parts(), end))
}

fn game(model: &Model<'_>, chosen: GameChoice) -> Choice {
    Choice::among("start.game", model.text.game, GameChoice::VARIANTS.iter().copied(), chosen, |game| {
        let id = format!("start.game.{}", <&str>::from(game));
        Button::new(id, model.text.game_choice(game), StartAction::Game(game))
    })
}

fn time(model: &Model<'_>, chosen: Preset) -> Choice {
    Choice::among("start.time", model.text.time, TIMES, chosen, |time| {
        let id = format!("start.time.{}", <&str>::from(time));
        let button = Button::new(id, model.text.preset(time), StartAction::Time(time));
        button.hint(model.text.clock.short(time.control()))
    })
}

fn level(model: &Model<'_>, chosen: u8) -> Choice {
    let text = &model.text.local;
    Choice::among("start.level", text.level, LEVELS, chosen, |level| {
        let id = format!("start.level.{level}");
        Button::new(id, text.level_name(level), StartAction::Level(level)).hint(text.level_of(level))
    })
}

/// The level that the last games suggest, unless it is chosen.
fn suggested(model: &Model<'_>) -> Option<Button> {
    let settings = &model.app.desk().settings;
    let Suggestion { level, played, won, games } = settings.experience.computer_results.suggestion()?;
    let label = model.text.local.suggested_level(level, won, games, played);
    let button = Button::new("start.level.suggested", label, StartAction::Level(level));
    (settings.start.computer.level() != level).then_some(button)
}

fn move_time(model: &Model<'_>, chosen: u32) -> Choice {
    let text = model.text.engines;
    Choice::among("start.move_time", text.move_time, MOVE_TIMES_MS, chosen, |move_ms| {
        let id = format!("start.move_time.{move_ms}");
        Button::new(id, text.time_of(move_ms), StartAction::MoveTime(move_ms))
    })
}

/// The engines, the one of this program and the chosen one first, and the way to their list.
fn engine(model: &Model<'_>) -> LocalRow {
    let (text, settings) = (model.text.engines, &model.app.desk().settings);
    let chosen = settings.start.computer.engine.filter(|&id| settings.engines.find(id).is_some());
    let option = |id: Option<EngineId>, name: &str| {
        let salt = id.map_or_else(|| "own".to_owned(), |id| id.0.to_string());
        (Button::new(format!("start.engine.{salt}"), name, StartAction::Engine(id)), id == chosen)
    };
    let mut engines: Vec<_> = settings.engines.list.iter().collect();
    engines.sort_by_key(|engine| Some(engine.id) != chosen);
    let engines = engines.into_iter().map(|engine| option(Some(engine.id), &engine.name));
    let options = std::iter::once(option(None, text.own)).chain(engines);
    let more = Button::new("start.engine.manage", text.manage, EngineAction::Open);
    let choice = Choice::new("start.engine", text.engine, options);
    LocalRow { more: Some(more), ..choice.into() }
}

/// The buttons that start a game, and continue the one that was left.
pub(crate) fn begin(model: &Model<'_>) -> Vec<Button> {
    let text = &model.text.local;
    let play = |label: &str| Button::new("start.play", label, StartAction::Play);
    let Some(left) = left(model) else { return vec![play(text.begin).role(Role::Primary)] };
    if model.app.sessions().asked_to_replace {
        // the second press of a double click must not drop the game
        let replace = Button::new("start.replace", text.replace_left, StartAction::Play);
        let keep = StartAction::Show(model.app.desk().settings.start.entry);
        return vec![replace.role(Role::Danger), Button::new("start.keep", model.text.cancel, keep)];
    }
    let go_on = Button::new("start.continue", text.continue_game, StartAction::Continue).role(Role::Primary);
    vec![go_on.hint(left.join(" · ")), play(text.begin_again).hint(text.replaces_game)]
}

/// The game that was left: which it is, against whom, and how many moves it has.
pub(crate) fn left(model: &Model<'_>) -> Option<[String; 3]> {
    let (local, table) = model.app.sessions().left_game()?;
    let text = &model.text.local;
    let who = match local.kind() {
        LocalKind::Computer { level, .. } => {
            local.external_name().map_or_else(|| text.computer(level), str::to_owned)
        }
        LocalKind::Two { .. } => text.two_here.to_owned(),
    };
    let game = model.text.game_choice(GameChoice::of(table.game().terms().game.kind()));
    Some([game.to_owned(), who, model.text.plies(table.game().ply())])
}

/// The ways to the records of games.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordsView {
    /// What the form is for.
    pub heading: &'static str,
    /// What one can do there.
    pub explained: Fact,
    /// Goes on with the review that was left. The hint is the name of its record, which is in the label.
    pub resume: Option<Button>,
    /// The other ways.
    pub ways: [Button; 2],
}

impl RecordsView {
    /// The ways as they are.
    pub fn of(model: &Model<'_>) -> Self {
        let text = model.text;
        let resume = model.app.study().left_review_name(model.app.desk()).map(|name| {
            let label = text.records.continue_review(&name);
            Button::new("join.continue_review", label, ReviewAction::Resume).role(Role::Primary).hint(name)
        });
        let role = if resume.is_some() { Role::Plain } else { Role::Primary };
        let review = Button::new("join.review", text.records.open_title, ReviewAction::Enter).role(role);
        let library = Button::new("join.library", text.library.title, LibraryAction::Open);
        Self {
            heading: text.records.review_games,
            explained: Fact::new("review", text.local.review_long),
            resume,
            ways: [review.hint(text.records.review_explained), library.hint(text.library.explained)],
        }
    }
}
