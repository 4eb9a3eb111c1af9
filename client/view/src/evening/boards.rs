//! The boards of a round side by side, as their games go on.

use super::round;
use super::words::Words;
use crate::{Button, Fact, Group, GroupKind, Model, Part, Tone, parts};
use chuhe_model::actions::action::LobbyAction;
use chuhe_model::actions::evening_action::{EveningAction, WallPage};
use chuhe_model::evening::Evening;
use chuhe_model::evening::leading::{self, Page};
use chuhe_model::evening::live::LiveBoard;
use chuhe_model::layout::form::Area;
use chuhe_model::lobby::previews::Board;
use chuhe_model::notices::denied::Denied;
use chuhe_model::table::{ClockFace, MoveNotation};
use chuhe_protocol::Refusal;
use chuhe_rules::{Color, PerColor};

/// Between the facts of a line.
const BETWEEN: &str = " · ";

/// A page of boards.
#[derive(Debug)]
pub struct BoardsView<'a> {
    /// The title of the evening.
    pub title: String,
    /// The round, and which boards these are.
    pub heading: String,
    /// The boards.
    pub boards: Vec<LeadingView<'a>>,
    /// What is said where there is none.
    pub empty: Option<Fact>,
    /// Turns to the boards before these and after them; absent where one page has all.
    pub turn: Option<[Button; 2]>,
    /// Shows them on the wall.
    pub wall: Button,
    /// Goes back to the evening.
    pub back: Button,
}

/// A board, with its players and their clocks.
#[derive(Debug)]
pub struct LeadingView<'a> {
    /// Its number among all, for ids.
    pub id: String,
    /// Which board it is.
    pub number: String,
    /// The players.
    pub names: PerColor<String>,
    /// What their clocks show, once that has arrived.
    pub clocks: Option<PerColor<ClockFace>>,
    /// The result, or how far the game is.
    pub state: Fact,
    /// Whether it has a result.
    pub is_over: bool,
    /// The last move, as it is written.
    pub last: Option<String>,
    /// What stands on it, once that has arrived.
    pub board: Option<&'a Board>,
    /// Shows this game alone.
    pub watch: Option<Button>,
}

/// The button that shows the first of them that runs, while games run.
pub(super) fn entrance(model: &Model<'_>, evening: &Evening) -> Option<Button> {
    let text = model.text.evening();
    // a phone shows one board at a time, and those of a higher number may be over
    let first = leading::running_page(evening, 0, &area(model))?;
    let button = Button::new("evening.watch_boards", text.boards, EveningAction::Boards(Some(first)));
    // the server shows no boards to whoever plays
    let plays = model.app.sessions().server_visit().is_some_and(chuhe_app::visit::Visit::plays);
    let busy = Err(Denied::Refused(Refusal::YouAreBusy));
    let permit = if plays { model.permit(busy) } else { model.online() };
    Some(button.hint(text.boards_hint).permit(permit))
}

fn area(model: &Model<'_>) -> Area {
    chuhe_app::evenings::boards_area(model.app)
}

impl<'a> BoardsView<'a> {
    #[inline(never)]
    pub(super) fn of(model: &Model<'a>, evening: &'a Evening, number: u16) -> Self {
        let text = model.text.evening();
        let page = leading::page(evening, number, &area(model));
        let turn = (page.pages > 1).then(|| {
            let to = |id: &'static str, label, number: u16, is_there: bool| {
                let permit = if is_there { Ok(()) } else { Err(String::new()) };
                Button::new(id, label, EveningAction::Boards(Some(number))).permit(permit)
            };
            let before = page.number.saturating_sub(1);
            let earlier = to("boards.earlier", text.boards_earlier, before, page.number > 0);
            let after = page.number.saturating_add(1);
            [earlier, to("boards.later", text.boards_later, after, after < page.pages)]
        });
        let on_wall = EveningAction::Wall(Some(WallPage::Boards(page.number)));
        Self {
            title: evening.plan().title.clone(),
            heading: heading(model, evening, &page),
            boards: boards(model, evening, &page),
            empty: page.boards.is_empty().then(|| empty(model)),
            turn,
            wall: Button::new("boards.wall", text.wall, on_wall).hint(text.wall_hint),
            back: Button::new("boards.back", model.text.back_to_tournament, EveningAction::Boards(None)),
        }
    }

    pub(super) fn parts(self, model: &Model<'_>) -> Vec<Part> {
        let heading = Fact::new("boards.heading", self.heading);
        let boards: Vec<Group> = self.boards.iter().map(|it| it.section(model)).collect();
        parts![heading, self.empty, boards, self.turn, self.wall, self.back]
    }
}

/// What is said where no board is played on the server.
fn empty(model: &Model<'_>) -> Fact {
    Fact::new("boards.empty", model.text.evening().boards_none).tone(Tone::Remark)
}

/// The boards of the page of this number for the wall, and which they are.
pub(super) fn on_wall<'a>(
    model: &Model<'a>,
    evening: &'a Evening,
    number: u16,
) -> (String, Vec<LeadingView<'a>>) {
    let page = leading::page(evening, number, &area(model));
    (heading(model, evening, &page), boards(model, evening, &page))
}

/// The page of boards that the wall shows after this one: the next one where a game runs.
pub(super) fn next_on_wall(model: &Model<'_>, evening: &Evening, from: u16) -> Option<WallPage> {
    leading::running_page(evening, from, &area(model)).map(WallPage::Boards)
}

/// Which round and which boards these are.
fn heading(model: &Model<'_>, evening: &Evening, page: &Page<'_>) -> String {
    let text = model.text.evening();
    let system = evening.tournament().regulations().system;
    let round = text.turn(system, evening.tournament().state().round_count());
    let count = |number: usize| number as u64;
    let which = match page.places.len() {
        0 => None,
        1 => Some(text.boards_one(count(page.places.end), count(page.all))),
        _ => Some(text.boards_shown(count(page.places.start + 1), count(page.places.end), count(page.all))),
    };
    let delay = evening.plan().terms.watch_delay_plies;
    let delay = (delay > 0).then(|| model.text.labelled(model.text.watch_delay, &model.text.plies(delay)));
    [round].into_iter().chain(which).chain(delay).collect::<Vec<_>>().join(BETWEEN)
}

fn boards<'a>(model: &Model<'a>, evening: &'a Evening, page: &Page<'_>) -> Vec<LeadingView<'a>> {
    let visit = model.app.sessions().server_visit();
    let of = |live: &LiveBoard| {
        let preview = live.game.and_then(|game| visit?.lobby.previews.board(game));
        LeadingView::of(model, evening, live, preview)
    };
    page.boards.iter().filter_map(of).collect()
}

impl<'a> LeadingView<'a> {
    fn of(model: &Model<'_>, evening: &Evening, live: &LiveBoard, board: Option<&'a Board>) -> Option<Self> {
        let (text, words) = (model.text.evening(), Words::of(model, evening));
        let it = evening.tournament().state().board(live.board)?;
        let id = format!("{}.{}", live.board.round, live.board.board);
        let (waits, tone) = round::state(model, evening, live.board, it, Some(live));
        let state = match (it.outcome, live.game, board) {
            (Some(outcome), ..) => Fact::new(format!("board.state.{id}"), words.result(outcome)),
            (None, Some(_), Some(board)) => {
                let plies = model.text.plies(usize::from(board.plies));
                Fact::new(format!("board.state.{id}"), plies).tone(Tone::Remark)
            }
            (None, Some(_), None) => {
                Fact::new(format!("board.state.{id}"), model.text.loading).tone(Tone::Remark)
            }
            (None, None, _) => Fact::new(format!("board.state.{id}"), waits).tone(tone),
        };
        let control = evening.plan().terms.challenger_time;
        let clocks = board.and_then(|board| board.clocks(model.now)).map(|clocks| {
            let running = clocks.running.filter(|_| it.outcome.is_none());
            PerColor::from_fn(|side| ClockFace::of(clocks.sides[side], control, running == Some(side)))
        });
        let notation = model.app.desk().notation();
        let last = board.and_then(Board::last);
        let watch = live.game.map(|game| {
            let watch = Button::new(format!("board.watch.{id}"), text.watch, LobbyAction::Watch(game));
            let permit = if it.outcome.is_some() { Err(text.boards_over.to_owned()) } else { model.online() };
            watch.permit(permit)
        });
        Some(Self {
            number: words.board(live.board),
            names: it.seats.map(|player| words.name(player)),
            clocks,
            state,
            is_over: it.outcome.is_some(),
            last: last.map(|(before, mv)| MoveNotation::of(&before, mv).text(notation).to_owned()),
            board,
            watch,
            id,
        })
    }

    /// The board in words.
    #[must_use]
    pub fn words(&self, model: &Model<'_>) -> Vec<String> {
        let player = |side: Color| match &self.clocks {
            Some(clocks) if !clocks[side].digits.is_empty() => {
                model.text.labelled(&self.names[side], &clocks[side].digits)
            }
            Some(_) | None => self.names[side].clone(),
        };
        let players = [player(Color::Red), player(Color::Black)].join(" – ");
        let last = self.last.as_ref().map(|last| model.text.evening().boards_last(last));
        [players, self.state.label.clone()].into_iter().chain(last).collect()
    }

    /// The board as a section.
    pub(super) fn section(&self, model: &Model<'_>) -> Group {
        let said = Fact::new(format!("board.{}", self.id), self.words(model).join(BETWEEN));
        GroupKind::Section.of(format!("boards.{}", self.id), self.number.as_str(), parts![said, &self.watch])
    }
}
