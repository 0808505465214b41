//! What is shown: tables for people, one JSON object a line for programs, and a progress line on a terminal.

pub mod json;
pub mod preface;
pub mod progress;
pub mod table;
