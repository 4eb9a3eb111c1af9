//! What people have in mind besides games with each other: what they look for then, before anything else.

use super::coverage::kind_of;

/// Something that somebody has in mind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Errand {
    /// What they look for, with weights: the first that begins a name, or its kind, counts.
    pub(super) looks_for: &'static [(&'static str, u64)],
    /// The actions and requests that it is meant to reach: the less often one of them was taken, the more often it is
    /// run. The form without windows can take all of them.
    pub(super) aims: &'static [&'static str],
    /// Whether it begins on the first screen, for which people leave the lobby and whatever else they are at.
    pub(super) is_at_home: bool,
    /// In how many of a hundred steps they use the board of what is not a game.
    pub(super) at_board: u64,
    /// Whether all may have it in mind together.
    pub(super) is_common: bool,
    /// Whether a page in a browser has nothing of it.
    pub(super) is_at_desk: bool,
    /// How many people it takes.
    people: usize,
}

impl Errand {
    /// In the lobby.
    const fn of(looks_for: &'static [(&'static str, u64)], aims: &'static [&'static str]) -> Self {
        Self {
            looks_for,
            aims,
            is_at_home: false,
            at_board: 30,
            is_common: false,
            is_at_desk: false,
            people: 1,
        }
    }

    /// On the first screen, and what it leads to.
    const fn home(looks_for: &'static [(&'static str, u64)], aims: &'static [&'static str]) -> Self {
        Self { is_at_home: true, ..Self::of(looks_for, aims) }
    }

    const fn in_common(self) -> Self {
        Self { is_common: true, ..self }
    }

    const fn among(self, people: usize) -> Self {
        Self { people, ..self }
    }

    const fn at_desk(self) -> Self {
        Self { is_at_desk: true, ..self }
    }

    const fn at_board(self, at_board: u64) -> Self {
        Self { at_board, ..self }
    }

    /// What it makes of something of this name; `None` if it does not say.
    pub(super) fn weight(&self, id: &str) -> Option<u64> {
        let away: &[_] = if self.is_at_home { LEAVES } else { &[] };
        let kind = kind_of(id);
        let begins = |prefix: &str| id.starts_with(prefix) || kind.starts_with(prefix);
        let wanted = self.looks_for.iter().chain(away).find(|(prefix, _)| begins(prefix));
        wanted.map(|(_, weight)| *weight)
    }

    /// How much it is needed by so many people after its aims were taken so often: much for what nobody has reached.
    pub(super) fn need(&self, taken: impl Fn(&str) -> u64, people: usize) -> u64 {
        if people < self.people {
            return 0;
        }
        let least = self.aims.iter().map(|aim| taken(aim)).min().unwrap_or(u64::MAX);
        1 + NEED / (2 + least.min(NEED))
    }
}

/// What the need of an errand that was never done is made of.
const NEED: u64 = 24;
/// What somebody has in mind who has a name of their own as soon as they can: a beginning of much else.
pub(super) const ACCOUNT: usize = 0;
/// Hosts a server, plays there, and starts the program again.
pub(super) const HOST: usize = 1;
/// Follows links of others, and has others follow theirs.
pub(super) const INVITATION: usize = 2;
/// Looks for an opponent, also while away.
pub(super) const SEARCH: usize = 3;
/// Leaves games without a word, and waits for those who do.
pub(super) const ABSENCE: usize = 10;
/// Follows a link behind which there is no game.
pub(super) const STRANGER: usize = 20;
/// Reads the files of other programs, which are dropped on the window as well.
pub(super) const RECORDS: usize = 14;
/// The errands.
pub(super) const ERRANDS: [Errand; 21] = [
    Errand::of(NAME, &["Account.Register", "Account.Change", "ChangePassword", "Account.SignOut"]),
    Errand::of(HOSTING, &["Join.HostAgain", "Join.JoinHosted", "Edit.Join.HostPort"]).at_desk(),
    Errand::of(INVITING, &["Invitation.Instead", "Invitation.Leave"]),
    Errand::of(SEARCHING, &["Lobby.Meet", "Lobby.DropAnswer", "Lobby.SeekAgain", "Form.Rated"]).in_common(),
    Errand::of(TOURNAMENT, EVENING_AIMS).in_common(),
    // who decides is none of those whom a report is about
    Errand::of(REPORTS, REPORT_AIMS).in_common().among(3),
    Errand::of(REMATCHES, &["Lobby.GamesWith"]).at_board(12).in_common(),
    Errand::of(CHALLENGES, CHALLENGE_AIMS),
    Errand::of(WATCHING, &["Lobby.Watch", "Guess.ToggleLive", "Guess.PlayTyped", "Unwatch", "PreviewGames"]),
    Errand::of(PLANNING, &["Evening.Plan.Decider", "Evening.Plan.Streaks", "Evening.Plan.VoidBelowHalf"]),
    Errand::of(WAITING, &["Table.Claim", "ClaimAbsence", "Quit"]).at_board(80).in_common(),
    Errand::home(LAYOUTS, &["Files.Load", "Files.Rename", "Files.Restore", "Start.HandOver"]),
    Errand::home(GUESSING, &["Guess.Look", "Guess.Again"]).at_board(50),
    Errand::home(STUDY, STUDY_AIMS).at_board(40),
    Errand::home(FILES, &["Review.ReadAs", "Review.AskGames", "Review.Game", "Review.AskNotes"]).at_board(10),
    Errand::home(LIBRARY, &["Library.More", "Library.Undelete", "Review.SaveToLibrary"]),
    Errand::home(ENGINES, &["Engines.New", "Engines.AddOption", "Engines.Edit", "Engines.Remove"]).at_desk(),
    Errand::home(
        ENGINE_GAMES,
        &["Start.Engine", "Start.MoveTime", "Start.RetryEngine", "Start.UseOwnEngine"],
    )
    .at_desk(),
    Errand::home(LESSONS, &["Learn.Next"]).at_board(60),
    Errand::home(PUZZLES, &["Puzzle.Flag", "Puzzle.Mend", "Puzzle.PlayTyped"]).at_board(60),
    Errand::home(INVITED, &["Invitation.Instead"]),
];

/// What leads to the first screen, and what is no way there.
const LEAVES: &[(&str, u64)] = &[
    ("start.join", 0),
    ("join.submit", 0),
    ("join.cancel", 500),
    ("lobby.leave", 1_500),
    ("lobby.", 1),
    ("player.close", 500),
    ("player.", 0),
    ("challenge.accept", 0),
    ("challenge.decline", 300),
    ("invitation.accept", 0),
    ("table.abort", 200),
    ("abort.yes", 2_000),
    ("table.resign", 300),
    ("resign.yes", 2_000),
    ("resign.no", 1),
    ("table.rematch", 0),
    ("table.leave", 1_500),
    ("table.menu", 300),
    ("connection.leave", 300),
    ("form.close", 500),
    ("form.", 0),
    ("setup.cancel", 100),
    ("evening.back", 1_000),
    ("evenings.back", 1_000),
    ("plan.cancel", 1_000),
    ("guess.leave", 300),
    ("lesson.list", 300),
    ("puzzle.leave", 300),
    ("games.close", 500),
    ("profile.close", 500),
];

const NAME: &[(&str, u64)] = &[
    ("account.register", 5_000),
    ("account.change.yes", 5_000),
    ("account.sign_out.yes", 2_000),
    ("account.old", 3_000),
    ("account.password", 3_000),
    ("account.again", 3_000),
    ("account.change", 2_000),
    ("account.sign_out", 500),
    ("account.profile", 500),
    ("account.close", 300),
    ("account", 3_000),
    ("join.have_password", 100),
    ("join.password", 2_000),
    ("board.player.", 500),
    ("board.", 300),
    ("profile.", 300),
    ("lobby.leaderboard", 500),
];

const EVENING_AIMS: &[&str] = &[
    "Evening.Organise.Begin",
    "Evening.Organise.CheckIn",
    "Evening.CheckIn",
    "Evening.Organise.Propose",
    "Evening.Organise.Mark",
    "Evening.Organise.Overrule",
    "Evening.Boards",
    "Evening.StopGames",
    "Evening.Organise.AskCancel",
    "Evening.Organise.AskAnnul",
    "Evening.Organise.AskFoul",
    "Evening.Organise.AskAppoint",
    "Evening.Organise.AskAppointTyped",
    "Evening.AskObject",
];

const REPORT_AIMS: &[&str] =
    &["Report.Decide", "Report.Read", "Report.Examine", "Report.Term", "Report.Appeal", "AppealBan"];

const CHALLENGE_AIMS: &[&str] = &[
    "Lobby.Cancel",
    "Lobby.Show",
    "Form.Invite",
    "Form.Odds",
    "SetUp.OpenForChallenge",
    "Table.WithdrawFormation",
];

const STUDY_AIMS: &[&str] = &[
    "Review.ClearMarks",
    "Review.PlayTyped",
    "Review.Variation",
    "Review.Redo",
    "Edit.Record.CommentBefore",
    "SetUp.Side",
];

const TOURNAMENT: &[(&str, u64)] = &[
    ("evening.begin", 3_000),
    ("evening.propose", 6_000),
    ("evening.pair_next", 3_000),
    ("evening.paste.send", 5_000),
    ("evening.paste.choose", 1_500),
    ("evening.paste", 4_000),
    ("evening.entries.paste", 400),
    ("evening.entries.", 800),
    ("evening.pairing.send", 3_000),
    ("evening.pairing.", 600),
    ("evening.by_hand", 800),
    ("evening.repair", 800),
    ("evening.dialog.words", 4_000),
    ("evening.dialog.confirm", 5_000),
    ("evening.dialog.cancel", 300),
    ("evening.enter", 5_000),
    ("evening.check_in", 8_000),
    ("evening.object", 4_000),
    ("evening.duty.", 5_000),
    ("evening.remedy.", 3_000),
    ("evening.watch_boards", 8_000),
    ("evening.games.stop", 8_000),
    ("evening.games", 1_500),
    ("evening.result.close", 300),
    ("evening.results.", 1_500),
    ("evening.result.", 3_000),
    ("evening.foul.", 800),
    ("evening.board.continue", 3_000),
    ("evening.board.pause", 800),
    ("evening.board", 200),
    ("evening.continue", 3_000),
    ("evening.pause", 300),
    ("evening.cancel", 200),
    ("evening.withdraw", 100),
    ("evening.return", 2_000),
    ("evening.end", 500),
    ("evening.annul", 400),
    ("evening.back", 30),
    ("evening.tab.organise", 3_000),
    ("evening.tab.players", 600),
    ("evening.tab.", 60),
    ("evening.players.", 1_000),
    ("evening.player.check_in", 8_000),
    ("evening.player.return", 3_000),
    ("evening.player.appoint", 2_000),
    ("evening.player.excuse", 2_000),
    ("evening.player.close", 300),
    ("evening.player.why", 60),
    ("evening.player.", 500),
    ("evening.appoint.send", 3_000),
    ("evening.appoint", 400),
    ("evening.file.", 30),
    ("evening.copy_link", 400),
    ("evening.copy", 50),
    ("evening.share", 30),
    ("evening.qr.close", 300),
    ("evening.qr", 20),
    ("evening.wall", 20),
    ("evening.standings.", 20),
    ("evening.undo.", 100),
    ("evening.round.", 300),
    ("evening.", 200),
    ("boards.", 200),
    ("wall.end", 1_000),
    ("wall.", 100),
    ("evenings.show.", 3_000),
    ("evenings.code.open", 2_000),
    ("evenings.code", 1_000),
    ("evenings.plan", 800),
    ("evenings.back", 30),
    ("plan.send", 2_500),
    ("plan.title", 4_000),
    ("plan.check_in", 6_000),
    ("plan.pace.byhand", 6_000),
    ("plan.public", 30),
    ("plan.system.", 200),
    ("plan.cancel", 10),
    ("plan.", 50),
    ("lobby.tournaments", 5_000),
];

const PLANNING: &[(&str, u64)] = &[
    ("plan.decider.", 6_000),
    ("plan.level.", 6_000),
    ("plan.streaks", 6_000),
    ("plan.void", 6_000),
    ("plan.system.", 2_000),
    ("plan.public", 2_000),
    ("plan.start.", 500),
    ("plan.at", 2_000),
    ("plan.", 150),
    ("evenings.plan", 4_000),
    ("evenings.code.open", 2_000),
    ("evenings.code", 1_000),
    ("evening.cancel", 3_000),
    ("evening.dialog.words", 4_000),
    ("evening.dialog.confirm", 5_000),
    ("evening.tab.organise", 1_500),
    ("evening.back", 1_000),
    ("lobby.tournaments", 5_000),
];

const SEARCHING: &[(&str, u64)] = &[
    ("answer.meet.", 8_000),
    ("answer.drop.", 5_000),
    ("seek.again", 3_000),
    ("seek.end", 30),
    ("lobby.take.", 8_000),
    ("player.take", 5_000),
    ("player.games", 5_000),
    ("form.tell", 6_000),
    ("form.send", 3_000),
    ("form.reach.", 400),
    ("form.rated", 800),
    ("form.unrated", 400),
    ("form.also.", 100),
    ("form.mine.", 100),
    ("form.close", 20),
    ("form.", 50),
    ("lobby.terms", 2_500),
    ("lobby.seek", 800),
    ("lobby.player.", 300),
    ("lobby.recent.", 300),
    ("lobby.watch.", 300),
    ("watch.guess", 500),
    ("lobby.leave", 200),
    ("lobby.tab.players", 300),
    ("account.register", 5_000),
    ("account.password", 3_000),
    ("account.again", 3_000),
    ("account.close", 300),
    ("account.", 20),
    ("account", 400),
];

const INVITING: &[(&str, u64)] = &[
    ("invited.", 6_000),
    ("invitation.leave", 4_000),
    ("invitation.accept", 1_500),
    ("invitation.copy", 3_000),
    ("invitation.withdraw", 1_500),
    ("invitation.dismiss", 300),
    ("invitation.code.", 1_000),
    ("form.invite", 4_000),
    ("form.send", 2_000),
    ("lobby.invite", 4_000),
    ("lobby.leave", 200),
];

const INVITED: &[(&str, u64)] = &[("invited.", 6_000), ("invitation.dismiss", 50), ("start.", 1)];

const REMATCHES: &[(&str, u64)] = &[
    ("player.games", 8_000),
    ("player.challenge", 1_000),
    ("player.close", 300),
    ("games.open.", 500),
    ("games.close", 100),
    ("lobby.recent.", 1_500),
    ("lobby.player.", 1_500),
    ("table.resign", 400),
    ("resign.yes", 4_000),
    ("table.rematch", 3_000),
    ("offer.accept", 3_000),
];

const CHALLENGES: &[(&str, u64)] = &[
    ("setup.withdraw", 8_000),
    ("setup.confirm", 3_000),
    ("setup.shuffle", 300),
    ("setup.done", 2_000),
    ("setup.keep", 500),
    ("setup.discard", 500),
    ("setup.cancel", 100),
    ("setup.", 200),
    ("challenge.cancel", 1_000),
    ("challenge.see", 5_000),
    ("over.challenge.see", 5_000),
    ("form.luzhanqi", 1_500),
    ("form.different", 1_500),
    ("form.same", 1_500),
    ("form.odds.", 500),
    ("form.setup", 2_500),
    ("form.invite", 1_500),
    ("form.also.", 300),
    ("form.send", 3_000),
    ("lobby.challenge.", 2_500),
    ("lobby.player.", 300),
    ("player.challenge", 2_000),
    ("challenge.block", 500),
    ("challenge.why", 500),
    ("table.resign", 300),
    ("resign.yes", 2_000),
    ("table.leave", 500),
];

const WATCHING: &[(&str, u64)] = &[
    ("watch.guess", 4_000),
    ("watch.rematch", 5_000),
    ("watch.where", 300),
    ("lobby.watch.", 8_000),
    ("lobby.board", 8_000),
    ("player.watch", 8_000),
    ("board.watch.", 8_000),
    ("lobby.tab.watch", 2_000),
    ("lobby.player.", 600),
    ("challenge.accept", 50),
    ("lobby.challenge.", 10),
    ("player.challenge", 10),
    ("table.resign", 300),
    ("resign.yes", 2_000),
    ("table.leave", 200),
    ("chat.block", 500),
    ("chat.", 100),
];

const WAITING: &[(&str, u64)] =
    &[("claim.", 20_000), ("table.draw", 0), ("table.takeback", 0), ("table.resign", 0), ("quit.yes", 1_000)];

const LAYOUTS: &[(&str, u64)] = &[
    ("layouts.rename.yes", 6_000),
    ("layouts.rename.no", 100),
    ("layouts.restore", 5_000),
    ("layouts.rename", 2_500),
    ("layouts.load.", 2_500),
    ("layouts.delete.", 1_000),
    ("layouts.save", 2_500),
    ("layouts.name", 100),
    ("layouts.close", 30),
    ("setup.layouts", 4_000),
    ("setup.shuffle", 500),
    ("setup.confirm", 600),
    ("cover.show", 6_000),
    ("table.hand_over", 6_000),
    ("table.menu", 50),
    ("marks.", 1_500),
    ("start.continue", 3_000),
    ("start.game.luzhanqi", 4_000),
    ("start.board.turns", 200),
    ("start.two", 2_000),
    ("start.computer", 300),
    ("start.replace", 3_000),
    ("start.play", 800),
];

const GUESSING: &[(&str, u64)] = &[
    ("guess.next", 6_000),
    ("guess.look.", 8_000),
    ("guess.show", 300),
    ("guess.sides.both", 500),
    ("guess.sides.", 100),
    ("guess.leave", 50),
    ("review.guess", 5_000),
    ("review.tools", 1_000),
    ("keep.review", 3_000),
    ("open.choose", 1_500),
    ("open.yes", 500),
    ("review.open", 500),
    ("library.open.", 3_000),
    ("library.close", 300),
    ("review.close", 100),
    ("join.continue_review", 8_000),
    ("join.library", 3_000),
    ("join.review", 1_500),
    ("start.review", 2_000),
];

const STUDY: &[(&str, u64)] = &[
    ("review.unmark", 6_000),
    ("review.redo", 2_000),
    ("review.undo", 500),
    ("review.promote", 2_000),
    ("review.main", 2_000),
    ("review.demote", 2_000),
    ("review.delete", 1_000),
    ("review.comment", 3_000),
    ("comment.before", 3_000),
    ("comment.", 1_000),
    ("review.glyph.", 500),
    ("review.first", 500),
    ("review.tab.notes", 1_000),
    ("review.tab.", 300),
    ("review.tools", 1_000),
    ("review.setup", 500),
    ("setup.black", 3_000),
    ("setup.red", 3_000),
    ("setup.clear", 500),
    ("setup.done", 500),
    ("setup.", 50),
    ("practice.", 1_500),
    ("analysis.annotate", 1_500),
    ("analysis.", 300),
    ("mistake.", 1_000),
    ("keep.review", 3_000),
    ("library.open.", 3_000),
    ("library.close", 300),
    ("join.continue_review", 8_000),
    ("join.review", 3_000),
    ("join.library", 500),
    ("start.review", 2_000),
];

const FILES: &[(&str, u64)] = &[
    ("encoding.", 8_000),
    ("review.notes", 5_000),
    ("notes.close", 300),
    ("game.", 6_000),
    ("games.search", 600),
    ("games.close", 300),
    ("review.games", 5_000),
    ("open.choose", 5_000),
    ("open.paste", 2_000),
    ("open.path", 1_500),
    ("open.yes", 3_000),
    ("open.close", 100),
    ("review.open", 3_000),
    ("save.choose", 3_000),
    ("save.path", 1_000),
    ("save.yes", 2_000),
    ("save.", 300),
    ("review.save", 1_000),
    ("discard.yes", 3_000),
    ("review.tools", 1_000),
    ("review.tab.more", 500),
    ("join.continue_review", 3_000),
    ("join.review", 5_000),
    ("start.review", 2_000),
];

const LIBRARY: &[(&str, u64)] = &[
    ("save.library", 8_000),
    ("discard.library", 8_000),
    ("review.library", 2_000),
    ("library.undelete", 8_000),
    ("library.more", 20_000),
    ("library.delete.all", 20),
    ("library.delete.done", 300),
    ("library.delete.", 300),
    ("library.delete", 400),
    ("library.add", 300),
    ("library.export", 200),
    ("library.summary.close", 3_000),
    ("library.open.", 400),
    ("library.close", 60),
    ("library.", 15),
    ("comment.", 800),
    ("review.save", 1_500),
    ("review.glyph.", 800),
    ("review.close", 600),
    ("games.library", 2_000),
    ("join.library", 4_000),
    ("start.review", 2_000),
];

const ENGINES: &[(&str, u64)] = &[
    ("engines.check", 5_000),
    ("engines.path", 3_000),
    ("engines.option.", 2_000),
    ("engines.options", 800),
    ("engines.choose", 500),
    ("engines.edit.", 1_500),
    ("engines.remove.", 200),
    ("engines.new", 2_000),
    ("engines.close", 300),
    ("start.engine.manage", 3_000),
    ("options.engines", 3_000),
    ("options.engine", 2_000),
    ("start.game.xiangqi", 1_000),
    ("start.computer", 3_000),
];

const ENGINE_GAMES: &[(&str, u64)] = &[
    ("engine.retry", 5_000),
    ("engine.own", 3_000),
    ("start.move_time.", 1_000),
    ("start.engine.own", 20),
    ("start.engine.manage", 20),
    ("start.engine.", 6_000),
    ("start.engine", 2_000),
    ("start.game.xiangqi", 2_000),
    ("start.continue", 200),
    ("start.play", 3_000),
    ("start.replace", 5_000),
    ("start.computer", 3_000),
    ("table.menu", 30),
    ("engines.close", 1_000),
];

const LESSONS: &[(&str, u64)] = &[
    ("lesson.next", 20_000),
    ("lesson.mark.", 5_000),
    ("lesson.again", 10),
    ("lesson.list", 20),
    ("lesson.", 50),
    ("learn.game.", 300),
    ("learn.", 800),
    ("start.learn", 3_000),
];

const PUZZLES: &[(&str, u64)] = &[
    ("mistake.next", 5_000),
    ("endgame.next", 3_000),
    ("puzzle.next", 3_000),
    ("puzzle.hint", 300),
    ("puzzle.show", 800),
    ("puzzle.again", 200),
    ("puzzle.leave", 100),
    ("puzzles.mistakes", 6_000),
    ("puzzles.flags", 2_000),
    ("puzzles.", 800),
    ("flags.", 1_000),
    ("endgames.", 300),
    ("start.puzzles", 3_000),
];

const HOSTING: &[(&str, u64)] = &[
    ("host.join", 8_000),
    ("host.start", 5_000),
    ("host.announce", 800),
    ("host.copy.", 300),
    ("host.name", 3_000),
    ("host.port", 500),
    ("host.stop", 100),
    ("lobby.challenge.", 2_000),
    ("form.send", 3_000),
    ("join.recent.", 1_000),
    ("join.nearby.", 1_000),
    ("join.forget.", 200),
    ("join.hall.", 1_000),
    ("join.submit", 50),
    ("start.join", 20),
    ("start.host", 5_000),
];

const REPORTS: &[(&str, u64)] = &[
    ("report.send", 4_000),
    ("report.appeal.send", 6_000),
    ("report.appeal", 4_000),
    ("report.decision", 6_000),
    ("report.list", 8_000),
    ("report.term.", 1_500),
    ("report.understood", 300),
    ("report.close", 30),
    ("report.words", 500),
    ("report.*.examine", 6_000),
    ("report.*.dismiss", 200),
    ("report.*.", 3_000),
    ("report.", 1_500),
    ("player.report", 3_000),
    ("profile.report", 1_000),
    ("table.report", 3_000),
    ("lobby.player.", 800),
    ("lobby.recent.", 800),
    ("lobby.tab.players", 200),
    ("account.register", 5_000),
    ("account.password", 3_000),
    ("account.again", 3_000),
    ("account.close", 200),
    ("account.", 20),
    ("account", 1_500),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::monkey::coverage::{Coverage, all_actions, all_requests};

    #[test]
    fn what_was_never_reached_is_needed_most() {
        let need =
            |least: u64| ERRANDS[ACCOUNT].need(|aim| if aim == "ChangePassword" { least } else { 500 }, 2);
        let needs = [0, 2, 10, 500].map(need);
        assert!(needs.is_sorted_by(|before, after| before > after), "{needs:?}");
        assert_eq!((needs[0], needs[3]), (13, 1));
        let reports = ERRANDS.iter().find(|errand| errand.aims == REPORT_AIMS).expect("it is there");
        assert_eq!([2, 3].map(|people| reports.need(|_| 0, people)), [0, 13]);
    }

    #[test]
    fn people_leave_what_they_are_at_only_for_what_begins_on_the_first_screen() {
        let lobby = "lobby.leave";
        let host = &ERRANDS[HOST];
        assert_eq!((host.weight(lobby), host.weight("host.start")), (None, Some(5_000)));
        assert!(ERRANDS.iter().filter(|it| it.is_at_home).all(|it| it.weight(lobby) == Some(1_500)));
    }

    #[test]
    fn aims_are_actions_and_requests() {
        let nothing = Coverage::default();
        let (actions, requests) = (all_actions(&nothing), all_requests(&nothing));
        for aim in ERRANDS.iter().flat_map(|errand| errand.aims) {
            assert!(actions.contains_key(*aim) || requests.contains_key(*aim), "{aim}");
        }
    }

    #[test]
    fn errands_with_a_name_are_those() {
        let first = |errand: usize| ERRANDS[errand].looks_for[0].0;
        let firsts = [ACCOUNT, HOST, INVITATION, SEARCH, ABSENCE, RECORDS, STRANGER].map(first);
        let expected =
            ["account.register", "host.join", "invited.", "answer.meet.", "claim.", "encoding.", "invited."];
        assert_eq!(firsts, expected);
    }
}
