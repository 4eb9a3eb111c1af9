//! Refusals and errors in Simplified Chinese, in the words players use.

use super::super::format::{whole_minutes, whole_seconds};
use super::sides::color;
use super::times::time_part;
use crate::core::account::PasswordError;
use crate::core::challenge::FormError;
use crate::core::denied::Denied;
use chuhe_protocol::{InvalidFilter, InvalidTerms, NameError, Refusal, limits};
use chuhe_rules::clock::InvalidTimeControl;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{self, IllegalFormation, InvalidOptions, Options, SetupRefusal};
use chuhe_rules::offers::OfferRefusal;
use chuhe_rules::xiangqi::{FenError, IllegalMove};

pub(super) fn refusal(refusal: Refusal) -> String {
    let fixed = match refusal {
        Refusal::Name(error) => return name_error(error),
        Refusal::Illegal(reason) => return illegal_play(reason),
        Refusal::Formation(reason) => illegal_formation(reason),
        Refusal::Setup(reason) => setup_refusal(reason),
        Refusal::NoFormations => "这种棋不用布阵",
        Refusal::Offer(reason) => return offer_refusal(reason),
        Refusal::Terms(terms) => return invalid_terms(terms),
        Refusal::ClaimTooSoon { wait_ms } => return format!("{} 秒后才可以", whole_seconds(wait_ms)),
        Refusal::ChatTooFast { wait_ms } => {
            return format!("发言太快，请等 {} 秒", whole_seconds(wait_ms));
        }
        Refusal::NotJoined => "请先进入服务器",
        Refusal::AlreadyJoined => "你已经进入服务器",
        Refusal::NameTaken => "这个名字有人用了，请换一个",
        Refusal::UnknownToken => "上次的登录已失效，请重新进入",
        Refusal::ShuttingDown => "服务器即将关闭，不再开新局",
        Refusal::NoSuchPlayer => "这位棋友已离开",
        Refusal::ChallengeSelf => "不能挑战自己",
        Refusal::OpponentBusy => "对方正在下棋",
        Refusal::YouAreBusy => "你正在下棋",
        Refusal::AlreadyChallenged => "你已经向这位棋友发出挑战，请等待回应",
        Refusal::TooManyChallengesOut => "你发出的挑战太多，请取消一个或稍等",
        Refusal::TooManyChallengesIn => "这位棋友收到的挑战太多，请稍后再试",
        Refusal::NoSuchChallenge => "这个挑战已失效",
        Refusal::NotYourChallenge => "这不是你的挑战",
        Refusal::NoSuchGame => "你没有参加这盘棋",
        Refusal::GameOver => "棋局已经结束",
        Refusal::GameRunning => "棋局还没有结束",
        Refusal::WrongPly { .. } => "局面已变，这一步没有走",
        Refusal::ResignTooEarly => "现在还不能认输",
        Refusal::AbortTooLate => "双方都已走棋，不能中止",
        Refusal::NothingToClaim => "双方都走过棋后才能判胜或判和",
        Refusal::OpponentNotAway => "对方没有掉线",
        Refusal::OpponentLeft => "对方已离开棋桌",
        Refusal::ChatEmpty => "请先输入内容",
        Refusal::ChatTooLong => "太长了，最多 200 个字",
        Refusal::TooManyOffers => "你在这盘棋里提出的请求太多了",
        Refusal::NameRegistered => "这个名字已注册，请输入密码",
        Refusal::WrongPassword => "名字或密码不对",
        Refusal::InvalidPassword => "密码需要 8 到 128 个字符",
        Refusal::AlreadyRegistered => "你的名字已经注册",
        Refusal::RequestPending => "上一个请求还没有完成，请稍候",
        Refusal::Paused => "服务器暂时无法保存棋局，对局暂停",
        Refusal::ChallengerAway => "挑战者掉线了，请稍等",
        Refusal::CannotWatch => "这盘棋不能观战",
        Refusal::TooManySpectators => "这盘棋观战的人太多了",
        Refusal::Unreadable => "棋谱无法读取",
        Refusal::RegistryFull => "这个服务器的注册名额已满",
        Refusal::NoChallenges => "这位棋友现在不接受挑战",
        Refusal::RegisteredChallengersOnly => "这位棋友只接受注册棋手的挑战",
        Refusal::PlayerBlocked => "你已屏蔽这位棋友，解除屏蔽后才能对局",
        Refusal::TooManyBlocks => return format!("最多屏蔽 {} 人", limits::BLOCKED_PLAYERS),
        Refusal::BlockSelf => "不能屏蔽自己",
        Refusal::ChallengeTooSoon { wait_ms } => {
            return format!("{} 秒后才能再次挑战这位棋友", whole_seconds(wait_ms));
        }
        Refusal::Filter(filter) => invalid_filter(filter),
        Refusal::Silenced { wait_ms } => return silenced(wait_ms),
        Refusal::TooManyAttempts { wait_ms } => {
            return format!("尝试次数太多，请 {} 秒后再试", whole_seconds(wait_ms));
        }
    };
    fixed.to_owned()
}

fn silenced(wait_ms: Option<u64>) -> String {
    match wait_ms {
        None => "你已被管理员禁言".to_owned(),
        Some(wait_ms) => format!("你已被管理员禁言，{} 分钟后解除", whole_minutes(wait_ms)),
    }
}

pub(super) fn illegal_play(illegal_: IllegalPlay) -> String {
    let fixed = match illegal_ {
        IllegalPlay::Xiangqi(reason) => illegal(reason),
        IllegalPlay::Luzhanqi(reason) => illegal_luzhanqi(reason),
        IllegalPlay::OtherGame => "那是另一种棋的走法",
    };
    fixed.to_owned()
}

fn offer_refusal(refusal: OfferRefusal) -> String {
    let fixed = match refusal {
        OfferRefusal::TooSoon { wait_ms } => return format!("{} 秒后才能再提", whole_seconds(wait_ms)),
        OfferRefusal::DrawTooOften { plies } => return format!("再走 {plies} 步才能再求和"),
        OfferRefusal::TakebackOff => "这盘棋约定不可悔棋",
        OfferRefusal::NothingToTakeBack => "你还没有走棋",
        OfferRefusal::Pending => "已经提出，请等待对方回应",
        OfferRefusal::BeforeBothMoved => "双方都走过棋才能求和",
        OfferRefusal::GameOver => "棋局已经结束",
        OfferRefusal::GameRunning => "棋局还没有结束",
        OfferRefusal::NoOpenOffer => "这个请求已失效",
    };
    fixed.to_owned()
}

const fn illegal(illegal: IllegalMove) -> &'static str {
    match illegal {
        IllegalMove::GameOver => "棋局已经结束",
        IllegalMove::NotYourTurn => "还没轮到你走",
        IllegalMove::NoPiece => "那里没有棋子",
        IllegalMove::NotYourPiece => "那不是你的棋子",
        IllegalMove::OwnPieceThere => "那里有你自己的棋子",
        IllegalMove::NotItsMove => "这个子不能这样走",
        IllegalMove::HorseLegBlocked => "蹩马腿",
        IllegalMove::ElephantEyeBlocked => "塞象眼",
        IllegalMove::ElephantMayNotCrossRiver => "相（象）不能过河",
        IllegalMove::OutsidePalace => "这个子不能出九宫",
        IllegalMove::PathBlocked => "中间有子挡着",
        IllegalMove::CannonNoScreen => "炮吃子必须隔一个子",
        IllegalMove::CannonTooManyScreens => "炮只能隔一个子吃",
        IllegalMove::PawnMayNotRetreat => "兵（卒）不能后退",
        IllegalMove::PawnMayNotStepAsideYet => "兵（卒）过河后才能横走",
        IllegalMove::GeneralInCheck => "这样走会被将军",
        IllegalMove::GeneralsWouldFace => "将帅不能照面",
        IllegalMove::SamePoint => "棋子没有移动",
    }
}

const fn illegal_luzhanqi(illegal: luzhanqi::IllegalMove) -> &'static str {
    use luzhanqi::IllegalMove;
    match illegal {
        IllegalMove::GameOver => "棋局已经结束",
        IllegalMove::NotBegun => "双方布阵完毕才能走棋",
        IllegalMove::OffTheBoard => "这副棋盘上没有那个位置",
        IllegalMove::NoPiece => "那里没有棋子",
        IllegalMove::NotYourPiece => "那不是你的棋子",
        IllegalMove::NotYourTurn => "还没轮到你走",
        IllegalMove::NeverMoves => "地雷和军旗不能移动",
        IllegalMove::InHeadquarters => "大本营里的棋子不能移动",
        IllegalMove::OwnPieceThere => "那里有你自己的棋子",
        IllegalMove::CampOccupied => "行营里有子，不能进入",
        IllegalMove::PathBlocked => "中间有子挡着",
        IllegalMove::OnlyEngineersTurn => "只有工兵能在铁路上拐弯",
        IllegalMove::NoPath => "走不到那里",
    }
}

pub(super) const fn illegal_formation(illegal: IllegalFormation) -> &'static str {
    match illegal {
        IllegalFormation::TooMany(_) => "棋子的数目不对",
        IllegalFormation::FlagOutsideHeadquarters(_) => "军旗必须放在大本营",
        IllegalFormation::MineTooFarForward(_) => "地雷只能放在后两排",
        IllegalFormation::BombInFront(_) => "炸弹不能放在第一排",
    }
}

const fn setup_refusal(refusal: SetupRefusal) -> &'static str {
    match refusal {
        SetupRefusal::GameOver => "棋局已经结束",
        SetupRefusal::AlreadyBegun => "对局已经开始，不能再布阵",
        SetupRefusal::AlreadyConfirmed => "阵形已经确认，要修改请先撤回",
        SetupRefusal::NotConfirmed => "阵形还没有确认",
        SetupRefusal::NothingPlaced => "还没有布阵",
    }
}

pub(super) fn name_error(error: NameError) -> String {
    match error {
        NameError::Empty => "请填写名字".to_owned(),
        NameError::TooLong => format!("名字最多 {} 个字", limits::NAME_CHARS),
        NameError::Character(' ') => "名字里不能有空格".to_owned(),
        NameError::Character(odd) if odd.is_control() => "名字里有不可见的字符".to_owned(),
        NameError::Character(odd) => format!("名字里不能有“{odd}”，只能用文字、数字、_ 和 -"),
    }
}

const fn invalid_filter(filter: InvalidFilter) -> &'static str {
    match filter {
        InvalidFilter::OpponentTooLong => "棋手名太长",
        InvalidFilter::Position => "局面不合法",
    }
}

fn invalid_terms(terms: InvalidTerms) -> String {
    let fixed = match terms {
        InvalidTerms::Options(bad) => return invalid_options(bad),
        InvalidTerms::Time(InvalidTimeControl::IncrementWithoutGameTime) => "加秒需要同时设局时",
        InvalidTerms::Time(InvalidTimeControl::ReadSecondsWithoutGameTime) => "读秒需要同时设局时",
        InvalidTerms::Time(InvalidTimeControl::TooLong) => "每一项用时最长一天",
        InvalidTerms::Time(InvalidTimeControl::TooShort) => "每一项用时最短一秒",
        InvalidTerms::StartPosition => "开局局面不合法",
        InvalidTerms::StartIsOver => "这个局面已经分出胜负",
        InvalidTerms::WatchDelay => "观战最多延迟 40 步",
        InvalidTerms::NoTakeback => "军旗不能悔棋",
    };
    fixed.to_owned()
}

pub(super) fn invalid_options(bad: InvalidOptions) -> String {
    match bad {
        InvalidOptions::ResignTooLate => format!("最迟 {} 步后必须可以认输", Options::MAX_STEPS),
        InvalidOptions::QuietSteps => {
            let (fewest, most) = (Options::MIN_QUIET_STEPS, Options::MAX_STEPS);
            format!("判和的步数必须在 {fewest} 到 {most} 之间")
        }
        InvalidOptions::NoticeTooEarly => "判和前的提示太早".to_owned(),
        InvalidOptions::Passes => format!("判负的轮空次数必须在 1 到 {} 之间", Options::MAX_PASSES),
    }
}

pub(super) fn fen_error(error: FenError) -> String {
    let fixed = match error {
        FenError::RankCount { found } => return format!("FEN 应有 10 行，这里有 {found} 行"),
        FenError::RankLength { rank } => return format!("FEN 第 {} 行不是 9 个点", 10 - rank),
        FenError::AdjacentDigits { rank } => return format!("FEN 第 {} 行有两个相连的数字", 10 - rank),
        FenError::UnknownLetter(letter) => return format!("FEN 里的 {letter:?} 不是棋子"),
        FenError::KingCount { color: side, found } => return format!("{}方有 {found} 个将帅", color(side)),
        FenError::TooMany(piece) => {
            return format!("{}方的 {:?} 太多了", color(piece.color), piece.fen_letter());
        }
        FenError::Misplaced { piece, square } => {
            return format!("{}方的 {:?} 不可能在 {square}", color(piece.color), piece.fen_letter());
        }
        FenError::PawnsOnOneFile { color: side, square } => {
            return format!("{}方有两个未过河的兵（卒）在 {square} 所在的同一条线上", color(side));
        }
        FenError::GeneralsFacing => "将帅不能照面",
        FenError::OpponentInCheck => "不该走棋的一方正被将军",
        FenError::InvalidSide => "走棋方应是 w 或 b",
        FenError::InvalidDash => "FEN 的第三、四项应是 -",
        FenError::InvalidHalfmoveClock => "FEN 的第五项应是 0 到 9999 的数",
        FenError::InvalidFullmoveNumber => "FEN 的第六项应是 1 到 9999 的数",
        FenError::MissingField => "FEN 不完整",
        FenError::TrailingField => "FEN 后面有多余内容",
    };
    fixed.to_owned()
}

pub(super) fn password_error(error: PasswordError) -> String {
    match error {
        PasswordError::TooShort => format!("密码太短，至少 {} 个字符", limits::PASSWORD_CHARS_MIN),
        PasswordError::TooLong => "密码太长".to_owned(),
        PasswordError::Differ => "两次输入的密码不一致".to_owned(),
    }
}

pub(super) fn denied(denied: Denied) -> String {
    match denied {
        Denied::Offline => "连接中断，请等待重新连上".to_owned(),
        Denied::GameGone => "服务器上已没有这盘棋".to_owned(),
        Denied::NoSeat => "你没有参加这盘棋".to_owned(),
        Denied::ResignLater { steps } => format!("再走 {steps} 步才能认输"),
        Denied::Refused(reason) => refusal(reason),
    }
}

pub(super) fn form_error(error: FormError) -> String {
    match error {
        FormError::NotANumber(part) => format!("{}必须是数字", time_part(part)),
        FormError::Terms(terms) => invalid_terms(terms),
        FormError::Start(fen) => fen_error(fen),
    }
}
