//! Makes the requests of a peer in a game of luzhanqi.

use chuhe_protocol::{ClientMessage, GameId, GameTerms, TableRequest};
use chuhe_rules::GameMove;
use chuhe_rules::luzhanqi::{BoardKind, Formation, Game, MineRule, Move, Options, Station, Strength};

/// Selects a board, and rules under which a game ends soon.
pub(super) fn terms(how: u8) -> GameTerms {
    let board = BoardKind::ALL[usize::from(how) % 2];
    let mine = [MineRule::Stays, MineRule::BothCaptured][usize::from(how) / 2 % 2];
    let options = Options { mine, passes_to_lose: 2, resign_from_step: 4, ..Options::default() };
    GameTerms::Luzhanqi { board, options }
}

/// Makes a set-up request, and after the set-up a move.
///
/// The move is legal in most cases; otherwise it repeats the last ply or is arbitrary.
pub(super) fn message(luzhanqi: &Game, game: GameId, how: u8, number: u16) -> ClientMessage {
    let pick = usize::from(number);
    let Some(position) = luzhanqi.position().filter(|_| how < 248) else {
        let mut state = pick;
        let formation = Formation::random(|count| {
            state = (state * 31 + 7) % 10_007;
            u32::try_from(state).expect("the remainder is below 10,007") % count
        });
        return match how % 8 {
            0 => TableRequest::SetUp { strengths: [Strength::ALL[pick % 12]; 25] }.at(game),
            1..4 => TableRequest::SetUp { strengths: formation.into() }.at(game),
            4 => TableRequest::WithdrawFormation.at(game),
            _ => TableRequest::ConfirmFormation.at(game),
        };
    };
    let station =
        |n: usize| Station::from_index(n % Station::all().len()).expect("the remainder is below the count");
    let moves = position.legal_moves();
    let legal = moves.get(pick % moves.len().max(1)).copied().filter(|_| how < 220);
    let mv = GameMove::Luzhanqi(legal.unwrap_or(Move::new(station(pick), station(pick / 129))));
    let back = usize::from((200..220).contains(&how));
    let ply =
        u16::try_from(luzhanqi.ply().saturating_sub(back)).expect("the length of a game fits into 16 bits");
    TableRequest::Play { ply, mv, premove: how.is_multiple_of(2) }.at(game)
}
