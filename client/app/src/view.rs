//! What the shell draws of the board, and when it must draw again.

use super::App;
use super::attention::offer_to_user;
use super::local_play::LocalPlay;
use crate::subject::Subject;
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::drawing::scene::{Scene, Size};
use chuhe_model::layout::table_layout::Placed;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

/// How often the window shows how far the files are that are added to the library, in milliseconds.
const IMPORT_MS: u64 = 30;

impl App {
    /// The scene of the board in a window of this size; empty without a table.
    #[must_use]
    pub fn view(&self, size: Size, now: Timestamp) -> Scene {
        let Some(shown) = self.shown() else { return Scene::default() };
        let (theme, board) = (self.desk.theme(), shown.board(self.desk.area(size)));
        let named = |board: &Placed| self.desk.with_names(shown.scene(board, &theme, now));
        let mut scene = self.pane.scene(&board, named);
        let is_table = matches!(shown, Subject::Table(_));
        if is_table {
            self.sessions.draw_hint(&self.desk, &mut scene, &self.pane.zoom.placed(&board));
        }
        self.pane.draw_cursor(&mut scene, &board, &theme);
        if is_table && self.sessions.is_cut_off() {
            scene.grey(theme.paper);
        }
        scene
    }

    /// Whether an animation runs, so that frames must be drawn continuously.
    #[must_use]
    pub fn animating(&self, now: Timestamp) -> bool {
        self.subject().is_some_and(|it| it.animating(now))
    }

    /// When the shell must send [`Event::Tick`](chuhe_model::exchange::event::Event::Tick) and redraw at the latest.
    #[must_use]
    pub fn next_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        let table = self.sessions.table().and_then(|table| table.game().next_wakeup(now));
        let waits = matches!(
            self.sessions.link().status(),
            Status::LoggingIn { .. } | Status::Lost { .. } | Status::Off(Some(OfflineReason::Refused(_)))
        );
        let counting = waits
            || self.sessions.visit().is_some_and(|visit| visit.counts_down(now))
            || self.desk.notices.counts_down(now)
            || self.sessions.is_cut_off();
        let second = counting.then(|| now.plus_ms(250));
        let record = self.study.reviewing.as_ref().and_then(|it| it.review.shown.next_move_at);
        let local = self.sessions.local.as_ref().and_then(LocalPlay::next_wakeup);
        let previews = self.sessions.visit().and_then(|visit| visit.lobby.previews.next_wakeup(now));
        let evenings = crate::evenings::next_wakeup(self, now);
        let games = self.sessions.server_visit().and_then(|visit| visit.games.evening.next_wakeup(now));
        let wait = self.sessions.visit().and_then(|visit| visit.fair_play.next_wakeup(now));
        let pages = self.sessions.visit().and_then(|visit| visit.lobby.pages.next_wakeup(now));
        let notices = self.desk.notices.next_wakeup(now);
        let background = self.sessions.background_wakeup(now);
        let keeping = self.study.keeping.due.into_iter().chain(self.remembering.next_wakeup()).min();
        let import = self.study.library.is_importing().then(|| now.plus_ms(IMPORT_MS));
        // what judges a move goes on in the next frame
        let judging = self.study.exercises.solving().filter(|it| it.is_thinking()).map(|_| now);
        let parts = [
            judging,
            self.sessions.link().next_wakeup(),
            notices,
            table,
            second,
            record,
            local,
            previews,
            pages,
            background,
        ];
        parts.into_iter().chain([keeping, import, wait, evenings, games]).flatten().min()
    }

    /// Whether the pointer is over something clickable on the board; sets the cursor shape.
    #[must_use]
    pub fn points_at_something(&self) -> bool {
        self.shown().is_some_and(|shown| {
            let is_dead = matches!(shown, Subject::Table(_)) && self.sessions.is_cut_off();
            shown.is_over_something() && !is_dead
        })
    }

    /// The title of the window, which says whose turn it is and against whom.
    #[must_use]
    pub fn title(&self) -> String {
        let words = self.desk.text();
        let (text, program) = (&words.table, words.app_name);
        if let Some(challenge) = self.sessions.challenge_at_board() {
            return format!("● {}", words.challenge_by(&words.called(&challenge.name)));
        }
        let Some(visit) = self.sessions.visit() else { return program.to_owned() };
        if self.sessions.shares_screen() {
            return program.to_owned();
        }
        let Some(table) = visit.table() else {
            if let Some(challenger) = visit.lobby.incoming(visit.me).next() {
                return format!("● {}", words.challenge_by(&words.called(&challenger.name)));
            }
            return format!("{} · {program}", visit.account.name);
        };
        let seats = table.game().seats();
        let Some(me) = table.game().seat() else {
            let [red, black] = Color::ALL.map(|side| words.called(&seats[side].name));
            return text.title_watching(&red, &black);
        };
        let opponent = words.called(&seats[me.opponent()].name);
        let against = text.against(&opponent);
        if self.sessions.is_cut_off() {
            format!("{} · {against}", self.desk.text().offline)
        } else if let Some(kind) = offer_to_user(table, &self.sessions) {
            format!("● {}", words.offered_by(kind, &opponent))
        } else if table.game().is_over() {
            format!("{} · {against}", text.title_over)
        } else if table.is_my_turn() {
            format!("● {} · {against}", text.title_turn)
        } else {
            format!("{against} · {program}")
        }
    }
}
