/** The contract's Id: a UUID of any version. What is none cannot be in the database, and PostgreSQL would refuse to compare it. */
const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isId = (text: string): boolean => pattern.test(text)

/** The text when it is an id, for columns and metadata that others may have filled. */
export const idOrNull = (text: string | null | undefined): string | null => (text && isId(text) ? text : null)
