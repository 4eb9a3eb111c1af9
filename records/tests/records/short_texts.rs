//! The decisions about the encodings of short texts, by their length.
//!
//! The texts are written for this test from what people write about games, and not from the table by which the reader decides.

use chuhe_records::formats::{self, Encoding, Format, ReadOptions, Reading};
use chuhe_records::tag;
use encoding_rs::{BIG5, GB18030, WINDOWS_1252, WINDOWS_1258};

/// Texts in simplified and in traditional characters.
const CHINESE: [(&str, &str); 44] = [
    ("申鹏", "申鵬"),
    ("金松", "金松"),
    ("尚威", "尚威"),
    ("伍霞", "伍霞"),
    ("庄玉庭", "莊玉庭"),
    ("苗利明", "苗利明"),
    ("卜凤波", "卜鳳波"),
    ("聂铁文", "聶鐵文"),
    ("左文静", "左文靜"),
    ("仙人指路", "仙人指路"),
    ("过宫炮", "過宮炮"),
    ("列手炮", "列手炮"),
    ("反宫马", "反宮馬"),
    ("单提马", "單提馬"),
    ("飞象局", "飛象局"),
    ("卧槽马", "臥槽馬"),
    ("业余组", "業餘組"),
    ("决赛", "決賽"),
    ("缓着", "緩著"),
    ("好棋", "好棋"),
    ("以下略", "以下略"),
    ("弃子抢攻", "棄子搶攻"),
    ("双车错杀", "雙車錯殺"),
    ("海底捞月", "海底撈月"),
    ("街头擂台", "街頭擂臺"),
    ("快棋加赛", "快棋加賽"),
    ("中炮对屏风马", "中炮對屏風馬"),
    ("第三届名人战", "第三屆名人戰"),
    ("这步棋很妙", "這步棋很妙"),
    ("局势渐渐明朗", "局勢漸漸明朗"),
    ("网络棋王争霸", "網絡棋王爭霸"),
    ("春季友谊赛第二轮", "春季友誼賽第二輪"),
    ("黑方应该先跳马", "黑方應該先跳馬"),
    ("此时红方可以兑车", "此時紅方可以兌車"),
    ("顺炮直车对横车", "順炮直車對橫車"),
    ("错过机会，非常可惜", "錯過機會，非常可惜"),
    ("时间不够，只好提和", "時間不夠，只好提和"),
    ("红方多兵占优，但是马位不好", "紅方多兵佔優，但是馬位不好"),
    ("最后一步走错了，否则可以守和", "最後一步走錯了，否則可以守和"),
    ("老师傅昨天晚上在公园里摆的残局", "老師傅昨天晚上在公園裡擺的殘局"),
    ("对方超时判负，实际上局面还很复杂", "對方超時判負，實際上局面還很複雜"),
    ("弟弟第一次赢我，特地记录下来留念", "弟弟第一次贏我，特地記錄下來留念"),
    ("请各位朋友指点：这里平车好还是退炮好？", "請各位朋友指點：這裡平車好還是退炮好？"),
    ("开局不熟，中局慢慢追回来，最后靠小卒取胜", "開局不熟，中局慢慢追回來，最後靠小卒取勝"),
];

const WESTERN: [&str; 10] = [
    "José",
    "Müller",
    "Françoise",
    "Jürgen Weiß",
    "Ole Sørensen",
    "très bien joué",
    "größer als nötig",
    "Málaga, España",
    "não há defesa, são três peças",
    "partida rápida à noite: não é fácil",
];

/// Vietnamese as its encoding writes it: with the tones after their letters, where it has no letter with the tone.
const VIETNAMESE: [&str; 10] = [
    "Cơ\u{300} Tươ\u{301}ng",
    "Nguyê\u{303}n Thành Ba\u{309}o",
    "Đă\u{323}ng Hư\u{303}u Trang",
    "Tra\u{323}ng Nguyên",
    "La\u{323}i Ly\u{301} Huynh",
    "vo\u{300}ng loa\u{323}i, ván thư\u{301} hai",
    "đo\u{300}n hay nhâ\u{301}t cu\u{309}a ván đâ\u{301}u",
    "gia\u{309}i vô đi\u{323}ch Hà Nô\u{323}i mơ\u{309} rô\u{323}ng",
    "pháo đâ\u{300}u đô\u{301}i bi\u{300}nh phong ma\u{303}",
    "đen thua vi\u{300} hê\u{301}t giơ\u{300}, câ\u{300}n nhanh hơn",
];

/// The text as a name, and as a comment among moves.
fn files(text: &str) -> [String; 2] {
    [
        format!("[Red \"{text}\"]\n[Black \"B\"]\n\n1. h2e2 h9g7 *\n"),
        format!("[Red \"A\"]\n[Black \"B\"]\n\n1. h2e2 {{{text}}} h9g7 *\n"),
    ]
}

fn right(bytes: &[u8], file: &str, encoding: Encoding) -> bool {
    let expected = read(file.as_bytes());
    let reading = read(bytes);
    expected
        .zip(reading)
        .is_some_and(|(expected, reading)| reading.encoding == encoding && reading.games == expected.games)
}

fn read(bytes: &[u8]) -> Option<Reading> {
    formats::read(bytes, Some(Format::Pgn)).ok()
}

/// The right decisions and all, for texts of up to 4, up to 8 and more characters.
fn decided<'a>(
    texts: impl Iterator<Item = &'a str>,
    encode: impl Fn(&str) -> Vec<u8>,
    encoding: Encoding,
) -> [(usize, usize); 3] {
    let mut counts = [(0, 0); 3];
    for text in texts.filter(|text| !text.is_ascii()) {
        let characters = text.chars().count();
        let count = &mut counts[usize::from(characters > 4) + usize::from(characters > 8)];
        for file in files(text) {
            let composed = composed(&file);
            let is_right = right(&encode(&file), &composed, encoding);
            count.0 += usize::from(is_right);
            count.1 += 1;
        }
    }
    counts
}

/// The text with each letter and its tone in one character.
fn composed(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    text.nfc().collect()
}

#[test]
fn short_texts_show_their_encoding() {
    let simplified = || CHINESE.iter().map(|&(text, _)| text);
    let traditional = || CHINESE.iter().map(|&(_, text)| text);
    let gb18030 = |text: &str| GB18030.encode(text).0.into_owned();
    let big5 = |text: &str| BIG5.encode(text).0.into_owned();
    let utf16 = |mark: bool, order: fn(u16) -> [u8; 2]| {
        move |text: &str| {
            mark.then_some(0xfeff).into_iter().chain(composed(text).encode_utf16()).flat_map(order).collect()
        }
    };
    let all = || simplified().chain(WESTERN).chain(VIETNAMESE);
    // of texts of up to 4, up to 8 and more characters, how many of 100 are decided rightly at least
    let decisions = [
        ("UTF-8", decided(all(), |text| composed(text).into_bytes(), Encoding::Utf8), [100, 100, 100]),
        ("GB 18030, simplified", decided(simplified(), gb18030, Encoding::Gb18030), [95, 100, 100]),
        ("GB 18030, traditional", decided(traditional(), gb18030, Encoding::Gb18030), [85, 95, 100]),
        ("Big5", decided(traditional(), big5, Encoding::Big5), [90, 100, 100]),
        ("UTF-16", decided(all(), utf16(true, u16::to_le_bytes), Encoding::Utf16), [100, 100, 100]),
        ("UTF-16 of Macs", decided(all(), utf16(true, u16::to_be_bytes), Encoding::Utf16), [100, 100, 100]),
        (
            "UTF-16 without mark",
            decided(all(), utf16(false, u16::to_le_bytes), Encoding::Utf16),
            [100, 100, 100],
        ),
        (
            "UTF-16BE without mark",
            decided(all(), utf16(false, u16::to_be_bytes), Encoding::Utf16),
            [100, 100, 100],
        ),
        (
            "Windows-1252",
            decided(
                WESTERN.into_iter(),
                |text| WINDOWS_1252.encode(text).0.into_owned(),
                Encoding::Windows1252,
            ),
            [100, 100, 100],
        ),
        (
            "Windows-1258",
            decided(
                VIETNAMESE.into_iter(),
                |text| WINDOWS_1258.encode(text).0.into_owned(),
                Encoding::Windows1258,
            ),
            [100, 100, 100],
        ),
    ];
    for (name, counts, _) in &decisions {
        println!("{name}: {counts:?}");
    }
    for (name, counts, least) in decisions {
        for ((right, all), least) in counts.into_iter().zip(least) {
            assert!(100 * right >= least * all, "{name}: {counts:?}");
        }
    }
}

#[test]
fn utf16_that_is_asked_for_is_read_without_a_mark() {
    let moves = "炮二平五　马８进７　马二进三";
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = moves.encode_utf16().flat_map(order).collect();
        let asked = ReadOptions { hint: Some(Format::Pgn), encoding: Some(Encoding::Utf16) };
        let reading = formats::read_with(&bytes, asked).unwrap();
        assert_eq!((reading.encoding, reading.games[0].tree.ply_count()), (Encoding::Utf16, 3));
        let unasked =
            formats::read("h2e2 h9g7\n".encode_utf16().flat_map(order).collect::<Vec<_>>().as_slice(), None);
        let unasked = unasked.unwrap();
        assert_eq!((unasked.format, unasked.encoding), (Format::Pgn, Encoding::Utf16));
        assert_eq!(unasked.games[0].tree.tag(tag::RED), None);
    }
}
