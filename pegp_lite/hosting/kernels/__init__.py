"""The processes behind the pages: where they are born, what bounds them, which are kept ready."""
