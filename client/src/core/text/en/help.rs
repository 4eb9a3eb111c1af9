//! The rules in English.

use super::super::whole_seconds;
use crate::core::help::{ArmyTopic, ConductTopic, Heading, Page, Passage, Topic, WarTopic, XiangqiTopic};
use chuhe_protocol::limits;
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

/// What becomes of the piece that moved.
pub(super) const fn battle(battle: Battle) -> &'static str {
    match battle {
        Battle::DefenderWent => "wins",
        Battle::AttackerWent => "falls",
        Battle::BothWent => "both",
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
        Heading::Known => "What is known",
        Heading::Ends => "Ends and draws",
        Heading::Conduct => "Conduct",
    }
}

pub(super) fn passage(topic: Topic) -> Passage {
    match topic {
        Topic::Xiangqi(topic) => xiangqi(topic),
        Topic::Army(topic) => army(topic),
        Topic::War(topic) => war(topic),
        Topic::Conduct(topic) => conduct(topic),
    }
}

fn xiangqi(topic: XiangqiTopic) -> Passage {
    let (title, captions, body): (_, &[_], _) = match topic {
        XiangqiTopic::Board => (
            "Palaces and river",
            &["The start"],
            "Pieces stand on the points where nine files and ten ranks cross. The river lies in the middle; \
             the squares with diagonals at both ends are the palaces.\n\
             Red begins, and the sides take turns. A piece that goes to a point with an enemy on it takes it.\n\
             Click a piece of yours and then a point, or drag it. A move that is not allowed says why.",
        ),
        XiangqiTopic::King => (
            "General",
            &["Within the palace", "They may not face"],
            "It goes one point along a line and stays in its palace.\n\
             The two generals may never face each other on a file with nothing between them: \
             neither side may make a move after which they do.",
        ),
        XiangqiTopic::Advisor => (
            "Advisor",
            &["Along the palace's diagonals"],
            "It goes one point along a diagonal and stays in the palace.",
        ),
        XiangqiTopic::Elephant => (
            "Elephant",
            &["An eye is blocked", "Not over the river"],
            "It goes two points diagonally. A piece on the point between (its eye) blocks it. \
             It never crosses the river.",
        ),
        XiangqiTopic::Horse => (
            "Horse",
            &["A leg is blocked"],
            "It goes one point straight and then one diagonally. A piece right beside it (on its leg) blocks \
             both points in that direction.",
        ),
        XiangqiTopic::Rook => (
            "Rook",
            &["As far as the way is free"],
            "It goes any distance along a line and does not leap. The first enemy on its way it may take.",
        ),
        XiangqiTopic::Cannon => (
            "Cannon",
            &["It takes over a screen"],
            "It moves like a rook. To take, it needs exactly one piece of either side (a screen) between itself \
             and what it takes.",
        ),
        XiangqiTopic::Pawn => (
            "Pawn",
            &["Before the river", "Beyond it"],
            "It goes one point forward; once it has crossed the river, also to the left and the right. \
             It never goes back.",
        ),
        XiangqiTopic::Check => (
            "Check",
            &["Black is in check and has three ways out"],
            "A side whose general could be taken next is in check. It must move away, put something between, \
             or take the piece that gives check.\n\
             A move that leaves one's own general to be taken is not allowed.",
        ),
        XiangqiTopic::Mate => (
            "Checkmate and stalemate",
            &["Checkmate", "Stalemate"],
            "In check with no way out is checkmate, and lost.\n\
             Not in check, but without any move that is allowed, is stalemate: here that is lost too.",
        ),
        XiangqiTopic::Draws => return Passage::new("Draws", &[], xiangqi_draws()),
    };
    Passage::new(title, captions, body)
}

fn xiangqi_draws() -> String {
    format!(
        "The players may agree on a draw. If one side's time runs out and the other has no rook, horse, cannon \
         or pawn left, it is a draw; so is a game of {} moves of both sides together.\n\
         Repetition (perpetual check or chase) is not judged by the program yet; offer a draw.",
        limits::GAME_PLIES,
    )
}

fn army(topic: ArmyTopic) -> Passage {
    let (title, captions, body): (_, &[_], _) = match topic {
        ArmyTopic::Arm => (
            "Your arm",
            &["The front is above. Thick lines are rails, thin ones roads"],
            "A side has six rows of five stations: 23 posts (兵站), five camps (行营) and two headquarters \
             (大本营). Row 1 (the front), row 5 and the two outer columns are railway, the rest is road.\n\
             Your own arm is always at the bottom.",
        ),
        ArmyTopic::Boards => (
            "Two boards",
            &["Two arms", "The cross"],
            "Two arms face to face: rails join the fronts at columns 1, 3 and 5; mountains close 2 and 4.\n\
             The cross: four arms round a centre, played by south and north. East and west are empty at the \
             start and may be entered.\n\
             The challenge says which board is played on.",
        ),
        ArmyTopic::Set => (
            "Twenty-five pieces",
            &[],
            "Each side has 25. The marshal is the strongest and the engineer the weakest; bombs, mines and the \
             flag have rules of their own.",
        ),
        ArmyTopic::Placing => (
            "Where they may stand",
            &["Flag", "Mines", "Bombs"],
            "Before the game both sides set up at the same time, on the 25 stations that are no camps.\n\
             The flag stands in a headquarters, mines in the last two rows, and no bomb in the front row.",
        ),
        ArmyTopic::Layout => return Passage::new("Swapping and confirming", &[], layout()),
    };
    Passage::new(title, captions, body)
}

fn layout() -> String {
    format!(
        "Click one piece and then another to swap them; a swap that is not allowed says why. A random layout \
         is one click away, and a layout can be saved to a file and loaded.\n\
         When both have confirmed, play begins, red first. Until the other has, you may withdraw yours. After \
         {} minutes the layouts count as they are.",
        limits::SETUP_MS / 60_000,
    )
}

fn war(topic: WarTopic) -> Passage {
    let (title, captions, body): (_, &[_], _) = match topic {
        WarTopic::Road => (
            "Roads",
            &["A camp has eight neighbours"],
            "Along a road a piece goes one step. A camp is joined to all eight stations round it.",
        ),
        WarTopic::Rail => (
            "Railways",
            &["Straight on, no turns, no leaps"],
            "Along a railway a piece goes any distance straight on over empty stations, and may attack the first \
             enemy it meets.",
        ),
        WarTopic::Engineer => (
            "Engineers",
            &["Round its own piece"],
            "Only an engineer turns on the railway: in one move it gets wherever rails lead over empty stations.",
        ),
        WarTopic::Curve => (
            "Curved rails",
            &["Round the curve into the west arm"],
            "On the cross, curved rails join neighbouring arms. Any piece that comes along the side of an arm may \
             run on round the curve.",
        ),
        WarTopic::Centre => (
            "The centre",
            &["Straight through the centre"],
            "The nine stations in the middle of the cross are all railway; columns 1, 3 and 5 of each arm run \
             through them to the arm across. Only an engineer turns here either.",
        ),
        WarTopic::Still => (
            "What stays",
            &[],
            "Mines and flags never move. What has entered a headquarters, one's own or the enemy's, never moves \
             again.",
        ),
        WarTopic::Battles => (
            "Who goes",
            &[],
            "A piece that goes to a station with an enemy on it fights: the stronger stays, equals both go. A bomb \
             and whatever meets it both go.\n\
             An engineer clears a mine; any other piece that meets a mine goes, and the mine stays (a \
             challenge may have both go). Any piece \
             takes the flag.\n\
             In the table the piece at the left attacks the one above.",
        ),
        WarTopic::Camp => (
            "Safe in a camp",
            &["The one in front may be attacked, the one in the camp not"],
            "A camp with a piece in it cannot be entered, so what stands there cannot be attacked. Both sides may \
             enter an empty camp.",
        ),
        WarTopic::Hidden => (
            "Face down",
            &["Black's arm as red sees it"],
            "You see your own pieces, and of the enemy's only where they stand. After a battle both learn which \
             of the two went (or both), not what the other was.\n\
             Who watches sees neither side's pieces until the end. Then everything is shown.",
        ),
        WarTopic::FlagShown => (
            "When a marshal falls",
            &["Black's marshal is gone, its flag is shown"],
            "A side that has lost its marshal shows the other where its flag is.",
        ),
        WarTopic::Wins => (
            "Winning",
            &[],
            "Who takes the flag has won; a bomb may take it too. Who is to move and has nothing that can move has \
             lost. Game time, resigning, and leaving lose as well.",
        ),
        WarTopic::Draws => return Passage::new("Draws", &[], luzhanqi_draws()),
    };
    Passage::new(title, captions, body)
}

fn luzhanqi_draws() -> String {
    let options = Options::default();
    format!(
        "The players may agree on a draw. {} moves in a row without a battle are a draw; you are told {} before.",
        options.draw_after_quiet_steps, options.draw_notice_steps,
    )
}

fn conduct(topic: ConductTopic) -> Passage {
    let options = Options::default();
    let (title, body) = match topic {
        ConductTopic::Clocks => (
            "Clocks",
            format!(
                "The challenge says which of these there are: time for the game, time for each move, an increment \
                 given back after each move, and read-seconds: once the game time is used up, each move has so \
                 many.\nThe server's clock decides, and who oversteps it loses. The first move of each side is not \
                 timed but is to be made within {} s, else the game is aborted without a result.",
                whole_seconds(limits::FIRST_MOVE_MS),
            ),
        ),
        ConductTopic::PassedTurn => (
            "Out of move time",
            format!(
                "In luzhanqi, when the time for a move runs out, the turn passes to the other side; passing for \
                 the {}th time loses. Game time loses at once.",
                options.passes_to_lose,
            ),
        ),
        ConductTopic::Takeback => (
            "Takeback",
            format!(
                "Once you have moved you may ask to take back; the other has to agree. If he has not moved, one \
                 move is taken back, else two, and the clocks with them.\nAfter a refusal you may ask again in \
                 {} s, and later after each further one.",
                whole_seconds(offers::TAKEBACK_WAIT_MS),
            ),
        ),
        ConductTopic::NoTakeback => (
            "No takeback",
            "A move tells both sides something, so nothing is taken back in this game.".to_owned(),
        ),
        ConductTopic::DrawOffer => (
            "Offering a draw",
            format!(
                "Once both have moved you may offer a draw, at most once in {} moves of both sides. The other agrees or refuses; \
                 his next move refuses too. You may withdraw it.",
                offers::DRAW_OFFER_PLIES,
            ),
        ),
        ConductTopic::Resigning => (
            "Resigning and aborting",
            "Resigning ends the game at once; you are asked whether you mean it. Until both have moved the button \
             aborts instead, without a result."
                .to_owned(),
        ),
        ConductTopic::LateResigning => (
            "Resigning",
            format!(
                "After {} moves of both sides together you may resign; you are asked whether you mean it.",
                options.resign_from_step,
            ),
        ),
        ConductTopic::Absence => (
            "When the other is away",
            format!(
                "His seat is kept and his clock runs. After {} s ({} s if he closed the program) you may claim the \
                 win, call it a draw, or wait on. Nothing happens by itself, and he may come back.",
                whole_seconds(limits::ABSENCE_MS),
                whole_seconds(limits::QUIT_ABSENCE_MS),
            ),
        ),
    };
    Passage::new(title, &[], body)
}
