"""Where the pages stood once: importing anything from here says where it stands now."""

raise ImportError(
    "pegp_lite.explorer has moved to pegp_lite.pages.lessons, a folder a page; "
    "the first cell of each notebook shows its import"
)
