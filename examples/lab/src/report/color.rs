//! Colours that can be told apart on white and on black. Text has none of its own: it takes the reader's.

use crate::strategy::Strategy;
use plotters::style::RGBColor;

/// Stands for the text's colour until the drawing is done; see [`themed`].
pub const INK: RGBColor = RGBColor(1, 2, 3);
/// Stands for the colour of grid lines.
pub const GRID: RGBColor = RGBColor(1, 2, 4);

pub fn of(strategy: Strategy) -> RGBColor {
    match strategy {
        Strategy::Plain => RGBColor(138, 143, 152),
        Strategy::Boxed => RGBColor(201, 138, 27),
        Strategy::Native => RGBColor(63, 127, 208),
        Strategy::StateMachine => RGBColor(31, 157, 97),
        Strategy::Stackful => RGBColor(150, 85, 225),
        Strategy::AsyncTrait => RGBColor(190, 105, 50),
        Strategy::AsyncRecursion => RGBColor(165, 120, 70),
        Strategy::Reblessive => RGBColor(205, 85, 130),
        Strategy::Corosensei => RGBColor(42, 157, 157),
        Strategy::May => RGBColor(125, 150, 40),
        Strategy::Go => RGBColor(0, 160, 205),
        Strategy::Threads => RGBColor(120, 120, 120),
    }
}

/// The drawing in the reader's colours: of the page that it is part of, or by its own style.
pub fn themed(svg: &str) -> String {
    svg.replace("#010203", "var(--ink)").replace("#010204", "var(--grid)")
}
