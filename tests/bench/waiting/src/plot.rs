//! Draws how long people wait, as SVG: a panel a scenario, a line a method of pairing.

use crate::figures::Figures;
use std::fmt::Write as _;

const WIDTH: f64 = 940.0;
const HEIGHT: f64 = 400.0;
const TOP: f64 = 84.0;
const PANEL_WIDTH: f64 = 260.0;
const PANEL_HEIGHT: f64 = 210.0;
const LEFT: f64 = 64.0;
/// The distance from the left side of a panel to that of the next.
const PANEL_STEP: f64 = 295.0;
/// The seconds on the horizontal axis.
const SECONDS: u64 = 180;
/// The line of each method: colours that color-blind readers can distinguish on white (Okabe and Ito), and dashes.
const LINES: [(&str, &str); 5] =
    [("#0072b2", ""), ("#56b4e9", ""), ("#009e73", "2 2"), ("#d55e00", "7 4"), ("#e69f00", "7 4")];

/// Attributes of a text that does not begin at its point.
const MIDDLE: &str = "text-anchor=\"middle\"";
const END: &str = "text-anchor=\"end\"";

/// One scenario: its title, and the figures of each method.
pub(crate) type Panel<'a> = (String, &'a [Figures]);

/// Draws the share of the searches that have not led to a game, over the time since they began.
pub(crate) fn plot(note: &str, panels: &[Panel<'_>]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"#222\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    svg += &text(LEFT, 26.0, "font-size=\"16\"", "Waiting for an opponent: searches without a game yet");
    svg += &text(LEFT, 46.0, "", note);
    for (n, (title, methods)) in panels.iter().enumerate() {
        svg += &panel(LEFT + PANEL_STEP * n as f64, n == 0, title, methods);
    }
    let middle = TOP + PANEL_HEIGHT / 2.0;
    let label = text(18.0, middle, MIDDLE, "share of the searches");
    writeln!(svg, "<g transform=\"rotate(-90 18 {middle})\">{label}</g>")
        .expect("writing to a string succeeds");
    let methods = panels.first().map_or(&[][..], |(_, methods)| methods);
    for (n, figures) in methods.iter().enumerate() {
        let (x, y) = (LEFT + PANEL_STEP * (n / 2) as f64, 358.0 + 24.0 * (n % 2) as f64);
        svg += &line(&format!("{x},{y} {},{y}", x + 36.0), n);
        svg += &text(x + 46.0, y + 4.0, "", figures.method);
    }
    svg + "</svg>\n"
}

fn panel(left: f64, is_first: bool, title: &str, methods: &[Figures]) -> String {
    let (right, bottom) = (left + PANEL_WIDTH, TOP + PANEL_HEIGHT);
    let x = |seconds: u64| left + PANEL_WIDTH * seconds as f64 / SECONDS as f64;
    let y = |percent: f64| bottom - PANEL_HEIGHT * percent / 100.0;
    let mut svg = text(left, TOP - 12.0, "font-weight=\"bold\"", title);
    for percent in [0, 25, 50, 75, 100] {
        let at = y(f64::from(percent));
        svg += &format!("<path d=\"M{left} {at}H{right}\" stroke=\"#ddd\"/>\n");
        if is_first {
            svg += &text(left - 8.0, at + 4.0, END, &format!("{percent} %"));
        }
    }
    for seconds in (0..=SECONDS).step_by(60) {
        svg += &format!("<path d=\"M{:.1} {TOP}V{bottom}\" stroke=\"#ddd\"/>\n", x(seconds));
        svg += &text(x(seconds), bottom + 18.0, MIDDLE, &seconds.to_string());
    }
    svg += &text(f64::midpoint(left, right), bottom + 36.0, MIDDLE, "seconds since the search began");
    // the lines of later methods lie below those of earlier ones
    for (n, figures) in methods.iter().enumerate().rev() {
        let point = |seconds| format!("{:.1},{:.1}", x(seconds), y(figures.without_game_after(seconds)));
        svg += &line(&(0..=SECONDS).map(point).collect::<Vec<_>>().join(" "), n);
    }
    svg
}

fn line(points: &str, method: usize) -> String {
    let (color, dashes) = LINES[method % LINES.len()];
    format!(
        "<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2.2\" \
         stroke-dasharray=\"{dashes}\"/>\n"
    )
}

fn text(x: f64, y: f64, attributes: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" {attributes}>{text}</text>\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::{Observed, Search};

    #[test]
    fn a_panel_has_a_line_for_each_method_and_its_axes() {
        let searches =
            vec![Search { waited_ms: 0, paired: true }, Search { waited_ms: 60_500, paired: true }];
        let observed = Observed { searches, ..Observed::default() };
        let methods = ["one", "other"].map(|method| Figures { method, observed: observed.clone(), days: 1 });
        let svg = plot("a note", &[("title".into(), &methods)]);
        for part in ["title", "a note", ">one<", ">other<", "100 %", "seconds since the search began"] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        // a line in the panel and one in the legend
        assert_eq!(svg.matches("<polyline").count(), 4);
        assert!(svg.contains("points=\"64.0,189.0 65.4,189.0"), "half are paired at once: {svg}");
        assert!(svg.contains("324.0,294.0\""), "all are paired in the end: {svg}");
    }
}
