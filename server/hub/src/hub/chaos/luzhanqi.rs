//! Random requests at a luzhanqi table.

use crate::room::Room;
use chuhe_protocol::{ClientMessage, GameTerms, TableRequest};
use chuhe_rules::luzhanqi::{BoardKind, Formation, MineRule, Move, Options, Station, Strength};
use chuhe_rules::{Game, GameMove};

/// Returns a board and rules by which games end soon.
pub(super) fn terms(how: u8) -> GameTerms {
    let mine = [MineRule::Stays, MineRule::BothCaptured][usize::from(how / 32) % 2];
    let options = Options { mine, passes_to_lose: 2, ..Options::default() };
    GameTerms::Luzhanqi { board: BoardKind::ALL[usize::from(how / 64) % 2], options }
}

/// Returns a request for setting up or a move, usually a legal one; `None` in another game.
pub(super) fn message(room: &Room, how: u8, number: u16) -> Option<ClientMessage> {
    let Game::Luzhanqi(luzhanqi) = room.game() else { return None };
    let (game, number) = (room.id(), usize::from(number));
    let Some(position) = luzhanqi.position().filter(|_| how > 8) else {
        let mut state = number;
        let drawn = Formation::random(|count| {
            state = (state * 31 + 7) % 10_007;
            (state % count as usize) as u32
        });
        return Some(match how % 8 {
            0 => TableRequest::SetUp { strengths: [Strength::ALL[number % 12]; 25] }.at(game),
            1..4 => TableRequest::SetUp { strengths: drawn.into() }.at(game),
            4 => TableRequest::WithdrawFormation.at(game),
            _ => TableRequest::ConfirmFormation.at(game),
        });
    };
    let station = |n: usize| Station::from_index(n % Station::all().len()).expect("the index is in range");
    let moves = position.legal_moves();
    let legal = moves.get(number % moves.len().max(1)).copied().filter(|_| how > 20);
    let mv = GameMove::Luzhanqi(legal.unwrap_or(Move::new(station(number), station(number / 7))));
    let ply = room.ply().saturating_sub(u16::from(how.is_multiple_of(16)));
    Some(ClientMessage::Table {
        game,
        request: TableRequest::Play { ply, mv, premove: how.is_multiple_of(2) },
    })
}
