/** Returns the initials of a name: the first letters of its words in upper case, at most ten (SIGN-5). */
export const getInitials = (name: string) =>
  [
    ...name
      .trim()
      .split(/[\s-]+/)
      .map((word) => [...word.normalize('NFC')][0] ?? '')
      .join('')
      .toUpperCase(),
  ]
    .slice(0, 10)
    .join('')
