/** Returns the initials of a name in uppercase, up to ten letters (SIGN-5). */
export const getInitials = (name: string) =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
    .slice(0, 10)
