"""Where bytes of strangers become data: bounded, with one kind of error that names its line."""
