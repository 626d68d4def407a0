"""The benchmark of link finders; `../README.md` describes it."""
