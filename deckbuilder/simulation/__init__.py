"""Many tables at once: what bots are worth, with how sure one can be of it."""
