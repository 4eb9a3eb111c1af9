//! The help pages in English.

use super::super::format::whole_seconds;
use crate::core::help::{ConductTopic, Heading, Page, Passage, PlayTopic, SetupTopic, Topic, XiangqiTopic};
use chuhe_protocol::limits;
use chuhe_rules::clock::{LAG_CREDIT_MS, LAG_QUOTA_MS};
use chuhe_rules::luzhanqi::{Battle, Options, Strength};
use chuhe_rules::offers;

pub(super) const fn strength(strength: Strength) -> &'static str {
    match strength {
        Strength::Marshal => "Marshal",
        Strength::General => "General",
        Strength::MajorGeneral => "Major general",
        Strength::Brigadier => "Brigadier",
        Strength::Colonel => "Colonel",
        Strength::Major => "Major",
        Strength::Captain => "Captain",
        Strength::Lieutenant => "Lieutenant",
        Strength::Engineer => "Engineer",
        Strength::Bomb => "Bomb",
        Strength::Mine => "Mine",
        Strength::Flag => "Flag",
    }
}

/// The result of a battle for the piece that moved.
pub(super) const fn battle(battle: Battle) -> &'static str {
    match battle {
        Battle::DefenderCaptured => "wins",
        Battle::AttackerCaptured => "loses",
        Battle::BothCaptured => "both",
    }
}

pub(super) const fn page(page: Page) -> &'static str {
    match page {
        Page::Xiangqi => "Xiangqi",
        Page::Luzhanqi => "Luzhanqi",
    }
}

pub(super) const fn heading(heading: Heading) -> &'static str {
    match heading {
        Heading::Board => "The board",
        Heading::Pieces => "The pieces",
        Heading::SettingUp => "Setting up",
        Heading::Moving => "Moving",
        Heading::Battle => "Battle",
        Heading::Known => "Hidden pieces",
        Heading::Ends => "Winning and drawing",
        Heading::Conduct => "During the game",
    }
}

pub(super) fn passage(topic: Topic) -> Passage {
    match topic {
        Topic::Xiangqi(topic) => xiangqi(topic),
        Topic::LuzhanqiSetup(topic) => luzhanqi_setup(topic),
        Topic::LuzhanqiPlay(topic) => luzhanqi_play(topic),
        Topic::Conduct(topic) => conduct(topic),
    }
}

fn xiangqi(topic: XiangqiTopic) -> Passage {
    let (title, captions, body): (_, &[_], _) = match topic {
        XiangqiTopic::Board => (
            "Palaces and river",
            &["The starting position"],
            "Pieces stand on the points where nine files and ten ranks cross. The river runs through the middle, \
             and the areas with diagonals at both ends are the palaces.\n\
             Red moves first, and the sides take turns. A piece that moves to an enemy piece's point captures it.\n\
             Click one of your pieces and then a point, or drag the piece. A refused move says why.",
        ),
        XiangqiTopic::King => (
            "General",
            &["Inside the palace", "They may not face"],
            "It moves one point along a line and stays in its palace.\n\
             The two generals may never face each other on an open file: \
             no move may leave a file between them without a piece.",
        ),
        XiangqiTopic::Advisor => (
            "Advisor",
            &["Along the palace's diagonals"],
            "It moves one point along a diagonal and stays in the palace.",
        ),
        XiangqiTopic::Elephant => (
            "Elephant",
            &["A blocked eye", "Never across the river"],
            "It moves two points diagonally. A piece on the point between (the eye) blocks it. \
             It never crosses the river.",
        ),
        XiangqiTopic::Horse => (
            "Horse",
            &["A blocked leg"],
            "It moves one point straight and then one point diagonally. A piece right next to it (the leg) blocks \
             both points in that direction.",
        ),
        XiangqiTopic::Rook => (
            "Rook",
            &["Any distance along an open line"],
            "It moves any distance along a line but cannot jump. It can capture the first enemy piece in its way.",
        ),
        XiangqiTopic::Cannon => (
            "Cannon",
            &["Capturing over a screen"],
            "It moves like a rook. To capture, it jumps over exactly one piece of either side (the screen).",
        ),
        XiangqiTopic::Pawn => (
            "Pawn",
            &["Before the river", "After crossing it"],
            "It moves one point forward. Once it has crossed the river, it can also move one point left or right. \
             It never moves backwards.",
        ),
        XiangqiTopic::Check => (
            "Check",
            &["Black is in check and has three ways out"],
            "A side whose general could be captured next is in check. It must move the general away, block the check, \
             or capture the checking piece.\n\
             A move that leaves your own general in check is not allowed.",
        ),
        XiangqiTopic::Mate => (
            "Checkmate and stalemate",
            &["Checkmate", "Stalemate"],
            "A side that is in check and has no legal move is checkmated and loses.\n\
             A side that is not in check but has no legal move is stalemated. In xiangqi it loses too.",
        ),
        XiangqiTopic::Repetition => return xiangqi_repetition(),
        XiangqiTopic::Draws => return Passage::new("Draws", &[], xiangqi_draws()),
    };
    Passage::new(title, captions, body)
}

fn xiangqi_repetition() -> Passage {
    Passage::new(
        "Perpetual check, perpetual chase and draws",
        &["Rook and general to and fro: check", "Rook and cannon to and fro: a chase"],
        "When a position stands for the third time, the game ends by a ruling on the moves since the first time. At \
         the second time both players are warned: who would lose, and by which moves. A player who deviates \
         then has nothing to fear.\n\
         Asian rules: a side that checked with every move loses, and so does one that always chased the same \
         unprotected piece. If one side checked and the other chased, the checker loses. A general or a pawn may \
         chase, and a pawn that has not crossed the river may be chased; an offer to exchange is no chase. A \
         horse or a cannon also chases a rook that is protected. Any other repetition is a draw.\n\
         Chinese rules: a side also loses that checked, threatened mate or chased by turns, without one idle \
         move. If both sides did the same, it is a draw.\n\
         Simple rules: only perpetual check loses. Any other repetition is a draw.\n\
         A challenge names the rules, usually the Asian ones.",
    )
}

fn xiangqi_draws() -> String {
    format!(
        "The players can agree on a draw. It is also a draw if one side's time runs out and the other has no rook, \
         horse, cannon or pawn left, and after {} moves, counting both sides.\n\
         60 rounds without a capture are a draw, too; only ten checks of each side count. So is a position in \
         which neither side has a rook, horse, cannon or pawn left.",
        limits::GAME_PLIES,
    )
}

fn luzhanqi_setup(topic: SetupTopic) -> Passage {
    let (title, captions, body): (_, &[_], _) = match topic {
        SetupTopic::Arm => (
            "Your arm",
            &["The front row is at the top. Thick lines are railway, thin lines are roads"],
            "Each side has an arm of six rows of five stations: 23 posts (兵站), five camps (行营) and two headquarters \
             (大本营). Row 1 (the front), row 5 and the two outer columns are railway. All other lines are roads.\n\
             Your own arm is always at the bottom.",
        ),
        SetupTopic::Boards => (
            "Two boards",
            &["Two arms", "The cross"],
            "Two arms: they face each other. Railway joins the fronts at columns 1, 3 and 5, and mountains block \
             columns 2 and 4.\n\
             The cross: four arms around a centre. The players have south and north. East and west are empty at the \
             start, and pieces can move there.\n\
             The board is chosen with the challenge.",
        ),
        SetupTopic::Set => (
            "Twenty-five pieces",
            &[],
            "Each side has 25 pieces. The marshal is the strongest and the engineer the weakest. Bombs, mines and the \
             flag follow special rules.",
        ),
        SetupTopic::Placing => (
            "Where pieces may start",
            &["Flag", "Mines", "Bombs"],
            "Before the game both players set up at the same time, on the 25 stations that are not camps.\n\
             The flag goes into a headquarters, mines into the two back rows, and no bomb into the front row.",
        ),
        SetupTopic::Layout => return Passage::new("Swapping and confirming", &[], layout()),
    };
    Passage::new(title, captions, body)
}

fn layout() -> String {
    format!(
        "Click one piece and then another to swap them. A refused swap says why. You can also shuffle the pieces, \
         save a layout to a file, or load one.\n\
         When both players have confirmed, the game begins and Red moves first. You can withdraw until your opponent \
         confirms. After {} minutes the game begins with the current layouts.",
        limits::SETUP_MS / 60_000,
    )
}

fn luzhanqi_play(topic: PlayTopic) -> Passage {
    let (title, captions, body): (_, &[_], _) = match topic {
        PlayTopic::Road => (
            "Roads",
            &["A camp has eight neighbours"],
            "Along a road a piece moves one step. A camp is connected to all eight stations around it.",
        ),
        PlayTopic::Rail => (
            "Railways",
            &["Straight ahead, no turns, no jumps"],
            "Along a railway a piece moves straight over empty stations, and can attack the first enemy piece it meets.",
        ),
        PlayTopic::Engineer => (
            "Engineers",
            &["Around its own piece"],
            "Only engineers turn on the railway. In one move they go wherever it leads over empty stations.",
        ),
        PlayTopic::Curve => (
            "Curved rails",
            &["Along the curve into the west arm"],
            "On the cross, curved rails join neighbouring arms. A piece moving along the side of an arm can follow them.",
        ),
        PlayTopic::Centre => (
            "The centre",
            &["Straight through the centre"],
            "The nine stations in the middle of the cross are all railway. Columns 1, 3 and 5 of each arm run \
             through them to the opposite arm. Here too, only engineers turn.",
        ),
        PlayTopic::Still => (
            "Pieces that cannot move",
            &[],
            "Mines and flags never move. Nor does a piece that has entered a headquarters of either side.",
        ),
        PlayTopic::Battles => (
            "Who wins a battle",
            &[],
            "A piece that moves to an enemy piece's station attacks it. The stronger piece wins, and the other is removed. \
             Equal pieces are both removed. A bomb and the piece it meets are both removed.\n\
             An engineer clears a mine. Any other piece that attacks a mine is removed, and the mine stays (a \
             challenge can also say that both are removed). Any piece captures the flag.\n\
             In the table, the piece on the left attacks the piece at the top; “both” means that both are removed.",
        ),
        PlayTopic::Camp => (
            "Safe in a camp",
            &["The piece in front can be attacked, the one in the camp cannot"],
            "A piece in a camp cannot be attacked, because nothing can enter its camp. Both sides can enter an empty camp.",
        ),
        PlayTopic::Hidden => (
            "Face down",
            &["Black's arm as Red sees it"],
            "You see your own pieces, but only the backs of your opponent's. After a battle both players learn which \
             piece was removed (or both), but not what the other piece was.\n\
             Spectators see neither side's pieces until the end of the game. Then everything is revealed, unless the \
             game ends before both sides have moved.",
        ),
        PlayTopic::FlagShown => (
            "Losing the marshal",
            &["Black has lost the marshal, so its flag is revealed"],
            "When a side loses its marshal, its opponent sees where its flag is.",
        ),
        PlayTopic::Wins => (
            "Winning",
            &[],
            "You win by capturing the flag, with any piece or a bomb. A player who is to move and has no piece that can move \
             loses. So does a player who runs out of game time, resigns, or leaves the game.",
        ),
        PlayTopic::Draws => return Passage::new("Draws", &[], luzhanqi_draws()),
    };
    Passage::new(title, captions, body)
}

fn luzhanqi_draws() -> String {
    let options = Options::default();
    format!(
        "The players can agree on a draw. The game is also a draw after {} moves without a battle; a warning comes {} \
         moves before.",
        options.draw_after_quiet_steps, options.draw_notice_steps,
    )
}

fn conduct(topic: ConductTopic) -> Passage {
    let options = Options::default();
    let (title, body) = match topic {
        ConductTopic::Clocks => (
            "Clocks",
            format!(
                "The challenge can set several limits: a game time for all moves, a time for each move, an increment \
                 added after each move, and byo-yomi, the seconds for each move once the game time is used up.\n\
                 The server's clock decides, and the player who runs out of time loses. The first move of each side is \
                 not timed, but has a deadline of its own, usually {} s, or {} min in a game without clocks. Then the \
                 game is aborted without a result.\n\
                 The network delay that the server measures is not charged: at most {} s a move and {} s in a row. It is \
                 shown under the clock.",
                whole_seconds(limits::FIRST_MOVE_MS),
                whole_seconds(limits::UNTIMED_FIRST_MOVE_MS) / 60,
                f32::from(LAG_CREDIT_MS) / 1_000.0,
                f32::from(LAG_QUOTA_MS) / 1_000.0,
            ),
        ),
        ConductTopic::PassedTurn => (
            "Out of move time",
            format!(
                "In luzhanqi, when a player's move time runs out, the turn passes to the opponent. After {} passed turns \
                 the player loses. Running out of game time loses at once.",
                options.passes_to_lose,
            ),
        ),
        ConductTopic::Takeback => (
            "Takeback",
            format!(
                "After your first move you can ask to take a move back, and your opponent must agree. If your opponent \
                 has not replied yet, one move is taken back, otherwise two. The clocks go back too.\n\
                 After a refusal you can ask again in {} s. Each further refusal makes the wait longer.",
                whole_seconds(offers::TAKEBACK_WAIT_MS),
            ),
        ),
        ConductTopic::NoTakeback => (
            "No takebacks",
            "Every move gives both players information, so this game has no takebacks.".to_owned(),
        ),
        ConductTopic::DrawOffer => (
            "Offering a draw",
            format!(
                "Once both sides have moved you can offer a draw, at most once every {} moves of both sides. Your opponent \
                 can accept or decline, and declines by moving. You can withdraw the offer.",
                offers::DRAW_OFFER_PLIES,
            ),
        ),
        ConductTopic::Resigning => (
            "Resigning and aborting",
            "Resigning ends the game at once, after a confirmation. Until both sides have moved, the button aborts the game \
             instead, without a result."
                .to_owned(),
        ),
        ConductTopic::LateResigning => (
            "Resigning",
            format!(
                "After {} moves, counting both sides, you can resign. The program asks you to confirm.",
                options.resign_from_step,
            ),
        ),
        ConductTopic::Absence => ("When your opponent is offline", absence()),
    };
    Passage::new(title, &[], body)
}

fn absence() -> String {
    format!(
        "Their seat is reserved and their clock keeps running. After {} s ({} s if they closed the program) you can \
         claim a win, claim a draw, or keep waiting. Nothing happens automatically, and they can come back.\n\
         All absences of a player in one game count together: once they add up to {} s, each further one can be \
         claimed at once. Restarts of the server do not count.\n\
         Until both sides have moved there is nothing to claim: after that time the game is aborted without a \
         result.",
        whole_seconds(limits::ABSENCE_MS),
        whole_seconds(limits::QUIT_ABSENCE_MS),
        whole_seconds(limits::GAME_ABSENCE_MS),
    )
}
