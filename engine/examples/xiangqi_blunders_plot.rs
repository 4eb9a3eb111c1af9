//! Draws the table that `xiangqi_blunders` prints: `xiangqi_blunders_plot docs/engine.md docs/levels-and-people.svg`.
//!
//! Levels are points from the lowest to the highest, with their errors; people are lines across, whose rows are rows of the
//! same table. A panel has the moves that lose 200 centipawns or more, and another those that lose 500.

use std::error::Error;
use std::fmt::Write as _;

const WIDTH: f64 = 940.0;
const HEIGHT: f64 = 430.0;
const TOP: f64 = 84.0;
const LEFT: f64 = 64.0;
const PANEL_WIDTH: f64 = 380.0;
const PANEL_HEIGHT: f64 = 220.0;
/// The distance from the left side of a panel to that of the next.
const PANEL_STEP: f64 = 470.0;
/// What the panels show: the title, the column of the table, the end of the vertical axis, and its steps.
const PANELS: [(&str, usize, f64, f64); 2] =
    [("moves that lose 200 or more", 2, 50.0, 10.0), ("moves that lose 500 or more", 3, 15.0, 3.0)];
/// Colours of the levels and of groups of people that color-blind readers can distinguish on white (Okabe and Ito).
const LEVEL: &str = "#0072b2";
const PEOPLE: [(&str, &str); 5] =
    [("#222", ""), ("#d55e00", "7 4"), ("#e69f00", "7 4"), ("#009e73", "2 2"), ("#cc79a7", "2 2")];

/// A share in percent with its 95 % error.
#[derive(Clone, Copy)]
struct Share {
    percent: f64,
    error: f64,
}

/// A row of the table: somebody with the shares of their moves, in the order of [`PANELS`].
struct Row {
    name: String,
    shares: [Share; 2],
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (table, picture) = (arguments.next(), arguments.next());
    let (table, picture) = table.zip(picture).ok_or("which table, and which picture?")?;
    let rows: Vec<Row> = std::fs::read_to_string(table)?.lines().filter_map(row).collect();
    std::fs::write(picture, plot(&rows))?;
    Ok(())
}

/// Reads a row; `None` if the line is none of this table.
fn row(line: &str) -> Option<Row> {
    let cells: Vec<&str> = line.split('|').skip(1).map(str::trim).collect();
    let share = |column: usize| {
        let (percent, error) = cells.get(column)?.split_once(" ± ")?;
        Some(Share { percent: percent.parse().ok()?, error: error.parse().ok()? })
    };
    let [(_, first, ..), (_, second, ..)] = PANELS;
    let name = (*cells.first()?).to_owned();
    let is_known = name.starts_with("level ") || name.contains("people");
    is_known.then_some(Row { name, shares: [share(first)?, share(second)?] })
}

fn plot(rows: &[Row]) -> String {
    let (levels, people): (Vec<&Row>, Vec<&Row>) =
        rows.iter().partition(|row| row.name.starts_with("level "));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"13\" fill=\"#222\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    svg +=
        &text(LEFT, 26.0, "font-size=\"16\"", "Blunders of the levels and of people in the same positions");
    svg +=
        &text(LEFT, 46.0, "", "Moves in 100. Bars are 95 % errors; lines across are people of a small site.");
    for (panel, left) in [LEFT, LEFT + PANEL_STEP].into_iter().enumerate() {
        svg += &drawn(panel, left, &levels, &people);
    }
    for (n, (row, (colour, dashes))) in people.iter().zip(PEOPLE).enumerate() {
        let (x, y) = (LEFT + 290.0 * (n / 2) as f64, 376.0 + 24.0 * (n % 2) as f64);
        svg += &across(x, x + 36.0, y, colour, dashes);
        svg += &text(x + 46.0, y + 4.0, "", &row.name);
    }
    svg + "</svg>\n"
}

/// A panel with its axes, the levels and the people.
fn drawn(panel: usize, left: f64, levels: &[&Row], people: &[&Row]) -> String {
    let (title, _, most, step) = PANELS[panel];
    let (right, bottom) = (left + PANEL_WIDTH, TOP + PANEL_HEIGHT);
    let y = |percent: f64| bottom - PANEL_HEIGHT * percent.clamp(0.0, most) / most;
    let x = |n: usize| left + PANEL_WIDTH * (n as f64 + 0.5) / levels.len().max(1) as f64;
    let mut svg = text(left, TOP - 12.0, "font-weight=\"bold\"", title);
    for tick in (0..).map(|n| f64::from(n) * step).take_while(|tick| *tick <= most) {
        svg += &across(left, right, y(tick), "#ddd", "");
        svg += &text(left - 8.0, y(tick) + 4.0, "text-anchor=\"end\"", &format!("{tick:.0} %"));
    }
    for (row, (colour, dashes)) in people.iter().zip(PEOPLE) {
        svg += &across(left, right, y(row.shares[panel].percent), colour, dashes);
    }
    for (n, row) in levels.iter().enumerate() {
        let Share { percent, error } = row.shares[panel];
        let (x, from, to) = (x(n), y(percent - error), y(percent + error));
        let _ =
            writeln!(svg, "<path d=\"M{x:.1} {from:.1}V{to:.1}\" stroke=\"{LEVEL}\" stroke-width=\"2\"/>");
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{LEVEL}\"/>", y(percent));
        svg += &text(x, bottom + 18.0, "text-anchor=\"middle\"", row.name.trim_start_matches("level "));
    }
    svg + &text(f64::midpoint(left, right), bottom + 38.0, "text-anchor=\"middle\"", "level of the computer")
}

fn across(from: f64, to: f64, y: f64, colour: &str, dashes: &str) -> String {
    format!(
        "<path d=\"M{from:.1} {y:.1}H{to:.1}\" stroke=\"{colour}\" stroke-width=\"1.6\" \
         stroke-dasharray=\"{dashes}\"/>\n"
    )
}

fn text(x: f64, y: f64, attributes: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" {attributes}>{text}</text>\n")
}
