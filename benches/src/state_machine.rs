//! Explicit state machines.

annotated!(state_machine);
annotated_fib_with_boxes!(state_machine);
