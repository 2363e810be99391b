import Glibc

/// Rings when the door opens.
func ring() { puts("ding") }
