/**
 * The contract's Id: a UUID of any version. Other texts cannot be in the database, and PostgreSQL would throw when
 * comparing them.
 */
const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isId = (text: string): boolean => pattern.test(text)

/** Returns the text if it is an id, otherwise null. For columns and metadata that external systems may have set. */
export const idOrNull = (text: string | null | undefined): string | null => (text && isId(text) ? text : null)
