//! What a peer says at a board of luzhanqi.

use chuhe_protocol::{ClientMessage, GameId, GameTerms};
use chuhe_rules::GameMove;
use chuhe_rules::luzhanqi::{BoardKind, Formation, Game, MineRule, Move, Options, Station, Strength};

/// A board and rules by which a side soon loses.
pub(super) fn terms(how: u8) -> GameTerms {
    let board = BoardKind::ALL[usize::from(how) % 2];
    let mine = [MineRule::Stays, MineRule::BothCaptured][usize::from(how) / 2 % 2];
    let options = Options { mine, passes_to_lose: 2, resign_from_step: 4, ..Options::default() };
    GameTerms::Luzhanqi { board, options }
}

/// To set up; then a legal move as a rule, the last ply once more, or any move at all.
pub(super) fn message(luzhanqi: &Game, game: GameId, how: u8, number: u16) -> ClientMessage {
    let pick = usize::from(number);
    let Some(position) = luzhanqi.position().filter(|_| how < 248) else {
        let mut lot = pick;
        let drawn = Formation::random(|count| {
            lot = (lot * 31 + 7) % 10_007;
            u32::try_from(lot).expect("it is below 10,007") % count
        });
        return match how % 8 {
            0 => ClientMessage::SetUp { game, strengths: [Strength::ALL[pick % 12]; 25] },
            1..4 => ClientMessage::SetUp { game, strengths: drawn.into() },
            4 => ClientMessage::WithdrawFormation { game },
            _ => ClientMessage::ConfirmFormation { game },
        };
    };
    let station = |n: usize| Station::from_index(n % Station::all().len()).expect("it is one of all");
    let moves = position.legal_moves();
    let legal = moves.get(pick % moves.len().max(1)).copied().filter(|_| how < 220);
    let mv = GameMove::Luzhanqi(legal.unwrap_or(Move::new(station(pick), station(pick / 129))));
    let back = usize::from((200..220).contains(&how));
    let ply = u16::try_from(luzhanqi.ply().saturating_sub(back)).expect("a game has a limit");
    ClientMessage::Play { game, ply, mv }
}
