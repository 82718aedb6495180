"""One file a page, read from top to bottom, and the parts that pages share."""
