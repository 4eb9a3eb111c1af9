//! The words of the text mode: its commands, and the names of pieces and choices.

use super::generated::ConsoleText;
use chuhe_model::actions::verb::Verb;
use chuhe_protocol::ColorChoice;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Piece, PieceKind};

impl ConsoleText {
    /// The words that begin a command, separated by spaces.
    pub const fn words(&self, verb: Verb) -> &'static str {
        match verb {
            Verb::Help => self.verb_help,
            Verb::Connect => self.verb_connect,
            Verb::Password => self.verb_password,
            Verb::Hall => self.verb_hall,
            Verb::Computer => self.verb_computer,
            Verb::Continue => self.verb_continue,
            Verb::Players => self.verb_players,
            Verb::Challenge => self.verb_challenge,
            Verb::Challenges => self.verb_challenges,
            Verb::Accept => self.verb_accept,
            Verb::Decline => self.verb_decline,
            Verb::Cancel => self.verb_cancel,
            Verb::Invite => self.verb_invite,
            Verb::Watch => self.verb_watch,
            Verb::Board => self.verb_board,
            Verb::Pieces => self.verb_pieces,
            Verb::Where => self.verb_where,
            Verb::Moves => self.verb_moves,
            Verb::List => self.verb_list,
            Verb::Clock => self.verb_clock,
            Verb::Status => self.verb_status,
            Verb::Draw => self.verb_draw,
            Verb::Takeback => self.verb_takeback,
            Verb::Rematch => self.verb_rematch,
            Verb::Resign => self.verb_resign,
            Verb::Claim => self.verb_claim,
            Verb::Yes => self.verb_yes,
            Verb::No => self.verb_no,
            Verb::Say => self.verb_say,
            Verb::Shuffle => self.verb_shuffle,
            Verb::Swap => self.verb_swap,
            Verb::Ready => self.verb_ready,
            Verb::Withdraw => self.verb_withdraw,
            Verb::Language => self.verb_language,
            Verb::Leave => self.verb_leave,
            Verb::Quit => self.verb_quit,
            Verb::Nearby => self.verb_nearby,
        }
    }

    /// What a command of the text mode does.
    pub const fn meaning(&self, verb: Verb) -> &'static str {
        match verb {
            Verb::Help => self.meaning_help,
            Verb::Connect => self.meaning_connect,
            Verb::Password => self.meaning_password,
            Verb::Hall => self.meaning_hall,
            Verb::Computer => self.meaning_computer,
            Verb::Continue => self.meaning_continue,
            Verb::Players => self.meaning_players,
            Verb::Challenge => self.meaning_challenge,
            Verb::Challenges => self.meaning_challenges,
            Verb::Accept => self.meaning_accept,
            Verb::Decline => self.meaning_decline,
            Verb::Cancel => self.meaning_cancel,
            Verb::Invite => self.meaning_invite,
            Verb::Watch => self.meaning_watch,
            Verb::Board => self.meaning_board,
            Verb::Pieces => self.meaning_pieces,
            Verb::Where => self.meaning_where,
            Verb::Moves => self.meaning_moves,
            Verb::List => self.meaning_list,
            Verb::Clock => self.meaning_clock,
            Verb::Status => self.meaning_status,
            Verb::Draw => self.meaning_draw,
            Verb::Takeback => self.meaning_takeback,
            Verb::Rematch => self.meaning_rematch,
            Verb::Resign => self.meaning_resign,
            Verb::Claim => self.meaning_claim,
            Verb::Yes => self.meaning_yes,
            Verb::No => self.meaning_no,
            Verb::Say => self.meaning_say,
            Verb::Shuffle => self.meaning_shuffle,
            Verb::Swap => self.meaning_swap,
            Verb::Ready => self.meaning_ready,
            Verb::Withdraw => self.meaning_withdraw,
            Verb::Language => self.meaning_language,
            Verb::Leave => self.meaning_leave,
            Verb::Quit => self.meaning_quit,
            Verb::Nearby => self.meaning_nearby,
        }
    }

    /// The name of a piece of xiangqi.
    pub const fn piece(&self, piece: Piece) -> &'static str {
        match (piece.kind, piece.color) {
            (PieceKind::King, Color::Red) => self.piece_king_red,
            (PieceKind::King, Color::Black) => self.piece_king_black,
            (PieceKind::Advisor, Color::Red) => self.piece_advisor_red,
            (PieceKind::Advisor, Color::Black) => self.piece_advisor_black,
            (PieceKind::Elephant, Color::Red) => self.piece_elephant_red,
            (PieceKind::Elephant, Color::Black) => self.piece_elephant_black,
            (PieceKind::Horse, Color::Red) => self.piece_horse_red,
            (PieceKind::Horse, Color::Black) => self.piece_horse_black,
            (PieceKind::Rook, Color::Red) => self.piece_rook_red,
            (PieceKind::Rook, Color::Black) => self.piece_rook_black,
            (PieceKind::Cannon, Color::Red) => self.piece_cannon_red,
            (PieceKind::Cannon, Color::Black) => self.piece_cannon_black,
            (PieceKind::Pawn, Color::Red) => self.piece_pawn_red,
            (PieceKind::Pawn, Color::Black) => self.piece_pawn_black,
        }
    }

    /// The words for a kind of piece, separated by spaces.
    pub const fn kind(&self, kind: PieceKind) -> &'static str {
        match kind {
            PieceKind::King => self.kind_king,
            PieceKind::Advisor => self.kind_advisor,
            PieceKind::Elephant => self.kind_elephant,
            PieceKind::Horse => self.kind_horse,
            PieceKind::Rook => self.kind_rook,
            PieceKind::Cannon => self.kind_cannon,
            PieceKind::Pawn => self.kind_pawn,
        }
    }

    /// The word for a choice of colour.
    pub const fn color(&self, color: ColorChoice) -> &'static str {
        match color {
            ColorChoice::Red => self.color_red,
            ColorChoice::Black => self.color_black,
            ColorChoice::Random => self.color_random,
        }
    }

    /// Names a hidden piece of luzhanqi.
    pub const fn unknown_piece(&self, color: Color) -> &'static str {
        match color {
            Color::Red => self.unknown_piece_red,
            Color::Black => self.unknown_piece_black,
        }
    }

    /// Names a piece of luzhanqi that is not the user's own.
    pub fn known_piece(&self, color: Color, name: &str) -> String {
        match color {
            Color::Red => self.known_piece_red(name),
            Color::Black => self.known_piece_black(name),
        }
    }
}
