//! The help pages in Simplified Chinese, in the words players use.

use super::super::format::whole_seconds;
use crate::core::help::{ConductTopic, Heading, Page, Passage, PlayTopic, SetupTopic, Topic, XiangqiTopic};
use chuhe_protocol::limits;
use chuhe_rules::clock::{LAG_CREDIT_MS, LAG_QUOTA_MS};
use chuhe_rules::luzhanqi::{Battle, Options, Strength};
use chuhe_rules::offers;

pub(super) const fn strength(strength: Strength) -> &'static str {
    strength.chinese()
}

/// The result of a battle for the piece that moved.
pub(super) const fn battle(battle: Battle) -> &'static str {
    match battle {
        Battle::DefenderCaptured => "胜",
        Battle::AttackerCaptured => "负",
        Battle::BothCaptured => "兑",
    }
}

pub(super) const fn page(page: Page) -> &'static str {
    match page {
        Page::Xiangqi => "象棋",
        Page::Luzhanqi => "两国军旗",
    }
}

pub(super) const fn heading(heading: Heading) -> &'static str {
    match heading {
        Heading::Board => "棋盘",
        Heading::Pieces => "棋子",
        Heading::SettingUp => "布阵",
        Heading::Moving => "走子",
        Heading::Battle => "吃子",
        Heading::Known => "明子与暗子",
        Heading::Ends => "胜负与和棋",
        Heading::Conduct => "对局规则",
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
            "九宫与河界",
            &["开局"],
            "棋盘有九条竖线、十条横线，棋子摆在交叉点上。中间是河界，两端画斜线的地方是九宫。\n\
             红方先走，双方轮流，每次走一步。走到对方棋子所在的点，就把它吃掉。\n\
             点一下自己的棋子，再点要去的地方，或者直接拖过去。走不了的棋会说明原因。",
        ),
        XiangqiTopic::King => (
            "帅（将）",
            &["九宫之内", "不能照面"],
            "只能在九宫里，沿着线每次走一格。\n\
             双方的将帅不能在同一条竖线上照面：中间没有别的棋子时，哪一方都不能走成这样。",
        ),
        XiangqiTopic::Advisor => ("仕（士）", &["九宫的斜线"], "只能在九宫里，沿着斜线每次走一格。"),
        XiangqiTopic::Elephant => (
            "相（象）",
            &["塞象眼", "不过河"],
            "走“田”字，就是斜着走两格。田字中心有棋子（塞象眼）就过不去。相和象都不能过河。",
        ),
        XiangqiTopic::Horse => (
            "马",
            &["蹩马腿"],
            "走“日”字：先直走一格，再斜走一格。\
             紧挨着马的那一格有棋子（蹩马腿），这个方向的两个点都去不了。",
        ),
        XiangqiTopic::Rook => (
            "车",
            &["横竖不限远近"],
            "沿直线走，横竖不限远近，但不能越过棋子。路上遇到对方的棋子，可以吃掉它。",
        ),
        XiangqiTopic::Cannon => (
            "炮",
            &["隔一个子吃子"],
            "走的时候和车一样。吃子时，炮和目标之间必须正好隔着一个棋子（炮架），不论是谁的。",
        ),
        XiangqiTopic::Pawn => (
            "兵（卒）",
            &["过河前", "过河后"],
            "过河以前只能向前，每次一格。过河以后还可以向左、向右，但永远不能后退。",
        ),
        XiangqiTopic::Check => (
            "将军",
            &["黑将被将军，有三处可躲"],
            "下一步就能吃掉对方的将帅，叫将军。被将军的一方必须应将：躲开、挡住，或者吃掉将军的棋子。\n\
             不能走会让自己的将帅被吃的着法。",
        ),
        XiangqiTopic::Mate => (
            "绝杀与困毙",
            &["绝杀", "困毙"],
            "被将军而无法应将，就是绝杀，判负。\n没有被将军，但无子可动，就是困毙，也判负。",
        ),
        XiangqiTopic::Repetition => return xiangqi_repetition(),
        XiangqiTopic::Draws => return Passage::new("和棋", &[], xiangqi_draws()),
    };
    Passage::new(title, captions, body)
}

fn xiangqi_repetition() -> Passage {
    Passage::new(
        "长将、长捉与不变作和",
        &["车和将来回走：长将", "车和炮来回走：长捉"],
        "同一局面第三次出现时，程序按棋规裁决第一次出现以来的着法。局面第二次出现时会提醒双方：\
         再重复一次谁判负，因为哪几步棋。提醒以后变着就没有事。\n\
         亚洲规则：步步将军（长将）判负，步步捉同一个无根子（长捉）也判负；一方长将、一方长捉，长将的判负。\
         将（帅）、兵（卒）捉子，捉没有过河的兵（卒），兑子，都不算捉；马、炮捉有根车算捉。其余重复判和。\n\
         中国规则：长将、长捉以外，将军、要杀、捉子交替着走，步步都不闲（长打），也判负。双方同样犯规判和。\n\
         简易规则：只有长将判负，其余重复判和。\n\
         发起挑战时可以选择规则，通常是亚洲规则。",
    )
}

fn xiangqi_draws() -> String {
    format!(
        "双方同意就和棋。一方超时，而另一方已经没有车、马、炮、兵（卒），判和。满 {} 步也判和。\n\
         六十回合没有吃子也判和（每方的将军最多计十次）；双方都没有车、马、炮、兵（卒）了，也判和。",
        limits::GAME_PLIES,
    )
}

fn luzhanqi_setup(topic: SetupTopic) -> Passage {
    let (title, captions, body): (_, &[_], _) = match topic {
        SetupTopic::Arm => (
            "己方阵地",
            &["上面是前排；粗线是铁路，细线是公路"],
            "一方的阵地是六行五列：二十三个兵站、五个行营、两个大本营。\
             第一行（前排）、第五行和两边的两列是铁路，其余是公路。\n自己的阵地总在下方。",
        ),
        SetupTopic::Boards => (
            "两种棋盘",
            &["二人棋盘", "四国棋盘"],
            "二人棋盘：两块阵地面对面，前排的第一、三、五列由铁路相连，第二、四列是山，过不去。\n\
             四国棋盘：四块阵地围着九宫，两人坐南北。东西两块开局时是空的，可以走进去。\n\
             发起挑战时选定棋盘。",
        ),
        SetupTopic::Set => {
            ("二十五子", &[], "每方二十五子。司令最大，依次到工兵最小；炸弹、地雷、军旗另有规则。")
        }
        SetupTopic::Placing => (
            "摆在哪里",
            &["军旗", "地雷", "炸弹"],
            "开局前双方同时布阵，棋子摆满二十五个不是行营的位置。\n\
             军旗必须放在大本营；地雷只能放在最后两行；炸弹不能放在前排。",
        ),
        SetupTopic::Layout => return Passage::new("对调与确认", &[], layout()),
    };
    Passage::new(title, captions, body)
}

fn layout() -> String {
    format!(
        "点一个子，再点另一个子，两子对调；不合规则的对调会说明原因。\
         可以随机布阵，也可以把阵形保存成文件，以后载入。\n\
         双方都确认后开始，红方先走；对方确认之前，可以撤回自己的确认。\
         布阵限时 {} 分钟，到时按当前阵形开始。",
        limits::SETUP_MS / 60_000,
    )
}

fn luzhanqi_play(topic: PlayTopic) -> Passage {
    let (title, captions, body): (_, &[_], _) = match topic {
        PlayTopic::Road => {
            ("公路", &["行营通八个方向"], "沿公路每次走一步，到相邻的站。行营和周围八个站都相通，可以斜走。")
        }
        PlayTopic::Rail => (
            "铁路",
            &["直行，不拐弯，不越子"],
            "在铁路上可以直行任意远，途中不能有棋子。前方遇到对方的子，可以攻击它。",
        ),
        PlayTopic::Engineer => (
            "工兵",
            &["绕过自己的子"],
            "只有工兵能在铁路上拐弯：凡是铁路连得到、路上没有棋子的地方，一步就到。",
        ),
        PlayTopic::Curve => (
            "弧形铁路",
            &["沿弧线进入西边的阵地"],
            "四国棋盘上，相邻两块阵地之间有弧形铁路。\
             沿边上铁路走的任何棋子，都可以顺着弧线继续走。",
        ),
        PlayTopic::Centre => (
            "九宫",
            &["直行穿过九宫"],
            "四国棋盘中央的九个站全是铁路，各块阵地的第一、三、五列穿过这里通到对面。\
             除了工兵，在这里也不能拐弯。",
        ),
        PlayTopic::Still => {
            ("不能走的子", &[], "地雷和军旗不能走。任何子进了大本营（自己的或对方的）就不能再走。")
        }
        PlayTopic::Battles => (
            "谁吃谁",
            &[],
            "走到对方棋子所在的站，就比大小：大的吃小的，一样大就同归于尽。炸弹碰到什么都同归于尽。\n\
             工兵能排掉地雷；别的子触雷就阵亡，地雷还在（挑战时也可以约定同归于尽）。任何子都能扛走军旗。\n\
             下表左边是走过去的子，上面是被攻击的子。",
        ),
        PlayTopic::Camp => (
            "行营里安全",
            &["前排的子可以攻击，行营里的不行"],
            "有子的行营不能进，所以行营里的子不会被攻击。空的行营双方都能进。",
        ),
        PlayTopic::Hidden => (
            "看不见对方",
            &["红方看到的黑方阵地"],
            "自己的子全看得见，对方的子只看得见背面。碰子之后，双方只知道哪个子阵亡（或者同归于尽），\
             不知道对方是什么子。\n观战者在终局以前看不到任何一方的子，终局时全部亮明；\
             双方还没有都走过一步就结束的，不亮子。",
        ),
        PlayTopic::FlagShown => {
            ("司令阵亡", &["黑方司令阵亡，军旗亮明"], "一方的司令阵亡，对方就能看到它的军旗在哪里。")
        }
        PlayTopic::Wins => (
            "怎样算赢",
            &[],
            "扛走对方的军旗就赢了，用炸弹炸掉也算。轮到走棋的一方没有能动的子，判负。\
             局时用完、认输、离开不回，也判负。",
        ),
        PlayTopic::Draws => return Passage::new("和棋", &[], luzhanqi_draws()),
    };
    Passage::new(title, captions, body)
}

fn luzhanqi_draws() -> String {
    let options = Options::default();
    format!(
        "双方同意就和棋。连续 {} 步没有碰子，判和；还差 {} 步时会提醒。",
        options.draw_after_quiet_steps, options.draw_notice_steps,
    )
}

fn conduct(topic: ConductTopic) -> Passage {
    let options = Options::default();
    let (title, body) = match topic {
        ConductTopic::Clocks => (
            "用时",
            format!(
                "用时在挑战时约定，可以同时有几项。局时是整盘棋的时间，步时是每一步的时间，\
                 加秒是每走一步加回的时间；有读秒时，局时用完以后每一步有这么多秒。\n\
                 以服务器的钟为准，超时判负。双方的第一步不计时，但要在规定时间内走出\
                 （一般 {} 秒，不计时的棋 {} 分钟），否则这盘棋中止，不计胜负。\n\
                 服务器测得的网络延迟不计入用时，每步最多 {} 秒，连续最多 {} 秒，显示在钟的下方。",
                whole_seconds(limits::FIRST_MOVE_MS),
                whole_seconds(limits::UNTIMED_FIRST_MOVE_MS) / 60,
                f32::from(LAG_CREDIT_MS) / 1_000.0,
                f32::from(LAG_QUOTA_MS) / 1_000.0,
            ),
        ),
        ConductTopic::PassedTurn => (
            "步时用尽",
            format!(
                "在两国军旗里，步时用完就轮空，由对方走；轮空 {} 次判负。局时用完立即判负。",
                options.passes_to_lose,
            ),
        ),
        ConductTopic::Takeback => (
            "悔棋",
            format!(
                "走过棋以后可以请求悔棋，对方同意才行。对方还没走，退回一步；对方已经走了，退回两步。\
                 钟也回到当时。\n被拒绝以后，要等 {} 秒才能再提，拒绝得越多等得越久。",
                whole_seconds(offers::TAKEBACK_WAIT_MS),
            ),
        ),
        ConductTopic::NoTakeback => ("悔棋", "每一步都会让双方得到新的信息，所以军旗不能悔棋。".to_owned()),
        ConductTopic::DrawOffer => (
            "求和",
            format!(
                "双方都走过以后可以求和，每方 {} 步之内最多一次。对方可以同意或拒绝，走棋就算拒绝；\
                 自己也可以撤回。",
                offers::DRAW_OFFER_PLIES,
            ),
        ),
        ConductTopic::Resigning => (
            "认输与中止",
            "认输立即结束对局，程序会再问一次。双方还没有都走过一步时，按钮是“中止”，不计胜负。".to_owned(),
        ),
        ConductTopic::LateResigning => {
            ("认输", format!("双方合计走满 {} 步以后可以认输，程序会再问一次。", options.resign_from_step))
        }
        ConductTopic::Absence => (
            "对方离开",
            format!(
                "掉线的一方座位保留，棋钟继续走。{} 秒后（关掉程序的，{} 秒后），留下的一方可以选择判胜、\
                 判和，或者继续等。程序不会自动判；对方回来就接着下。\n\
                 一盘棋里掉线的时间累计，合计满 {} 秒以后，再掉线就可以马上判。服务器重启的时间不算。\n\
                 双方还没有都走过一步时，不能判胜或判和：时间一到，这盘棋就中止，不计胜负。",
                whole_seconds(limits::ABSENCE_MS),
                whole_seconds(limits::QUIT_ABSENCE_MS),
                whole_seconds(limits::GAME_ABSENCE_MS),
            ),
        ),
    };
    Passage::new(title, &[], body)
}
