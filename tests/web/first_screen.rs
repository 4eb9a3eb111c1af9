//! What a first visit sees: plain HTML at once, and then the first screen, before the whole program is there.

use super::browser::{Browser, Look};
use super::site::Site;
use crate::driven::Driven as _;

/// The times of the first frame and of the whole program, whether there is a rest, and whether the page had to be loaded
/// again to wait for it.
const MARKS: &str = "
    const at = (name) => performance.getEntriesByName(name)[0]?.startTime;
    if (at('chuhe-whole') === undefined) return undefined;
    const parts = performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1));
    return {
      first: at('chuhe-first-frame'), whole: at('chuhe-whole'), isSplit: parts.some((name) => name.startsWith('rest.')),
      needed: sessionStorage.getItem('chuhe-needs-rest') !== null,
    };";

#[test]
fn the_first_part_of_the_program_draws_the_first_screen() {
    let site = Site::serve();
    let vietnamese = |look| Look { language: "vi", ..look };
    for look in [Look::DESK, vietnamese(Look::DESK), Look::PHONE, vietnamese(Look::PHONE)] {
        // the link of an invitation, as messengers have it, also to a hall and with the port for programs
        for route in ["", "?play=7k3m9qpx02ab", "?play=7k3m9qpx02ab&hall=west&port=19871"] {
            let mut browser = Browser::open("first-part", look);
            browser.go_to(&format!("{}{route}", site.root()));
            let marks = browser.until_script("the page is there as a whole", MARKS);
            if marks["isSplit"] == false {
                println!("SKIPPED: this page is not split: scripts/web builds one that is");
                return;
            }
            assert_eq!(
                marks["needed"], false,
                "`scripts/web --profile` lists anew what is in the first part: {marks}"
            );
            assert!(marks["first"].as_f64() < marks["whole"].as_f64(), "{marks}");
            browser.assert_no_errors(&[]);
        }
    }
}

#[test]
fn what_one_can_do_stands_as_html_in_the_users_language_until_the_program_draws() {
    let site = Site::serve();
    for (language, words) in
        [("en", "Play the computer"), ("zh-CN", "人机对战"), ("zh-TW", "人機對戰"), ("vi", "Chơi với máy")]
    {
        let mut browser = Browser::open("html", Look { language, ..Look::PHONE });
        // a program that does not arrive
        browser.before_pages("WebAssembly.compileStreaming = () => new Promise(() => {});");
        browser.go_to(&site.root());
        let shown = browser.until_script(
            "the page says what one can do",
            // the message is there once the page has chosen the language
            "const shown = [...document.querySelectorAll('#start .first')].filter((it) => getComputedStyle(it).display !== 'none');
             const loads = document.getElementById('message').textContent !== '';
             return shown.length > 0 && loads && [shown.length, shown[0].innerText];",
        );
        assert_eq!(shown[0], 1, "one language");
        let text = shown[1].as_str().unwrap_or_default();
        assert!(text.contains(words), "{text}");
        browser.save_screenshot(&format!("html-{language}"));
    }
}
