//! No code of its own: see `../corpus`.
