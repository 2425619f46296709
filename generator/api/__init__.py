"""What programs are offered: a function for each command that makes or checks files, with its options by name."""
