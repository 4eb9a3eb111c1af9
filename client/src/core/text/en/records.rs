//! Records of games in English.

use super::luzhanqi::formation_fault;
use super::refusals::{fen_error, illegal_play, invalid_options};
use crate::core::notation_choice::NotationChoice;
use crate::core::record_notice::RecordNotice;
use crate::core::reviewing::Missing;
use crate::core::text::record_catalog::RecordText;
use chuhe_records::formats::{Encoding, Fault, Location, Note, NoteKind, Omission, ReadError, WriteError};
use chuhe_records::notation::NotationError;
use chuhe_records::{GameResult, Limit, tag};
use chuhe_rules::Color;
use chuhe_rules::game::IllegalPlay;

pub(super) static TEXT: RecordText = RecordText {
    review: "Review",
    review_games: "Review games",
    review_explained: "Replay and annotate your games, or open a file from any xiangqi program",
    open: "Open",
    open_title: "Open a game",
    open_hint: "Path of a file",
    drop_hint: "Or drop a file on the window, or paste a game, a position (FEN) or moves with Ctrl+V.",
    games_of_file: "Games of this file",
    play: "Play through (Space)",
    pause: "Pause (Space)",
    previous_variation: "Previous variation (↑)",
    next_variation: "Next variation (↓)",
    no_moves: "No moves yet. Play on the board to add some.",
    comment_hint: "Comment on this move…",
    comment_on_game: "Comment on the game…",
    comment_before_hint: "Comment before this move…",
    comment_after: "After the move",
    comment_before: "Before the move",
    edit_tags: "Details",
    edit_tags_hint: "Edit the players, the competition and the result",
    tags_title: "Details of the game",
    result_open: "No result",
    promote: "Up",
    promote_hint: "Move this variation up",
    demote: "Down",
    demote_hint: "Move this variation down",
    make_main: "Main line",
    make_main_hint: "Make this the main line",
    delete: "Delete",
    delete_hint: "Delete this move and all that follow (Del)",
    undo: "Undo",
    redo: "Redo",
    clear_marks: "Clear marks",
    marks_hint: "Draw circles and arrows with the right button. Shift, Alt: other colours.",
    assess: "Assess this move",
    save: "Save",
    save_title: "Save or copy the game",
    save_hint: "File name or path",
    file_exists: "This file exists. Replace it?",
    replace: "Replace",
    copy_fen: "Copy FEN",
    copy_moves: "Copy moves",
    save_picture: "Save picture",
    unsaved: "Not saved",
    discard_question: "Discard the changes?",
    discard_explained: "The changes to this game are not saved.",
    discard_yes: "Discard",
    untitled: "New game",
    set_up: "Set up",
    set_up_hint: "Choose a piece and click the board, or drag pieces. The right button removes a piece.",
    eraser: "Eraser",
    start_position: "Start position",
    clear_board: "Clear",
    legal_position: "The position is legal",
    review_position: "Review from here",
    use_position: "Use this position",
    notation: "Move notation",
    notation_of_language: "Usual",
    notation_choice: |choice| match choice {
        NotationChoice::Simplified => "炮二平五",
        NotationChoice::Traditional => "馬８進７",
        NotationChoice::Wxf => "WXF",
        NotationChoice::Iccs => "ICCS",
    },
    tag_name: |name| match name {
        tag::RED => "Red",
        tag::BLACK => "Black",
        tag::RED_TEAM => "Team of red",
        tag::BLACK_TEAM => "Team of black",
        tag::EVENT => "Competition",
        tag::SITE => "Place",
        tag::DATE => "Date",
        tag::ROUND => "Round",
        tag::OPENING => "Opening",
        tag::ANNOTATOR => "Annotator",
        _ => "",
    },
    note,
    missing,
    result: |result| match result {
        GameResult::Won { winner: Color::Red, .. } => "Red won",
        GameResult::Won { winner: Color::Black, .. } => "Black won",
        GameResult::Drawn(_) => "Draw",
        GameResult::Aborted(_) => "Aborted",
        GameResult::Unknown => "",
    },
    formats: |endings| format!("The ending chooses the format: {endings}"),
};

fn place(at: Location) -> String {
    match at {
        Location::Line(line) => format!("line {line}"),
        Location::Offset(offset) => format!("byte {offset}"),
    }
}

const fn encoding(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::Gb18030 => "GB18030",
        Encoding::Utf16 => "UTF-16",
    }
}

fn note(note: &Note) -> String {
    let at = place(note.at);
    match &note.kind {
        NoteKind::IllegalMove { ply, text, rule } => {
            format!("Ends early: move {ply}, {text}, is illegal ({at}): {}", illegal_play(*rule))
        }
        NoteKind::UnreadableMove { ply, text, reason } => {
            format!("Ends early: move {ply}, {text}, cannot be read ({at}): {}", notation_error(*reason))
        }
        NoteKind::OtherBattle { ply, text } => {
            format!("Ends early: the battle of move {ply}, {text}, has another outcome ({at})")
        }
        NoteKind::Detached => format!("A variation or comment without its move is left out ({at})"),
        NoteKind::InvalidCharacters(of) => format!("Some characters are not valid {}", encoding(*of)),
    }
}

fn notation_error(error: NotationError) -> String {
    let fixed = match error {
        NotationError::Malformed => "this is not a move",
        NotationError::NoSuchPiece => "there is no such piece",
        NotationError::Illegal(rule) => return illegal_play(IllegalPlay::Xiangqi(rule)),
        NotationError::Ambiguous => "several moves fit",
    };
    fixed.to_owned()
}

fn omitted(omitted: &[Omission]) -> String {
    let parts = omitted.iter().map(|part| match part {
        Omission::Moves => "moves".to_owned(),
        Omission::Variations => "variations".to_owned(),
        Omission::Comments => "comments".to_owned(),
        Omission::CommentSpace => "spaces in comments".to_owned(),
        Omission::CommentPlaces => "the place of comments".to_owned(),
        Omission::Glyphs => "assessments".to_owned(),
        Omission::Marks => "circles and arrows".to_owned(),
        Omission::Times => "move times".to_owned(),
        Omission::Result => "the result".to_owned(),
        Omission::ResultReason => "the reason of the result".to_owned(),
        Omission::Tag(name) => format!("“{name}”"),
        Omission::Characters => "some characters".to_owned(),
        Omission::Counters => "the counters of the start position".to_owned(),
        Omission::LongText => "the end of long texts".to_owned(),
    });
    parts.collect::<Vec<_>>().join(", ")
}

const fn limit(limit: Limit) -> &'static str {
    match limit {
        Limit::Nodes => "A game has at most a million moves with its variations",
        Limit::Plies => "A line has at most 10,000 moves",
        Limit::Comment => "The comment is too long",
        Limit::Text => "The comments of the game are too long",
        Limit::Tags => "The game has too many tags",
        Limit::Marks => "The position has too many marks",
        Limit::Glyphs => "The move has too many assessments",
    }
}

fn fault(error: ReadError) -> String {
    match error.fault {
        Fault::TooLarge => "The file is too large".to_owned(),
        Fault::UnknownFormat => "This is not a game, a position or moves in a known format".to_owned(),
        Fault::NoGame => "There is no game in it".to_owned(),
        Fault::TooManyGames => "The file has too many games".to_owned(),
        Fault::TooManyNotes => "The file has too many faults".to_owned(),
        Fault::InvalidTag => "a tag is a name and a value in quotes, in brackets".to_owned(),
        Fault::UnclosedComment => "the comment does not end".to_owned(),
        Fault::UnclosedVariation => "the variation does not end".to_owned(),
        Fault::UnexpectedVariationEnd => "no variation ends here".to_owned(),
        Fault::VariationWithoutMove => "a variation begins before the first move".to_owned(),
        Fault::NestedTooDeep => "variations are nested too deep".to_owned(),
        Fault::Start(error) => fen_error(error),
        Fault::Formation(of) => format!("the formation is not legal: {}", formation_fault(of)),
        Fault::Options(bad) => invalid_options(bad),
        Fault::TwoPieces(square) => format!("two pieces stand on {square}"),
        Fault::Truncated => "the file ends too early".to_owned(),
        Fault::Version(version) => format!("version {version} of this format is not known"),
        Fault::Checksum => "the checksum is wrong, so the file is damaged".to_owned(),
        Fault::Malformed => "this is not valid in this format".to_owned(),
        Fault::Limit(exceeded) => limit(exceeded).to_owned(),
    }
}

fn missing(missing: &Missing) -> String {
    let refused = missing.refused.map(|(count, first)| {
        let (at, why) = (place(first.at), fault(first));
        if count == 1 {
            format!("1 game cannot be read, {at}: {why}")
        } else {
            format!("{count} games cannot be read; the first, {at}: {why}")
        }
    });
    let unlisted = match missing.unlisted {
        0 => None,
        1 => Some("The list is too long: 1 game is left out".to_owned()),
        count => Some(format!("The list is too long: {count} games are left out")),
    };
    refused.into_iter().chain(unlisted).collect::<Vec<_>>().join("\n")
}

fn read_error(error: ReadError) -> String {
    match error.fault {
        Fault::TooLarge
        | Fault::UnknownFormat
        | Fault::NoGame
        | Fault::TooManyGames
        | Fault::TooManyNotes => fault(error),
        Fault::InvalidTag
        | Fault::UnclosedComment
        | Fault::UnclosedVariation
        | Fault::UnexpectedVariationEnd
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
        | Fault::Limit(_) => {
            format!("Cannot be read, {}: {}", place(error.at), fault(error))
        }
    }
}

pub(super) fn record_notice(notice: &RecordNotice) -> String {
    match notice {
        RecordNotice::Saved { path, omitted: parts } if parts.is_empty() => format!("Game saved to {path}"),
        RecordNotice::Saved { path, omitted: parts } => {
            format!("Game saved to {path} without {}", omitted(parts))
        }
        RecordNotice::PictureSaved(path) => format!("Picture saved to {path}"),
        RecordNotice::Unreadable(error) => read_error(*error),
        RecordNotice::Limit(exceeded) => limit(*exceeded).to_owned(),
        RecordNotice::NotWritten(WriteError::OtherGame) => {
            "This format is for another game; choose another ending".to_owned()
        }
        RecordNotice::NotWritten(WriteError::NotACollection) => {
            "This format holds exactly one game".to_owned()
        }
        RecordNotice::NotWritten(WriteError::ReadOnly) => {
            "This format can only be read; choose another ending".to_owned()
        }
        RecordNotice::NoFormat => "The ending of the file name shows no known format".to_owned(),
        RecordNotice::NothingToPaste => "There is no text on the clipboard".to_owned(),
        RecordNotice::DuringGame => "Finish your game first".to_owned(),
        RecordNotice::Hidden => "The layouts of this game are hidden, so it cannot be reviewed".to_owned(),
    }
}
