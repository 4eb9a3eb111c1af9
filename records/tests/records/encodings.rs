//! The encodings of short texts.

use chuhe_records::formats::{self, Encoding, Fault, Format, ReadOptions, Reading};
use chuhe_records::tag;
use encoding_rs::{BIG5, GB18030, WINDOWS_1252};

/// Names of players, in simplified and in traditional characters.
const NAMES: [(&str, &str); 24] = [
    ("胡荣华", "胡榮華"),
    ("柳大华", "柳大華"),
    ("许银川", "許銀川"),
    ("吕钦", "呂欽"),
    ("赵鑫鑫", "趙鑫鑫"),
    ("王天一", "王天一"),
    ("郑惟桐", "鄭惟桐"),
    ("蒋川", "蔣川"),
    ("洪智", "洪智"),
    ("谢靖", "謝靖"),
    ("孙勇征", "孫勇征"),
    ("汪洋", "汪洋"),
    ("徐天红", "徐天紅"),
    ("陶汉明", "陶漢明"),
    ("于幼华", "于幼華"),
    ("赵国荣", "趙國榮"),
    ("李来群", "李來群"),
    ("杨官璘", "楊官璘"),
    ("吴贵临", "吳貴臨"),
    ("林益世", "林益世"),
    ("陈丽淳", "陳麗淳"),
    ("唐丹", "唐丹"),
    ("王琳娜", "王琳娜"),
    ("党斐", "黨斐"),
];

fn read(bytes: &[u8]) -> Reading {
    formats::read(bytes, Some(Format::Pgn)).unwrap()
}

/// Texts of two names each, with moves in coordinates, and their names.
fn texts(traditional: bool) -> Vec<(String, [&'static str; 2])> {
    let name = |index: usize| {
        let (simplified, other) = NAMES[index % NAMES.len()];
        if traditional { other } else { simplified }
    };
    let pairs =
        (0..NAMES.len()).flat_map(|red| (1..NAMES.len()).map(move |step| [name(red), name(red + step)]));
    pairs.map(|[a, b]| (format!("[Red \"{a}\"]\n[Black \"{b}\"]\n\n1. h2e2 h9g7 *\n"), [a, b])).collect()
}

/// How many of the texts are read in their encoding with their names.
fn recognised(texts: &[(String, [&str; 2])], encode: impl Fn(&str) -> Vec<u8>, encoding: Encoding) -> usize {
    let is_right = |(text, [red, black]): &&(String, [&str; 2])| {
        let reading = read(&encode(text));
        let tree = &reading.games[0].tree;
        let names = [tree.tag(tag::RED), tree.tag(tag::BLACK)];
        reading.encoding == encoding && reading.is_encoding_guess && names == [Some(*red), Some(*black)]
    };
    texts.iter().filter(is_right).count()
}

#[test]
fn two_names_show_their_encoding() {
    let big5 = |text: &str| BIG5.encode(text).0.into_owned();
    let gb18030 = |text: &str| GB18030.encode(text).0.into_owned();
    let (simplified, traditional) = (texts(false), texts(true));
    let total = simplified.len();
    let shares = [
        recognised(&simplified, gb18030, Encoding::Gb18030),
        recognised(&traditional, gb18030, Encoding::Gb18030),
        recognised(&traditional, big5, Encoding::Big5),
    ];
    assert_eq!(shares, [total; 3], "of {total}");
}

#[test]
fn chinese_moves_show_big5() {
    let text = "[Red \"王\"]\n\n1. 炮二平五 馬８進７ 2. 馬二進三 車９平８ {紅方先手，許多功蓋} *\n";
    let reading = read(&BIG5.encode(text).0);
    assert_eq!((reading.encoding, reading.is_encoding_guess), (Encoding::Big5, true));
    let expected = read(text.as_bytes());
    assert!(!expected.is_encoding_guess);
    assert_eq!(reading.games[0].tree, expected.games[0].tree);
    // a list without tags is recognised as PGN
    let list = BIG5.encode("炮二平五 馬８進７ 馬二進三").0;
    let reading = formats::read(&list, None).unwrap();
    assert_eq!((reading.format, reading.games[0].tree.ply_count()), (Format::Pgn, 3));
}

#[test]
fn letters_of_western_europe_keep_the_braces_after_them() {
    for (text, comment) in [
        ("[Red \"Müller\"]\n\n1. h2e2 {café} h9g7 {é} *\n", "café"),
        ("[Red \"José\"]\n\n1. h2e2 {voilà} h9g7 *\n", "voilà"),
        ("[Red \"Grünfeld\"]\n\n1. h2e2 {“très bien” – à suivre} h9g7 *\n", "“très bien” – à suivre"),
    ] {
        let reading = read(&WINDOWS_1252.encode(text).0);
        assert_eq!((reading.encoding, reading.is_encoding_guess), (Encoding::Windows1252, true), "{text}");
        let tree = &reading.games[0].tree;
        assert_eq!(tree.ply_count(), 2, "{text}");
        assert_eq!(tree.annotation(tree.main_line().next().unwrap()).comment, comment);
    }
    // one such letter in a text of GB 18030
    let mut bytes = GB18030.encode("[Red \"胡荣华\"]\n\n1. 炮二平五 {").0.into_owned();
    bytes.extend(b"caf\xe9} ");
    bytes.extend(&*GB18030.encode("马8进7 2. 马二进三 *\n").0);
    let reading = read(&bytes);
    assert_eq!((reading.encoding, reading.games[0].tree.ply_count()), (Encoding::Gb18030, 3));
    let tree = &reading.games[0].tree;
    assert_eq!(tree.annotation(tree.main_line().next().unwrap()).comment, "café");
}

#[test]
fn the_caller_knows_better_than_the_guess() {
    let text = BIG5.encode("[Red \"陳\"]\n\n1. h2e2 *\n").0;
    let red = |encoding| {
        let reading = formats::read_with(&text, ReadOptions { encoding, ..ReadOptions::default() }).unwrap();
        (reading.encoding, reading.is_encoding_guess, reading.games[0].tree.tag(tag::RED).map(str::to_owned))
    };
    assert_eq!(red(Some(Encoding::Big5)), (Encoding::Big5, false, Some("陳".to_owned())));
    assert_eq!(red(Some(Encoding::Gb18030)).0, Encoding::Gb18030);
    assert_eq!(red(Some(Encoding::Windows1252)).2, Some("³¯".to_owned()));
    let asked = ReadOptions { encoding: Some(Encoding::Utf16), ..ReadOptions::default() };
    let error = formats::read_with("1. h2e2".as_bytes(), asked).unwrap_err();
    assert_eq!(error.fault, Fault::NoGame);
}
