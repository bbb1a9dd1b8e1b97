"""Page 07: the promises, broken one by one."""
