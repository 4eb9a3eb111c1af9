//! Random actions with tournaments.

use super::Dice;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::evening_action::{
    EveningAction, EveningFile, EveningTab, EveningTable, ExplainedPair, OrganiseAction, PairingAction,
    PlanAction, PointsChoice, StartChoice, SystemChoice, WallPage,
};
use chuhe_rules::Color;
use chuhe_tournaments::{BoardId, Concession, Outcome, PlayerId, TieBreak};

/// A random action with tournaments.
pub(super) fn action(dice: &mut Dice) -> Action {
    let number = u16::try_from(dice.below(5)).unwrap_or_default();
    let (player, board) = (PlayerId(number), BoardId { round: number, board: 1 });
    let action = match dice.below(3) {
        0 => organise(dice, player, board),
        1 => EveningAction::Plan(one(
            dice,
            [
                PlanAction::Open,
                PlanAction::System(SystemChoice::Arena),
                PlanAction::Start(StartChoice::At),
                PlanAction::TieBreak(TieBreak::Wins),
                PlanAction::RaiseTieBreak(TieBreak::Fouls),
                PlanAction::Decider(Some(Color::Red)),
                PlanAction::Points(PointsChoice::ThreeOneNil),
                PlanAction::Send,
            ],
        )),
        _ => one(
            dice,
            [
                EveningAction::Open,
                EveningAction::Close,
                EveningAction::ShowTyped,
                EveningAction::Tab(EveningTab::Organise),
                EveningAction::Round(number),
                EveningAction::Player(Some(player)),
                EveningAction::Explain(Some(ExplainedPair { round: number, board: None })),
                EveningAction::WhyNot(player, None),
                EveningAction::Wall(Some(WallPage::Standings)),
                EveningAction::Wall(Some(WallPage::Boards(number))),
                EveningAction::Boards(Some(number)),
                EveningAction::Enter,
                EveningAction::AskWithdraw,
                EveningAction::AskObject(board),
                EveningAction::Confirm,
                EveningAction::BackToEvening,
                EveningAction::CopyLink,
                EveningAction::Save(EveningFile::Trf),
                EveningAction::CopyTable(EveningTable::Crosstable),
                EveningAction::SaveGames,
                EveningAction::StopGames,
                EveningAction::Rows(number),
            ],
        ),
    };
    Action::Evening(action)
}

fn organise(dice: &mut Dice, player: PlayerId, board: BoardId) -> EveningAction {
    EveningAction::Organise(one(
        dice,
        [
            OrganiseAction::Begin,
            OrganiseAction::PairNext,
            OrganiseAction::AskEnd,
            OrganiseAction::AskCancel,
            OrganiseAction::EnterComputers(16),
            OrganiseAction::Propose,
            OrganiseAction::Board(Some(board)),
            OrganiseAction::Result(board, Outcome::Drawn),
            OrganiseAction::AskFoul(board, Color::Black),
            OrganiseAction::Mark(Some(board)),
            OrganiseAction::Pause(None),
            OrganiseAction::Continue(Some(board)),
            OrganiseAction::Overrule(board),
            OrganiseAction::AskUndo(3),
            OrganiseAction::AskAnnul,
            OrganiseAction::AskConcede(Concession::SecondByes),
            OrganiseAction::Paste,
            OrganiseAction::ChooseFile,
            OrganiseAction::EnterAll,
            OrganiseAction::AskWithdraw(player),
            OrganiseAction::Excuse(player),
            OrganiseAction::AskAppointTyped,
            OrganiseAction::Pairing(PairingAction::ByHand),
            OrganiseAction::Pairing(PairingAction::Pick(player)),
            OrganiseAction::Pairing(PairingAction::Turn(1)),
            OrganiseAction::Pairing(PairingAction::Send),
        ],
    ))
}

/// One of these.
fn one<T: Clone, const N: usize>(dice: &mut Dice, all: [T; N]) -> T {
    all[dice.below(N)].clone()
}
