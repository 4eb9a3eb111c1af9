//! Explains what is wrong with records of games, and with reading and writing them.

use super::{RecordsText, Text};
use chuhe_model::choices::notation_choice::NotationChoice;
use chuhe_model::notices::record_notice::RecordNotice;
use chuhe_model::review::reviewing::{Missing, Reviewing};
use chuhe_model::review::{Review, Source};
use chuhe_records::formats::{Encoding, Fault, Location, Note, NoteKind, Omission, ReadError, WriteError};
use chuhe_records::notation::NotationError;
use chuhe_records::{GameResult, tag};
use chuhe_rules::Color;
use chuhe_rules::game::IllegalPlay;

/// How the names of files end that are no records of games: tables and pages of tournaments.
const OF_TOURNAMENTS: [&str; 4] = [".csv", ".trf", ".html", ".txt"];

impl RecordsText {
    /// The name of a notation.
    pub const fn notation_choice(&self, choice: NotationChoice) -> &'static str {
        match choice {
            NotationChoice::Simplified => self.notation_simplified,
            NotationChoice::Traditional => self.notation_traditional,
            NotationChoice::Wxf => "WXF",
            NotationChoice::Vietnamese => self.notation_vietnamese,
            NotationChoice::Iccs => "ICCS",
        }
    }

    /// Names a tag of a record, or returns an empty text for one that the program does not show.
    pub fn tag_name(&self, name: &str) -> &'static str {
        match name {
            tag::RED => self.tag_red,
            tag::BLACK => self.tag_black,
            tag::RED_TEAM => self.tag_red_team,
            tag::BLACK_TEAM => self.tag_black_team,
            tag::EVENT => self.tag_event,
            tag::SITE => self.tag_site,
            tag::DATE => self.tag_date,
            tag::ROUND => self.tag_round,
            tag::OPENING => self.tag_opening,
            tag::ANNOTATOR => self.tag_annotator,
            _ => "",
        }
    }

    /// The result of a record.
    pub const fn result(&self, result: GameResult) -> &'static str {
        match result {
            GameResult::Won { winner: Color::Red, .. } => self.red_won,
            GameResult::Won { winner: Color::Black, .. } => self.black_won,
            GameResult::Drawn(_) => self.drawn,
            GameResult::Aborted(_) => self.aborted,
            GameResult::Unknown => "",
        }
    }

    /// The name of an encoding, in every language.
    pub const fn encoding(&self, of: Encoding) -> &'static str {
        encoding(of)
    }

    /// A note on reading a file.
    pub fn note(&self, review: &Review, note: &Note) -> String {
        Text::of(self.lang).record_note(review, note)
    }

    /// What the file of a record needs to say: how many notes there are, and which encoding is a guess.
    /// `None` for a file without either.
    pub fn reading(&self, reviewing: &Reviewing) -> Option<String> {
        let notes = reviewing.review.notes.len();
        let count = (notes > 0).then(|| self.notes_on_reading(notes));
        let guess = reviewing.source().filter(|source| source.is_guess);
        let guess = guess.map(|source| self.read_as_guess(encoding(source.encoding)));
        let parts: Vec<String> = count.into_iter().chain(guess).collect();
        (!parts.is_empty()).then(|| parts.join(" · "))
    }

    /// Says in which encoding a file was read, and what to do about a wrong guess.
    pub fn read_in(&self, source: &Source) -> String {
        let name = encoding(source.encoding);
        if source.is_guess {
            format!("{} · {}", self.read_as_guess(name), self.encoding_hint)
        } else {
            self.read_as(name)
        }
    }

    /// How many games of a file are missing in the list, and why.
    pub fn missing(&self, missing: &Missing) -> String {
        Text::of(self.lang).missing_games(missing)
    }
}

/// The name of an encoding, in every language.
const fn encoding(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::Gb18030 => "GB18030",
        Encoding::Utf16 => "UTF-16",
        Encoding::Big5 => "Big5",
        Encoding::Windows1252 => "Windows-1252",
        Encoding::Windows1258 => "Windows-1258",
    }
}

impl Text {
    fn place(&self, at: Location) -> String {
        match at {
            Location::Line(line) => self.at_line(line),
            Location::Offset(offset) => self.at_offset(offset),
        }
    }

    fn record_note(&self, review: &Review, note: &Note) -> String {
        let at = self.place(note.at);
        // as the list of moves numbers it
        let the_move = |ply: usize| {
            let (first, number) = review.record.first();
            let half_moves = ply - 1 + usize::from(first == Color::Black);
            let number = (number + half_moves / 2) as u64;
            let side = self.color(if half_moves.is_multiple_of(2) { Color::Red } else { Color::Black });
            if note.in_variation {
                self.note_move_in_variation(number, side)
            } else {
                self.note_move(number, side)
            }
        };
        match &note.kind {
            NoteKind::IllegalMove { ply, text, rule } => {
                self.note_illegal_move(&the_move(*ply), text, &at, &self.illegal_play(*rule))
            }
            NoteKind::UnansweredCheck { ply, text } => {
                self.note_illegal_move(&the_move(*ply), text, &at, self.note_unanswered_check)
            }
            NoteKind::UnreadableMove { ply, text, reason } => {
                self.note_unreadable_move(&the_move(*ply), text, &at, &self.notation_error(*reason))
            }
            NoteKind::Pass { ply, text } => self.note_pass(&the_move(*ply), text, &at),
            NoteKind::OtherBattle { ply, text } => self.note_other_battle(&the_move(*ply), text, &at),
            NoteKind::Detached => self.note_detached(&at),
            NoteKind::InvalidCharacters(of) => self.note_invalid_characters(encoding(*of)),
            NoteKind::Aside { text } => self.note_aside(text, &at),
            NoteKind::Unquoted { name } => self.note_unquoted(name, &at),
            NoteKind::DamagedField { name } => self.note_damaged_field(name, &at),
            NoteKind::UnclosedField { name } => self.note_unclosed_field(name, &at),
            NoteKind::UnclosedComment => self.note_unclosed_comment(&at),
            NoteKind::UnclosedVariation => self.note_unclosed_variation(&at),
            NoteKind::CompletedPosition => self.note_completed_position(&at),
            NoteKind::RanksFromOne => self.note_ranks_from_one(&at),
        }
    }

    pub(super) fn notation_error(&self, error: NotationError) -> String {
        let fixed = match error {
            NotationError::Malformed => self.notation_malformed,
            NotationError::NoSuchPiece => self.notation_no_such_piece,
            NotationError::Illegal(rule) => return self.illegal_play(IllegalPlay::Xiangqi(rule)),
            NotationError::Ambiguous => self.notation_ambiguous,
        };
        fixed.to_owned()
    }

    /// Lists what a format does not hold.
    #[must_use]
    pub fn omitted(&self, omitted: &[Omission]) -> String {
        #[expect(clippy::wildcard_enum_match_arm, reason = "`plain_omission` lists the others")]
        let parts = omitted.iter().map(|part| match part {
            Omission::Tag(name) => self.omitted_tag(name),
            plain => self.plain_omission(plain).unwrap_or_default().to_owned(),
        });
        parts.collect::<Vec<_>>().join(self.list_comma)
    }

    fn fault(&self, error: ReadError) -> String {
        #[expect(clippy::wildcard_enum_match_arm, reason = "`plain_fault` lists the others")]
        match error.fault {
            Fault::Start(error) => self.fen_error(error),
            Fault::Formation(of) => self.fault_formation(&self.formation_fault(of)),
            Fault::Options(bad) => self.invalid_options(bad),
            Fault::TwoPieces(square) => self.fault_two_pieces(&square.to_string()),
            Fault::Version(version) => self.fault_version(version),
            Fault::Limit(exceeded) => self.limit(exceeded).to_owned(),
            plain => self.plain_fault(plain).unwrap_or_default().to_owned(),
        }
    }

    fn missing_games(&self, missing: &Missing) -> String {
        let refused = missing
            .refused
            .map(|(count, first)| self.refused_games(count, &self.place(first.at), &self.fault(first)));
        let unlisted = (missing.unlisted > 0).then(|| self.unlisted_games(missing.unlisted));
        refused.into_iter().chain(unlisted).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn read_error(&self, error: ReadError) -> String {
        match error.fault {
            Fault::TooLarge
            | Fault::UnknownFormat
            | Fault::WesternChess
            | Fault::NoGame
            | Fault::TooManyGames
            | Fault::TooManyNotes => self.fault(error),
            Fault::InvalidTag
            | Fault::VariationWithoutMove
            | Fault::NestedTooDeep
            | Fault::Start(_)
            | Fault::Formation(_)
            | Fault::Options(_)
            | Fault::TwoPieces(_)
            | Fault::Truncated
            | Fault::Version(_)
            | Fault::Checksum
            | Fault::Malformed
            | Fault::Limit(_) => self.unreadable_at(&self.place(error.at), &self.fault(error)),
        }
    }

    pub(super) fn record_notice(&self, notice: &RecordNotice) -> String {
        match notice {
            // tables and pages of a tournament lie beside games
            RecordNotice::Saved { path, .. } if OF_TOURNAMENTS.iter().any(|end| path.ends_with(end)) => {
                self.record_file_saved(path)
            }
            RecordNotice::Saved { path, omitted: parts } if parts.is_empty() => self.record_saved(path),
            RecordNotice::Saved { path, omitted: parts } => {
                self.record_saved_without(path, &self.omitted(parts))
            }
            RecordNotice::PictureSaved(path) => self.record_picture_saved(path),
            RecordNotice::Unreadable(error) => self.read_error(*error),
            RecordNotice::Limit(exceeded) => self.limit(*exceeded).to_owned(),
            RecordNotice::NotWritten(WriteError::OtherGame) => self.record_other_game.to_owned(),
            RecordNotice::NotWritten(WriteError::NotACollection) => self.record_not_a_collection.to_owned(),
            RecordNotice::NotWritten(WriteError::ReadOnly) => self.record_read_only.to_owned(),
            RecordNotice::NoName => self.record_no_name.to_owned(),
            RecordNotice::NoFormat => self.record_no_format.to_owned(),
            RecordNotice::NothingToPaste => self.record_nothing_to_paste.to_owned(),
            RecordNotice::NoMistakes => self.analysis().none_found.to_owned(),
            RecordNotice::DuringGame => self.record_during_game.to_owned(),
            RecordNotice::Hidden => self.record_hidden.to_owned(),
        }
    }
}
