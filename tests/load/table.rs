//! Tables as they are printed, in the form that pages take too.

use std::fmt;
use std::time::Duration;

/// A titled table of figures.
#[derive(Debug)]
pub(crate) struct Table {
    title: String,
    rows: Vec<[String; 5]>,
    notes: Vec<String>,
}

impl Table {
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A figure with nothing to hold it against.
    pub(crate) fn figure(&mut self, what: impl Into<String>, value: impl fmt::Display) {
        let nothing = String::new;
        self.rows.push([
            what.into(),
            value.to_string(),
            nothing(),
            nothing(),
            nothing(),
        ]);
    }

    /// A figure, the floor under it, the ratio of the two, and what is aimed at.
    pub(crate) fn row<V: Figure>(
        &mut self,
        what: impl Into<String>,
        value: V,
        floor: Option<V>,
        aim: &str,
    ) {
        let ratio = floor
            .map(|floor| value.size() / floor.size())
            .filter(|ratio| ratio.is_finite());
        let ratio = ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}"));
        let floor = floor.map_or_else(String::new, Figure::text);
        self.rows
            .push([what.into(), value.text(), floor, ratio, aim.to_owned()]);
    }

    /// A remark below the table.
    pub(crate) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = ["", "figure", "floor", "ratio", "aim"].map(str::to_owned);
        let widths: [usize; 5] = std::array::from_fn(|column| {
            let cells = self.rows.iter().chain([&head]);
            cells
                .map(|row| row[column].chars().count())
                .max()
                .unwrap_or(0)
                .max(3)
        });
        let line = |f: &mut fmt::Formatter<'_>, row: &[String; 5]| {
            let [what, value, floor, ratio, aim] = row;
            let [w0, w1, w2, w3, w4] = widths;
            writeln!(
                f,
                "| {what:<w0$} | {value:>w1$} | {floor:>w2$} | {ratio:>w3$} | {aim:<w4$} |"
            )
        };
        writeln!(f, "## {}\n", self.title)?;
        line(f, &head)?;
        let [w0, w1, w2, w3, w4] = widths.map(|width| "-".repeat(width));
        let right = |dashes: &str| format!("{}:", &dashes[1..]);
        line(f, &[w0, right(&w1), right(&w2), right(&w3), w4])?;
        for row in &self.rows {
            line(f, row)?;
        }
        for note in &self.notes {
            write!(f, "\n{note}")?;
        }
        if !self.notes.is_empty() {
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Something that can be held against a floor of its kind.
pub(crate) trait Figure: Copy {
    fn text(self) -> String;
    fn size(self) -> f64;
}

impl Figure for Duration {
    fn text(self) -> String {
        let micros = self.as_secs_f64() * 1e6;
        match micros {
            0.0..1_000.0 => format!("{micros:.0} µs"),
            1_000.0..1_000_000.0 => format!("{:.2} ms", micros / 1e3),
            _ => format!("{:.2} s", micros / 1e6),
        }
    }

    fn size(self) -> f64 {
        self.as_secs_f64()
    }
}

/// So many of something; whole where there are many.
impl Figure for f64 {
    fn text(self) -> String {
        if self.abs() < 10.0 {
            format!("{self:.2}")
        } else {
            format!("{self:.0}")
        }
    }

    fn size(self) -> f64 {
        self
    }
}
