//! Why there is no connection, in Simplified Chinese.

use super::super::format::whole_minutes;
use super::refusals::refusal;
use crate::core::event::{Closed, ConnectFailure};
use crate::core::link::OfflineReason;
use chuhe_protocol::CloseReason;

pub(super) fn offline_reason(reason: &OfflineReason) -> String {
    match reason {
        OfflineReason::ConnectFailed(failure) => connect_failure(failure),
        OfflineReason::Version { oldest, newest } => {
            format!("版本不符：服务器需要 {oldest} 到 {newest} 版，请更新程序")
        }
        OfflineReason::Refused(reason) => refusal(*reason),
        OfflineReason::Closed(reason) => close_reason(*reason),
        OfflineReason::Broke(Closed::ByServer) => "服务器断开了连接".to_owned(),
        OfflineReason::Broke(Closed::Broken) => "服务器发来的数据有误".to_owned(),
        OfflineReason::Broke(Closed::Failed(words)) => format!("连接中断：{words}"),
    }
}

fn connect_failure(failure: &ConnectFailure) -> String {
    let fixed = match failure {
        ConnectFailure::UnknownHost => "找不到这个地址",
        ConnectFailure::Refused => "这个地址没有运行服务器",
        ConnectFailure::TimedOut => "服务器没有响应",
        ConnectFailure::Unreachable => "网络无法到达这个地址",
        ConnectFailure::NotChuhe => "这不是楚河的服务器",
        ConnectFailure::NoTls => "没有连接：服务器不支持 TLS 加密",
        ConnectFailure::CertificateChanged(_) => "没有连接：服务器的证书变了",
        ConnectFailure::TlsFailed(words) => return format!("TLS 加密失败：{words}"),
        ConnectFailure::Other(words) => return format!("连接失败：{words}"),
    };
    fixed.to_owned()
}

fn close_reason(reason: CloseReason) -> String {
    let fixed = match reason {
        CloseReason::Quit => "已离开服务器",
        CloseReason::Superseded => "你在别处登录了，这里的连接已断开",
        CloseReason::NoGreeting => "服务器断开了连接：没有及时收到名字",
        CloseReason::Silent => "服务器断开了连接：太久没有收到数据",
        CloseReason::Flood => "服务器断开了连接：请求太多",
        CloseReason::SlowReader => "服务器断开了连接：网络太慢",
        CloseReason::BrokenFrame => "服务器断开了连接：收到的数据有误",
        CloseReason::ShuttingDown => "服务器已关闭",
        CloseReason::ServerFull => "服务器已满，请稍后再来",
        CloseReason::SignedOut => "你已在所有设备上退出登录",
        CloseReason::AddressFull => "来自你这个地址的连接太多",
        CloseReason::TlsRequired => "这个服务器只接受 TLS 加密连接",
        CloseReason::Kicked => "你被管理员请出了服务器",
        CloseReason::Banned { wait_ms: None } => "你已被这个服务器封禁",
        CloseReason::Banned { wait_ms: Some(wait_ms) } => {
            return format!("你已被这个服务器封禁，{} 分钟后解除", whole_minutes(wait_ms));
        }
    };
    fixed.to_owned()
}
