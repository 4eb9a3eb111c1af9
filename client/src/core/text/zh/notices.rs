//! Notices in Simplified Chinese.

use super::super::format::{short_fingerprint, whole_seconds};
use super::luzhanqi::{draw_near, file_notice};
use super::records::record_notice;
use super::refusals::{
    denied, form_error, illegal_formation, illegal_play, name_error, password_error, refusal,
};
use super::sides::color;
use crate::core::event::HostFailure;
use crate::core::library::LibraryFailure;
use crate::core::local_store::LocalEvent;
use crate::core::notice::{LibraryNotice, Notice};
use chuhe_protocol::{ChallengeEnd, DeclineReason, WatchEnd, limits};
use chuhe_rules::offers::OfferKind;

pub(super) fn notice(notice: &Notice) -> String {
    match notice {
        Notice::Illegal(why) => illegal_play(*why),
        Notice::Formation(why) => illegal_formation(*why).to_owned(),
        Notice::OpponentReady => "对方已就绪".to_owned(),
        Notice::OpponentWithdrew => "对方撤回了确认，重新布阵".to_owned(),
        Notice::PlayBegins => "双方就绪，红方先走".to_owned(),
        Notice::TurnPassed { mine, by, passes, of } => {
            let whose = if *mine { "你".to_owned() } else { format!("{}方", color(*by)) };
            format!("{whose}步时用完，轮空一次（{passes}/{of}）")
        }
        Notice::FlagShown { mine: true, .. } => "你的司令阵亡，对方能看到你的军旗".to_owned(),
        Notice::FlagShown { mine: false, of } => format!("{}方司令阵亡，军旗亮出", color(*of)),
        Notice::FlagsShown => "双方司令同归于尽，两面军旗都亮出".to_owned(),
        Notice::DrawNear { steps } => draw_near(*steps),
        Notice::Local(event) => local(event),
        Notice::File(file) => file_notice(file),
        Notice::Record(record) => record_notice(record),
        Notice::Refused(refusal_) => refusal(*refusal_),
        Notice::Denied(denied_) => denied(*denied_),
        Notice::ChallengeEnded { name, how } => challenge_ended(name, *how),
        Notice::ChallengeLapsed { name, how } => challenge_lapsed(name, *how),
        Notice::OfferDeclined(kind) => format!("对方不同意{}", offer(*kind)),
        Notice::OfferWithdrawn(kind) => format!("对方撤回了{}的请求", offer(*kind)),
        Notice::InCheck => "将军！".to_owned(),
        Notice::TakenBack => "已悔棋".to_owned(),
        Notice::OpponentAway => "对方掉线了".to_owned(),
        Notice::OpponentBack => "对方回来了".to_owned(),
        Notice::OpponentLeft => "对方离开了棋桌".to_owned(),
        Notice::Reconnected => "已重新连上".to_owned(),
        Notice::CertificatePinned(fingerprint) => {
            format!("连接已加密。首次连接这个服务器，已记住它的证书指纹 {}", short_fingerprint(*fingerprint))
        }
        Notice::Interrupted { down_ms } => interrupted(*down_ms),
        Notice::WatchEnded(why) => watch_ended(*why).to_owned(),
        Notice::Copied => "已复制".to_owned(),
        Notice::HostFailed(HostFailure::PortTaken) => "这个端口已被占用，请换一个".to_owned(),
        Notice::HostFailed(HostFailure::Forbidden) => "不能使用这个端口，请换一个大于 1024 的".to_owned(),
        Notice::HostFailed(HostFailure::InUse) => "这台电脑上已经运行着一个服务器".to_owned(),
        Notice::HostFailed(HostFailure::Unavailable) => "这个版本的程序不能开设服务器".to_owned(),
        Notice::HostFailed(HostFailure::Other(words)) => format!("服务器启动失败：{words}"),
        Notice::HostStopped => "本机服务器已停止".to_owned(),
        Notice::GameSetAside => "服务器重启后无法恢复你的对局，该局不计结果".to_owned(),
        Notice::Announcement(text) => format!("服务器公告：{text}"),
        Notice::ShuttingDown => "服务器即将关闭，不再开新局".to_owned(),
        Notice::Library(notice) => library(notice),
        Notice::BadDate => "日期请写成 2026-11-22".to_owned(),
        Notice::Form(error) => form_error(*error),
        Notice::Password(error) => password_error(*error),
        Notice::Registered => "名字已注册".to_owned(),
        Notice::PasswordChanged => "密码已修改，其他设备都已退出登录".to_owned(),
        Notice::SignedOutEverywhere => "其他设备都已退出登录".to_owned(),
        Notice::Name(error) => name_error(*error),
        Notice::BadPort => "端口必须是 1 到 65535 的数字".to_owned(),
        Notice::NoHost => "请填写服务器地址".to_owned(),
    }
}

const fn offer(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Takeback => "悔棋",
        OfferKind::Draw => "和棋",
        OfferKind::Rematch => "再来一局",
    }
}

fn challenge_ended(name: &str, how: ChallengeEnd) -> String {
    match how {
        ChallengeEnd::Accepted(_) => format!("{name} 接受了挑战"),
        ChallengeEnd::Declined(reason) => match reason {
            DeclineReason::Unspecified => format!("{name} 谢绝了挑战"),
            DeclineReason::Busy => format!("{name} 正忙"),
            DeclineReason::Later => format!("{name} 想稍后再下"),
            DeclineReason::TooFast => format!("{name} 觉得用时太短"),
            DeclineReason::TooSlow => format!("{name} 觉得用时太长"),
            DeclineReason::OtherTerms => format!("{name} 想换个条件"),
        },
        ChallengeEnd::Cancelled => "挑战已取消".to_owned(),
        ChallengeEnd::Expired => format!("{name} 没有回应"),
        ChallengeEnd::Busy => format!("{name} 已经在下棋了"),
        ChallengeEnd::Gone => format!("{name} 已离开"),
        ChallengeEnd::ShuttingDown => "服务器即将关闭，不再开新局".to_owned(),
    }
}

fn challenge_lapsed(name: &str, how: ChallengeEnd) -> String {
    match how {
        ChallengeEnd::Cancelled => format!("{name} 取消了挑战"),
        ChallengeEnd::Expired => format!("{name} 的挑战已过期"),
        ChallengeEnd::Busy => format!("{name} 开始了另一盘棋"),
        ChallengeEnd::Gone => format!("{name} 已离开"),
        ChallengeEnd::ShuttingDown => "服务器即将关闭，不再开新局".to_owned(),
        ChallengeEnd::Accepted(_) | ChallengeEnd::Declined(_) => format!("{name} 的挑战已结束"),
    }
}

fn interrupted(down_ms: u64) -> String {
    let away = match whole_seconds(down_ms) {
        seconds @ ..120 => format!("{seconds} 秒"),
        seconds => format!("{} 分钟", seconds.div_ceil(60)),
    };
    format!("服务器中断了 {away}，双方各补 {} 秒", limits::INTERRUPTION_CREDIT_MS / 1000)
}

const fn watch_ended(why: WatchEnd) -> &'static str {
    match why {
        WatchEnd::Left => "已离开观战",
        WatchEnd::Elsewhere => "你另有对局，观战结束",
        WatchEnd::Closed => "双方都已离开棋桌，观战结束",
    }
}

fn library(notice: &LibraryNotice) -> String {
    match notice {
        LibraryNotice::Exported { path, games, left_out: 0 } => format!("已导出 {games} 盘棋到 {path}"),
        LibraryNotice::Exported { path: _, games: 0, left_out } => {
            format!("没有导出：PGN 不支持军棋（{left_out} 盘）")
        }
        LibraryNotice::Exported { path, games, left_out } => {
            format!("已导出 {games} 盘棋到 {path}，不含 {left_out} 盘军棋")
        }
        LibraryNotice::SetAside(path) => format!("棋谱库已损坏，现已重建；原文件保留在 {path}"),
        LibraryNotice::Failed(LibraryFailure::TooNew) => "棋谱库由更新版本的楚河写成，无法使用".to_owned(),
        LibraryNotice::Failed(LibraryFailure::NoSuchGame) => "棋谱库里已没有这盘棋".to_owned(),
        LibraryNotice::Failed(LibraryFailure::NothingToExport) => "没有可以导出的棋局".to_owned(),
        LibraryNotice::Failed(LibraryFailure::Other(why)) => format!("棋谱库无法使用：{why}"),
    }
}

fn local(event: &LocalEvent) -> String {
    match event {
        LocalEvent::SetAside(path) => format!("上次没下完的棋无法读取，文件已移到 {path}"),
        LocalEvent::Unavailable(why) => {
            format!("上次没下完的棋现在打不开，文件仍然保留，可以稍后重新启动程序再试：{why}")
        }
        LocalEvent::InUse => "另一个窗口的对局正在保存，关闭程序后这盘棋不会保留".to_owned(),
        LocalEvent::Failed(why) => format!("关闭程序后这盘棋不会保留：{why}"),
    }
}
