/**
 * Matches an id as the contract defines it: a UUID of any version. Use it to check a text before a query because
 * PostgreSQL throws an error if a UUID is compared with any other text.
 */
const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isId = (text: string): boolean => pattern.test(text)

/**
 * Returns the text if it is an id, otherwise null. Use it for columns and metadata that external systems may have set.
 */
export const parseIdOrNull = (text: string | null | undefined): string | null => (text && isId(text) ? text : null)
