//! Guesses the encoding of a text that is not UTF-8: GB 18030, Big5, Windows-1252 or Windows-1258.
//!
//! Both Chinese encodings have a block of the characters that people write daily; the other blocks
//! have rare ones, kana and signs. Each pair of bytes counts by its block, and more if the character
//! is one of names and of moves. The bytes of a text in one encoding mostly fall outside the daily
//! block of the other. Letters of Windows-1252 stand alone in words.

use super::{Encoding, windows1258};

/// The most pairs of bytes that count.
const COUNTED_PAIRS: usize = 4_000;
/// By how much Big5 must be likelier than GB 18030, which far more files have, in twentieths of a point a pair.
const MARGIN: i64 = 5;

/// The points of a pair of bytes.
const DAILY: i64 = 20;
const KNOWN: i64 = 40;
const SIGN: i64 = 10;
const RARE: i64 = -10;
const STRANGE: i64 = -40;
const INVALID: i64 = -100;

/// Guesses the encoding of bytes that are not UTF-8. `big5` decodes a pair of Big5, if there is a table for it.
pub(super) fn guess(
    bytes: &[u8],
    gb18030: impl Fn(&[u8]) -> Option<char>,
    big5: impl Fn(&[u8]) -> Option<char>,
) -> Encoding {
    let of_gb18030 = mean(bytes, gb18030_points, gb18030);
    let of_big5 = mean(bytes, big5_points, big5);
    let of_chinese = of_gb18030.max(of_big5);
    if of_chinese < DAILY && windows1258::is_vietnamese(bytes) {
        Encoding::Windows1258
    } else if of_chinese <= RARE && is_of_words(bytes) {
        Encoding::Windows1252
    } else if of_big5 > of_gb18030 + MARGIN && of_big5 > 0 {
        Encoding::Big5
    } else {
        Encoding::Gb18030
    }
}

/// The points a pair of bytes beyond ASCII.
fn mean(bytes: &[u8], points: impl Fn(u8, u8) -> i64, decode: impl Fn(&[u8]) -> Option<char>) -> i64 {
    let (mut sum, mut pairs) = (0, 0);
    let mut rest = bytes;
    while let Some(begin) = rest.iter().position(|byte| !byte.is_ascii()) {
        rest = &rest[begin..];
        if pairs == COUNTED_PAIRS {
            break;
        }
        let pair = &rest[..rest.len().min(2)];
        let of_block = if let &[first, second] = pair { points(first, second) } else { INVALID };
        let is_known = of_block > STRANGE && decode(pair).is_some_and(is_known);
        sum += if is_known { KNOWN } else { of_block };
        pairs += 1;
        rest = &rest[if of_block == INVALID { 1 } else { 2 }..];
    }
    if pairs == 0 { 0 } else { sum / pairs as i64 }
}

const fn gb18030_points(first: u8, second: u8) -> i64 {
    match (first, second) {
        (0xb0..=0xd7, 0xa1..=0xfe) => DAILY,
        (0xa1 | 0xa3, 0xa1..=0xfe) => SIGN,
        (0xd8..=0xf7, 0xa1..=0xfe) => RARE,
        // half of a character with four bytes
        (0x81..=0xfe, 0x30..=0x39) => STRANGE,
        (0x81..=0xa0, 0x40..=0x7e | 0x80..=0xfe) | (0xaa..=0xfe, 0x40..=0x7e | 0x80..=0xa0) => RARE,
        (0x81..=0xfe, 0x40..=0x7e | 0x80..=0xfe) => STRANGE,
        _ => INVALID,
    }
}

const fn big5_points(first: u8, second: u8) -> i64 {
    match (first, second) {
        (0xa4..=0xc5, 0x40..=0x7e | 0xa1..=0xfe) | (0xc6, 0x40..=0x7e) => DAILY,
        (0xa1..=0xa3, 0x40..=0x7e | 0xa1..=0xfe) => SIGN,
        (0xc9..=0xf9, 0x40..=0x7e | 0xa1..=0xfe) => RARE,
        (0x87..=0xfe, 0x40..=0x7e | 0xa1..=0xfe) => STRANGE,
        _ => INVALID,
    }
}

/// Whether each byte beyond ASCII is a letter or mark of Windows-1252 at a letter, and no more than two follow each other.
fn is_of_words(bytes: &[u8]) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, 0xc0..=0xfe);
    let at = |index: Option<usize>| index.and_then(|index| bytes.get(index)).copied().unwrap_or(b' ');
    (0..bytes.len()).filter(|&index| !bytes[index].is_ascii()).all(|index| {
        let around = [index.checked_sub(2), index.checked_sub(1), Some(index + 1), Some(index + 2)].map(at);
        let run = around[1..].iter().filter(|byte| !byte.is_ascii()).count();
        match bytes[index] {
            0xd7 | 0xf7 => false,
            // a letter alone may be a word or an abbreviation
            0xc0..=0xfe => run <= 1 && (is_letter(around[1]) || is_letter(around[2]) || run == 0),
            // quotes, dashes and marks of old printers
            0x85 | 0x91..=0x97 | 0xa0 | 0xab | 0xb0 | 0xb4 | 0xb7 | 0xbb | 0xbd => run <= 1,
            _ => false,
        }
    })
}

/// Whether a character is one of moves, of names or of what is said about games.
fn is_known(character: char) -> bool {
    KNOWN_CHARACTERS.contains(character)
}

/// The characters of moves, the family names of nine people in ten, the characters of many given
/// names, and the words of competitions, in both scripts.
const KNOWN_CHARACTERS: &str = "\
    炮砲包马馬车車兵卒士仕象相将將帅帥进進退平前后後中一二三四五六七八九十红紅黑胜勝负負和棋先手方局第回合着著变變注\
    王李张張刘劉陈陳杨杨楊黄黃赵趙吴吳周徐孙孫朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖蕭萧田董袁潘于\
    蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鐘鍾谭譚陆陸汪范金石廖贾賈夏韦韋付傅方白邹鄒孟熊秦邱江尹薛闫阎閻段\
    雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯柳洪卜聂聶申苗连連欧歐阳陽\
    天华華国國荣榮银銀川洋明文伟偉强強军軍杰傑辉輝俊峰鹏鵬飞飛宇浩志建新海波涛濤宏宁寧安永光庆慶云雲春梅兰蘭英丽麗\
    静靜敏燕娟红玉珍琴小大子东東西南北山水成立正德民生义義仁良家兴興富贵貴祥瑞福利少亮超勇刚剛健昌达達远遠之才思学學\
    全赛賽杯年月日个個人团團体體甲乙级級联聯象开開局残殘实實战戰古谱譜网網市省广廣州上京香港台湾灣澳门門新加坡越";
