/** Returns the first letters of a name's words in upper case, at most ten (SIGN-5). */
export const getInitials = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
    .slice(0, 10)
