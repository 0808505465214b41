//! What the compiler says about wrong code (`ui/`), and what it gets to see of right code (`expand/`). No code of its own.
