//! The card of an invitation in a messenger: who invites, to what, and a picture.
//!
//! A link to an invitation is `/?play=CODE`. Messengers fetch it without running the page, and show what
//! the head of the page says about it. The words come with the page, in every language that it has.

use super::headers::{self, Site};
use chuhe_protocol::{GameTerms, HallName, Invitation, InvitationCode};
use chuhe_rules::luzhanqi::BoardKind;
use hyper::HeaderMap;
use serde::Deserialize;
use std::fmt::Write as _;

/// The name of the file with the words, among those of the page.
pub(super) const WORDS: &str = "link-card.json";
/// The picture of the card, among the files of the page.
const PICTURE: &str = "link-card.png";
/// The end of the head of the page, before which the tags stand.
const HEAD_END: &str = "</head>";

/// The words of a card in one language. The placeholders are `{ $name }` and `{ $game }`.
#[derive(Debug, Deserialize)]
struct Words {
    /// The tag of the language, such as `zh-Hans`.
    lang: String,
    title: String,
    description: String,
    xiangqi: String,
    luzhanqi_classic: String,
    luzhanqi_cross: String,
}

/// The words of a card in every language, the default one first.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(super) struct CardWords(Vec<Words>);

/// The invitation that a link leads to.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct InvitationLink {
    pub(super) code: InvitationCode,
    pub(super) hall: Option<HallName>,
}

impl InvitationLink {
    /// Reads the query of a request; `None` if it names no invitation.
    pub(super) fn of(query: &str) -> Option<Self> {
        let value = |wanted: &str| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find_map(|(name, value)| (name == wanted).then_some(value))
        };
        let code = value("play")?.parse().ok()?;
        // a hall that cannot be read is none of this server's
        let hall = value("hall").map(|hall| HallName::parse(&decode(hall)?).ok());
        match hall {
            None => Some(Self { code, hall: None }),
            Some(hall) => hall.map(|hall| Self { code, hall: Some(hall) }),
        }
    }
}

/// Decodes percent codes; `None` if they are damaged.
fn decode(text: &str) -> Option<String> {
    let mut bytes = text.bytes();
    let mut decoded = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(bytes.next()?).to_digit(16);
                u8::try_from(digit()? * 16 + digit()?).ok()?
            }
            other => other,
        });
    }
    String::from_utf8(decoded).ok()
}

impl CardWords {
    /// Reads the words from the file of the page.
    ///
    /// # Errors
    /// If it is not the file that `scripts/web` writes.
    pub(super) fn parse(json: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(json)
    }

    /// Returns the words in the language that a client likes best; `None` if there are none.
    fn choose(&self, request: &HeaderMap) -> Option<&Words> {
        let liked = headers::languages(request).into_iter().find_map(|language| self.of(&language));
        liked.or(self.0.first())
    }

    /// Returns the words in a language. Chinese of Taiwan, Hong Kong and Macau is traditional.
    fn of(&self, language: &str) -> Option<&Words> {
        let mut parts = language.split('-');
        let language = parts.next().unwrap_or_default();
        let is_traditional = parts.any(|part| ["hant", "tw", "hk", "mo"].contains(&part));
        let tag = match language {
            "zh" if is_traditional => "zh-Hant",
            "zh" => "zh-Hans",
            other => other,
        };
        self.0.iter().find(|words| words.lang == tag)
    }

    /// Returns the page with the card of an invitation in its head; `None` without words or a head.
    ///
    /// `has_picture` tests whether the page has a file of a name.
    pub(super) fn add_to(
        &self,
        page: &str,
        invitation: &Invitation,
        request: &HeaderMap,
        site: &Site<'_>,
        has_picture: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let words = self.choose(request)?;
        let (before, after) = page.split_once(HEAD_END)?;
        let game = match &invitation.terms.game {
            GameTerms::Xiangqi { .. } => &words.xiangqi,
            GameTerms::Luzhanqi { board: BoardKind::Classic, .. } => &words.luzhanqi_classic,
            GameTerms::Luzhanqi { board: BoardKind::Cross, .. } => &words.luzhanqi_cross,
        };
        let fill =
            |text: &str| text.replace("{ $game }", game).replace("{ $name }", invitation.name.as_str());
        let mut page = before.to_owned();
        let mut tag = |property: &str, content: &str| {
            let content = escape(content);
            // writing to a string cannot fail
            let _ = writeln!(page, "  <meta property=\"{property}\" content=\"{content}\">");
        };
        tag("og:type", "website");
        tag("og:title", &fill(&words.title));
        tag("og:description", &fill(&words.description));
        let root = match &invitation.web {
            Some(web) => Some(web.as_str().trim_end_matches('/').to_owned()),
            None => site.origin().map(|origin| origin.to_string()),
        };
        if let Some(root) = root.filter(|_| has_picture(PICTURE)) {
            tag("og:image", &format!("{root}/{PICTURE}"));
            tag("twitter:card", "summary_large_image");
        }
        page.push_str(HEAD_END);
        page.push_str(after);
        Some(page)
    }
}

/// Escapes a text for an attribute of HTML in double quotes.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::{PlayerId, PlayerName, Terms};

    const JSON: &str = r#"[
        {"lang": "zh-Hans", "title": "{ $name } 邀请你下{ $game }", "description": "打开链接", "xiangqi": "象棋",
         "luzhanqi_classic": "军棋", "luzhanqi_cross": "军棋"},
        {"lang": "en", "title": "<{ $name }> & { $game }", "description": "\"Open\"", "xiangqi": "Xiangqi",
         "luzhanqi_classic": "Luzhanqi", "luzhanqi_cross": "Luzhanqi"}
    ]"#;

    fn invitation() -> Invitation {
        Invitation {
            code: InvitationCode::from_random(1 << 40),
            from: PlayerId(1),
            name: PlayerName::parse("云中鹤").expect("a name"),
            terms: Terms::default(),
            expires_in_ms: 1_000,
            web: None,
            port: None,
            accepted_by: None,
            away_s: None,
        }
    }

    fn page_for(lines: &[(&'static str, &str)], invitation: &Invitation) -> String {
        let words = CardWords::parse(JSON.as_bytes()).expect("words");
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, value.parse().expect("a value"));
        }
        let site = Site::of(&headers, false, false);
        let page = "<head><title>x</title></head><body></body>";
        words.add_to(page, invitation, &headers, &site, |_| true).expect("a head")
    }

    #[test]
    fn a_query_names_an_invitation_and_perhaps_its_hall() {
        let code: InvitationCode = "7k3m9qpx02ab".parse().expect("a code");
        let link = |hall: Option<&str>| {
            Some(InvitationLink { code, hall: hall.map(|hall| HallName::parse(hall).expect("a name")) })
        };
        assert_eq!(InvitationLink::of("play=7k3m9qpx02ab"), link(None));
        assert_eq!(InvitationLink::of("trace&play=7K3M-9QPX-O2AB&x=1"), link(None));
        assert_eq!(InvitationLink::of("hall=%E6%A5%9A%E6%B2%B3&play=7k3m9qpx02ab"), link(Some("楚河")));
        for none in
            ["", "play", "play=", "play=x", "play=7k3m9qpx02ab&hall=%zz", "play=7k3m9qpx02ab&hall=%2F"]
        {
            assert_eq!(InvitationLink::of(none), None, "{none}");
        }
    }

    #[test]
    fn the_card_is_in_the_language_of_the_request_and_escaped() {
        let chinese = "<meta property=\"og:title\" content=\"云中鹤 邀请你下象棋\">";
        for accepted in ["zh-CN,zh;q=0.9", "de, zh;q=0.5", "de", "*"] {
            let page = page_for(&[("accept-language", accepted)], &invitation());
            assert!(page.contains(chinese), "{accepted}: {page}");
        }
        let page = page_for(&[("accept-language", "zh;q=0.2, en-GB;q=0.8")], &invitation());
        assert!(page.contains("content=\"&lt;云中鹤&gt; &amp; Xiangqi\""), "{page}");
        assert!(page.contains("content=\"&quot;Open&quot;\""), "{page}");
        assert!(page.starts_with("<head><title>x</title>") && page.ends_with("</head><body></body>"));
    }

    #[test]
    fn the_picture_has_an_absolute_address_of_the_server() {
        let picture = |lines: &[(&'static str, &str)], invitation: &Invitation| {
            let page = page_for(lines, invitation);
            let (_, rest) = page.split_once("og:image\" content=\"")?;
            rest.split('"').next().map(str::to_owned)
        };
        let host = |host| picture(&[("host", host)], &invitation());
        assert_eq!(host("play.example.org").as_deref(), Some("http://play.example.org/link-card.png"));
        assert_eq!(host("a\"b"), None);
        let web = "https://play.example.org/".parse().ok();
        let public = Invitation { web, ..invitation() };
        assert_eq!(
            picture(&[("host", "evil.example")], &public).as_deref(),
            Some("https://play.example.org/link-card.png")
        );
    }
}
