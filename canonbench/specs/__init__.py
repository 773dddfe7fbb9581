"""The algorithms of the specifications, in their own words: standard library only, no benchmark in sight."""
