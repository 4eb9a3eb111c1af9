//! An evening in large letters, for a projector: pairings and standings in turn.

use super::boards::{self, LeadingView};
use super::table::TableView;
use super::words::{system, until};
use super::{players, round, standings};
use crate::{Button, Fact, Model, Part, parts};
use chuhe_model::actions::evening_action::{EveningAction, WallPage};
use chuhe_model::evening::Evening;
use chuhe_tournaments::Phase;

/// How long a page is on the wall before the next one, and each of its screens of rows, in milliseconds.
const PAGE_MS: u64 = 20_000;
const SCREEN_MS: u64 = 6_000;
/// How long boards are: moves are played on them meanwhile.
const BOARDS_MS: u64 = 40_000;

/// What stands between two players without a result.
pub const NO_RESULT: &str = "–";

/// A page on the wall.
#[derive(Debug)]
pub struct WallView<'a> {
    /// The title of the evening.
    pub title: String,
    /// The round or the standings, and when the next round begins.
    pub heading: String,
    /// How long it has been shown, in milliseconds.
    pub shown_ms: u64,
    /// Its rows.
    pub table: TableView<'a>,
    /// The boards that are shown in place of rows.
    pub boards: Option<Vec<LeadingView<'a>>>,
    /// The link and the code, while players enter.
    pub invite: Option<(String, Fact)>,
    /// Turns to the other page.
    pub next: Button,
    /// Ends it.
    pub end: Button,
}

impl<'a> WallView<'a> {
    pub(super) fn of(model: &Model<'a>, evening: &'a Evening) -> Option<Self> {
        let text = model.text.evening();
        let (page, since) = evening.chosen.wall?;
        let state = evening.tournament().state();
        let boards = |from: u16| boards::next_on_wall(model, evening, from).unwrap_or(WallPage::Pairings);
        let other = match page {
            WallPage::Pairings => WallPage::Standings,
            WallPage::Standings => boards(0),
            WallPage::Boards(number) => boards(number.saturating_add(1)),
        };
        // before the first round there are only players
        let table = match page {
            WallPage::Pairings | WallPage::Standings | WallPage::Boards(_) if state.rounds.is_empty() => {
                players::table(model, evening)
            }
            WallPage::Pairings | WallPage::Boards(_) => round::table(model, evening),
            WallPage::Standings => standings::table(model, evening),
        };
        let shown = match page {
            WallPage::Boards(number) => Some(boards::on_wall(model, evening, number)),
            WallPage::Pairings | WallPage::Standings => None,
        };
        // a round without boards on the server has its pairings alone
        let (shown, boards) = shown.filter(|(_, boards)| !boards.is_empty()).unzip();
        let heading = if state.rounds.is_empty() {
            let system = system(text, evening.plan().regulations.system);
            format!("{system} · {}", table.heading)
        } else {
            shown.unwrap_or_else(|| table.heading.clone())
        };
        let next_at = evening.live().next_at.map(|at| match state.phase {
            Phase::Entry => text.first_in(&until(model, at)),
            Phase::Running | Phase::Ended => {
                text.next_turn_in(evening.plan().regulations.system, &until(model, at))
            }
        });
        // nothing begins during a pause
        let next_at = super::own::paused(model, evening).map(|paused| paused.label).or(next_at);
        let score = super::teams::score(model, evening);
        let heading = score.into_iter().chain([heading]).chain(next_at).collect::<Vec<_>>().join(" · ");
        let code = Fact::new("wall.code", super::common::code(model, evening));
        let link = (state.phase == Phase::Entry).then(|| super::common::link(model)).flatten();
        Some(Self {
            title: evening.plan().title.clone(),
            heading,
            shown_ms: model.now.since(since),
            table,
            boards,
            invite: link.map(|link| (link, code)),
            next: Button::new("wall.next", text.wall_next, EveningAction::Wall(Some(other))),
            end: Button::new("wall.end", text.wall_end, EveningAction::Wall(None)),
        })
    }

    /// Which of so many screens of rows is shown, from 0.
    #[must_use]
    pub fn screen(&self, screens: u64) -> u64 {
        (self.shown_ms / SCREEN_MS).min(screens.saturating_sub(1))
    }

    /// Turns to the other page once all screens of rows were shown.
    #[must_use]
    pub fn turns(&self, screens: u64) -> Option<&Button> {
        let least_ms = if self.boards.is_some() { BOARDS_MS } else { PAGE_MS };
        (self.shown_ms >= least_ms.max(screens * SCREEN_MS)).then_some(&self.next)
    }

    pub(super) fn parts(&self, model: &Model<'_>) -> Vec<Part> {
        let heading = Fact::new("wall.heading", format!("{} · {}", self.title, self.heading));
        let code =
            self.invite.as_ref().map(|(link, code)| parts![Fact::new("wall.link", link.as_str()), code]);
        let boards = self.boards.iter().flatten().map(|it| it.section(model)).collect::<Vec<_>>();
        let table = self.boards.is_none().then(|| super::common::section(model, &self.table));
        parts![heading, code, table, boards, &self.next, &self.end]
    }
}
