//! The texts in Simplified Chinese, in the words players use.

mod help;
mod luzhanqi;
mod notices;
mod refusals;

use super::{Text, in_units};
use crate::core::action::TimePart;
use crate::core::challenge::FormError;
use crate::core::denied::Denied;
use crate::core::event::{Closed, ConnectFailure};
use crate::core::games::GameResult;
use crate::core::link::OfflineReason;
use crate::core::time_fields::Preset;
use chuhe_protocol::{CloseReason, ColorChoice, DeclineReason, TakebackPolicy};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{AbortReason, Color, DrawReason, Outcome, WinReason};
use luzhanqi::{
    draw_near, game_choice, game_short, lost_count, mine_rule, passes, quiet_steps, setup_left, turn,
};
use notices::notice;
use refusals::{bad_terms, fen_error, password_error, refusal};

pub(super) static TEXT: Text = Text {
    app_name: "楚河",
    tagline: "两人一盘棋",
    settings: "设置",
    help: "规则",
    help_may_go: "可以走到",
    help_may_take: "可以吃",
    help_may_not: "不能走",
    language: "语言",
    language_of_system: "跟随系统",
    appearance: "外观",
    light: "浅色",
    dark: "深色",
    close: "关闭",
    copy: "复制",
    cancel: "取消",
    send: "发送",

    join_title: "进入服务器",
    host: "地址",
    port: "端口",
    name: "名字",
    name_hint: "你的名字",
    host_hint: "192.168.1.20",
    join: "进入",
    connecting: "正在连接…",
    recent: "最近去过",
    forget: "忘掉",
    password: "密码",
    have_password: "有密码？",
    not_encrypted: "没有加密，路上的人能看到密码",
    hosting_title: "在本机开设",
    hosting_explained: "在这台电脑上开服务器，别人就能连进来对弈。",
    hosting_start: "开设",
    hosting_starting: "正在开设…",
    hosting_tell: "把其中一个地址告诉对方：",
    hosting_stop: "停止",
    hosting_join: "进入本机服务器",
    hosting_no_address: "没有找到别人能用的地址，请检查网络",

    tls: "加密 (TLS)",
    tls_settled: "以前加密连接过这个服务器，不会再用明文连接",
    changed: "服务器的证书变了！",
    changed_means: "它出示的证书和以前的不同。可能是服务器的主人换了证书，也可能是有人在冒充它。先用别的办法向主人核对新指纹，在此之前不要连接。现在还没有向它发送任何东西。",
    changed_from: "以前的指纹",
    changed_to: "现在的指纹",
    vouched_for: "由受信任的机构证明",
    compared: "我已向服务器的主人核对过新指纹",
    trust: "信任新证书",
    do_not_trust: "不连接",

    quit_sure: "要关闭窗口吗？",
    quit_means: "棋局还没有结束。关闭后你的钟照走，10 秒后对方可以判你输；马上再打开可以接着下。",
    quit_stops_host: "服务器开在这台电脑上，关闭后棋局都停下；在这里再开设，就能接着下。",
    quit_yes: "关闭",
    quit_no: "继续下",

    retry_now: "马上重连",
    leave_server: "离开服务器",
    server_forgot: "服务器已没有这盘棋，只能看，不能再下",

    players: "棋友",
    my_games: "我的棋局",
    loading: "正在读取…",
    no_games_yet: "还没有下完的棋。下完一盘，就能在这里重看。",
    more_games: "更早的棋局",
    open_game: "看棋谱",
    to_games: "返回",
    versus: " 对 ",
    watch: "观战",
    unwatch: "离开观战",
    step_first: "从头看",
    step_back: "上一步",
    step_forward: "下一步",
    step_last: "最后一步",
    to_live: "回到当前",
    from_start: "从头看",
    watch_over: "这盘棋不再转播",
    watching_live: "你在观战",
    nobody_watches: "还没有人观战",
    watch_delay: "观战延迟",
    watch_delay_field: "观战延迟（步）",
    watch_delay_hint: "0 到 40：观战的人晚这么多步看到",
    among_spectators: "〔观战〕",
    paused: "服务器暂时无法保存棋局，所有棋局暂停，双方的钟都停着",
    search: "搜索名字",
    idle: "空闲",
    playing: "对局中",
    offline: "掉线",
    challenge: "挑战",
    nobody_here: "还没有别的棋友。把服务器的地址告诉朋友，请他来下一盘。",
    nobody_found: "没有叫这个名字的棋友。",
    lobby_chat: "大厅聊天",
    registered: "已注册",
    not_registered: "未注册",
    registered_explained: "只有知道密码的人能用这个名字。",
    register: "注册这个名字",
    register_explained: "注册以后，要有密码才能用这个名字，下过的棋也都留着。密码不能找回，请记好。",
    password_again: "再输入一次",
    password_hint: "至少 8 个字符",
    change_password: "修改密码",
    change_explained: "修改以后，其他设备都要输入新密码。",
    old_password: "原密码",
    new_password: "新密码",
    sign_out_everywhere: "退出其他所有设备",
    sign_out_sure: "别处的登录都会失效，要重新输入密码；这里不受影响。",
    sign_out_yes: "退出",
    chat_hint: "说点什么…",
    chat_empty: "还没有人说话",
    you: "你",
    unmute_all: "取消全部屏蔽",
    mute: "屏蔽",
    unmute: "取消屏蔽",
    waiting_for_answer: "等对方回应",
    shutting_down: "服务器即将关闭，不再开新局",

    game: "棋种",
    colors: "执子",
    time: "用时",
    takebacks: "悔棋",
    start: "开局",
    own_start: "指定局面",
    accept: "接受",
    decline: "拒绝",
    decline_because: "说明理由",
    both_times: "双方用时",
    your_time: "你的用时",
    opponents_time: "对方用时",
    same_time: "双方相同",
    odds: "双方不同",
    start_hint: "FEN，留空为标准开局",
    send_challenge: "发出挑战",
    minutes: "分",
    seconds: "秒",
    no_limit_hint: "0 或留空表示没有这一项",

    moves: "棋谱",
    available: "可走",
    chat: "聊天",
    no_moves_yet: "还没有走棋",
    captured: "吃子",
    lost_pieces: "失子",
    nothing: "—",
    not_your_turn_list: "轮到你时，这里列出所有能走的着法",
    click_twice: "点一下在棋盘上看，再点一下走",
    online: "在线",
    away: "掉线",
    left: "已离开",
    opponents_turn: "轮到对方走",
    in_check: "将军",
    you_are_in_check: "你被将军",
    sending: "正在送出…",
    takeback: "悔棋",
    draw: "求和",
    resign: "认输",
    abort: "中止",
    rematch: "再来一局",
    to_lobby: "返回大厅",
    agree: "同意",
    refuse: "拒绝",
    withdraw: "收回",
    resign_sure: "确定要认输吗？",
    resign_yes: "认输",
    resign_no: "继续下",
    claim_win: "判我胜",
    claim_draw: "判和",
    to_present: "回到当前",
    flip: "翻转",
    untimed: "不计时",
    list_comma: "、",

    setting_up: "布阵",
    arranging: "布阵中",
    ready: "已就绪",
    setup_hint: "先点一个子，再点另一个，两子互换；也可以直接拖过去。军旗放在大本营，地雷放在后两排，炸弹不能放在第一排。行营里不放子。",
    setup_waiting: "已确认，等对方。对方确认以前还可以收回。",
    confirm_formation: "确认布阵",
    withdraw_formation: "收回确认",
    shuffle: "随机",
    layouts: "阵形",
    layout_name: "把现在的阵形存为",
    layout_name_hint: "阵形的名字",
    save: "保存",
    load: "载入",
    no_layouts: "还没有存过阵形。",
    layouts_in: "阵形文件在这里，别人给的也放进来：",
    save_record: "保存棋谱",
    war: "战况",
    own_losses: "己方阵亡",
    enemy_losses: "对方阵亡",
    your_turn_plain: "轮到你走",
    marks: "猜它是",
    wipe: "擦去",
    marks_hint: "点看不见的子，可以写上你的猜测，只有你看得见。",
    mines: "地雷",
    red_losses: "红方阵亡",
    black_losses: "黑方阵亡",

    lobby_phrases: &["大家好！", "谁来一盘？", "下快棋吗？", "下慢棋吗？", "稍等一下。"],
    table_phrases: &[
        "你好！",
        "请多指教。",
        "好棋！",
        "稍等，我想想。",
        "快点吧。",
        "承让。",
        "谢谢，再见！",
    ],

    stop,
    notice,
    denied,
    refusal,
    password_error,
    paused_retry: |seconds| match seconds {
        Some(seconds) => format!("服务器暂停了，{seconds} 秒后再试"),
        None => "服务器暂停了，正在再试…".to_owned(),
    },
    form_error,
    lost: |attempt, seconds| match seconds {
        Some(seconds) => format!("连接断了，{seconds} 秒后第 {attempt} 次重连"),
        None => format!("连接断了，正在第 {attempt} 次重连…"),
    },
    lobby_state: |players, games| format!("{players} 人在线 · {games} 盘进行中"),
    here_for: |seconds| match seconds / 60 {
        0 => "刚刚进来".to_owned(),
        minutes @ 1..60 => format!("{minutes} 分钟前进来"),
        minutes => format!("{} 小时前进来", minutes / 60),
    },
    challenge_by: |name| format!("{name} 向你挑战"),
    challenge_to: |name| format!("挑战 {name}"),
    seconds_left: |seconds| format!("{seconds} 秒"),
    time_control,
    time_short,
    time_part: |part| match part {
        TimePart::GameMinutes => "局时",
        TimePart::MoveSeconds => "步时",
        TimePart::IncrementSeconds => "加秒",
        TimePart::ReadSeconds => "读秒",
    },
    preset: |preset| match preset {
        Preset::Quick => "快棋",
        Preset::Standard => "标准",
        Preset::Slow => "慢棋",
        Preset::Tournament => "比赛",
        Preset::MoveOnly => "只限步时",
        Preset::Untimed => "不计时",
    },
    labelled: |label, said| format!("{label}：{said}"),
    color_choice: |choice| match choice {
        ColorChoice::Red => "执红先行",
        ColorChoice::Black => "执黑后行",
        ColorChoice::Random => "抽签决定",
    },
    takeback_policy: |policy| match policy {
        TakebackPolicy::Off => "不许悔棋",
        TakebackPolicy::Ask => "须对方同意",
    },
    decline_reason: |reason| match reason {
        DeclineReason::Unsaid => "不说理由",
        DeclineReason::Busy => "正忙",
        DeclineReason::Later => "待会儿再下",
        DeclineReason::TooFast => "用时太短",
        DeclineReason::TooSlow => "用时太长",
        DeclineReason::OtherTerms => "想换别的条件",
    },
    color,
    written: |mv| &mv.chinese,
    your_turn: |examples, count| match count {
        1 => format!("轮到你走：只有 {examples}"),
        _ => format!("轮到你走：{examples} … 共 {count} 种着法"),
    },
    move_time: |seconds| format!("步时 {seconds}"),
    read_time: |seconds| format!("读秒 {seconds}"),
    in_read_time: || "读秒中",
    round_trip: |ms| format!("{ms} ms"),
    offered_by: |name, kind| match kind {
        OfferKind::Takeback => format!("{name} 请求悔棋"),
        OfferKind::Draw => format!("{name} 请求和棋"),
        OfferKind::Rematch => format!("{name} 想再来一局"),
    },
    offered: |kind| match kind {
        OfferKind::Takeback => "你请求悔棋，等对方回答".to_owned(),
        OfferKind::Draw => "你请求和棋，等对方回答".to_owned(),
        OfferKind::Rematch => "你请求再来一局，等对方回答".to_owned(),
    },
    away_for: |name, seconds| match seconds {
        Some(seconds) => format!("{name} 掉线了，{seconds} 秒后你可以结束对局"),
        None => format!("{name} 掉线了，你可以结束对局，也可以再等"),
    },
    first_move: |mine, seconds| match mine {
        true => format!("请在 {seconds} 秒内走出第一步"),
        false => format!("对方须在 {seconds} 秒内走出第一步"),
    },
    outcome: |outcome, own| match (outcome, own) {
        (Outcome::Won { winner, .. }, Some(own)) if winner == own => "你赢了",
        (Outcome::Won { .. }, Some(_)) => "你输了",
        (Outcome::Won { winner: Color::Red, .. }, None) => "红方胜",
        (Outcome::Won { winner: Color::Black, .. }, None) => "黑方胜",
        (Outcome::Drawn(_), _) => "和棋",
        (Outcome::Aborted(_), _) => "对局中止",
    },
    result: |result| match result {
        GameResult::Won => "胜",
        GameResult::Lost => "负",
        GameResult::Drawn => "和",
        GameResult::None => "无结果",
    },
    plies: |plies| format!("{plies} 步"),
    plies_late: |plies| format!("{plies} 步"),
    delayed: |plies| format!("你在观战 · 延迟 {plies} 步"),
    spectators: |count| format!("观战 {count}"),
    and_more: |count| format!("还有 {count} 人"),
    is_away: |name| format!("{name} 掉线了，还没有回来"),
    to_move: |turn| format!("轮到{}方走", color(turn)),
    taken_by: |side| match side {
        Color::Red => "红吃",
        Color::Black => "黑吃",
    },
    reason,
    reviewing: |ply, of| format!("正在看第 {ply} 步，共 {of} 步"),
    connected_to: |server| format!("已连接 {server}"),
    hosting_at: |port| format!("本机服务器开着，端口 {port}"),
    encrypted: |fingerprint| format!("连接已加密 (TLS)。服务器证书的指纹：\n{fingerprint}"),
    strength: help::strength,
    battle: help::battle,
    help_page: help::page,
    help_heading: help::heading,
    help_passage: help::passage,
    game_choice,
    game_short,
    mine_rule,
    turn,
    setup_left,
    lost_count,
    quiet_steps,
    passes,
    draw_near,
};

pub(super) const fn color(color: Color) -> &'static str {
    match color {
        Color::Red => "红",
        Color::Black => "黑",
    }
}

fn time_control(control: TimeControl) -> String {
    parts(control, "，", "局时 ", " 分")
}

fn time_short(control: TimeControl) -> String {
    parts(control, " + ", "", " 分")
}

fn parts(control: TimeControl, between: &str, game: &str, minutes: &str) -> String {
    let mut parts = Vec::new();
    if control.game_ms > 0 {
        parts.push(format!("{game}{}{minutes}", in_units(control.game_ms, 60_000)));
    }
    for (name, ms) in [("步时", control.move_ms), ("每步加", control.increment_ms), ("读秒", control.read_ms)]
    {
        if ms > 0 {
            parts.push(format!("{name} {} 秒", in_units(ms, 1_000)));
        }
    }
    if parts.is_empty() { "不计时".to_owned() } else { parts.join(between) }
}

fn reason(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won { winner, reason } => {
            let (winner, loser) = (color(winner), color(winner.opponent()));
            match reason {
                WinReason::Checkmate => format!("绝杀，{winner}方胜"),
                WinReason::Stalemate => format!("困毙，{winner}方胜"),
                WinReason::Resignation => format!("{loser}方认输，{winner}方胜"),
                WinReason::GameTime => format!("{loser}方超时，{winner}方胜"),
                WinReason::MoveTime => format!("{loser}方步时用尽，{winner}方胜"),
                WinReason::Abandonment => format!("{loser}方离开，判{winner}方胜"),
                WinReason::FlagTaken => format!("{loser}方军旗被扛，{winner}方胜"),
                WinReason::NothingToMove => format!("{loser}方无棋可走，{winner}方胜"),
            }
        }
        Outcome::Drawn(DrawReason::Agreement) => "双方议和".to_owned(),
        Outcome::Drawn(DrawReason::TimeWithoutAttackers) => "一方超时，另一方已无攻子，判和".to_owned(),
        Outcome::Drawn(DrawReason::Abandonment) => "一方离开，判和".to_owned(),
        Outcome::Drawn(DrawReason::TooLong) => "步数已满，判和".to_owned(),
        Outcome::Drawn(DrawReason::QuietSteps) => "双方久未交战，判和".to_owned(),
        Outcome::Aborted(AbortReason::Requested(side)) => format!("{}方中止，不计胜负", color(side)),
        Outcome::Aborted(AbortReason::NoFirstMove(side)) => {
            format!("{}方没有及时走出第一步，不计胜负", color(side))
        }
        Outcome::Aborted(AbortReason::BothAway) => "双方都离开了，不计胜负".to_owned(),
        Outcome::Aborted(AbortReason::ServerShutdown) => "服务器关闭，不计胜负".to_owned(),
    }
}

fn stop(stop: &OfflineReason) -> String {
    match stop {
        OfflineReason::ConnectFailed(failure) => match failure {
            ConnectFailure::UnknownHost => "找不到这个地址".to_owned(),
            ConnectFailure::Refused => "那里没有开着的服务器".to_owned(),
            ConnectFailure::TimedOut => "对方没有回应".to_owned(),
            ConnectFailure::Unreachable => "网络到不了那里".to_owned(),
            ConnectFailure::NotChuhe => "那里不是楚河的服务器".to_owned(),
            ConnectFailure::NoTls => "那里没有加密 (TLS)，没有连接".to_owned(),
            ConnectFailure::CertificateChanged(_) => "服务器的证书变了，没有连接".to_owned(),
            ConnectFailure::TlsFailed(words) => format!("加密失败：{words}"),
            ConnectFailure::Other(words) => format!("连接失败：{words}"),
        },
        OfflineReason::Version { oldest, newest } => {
            format!("版本不合：服务器要求 {oldest} 到 {newest} 版，请更新程序")
        }
        OfflineReason::Refused(refusal_) => refusal(*refusal_),
        OfflineReason::Closed(reason) => match reason {
            CloseReason::Quit => "已离开服务器".to_owned(),
            CloseReason::Superseded => "你在别处登录了，这里的连接已断开".to_owned(),
            CloseReason::NoGreeting => "没有及时报上名字，服务器断开了连接".to_owned(),
            CloseReason::Silent => "太久没有消息，服务器断开了连接".to_owned(),
            CloseReason::Flood => "发送得太多，服务器断开了连接".to_owned(),
            CloseReason::SlowReader => "网络太慢，服务器断开了连接".to_owned(),
            CloseReason::BrokenFrame => "数据有误，服务器断开了连接".to_owned(),
            CloseReason::ShuttingDown => "服务器已关闭".to_owned(),
            CloseReason::ServerFull => "服务器已满，请稍后再来".to_owned(),
            CloseReason::SignedOut => "你已在所有设备上退出登录".to_owned(),
            CloseReason::AddressFull => "来自你这个地址的连接太多了".to_owned(),
            CloseReason::TlsRequired => "服务器只接受加密 (TLS) 连接".to_owned(),
        },
        OfflineReason::Broke(Closed::ByServer) => "服务器断开了连接".to_owned(),
        OfflineReason::Broke(Closed::Broken) => "服务器发来的数据有误".to_owned(),
        OfflineReason::Broke(Closed::Failed(words)) => format!("连接断了：{words}"),
    }
}

pub(super) fn denied(denied: Denied) -> String {
    match denied {
        Denied::Offline => "连接断了，连上再说".to_owned(),
        Denied::Forgotten => "服务器已没有这盘棋".to_owned(),
        Denied::NoSeat => "这盘棋你只能看".to_owned(),
        Denied::ResignLater { steps } => format!("再走 {steps} 步才能认输"),
        Denied::Refused(reason) => refusal(reason),
    }
}

pub(super) fn form_error(error: FormError) -> String {
    match error {
        FormError::NotANumber(part) => format!("{}应是一个数", (TEXT.time_part)(part)),
        FormError::Terms(terms) => bad_terms(terms),
        FormError::Start(fen) => fen_error(fen),
    }
}
