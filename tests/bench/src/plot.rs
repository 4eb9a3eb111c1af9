//! Draws line plots over logarithmic axes as SVG.

use std::fmt::Write as _;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 200.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 56.0;
/// Colors that color-blind readers can distinguish on white (Okabe and Ito).
const COLORS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#555555"];

/// One line of a plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points from left to right; all coordinates are positive.
    pub points: Vec<(f64, f64)>,
}

/// A logarithmic axis between two powers of ten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axis {
    first: i32,
    last: i32,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64> + Clone) -> Self {
        let least = values.clone().fold(f64::INFINITY, f64::min);
        let most = values.fold(0.0, f64::max);
        if !(least > 0.0 && least.is_finite()) {
            return Self { first: 0, last: 1 };
        }
        let first = least.log10().floor() as i32;
        Self { first, last: (most.log10().ceil() as i32).max(first + 1) }
    }

    /// The position of a value on the axis, from 0 to 1.
    fn at(self, value: f64) -> f64 {
        (value.log10() - f64::from(self.first)) / f64::from(self.last - self.first)
    }

    fn ticks(self) -> impl Iterator<Item = f64> {
        (self.first..=self.last).map(|power| 10f64.powi(power))
    }
}

/// Draws `series` over logarithmic axes.
#[must_use]
pub fn plot(title: &str, x_label: &str, y_label: &str, series: &[Series]) -> String {
    let points = || series.iter().flat_map(|line| line.points.iter());
    let (x_axis, y_axis) = (Axis::over(points().map(|p| p.0)), Axis::over(points().map(|p| p.1)));
    let x = |value: f64| LEFT + x_axis.at(value) * (WIDTH - LEFT - RIGHT);
    let y = |value: f64| HEIGHT - BOTTOM - y_axis.at(value) * (HEIGHT - TOP - BOTTOM);
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let mut draw = |element: String| writeln!(svg, "{element}").expect("writing to a string succeeds");
    draw(text(LEFT, 28.0, "start", 16, title));
    draw(text(f64::midpoint(LEFT, right), HEIGHT - 14.0, "middle", 13, x_label));
    let middle = f64::midpoint(TOP, bottom);
    draw(format!(
        "<g transform=\"rotate(-90 18 {middle})\">{}</g>",
        text(18.0, middle, "middle", 13, y_label)
    ));
    for tick in x_axis.ticks() {
        let at = x(tick);
        draw(grid_line(at, TOP, at, bottom));
        draw(text(at, bottom + 18.0, "middle", 13, &power_label(tick)));
    }
    for tick in y_axis.ticks() {
        let at = y(tick);
        draw(grid_line(LEFT, at, right, at));
        draw(text(LEFT - 8.0, at + 4.0, "end", 13, &power_label(tick)));
    }
    for (n, line) in series.iter().enumerate() {
        let color = COLORS[n % COLORS.len()];
        let at = line.points.iter().map(|&(a, b)| format!("{:.1},{:.1}", x(a), y(b)));
        let at = at.collect::<Vec<_>>();
        draw(format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>",
            at.join(" ")
        ));
        for point in &at {
            let (a, b) = point.split_once(',').unwrap_or_default();
            draw(format!("<circle cx=\"{a}\" cy=\"{b}\" r=\"3.5\" fill=\"{color}\"/>"));
        }
        let at = TOP + 12.0 + 22.0 * n as f64;
        draw(format!(
            "<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"4\" fill=\"{color}\"/>",
            right + 14.0,
            at - 6.0
        ));
        draw(text(right + 34.0, at, "start", 13, &line.name));
    }
    svg + "</svg>\n"
}

fn grid_line(x1: f64, y1: f64, x2: f64, y2: f64) -> String {
    format!("<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"#ccc\"/>")
}

fn text(x: f64, y: f64, anchor: &str, size: u32, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\">{text}</text>")
}

/// Formats a power of ten with thousands separators.
fn power_label(value: f64) -> String {
    if value < 1.0 {
        return format!("{value}");
    }
    let digits = format!("{value:.0}");
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|g| std::str::from_utf8(g).ok()).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_lie_within_the_axes() {
        let points = vec![(10.0, 0.5), (700.0, 99_000.0), (10_000.0, 3.0)];
        let axis = Axis::over(points.iter().map(|p| p.1));
        assert_eq!(axis, Axis { first: -1, last: 5 });
        let series = [Series { name: "a<b".into(), points }];
        let svg = plot("title", "games", "moves/s", &series);
        for part in ["title", "games", "moves/s", "a&lt;b", "10,000", "0.1", "<polyline"] {
            assert!(svg.contains(part), "{part}");
        }
        assert_eq!(svg.matches("<circle").count(), 3);
        assert!(svg.contains("cx=\"80.0\"") && svg.contains("cx=\"560.0\""), "{svg}");
    }

    #[test]
    fn empty_plot_is_valid() {
        assert!(plot("", "", "", &[]).ends_with("</svg>\n"));
        assert_eq!(Axis::over([7.0].into_iter()), Axis { first: 0, last: 1 });
    }
}
