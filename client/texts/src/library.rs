//! Explains the games of the library, and the files that are added to it.

use super::Text;
use super::generated::LibraryText;
use chuhe_model::library::{Import, ImportFailure, LibraryFailure, PgnCounts, Summary};
use chuhe_model::notices::notice::LibraryNotice;
use chuhe_protocol::PlayerResult;

impl LibraryText {
    /// The opponent of the user, or both players of a game that the user did not play.
    pub fn players(&self, summary: &Summary) -> String {
        let (text, names) = (Text::of(self.lang), &summary.names);
        match summary.user {
            Some(user) => text.called(&names[user.opponent()]).into_owned(),
            None => [&names.red, &names.black]
                .map(|name| if name.is_empty() { "—".into() } else { text.called(name) })
                .join(text.versus),
        }
    }

    /// The result from the user's view, or who won a game that the user did not play.
    pub fn result(&self, summary: &Summary) -> &'static str {
        let text = Text::of(self.lang);
        match (summary.user, summary.result) {
            (Some(_), result) => text.result(result),
            (None, PlayerResult::Won) => text.records.red_won,
            (None, PlayerResult::Lost) => text.records.black_won,
            (None, PlayerResult::Drawn) => text.records.drawn,
            (None, PlayerResult::Aborted) => "",
        }
    }

    /// What was done so far with files that are added to the library, a line each.
    pub fn import_lines(&self, import: &Import) -> Vec<String> {
        let (done, files) = import.progress();
        let sum = import.sum();
        let text = Text::of(self.lang);
        let counted = |count: usize, line: fn(&Text, usize) -> String| (count > 0).then(|| line(text, count));
        let lines = [
            Some(text.import_progress(done, files)),
            Some(text.import_taken(sum.taken)),
            counted(sum.known, |text, count| text.import_known(count)),
            counted(sum.noted, |text, count| text.import_noted(count)),
            counted(sum.refused.0, |text, count| text.import_refused_games(count)),
            counted(import.refused_files(), |text, count| text.import_refused_files(count)),
        ];
        lines.into_iter().flatten().collect()
    }

    /// The files whose games have notes on reading, with how many, a line each.
    pub fn import_noted_files(&self, import: &Import) -> Vec<String> {
        let text = Text::of(self.lang);
        let noted = import.noted().iter();
        noted.map(|(file, games)| text.labelled(file, &text.import_noted(*games))).collect()
    }

    /// Why files or games in them were not added, a line each.
    pub fn import_reasons(&self, import: &Import) -> Vec<String> {
        let text = Text::of(self.lang);
        let reason = |(file, failure): &(String, ImportFailure)| {
            let why = match failure {
                ImportFailure::Unreadable(error) => text.read_error(*error),
                ImportFailure::System(why) => why.clone(),
                ImportFailure::Library(failure) => self.failure(failure),
            };
            text.labelled(file, &why)
        };
        import.refused().iter().map(reason).collect()
    }

    fn failure(&self, failure: &LibraryFailure) -> String {
        match failure {
            LibraryFailure::TooNew => self.too_new.to_owned(),
            LibraryFailure::Full => self.full.to_owned(),
            LibraryFailure::TooLarge => self.too_large.to_owned(),
            LibraryFailure::NoSuchGame => self.no_such_game.to_owned(),
            LibraryFailure::NothingToExport => self.nothing_to_export.to_owned(),
            LibraryFailure::Other(why) => self.other(why),
        }
    }

    fn exported(&self, path: &str, PgnCounts { games, reduced, left_out }: PgnCounts) -> String {
        let text = Text::of(self.lang);
        let said = match (games, left_out) {
            (_, 0) => text.exported(games, path),
            (0, _) => text.exported_nothing(left_out),
            (_, _) => text.exported_partly(games, path, left_out),
        };
        if reduced == 0 { said } else { text.exported_reduced(&said, reduced) }
    }

    pub(super) fn notice(&self, notice: &LibraryNotice) -> String {
        let text = Text::of(self.lang);
        match notice {
            LibraryNotice::Exported { path, counts } => self.exported(path, *counts),
            LibraryNotice::Deleted(games) => self.deleted(games),
            LibraryNotice::Undeleted(games) => self.undeleted(games),
            LibraryNotice::Saved { is_new, omitted } => match (is_new, &omitted[..]) {
                (false, []) => self.saved.to_owned(),
                (true, []) => self.saved_as_new.to_owned(),
                (false, omitted) => self.saved_without(&text.omitted(omitted)),
                (true, omitted) => self.saved_as_new_without(&text.omitted(omitted)),
            },
            LibraryNotice::SetAside(path) => self.set_aside(path),
            LibraryNotice::GamesSetAside(games) => self.games_set_aside(games),
            LibraryNotice::Failed(failure) => self.failure(failure),
        }
    }
}
