"""The pages themselves, a folder each."""
