//! Explains the games of the library, and the files that are added to it.

use super::Text;
use chuhe_model::library::{Import, ImportFailure, LibraryFailure, Summary};
use chuhe_protocol::PlayerResult;

impl Text {
    /// The opponent of the user, or both players of a game that the user did not play.
    pub fn library_players(&self, summary: &Summary) -> String {
        let names = &summary.names;
        match summary.user {
            Some(user) => names[user.opponent()].clone(),
            None => [&names.red, &names.black]
                .map(|name| if name.is_empty() { "—" } else { name })
                .join(self.versus),
        }
    }

    /// The result from the user's view, or who won a game that the user did not play.
    pub fn library_result(&self, summary: &Summary) -> &'static str {
        match (summary.user, summary.result) {
            (Some(_), result) => self.result(result),
            (None, PlayerResult::Won) => self.records.red_won,
            (None, PlayerResult::Lost) => self.records.black_won,
            (None, PlayerResult::Drawn) => self.records.drawn,
            (None, PlayerResult::Aborted) => "",
        }
    }

    /// What was done so far with files that are added to the library, a line each.
    pub fn import_lines(&self, import: &Import) -> Vec<String> {
        let (done, files) = import.progress();
        let sum = import.sum();
        let counted = |count: usize, line: fn(&Self, usize) -> String| (count > 0).then(|| line(self, count));
        let lines = [
            Some(self.import_progress(done, files)),
            Some(self.import_taken(sum.taken)),
            counted(sum.known, |text, count| text.import_known(count)),
            counted(sum.noted, |text, count| text.import_noted(count)),
            counted(sum.refused.0, |text, count| text.import_refused_games(count)),
            counted(import.refused_files(), |text, count| text.import_refused_files(count)),
        ];
        lines.into_iter().flatten().collect()
    }

    /// Why files or games in them were not added, a line each.
    pub fn import_reasons(&self, import: &Import) -> Vec<String> {
        let reason = |(file, failure): &(String, ImportFailure)| {
            let why = match failure {
                ImportFailure::Unreadable(error) => self.read_error(*error),
                ImportFailure::System(why) => why.clone(),
                ImportFailure::Library(failure) => self.library_failure(failure),
            };
            self.labelled(file, &why)
        };
        import.refused().iter().map(reason).collect()
    }

    pub(super) fn library_failure(&self, failure: &LibraryFailure) -> String {
        match failure {
            LibraryFailure::TooNew => self.library_too_new.to_owned(),
            LibraryFailure::Full => self.library_full.to_owned(),
            LibraryFailure::NoSuchGame => self.library_no_such_game.to_owned(),
            LibraryFailure::NothingToExport => self.library_nothing_to_export.to_owned(),
            LibraryFailure::Other(why) => self.library_other(why),
        }
    }
}
