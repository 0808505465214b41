//! The server as its clients see it, over the loopback. The same tests run for every code generation.

mod binary;
mod codegen;
mod commands;
mod fragments;
mod lifecycle;
mod load;
mod protocol;
mod running;
