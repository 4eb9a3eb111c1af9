//! What games of evenings say of who plays fair.

use super::*;
use chuhe_hub::Conduct;
use chuhe_protocol::{Claim, Unfinished, limits};

#[test]
fn who_abandons_a_game_of_a_public_tournament_did_not_finish_it() {
    for is_public in [true, false] {
        let mut club = Club::with(EveningPlan { is_public, pace: Pace::ByHand, ..swiss() }, 0);
        for name in ["An", "Bo"] {
            let client = registered(&mut club.world, name);
            club.enter(client);
            club.players.push(client);
        }
        // a game that ends soon after the start of the server says nothing
        let all = [club.organiser, club.players[0], club.players[1]];
        club.world.advance_with(&all, 10 * 60_000);
        club.read();
        club.start();
        club.organise(EveningCommand::PairNext);
        let PerColor { red: leaver, black: other } = club.seats(board(1, 1));
        let game = club.both_move(board(1, 1));
        club.lose(leaver);
        club.world.advance_with(&[club.organiser, other], limits::ABSENCE_MS);
        club.world.send(other, TableRequest::ClaimAbsence { claim: Claim::Win }.at(game));
        club.read();
        assert_eq!(club.outcome(board(1, 1)), Some(Outcome::Won(Color::Black)));
        let counted = |client: Client| {
            let row = club.world.stored.fair_play.get(&client.player);
            row.map(|(_, row)| row.games.iter().map(|game| game.conduct).collect::<Vec<_>>())
        };
        let abandoned = Conduct::Unfinished(Unfinished::Abandoned);
        assert_eq!(counted(leaver), is_public.then(|| vec![abandoned]));
        assert_eq!(counted(other), is_public.then(|| vec![Conduct::Finished]));
    }
}
