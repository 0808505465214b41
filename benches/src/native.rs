//! rustc's own lowering.

annotated!(native);
annotated_fib_with_boxes!(native);
