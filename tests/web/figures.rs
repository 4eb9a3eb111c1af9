//! Measures the page: `scripts/test-web BROWSER figures`, on a machine that does nothing else.

use super::browser::{Browser, Look};
use super::launch::Kind;
use super::site::Site;
use crate::driven::Driven as _;
use serde_json::{Value, json};
use std::time::Instant;

/// How many times each duration is measured. The report gives the median, the least and the greatest.
const ROUNDS: usize = 5;
/// How long frames are counted, in seconds.
const COUNTED_S: f64 = 5.0;

/// Returns the middle one of these figures, and the least and the greatest.
fn spread(mut figures: Vec<f64>) -> [f64; 3] {
    figures.sort_by(f64::total_cmp);
    [figures[figures.len() / 2], figures[0], figures[figures.len() - 1]]
}

fn times(what: &str, times_ms: Vec<f64>) -> String {
    let [median, least, most] = spread(times_ms);
    format!("{what:52} {median:6.0} ms ({least:.0} to {most:.0})")
}

/// Milliseconds from the start of the navigation to the first frame, in a browser that has never seen the page.
fn first_frame(site: &Site) -> f64 {
    let mut browser = Browser::open("first-frame", Look::DESK);
    browser.go_to(&site.root());
    let script = "return performance.getEntriesByName('chuhe-first-frame')[0]?.startTime";
    browser.until_script("the first frame is drawn", script).as_f64().expect("a time is a number")
}

/// Frames a second while `each` happens every 8 ms.
fn frames(browser: &Browser, each: &str) -> f64 {
    let script = format!(
        "window.counting ??= (() => {{
            const before = window.chuhe.drawn;
            const began = performance.now();
            const result = {{}};
            const timer = setInterval(() => {{
                const seconds = (performance.now() - began) / 1000;
                {each}
                if (seconds >= {COUNTED_S}) {{ result.rate = (window.chuhe.drawn - before) / seconds; clearInterval(timer); }}
            }}, 8);
            return result;
        }})();
        const {{ rate }} = window.counting;
        if (rate !== undefined) window.counting = undefined;
        return rate === undefined ? undefined : {{ rate }};"
    );
    let counted = browser.until_script("frames are counted", &script);
    counted["rate"].as_f64().expect("a rate is a number")
}

/// Begins a game of two at one screen.
fn play_here(browser: &mut Browser) {
    browser.click("start.two");
    browser.click("start.play");
    browser.until_piece(Some('C'), "h2");
}

#[test]
#[ignore = "a benchmark: scripts/test-web BROWSER figures"]
fn measure_the_page() {
    let site = Site::serve();
    let first = (0..ROUNDS).map(|_| first_frame(&site));
    println!("{}", times("first frame, from an empty cache", first.collect()));

    let mut browser = Browser::open("figures", Look::DESK);
    browser.go_to(&site.address());
    browser.until("the first screen is shown", |page| page.screen == "join");
    play_here(&mut browser);
    let reloads = (0..ROUNDS).map(|_| {
        let at = Instant::now();
        browser.reload();
        browser.until("the table is shown", |page| page.screen == "table");
        at.elapsed().as_secs_f64() * 1000.0
    });
    println!("{}", times("loaded again, until the screen is shown", reloads.collect()));

    browser.until_piece(Some('C'), "h2");
    // what follows the first frame is fetched by then
    frames(&browser, "");
    println!("{:52} {:6.1}", "frames a second at the table, nothing happens", frames(&browser, ""));
    let (x, y) = browser.square("h2");
    let drag = format!(
        "const at = (type, turn) => document.getElementById('glcanvas').dispatchEvent(new MouseEvent(type, {{
            bubbles: true, button: 0,
            clientX: {x} + 100 * Math.sin(turn), clientY: {y} - 100 + 100 * Math.cos(turn),
        }}));
        if (window.isHeld === undefined) {{ window.isHeld = true; at('mousedown', 0); }}
        at('mousemove', seconds * 6);"
    );
    println!("{:52} {:6.1}", "frames a second while a piece is dragged", frames(&browser, &drag));
    browser.until("the piece is dragged", |page| page.dragged.as_deref() == Some("h2"));
}

/// A network of a phone that is slow: in bytes a second, and in milliseconds for each answer.
const SLOW_BYTES: u64 = 1_600_000 / 8;
const SLOW_MS: u64 = 150;
/// How many times slower than this machine's the processor of the phone is.
const SLOWER: u64 = 4;

/// What the page has marked, in milliseconds since the navigation, and the parts that it had fetched before its first frame.
const MARKS: &str = "
    const marks = Object.fromEntries(performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime]));
    if (marks['chuhe-whole'] === undefined) return undefined;
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    const parts = performance.getEntriesByType('resource').map(({ name, startTime, responseEnd, encodedBodySize }) =>
      [name.split('/').at(-1), Math.round(startTime), Math.round(responseEnd), encodedBodySize]);
    return { marks, paint, parts };";

/// Opens the page as a slow phone that has never seen it; returns [`MARKS`].
fn open_on_slow_phone(site: &Site) -> Value {
    let mut browser = Browser::open("slow-phone", Look::PHONE);
    let session = &browser.session;
    session.devtools("Network.enable", &json!({}));
    let network = json!({
        "offline": false, "latency": SLOW_MS, "downloadThroughput": SLOW_BYTES, "uploadThroughput": SLOW_BYTES / 2,
    });
    session.devtools("Network.emulateNetworkConditions", &network);
    session.devtools("Emulation.setCPUThrottlingRate", &json!({ "rate": SLOWER }));
    browser.go_to(&site.root());
    browser.until_script("the page is there as a whole", MARKS)
}

#[test]
#[ignore = "a benchmark: scripts/test-web chromium figures"]
fn measure_a_slow_phone() {
    if Kind::of_this_run() != Kind::Chromium {
        println!("a slow phone is measured in Chromium only: Firefox does not slow down");
        return;
    }
    let site = Site::serve();
    let opened: Vec<Value> = (0..3).map(|_| open_on_slow_phone(&site)).collect();
    let of =
        |what: fn(&Value) -> &Value| opened.iter().filter_map(|it| what(it).as_f64()).collect::<Vec<_>>();
    println!("a slow phone, from an empty cache:");
    println!("{}", times("first text (HTML)", of(|it| &it["paint"])));
    println!("{}", times("program fetched and compiled", of(|it| &it["marks"]["chuhe-compiled"])));
    println!("{}", times("first frame of the program", of(|it| &it["marks"]["chuhe-first-frame"])));
    println!("{}", times("whole program", of(|it| &it["marks"]["chuhe-whole"])));
    for part in opened[0]["parts"].as_array().into_iter().flatten() {
        println!("  {part}");
    }
}
