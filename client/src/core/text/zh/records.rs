//! Records of games in Simplified Chinese.

use super::luzhanqi::formation_fault;
use super::refusals::{fen_error, illegal_play, invalid_options};
use crate::core::notation_choice::NotationChoice;
use crate::core::record_notice::RecordNotice;
use crate::core::reviewing::Missing;
use crate::core::text::record_catalog::RecordText;
use chuhe_records::formats::{Encoding, Fault, Location, Note, NoteKind, Omission, ReadError, WriteError};
use chuhe_records::notation::NotationError;
use chuhe_records::{GameResult, Limit, tag};
use chuhe_rules::Color;
use chuhe_rules::game::IllegalPlay;

pub(super) static TEXT: RecordText = RecordText {
    review: "复盘",
    review_games: "打谱",
    review_explained: "复盘、注解自己的对局，或打开其他象棋软件的棋谱",
    open: "打开",
    open_title: "打开棋谱",
    open_hint: "文件路径",
    drop_hint: "也可以把文件拖进窗口，或按 Ctrl+V 粘贴棋谱、局面（FEN）或着法。",
    games_of_file: "文件中的棋局",
    play: "自动播放（空格）",
    pause: "暂停（空格）",
    previous_variation: "上一变着（↑）",
    next_variation: "下一变着（↓）",
    no_moves: "还没有着法，在棋盘上走子即可添加。",
    comment_hint: "这步棋的注解…",
    comment_on_game: "全局注解…",
    comment_before_hint: "这步棋之前的注解…",
    comment_after: "着后注解",
    comment_before: "着前注解",
    edit_tags: "对局信息",
    edit_tags_hint: "修改棋手、赛事和结果",
    tags_title: "对局信息",
    result_open: "未定",
    promote: "上移",
    promote_hint: "这条变着上移一位",
    demote: "下移",
    demote_hint: "这条变着下移一位",
    make_main: "主变",
    make_main_hint: "把这条变着设为主变",
    delete: "删除",
    delete_hint: "删除这步棋及后续着法（Del）",
    undo: "撤销",
    redo: "重做",
    clear_marks: "清除标记",
    marks_hint: "按住右键画圈和箭头，Shift、Alt 换颜色。",
    assess: "评价这步棋",
    save: "保存",
    save_title: "保存或复制棋谱",
    save_hint: "文件名或路径",
    file_exists: "文件已存在，要覆盖吗？",
    replace: "覆盖",
    copy_fen: "复制 FEN",
    copy_moves: "复制着法",
    save_picture: "保存图片",
    unsaved: "未保存",
    discard_question: "放弃修改？",
    discard_explained: "棋谱的修改还没有保存。",
    discard_yes: "放弃修改",
    untitled: "新棋谱",
    set_up: "摆局",
    set_up_hint: "选棋子后点棋盘放下，也可以拖动棋子；右键取走棋子。",
    eraser: "橡皮",
    start_position: "初始局面",
    clear_board: "清空",
    legal_position: "局面合法",
    review_position: "从此局面开始",
    use_position: "用这个局面",
    notation: "着法记谱",
    notation_of_language: "默认",
    notation_choice: |choice| match choice {
        NotationChoice::Simplified => "简体",
        NotationChoice::Traditional => "繁體",
        NotationChoice::Wxf => "WXF",
        NotationChoice::Iccs => "ICCS",
    },
    tag_name: |name| match name {
        tag::RED => "红方",
        tag::BLACK => "黑方",
        tag::RED_TEAM => "红方团体",
        tag::BLACK_TEAM => "黑方团体",
        tag::EVENT => "赛事",
        tag::SITE => "地点",
        tag::DATE => "日期",
        tag::ROUND => "轮次",
        tag::OPENING => "开局",
        tag::ANNOTATOR => "评注",
        _ => "",
    },
    note,
    missing,
    result: |result| match result {
        GameResult::Won { winner: Color::Red, .. } => "红胜",
        GameResult::Won { winner: Color::Black, .. } => "黑胜",
        GameResult::Drawn(_) => "和棋",
        GameResult::Aborted(_) => "中止",
        GameResult::Unknown => "",
    },
    formats: |endings| format!("扩展名决定格式：{endings}"),
};

fn place(at: Location) -> String {
    match at {
        Location::Line(line) => format!("第 {line} 行"),
        Location::Offset(offset) => format!("第 {offset} 字节"),
    }
}

const fn encoding(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => "UTF-8",
        Encoding::Gb18030 => "GB18030",
        Encoding::Utf16 => "UTF-16",
    }
}

fn note(note: &Note) -> String {
    let at = place(note.at);
    match &note.kind {
        NoteKind::IllegalMove { ply, text, rule } => {
            format!("棋谱到此为止：第 {ply} 步“{text}”不合规则（{at}）：{}", illegal_play(*rule))
        }
        NoteKind::UnreadableMove { ply, text, reason } => {
            format!("棋谱到此为止：第 {ply} 步“{text}”无法识别（{at}）：{}", notation_error(*reason))
        }
        NoteKind::OtherBattle { ply, text } => {
            format!("棋谱到此为止：第 {ply} 步“{text}”的碰子结果与规则不符（{at}）")
        }
        NoteKind::Detached => format!("有变着或注解找不到对应的着法，已略去（{at}）"),
        NoteKind::InvalidCharacters(of) => format!("有些文字不是有效的 {} 编码", encoding(*of)),
    }
}

fn notation_error(error: NotationError) -> String {
    let fixed = match error {
        NotationError::Malformed => "这不是着法",
        NotationError::NoSuchPiece => "没有这个棋子",
        NotationError::Illegal(rule) => return illegal_play(IllegalPlay::Xiangqi(rule)),
        NotationError::Ambiguous => "有几种走法都符合",
    };
    fixed.to_owned()
}

fn omitted(omitted: &[Omission]) -> String {
    let parts = omitted.iter().map(|part| match part {
        Omission::Moves => "着法".to_owned(),
        Omission::Variations => "变着".to_owned(),
        Omission::Comments => "注解".to_owned(),
        Omission::CommentSpace => "注解中的空白".to_owned(),
        Omission::CommentPlaces => "注解的位置".to_owned(),
        Omission::Glyphs => "评价".to_owned(),
        Omission::Marks => "圈和箭头".to_owned(),
        Omission::Times => "用时".to_owned(),
        Omission::Result => "结果".to_owned(),
        Omission::ResultReason => "胜负原因".to_owned(),
        Omission::Tag(name) => format!("“{name}”"),
        Omission::Characters => "部分文字".to_owned(),
        Omission::Counters => "起始局面的步数".to_owned(),
        Omission::LongText => "过长文字的末尾".to_owned(),
    });
    parts.collect::<Vec<_>>().join("、")
}

const fn limit(limit: Limit) -> &'static str {
    match limit {
        Limit::Nodes => "一份棋谱连同变着最多一百万步",
        Limit::Plies => "一条变着最多一万步",
        Limit::Comment => "注解太长",
        Limit::Text => "棋谱的注解太长",
        Limit::Tags => "棋谱的信息条目太多",
        Limit::Marks => "这个局面的标记太多",
        Limit::Glyphs => "这步棋的评价太多",
    }
}

fn fault(error: ReadError) -> String {
    match error.fault {
        Fault::TooLarge => "文件太大".to_owned(),
        Fault::UnknownFormat => "无法识别：不是已知格式的棋谱、局面或着法".to_owned(),
        Fault::NoGame => "里面没有棋局".to_owned(),
        Fault::TooManyGames => "文件里的棋局太多".to_owned(),
        Fault::TooManyNotes => "文件里的错误太多".to_owned(),
        Fault::InvalidTag => "标签应是方括号里的名称和带引号的值".to_owned(),
        Fault::UnclosedComment => "注解没有结束".to_owned(),
        Fault::UnclosedVariation => "变着没有结束".to_owned(),
        Fault::UnexpectedVariationEnd => "这里没有要结束的变着".to_owned(),
        Fault::VariationWithoutMove => "变着出现在第一步之前".to_owned(),
        Fault::NestedTooDeep => "变着嵌套太深".to_owned(),
        Fault::Start(error) => fen_error(error),
        Fault::Formation(of) => format!("阵形不合规则：{}", formation_fault(of)),
        Fault::Options(bad) => invalid_options(bad),
        Fault::TwoPieces(square) => format!("{square} 上有两个棋子"),
        Fault::Truncated => "文件不完整".to_owned(),
        Fault::Version(version) => format!("不支持此格式的第 {version} 版"),
        Fault::Checksum => "校验和不对，文件已损坏".to_owned(),
        Fault::Malformed => "不符合这种格式".to_owned(),
        Fault::Limit(exceeded) => limit(exceeded).to_owned(),
    }
}

fn missing(missing: &Missing) -> String {
    let refused = missing.refused.map(|(count, first)| {
        let (at, why) = (place(first.at), fault(first));
        if count == 1 {
            format!("有 1 盘棋无法读取，{at}：{why}")
        } else {
            format!("有 {count} 盘棋无法读取，第一处在{at}：{why}")
        }
    });
    let unlisted = (missing.unlisted > 0).then(|| format!("棋局太多，其余 {} 盘没有列出", missing.unlisted));
    refused.into_iter().chain(unlisted).collect::<Vec<_>>().join("\n")
}

fn read_error(error: ReadError) -> String {
    match error.fault {
        Fault::TooLarge
        | Fault::UnknownFormat
        | Fault::NoGame
        | Fault::TooManyGames
        | Fault::TooManyNotes => fault(error),
        Fault::InvalidTag
        | Fault::UnclosedComment
        | Fault::UnclosedVariation
        | Fault::UnexpectedVariationEnd
        | Fault::VariationWithoutMove
        | Fault::NestedTooDeep
        | Fault::Start(_)
        | Fault::Formation(_)
        | Fault::Options(_)
        | Fault::TwoPieces(_)
        | Fault::Truncated
        | Fault::Version(_)
        | Fault::Checksum
        | Fault::Malformed
        | Fault::Limit(_) => {
            format!("无法读取，{}：{}", place(error.at), fault(error))
        }
    }
}

pub(super) fn record_notice(notice: &RecordNotice) -> String {
    match notice {
        RecordNotice::Saved { path, omitted: parts } if parts.is_empty() => format!("棋谱已保存到 {path}"),
        RecordNotice::Saved { path, omitted: parts } => {
            format!("棋谱已保存到 {path}，此格式不含：{}", omitted(parts))
        }
        RecordNotice::PictureSaved(path) => format!("图片已保存到 {path}"),
        RecordNotice::Unreadable(error) => read_error(*error),
        RecordNotice::Limit(exceeded) => limit(*exceeded).to_owned(),
        RecordNotice::NotWritten(WriteError::OtherGame) => {
            "这种格式不能保存这种棋，请换一个扩展名".to_owned()
        }
        RecordNotice::NotWritten(WriteError::NotACollection) => "这种格式只能保存一盘棋".to_owned(),
        RecordNotice::NotWritten(WriteError::ReadOnly) => "这种格式只能读取，请换一个扩展名".to_owned(),
        RecordNotice::NoFormat => "无法从扩展名识别格式".to_owned(),
        RecordNotice::NothingToPaste => "剪贴板里没有文字".to_owned(),
        RecordNotice::DuringGame => "请先下完这盘棋".to_owned(),
        RecordNotice::Hidden => "这盘棋的布阵没有公开，无法复盘".to_owned(),
    }
}
