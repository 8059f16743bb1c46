import { escapeLikePattern } from '../http/collection.ts'
/** Modes for matching a search text. */
export const searchModes = { contains: 1, startsWith: 2, exact: 3 } as const
export type SearchMode = (typeof searchModes)[keyof typeof searchModes]

const hasLetter = /[\p{L}\p{N}]/u
// Matches text for which the trigram index can be used: three letters or digits in a row, or one at the start of a
// word.
const isIndexable = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u

/**
 * Returns LIKE patterns for a search text. A lowercase value must match at least one pattern. All patterns work with a
 * trigram index, so one or two letters match only at the start of a word. Returns no patterns if the text has no
 * letters or digits.
 */
export function toLikePatterns(text: string, mode: SearchMode): string[] {
  const term = text.trim().toLowerCase()
  if (!hasLetter.test(term)) return []
  const literal = escapeLikePattern(term)
  if (mode === searchModes.exact) return [literal]
  if (mode === searchModes.startsWith) return [`${literal}%`]
  return isIndexable.test(term) ? [`%${literal}%`] : [`${literal}%`, `% ${literal}%`]
}

const phoneNumber = /^(\+?1[\s.-]*)?\(?(\d{3})\)?[\s.-]*(\d{3})[\s.-]*(\d{4})$/

/** Returns the words of a search text in lowercase. A phone number in any format counts as one word. */
export function splitIntoWords(text: string): string[] {
  const phone = phoneNumber.exec(text.trim())
  const words = phone ? [phone.slice(2).join('')] : text.toLowerCase().split(/[\s,;]+/)
  return words.map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')).filter((word) => word !== '')
}

/**
 * Returns the LIKE pattern of a word, for a column that starts with a space. A word of one or two characters matches only
 * at the start of a word, as the trigram index requires.
 */
export const toWordLikePattern = (word: string): string =>
  /[\p{L}\p{N}]{3}/u.test(word) ? `%${escapeLikePattern(word)}%` : `% ${escapeLikePattern(word)}%`

/**
 * Returns whether a lowercase text has the first seven or more characters of a policy number. A policy number can contain
 * such a text only at its start.
 */
export const isPolicyNumberStart = (text: string): boolean => /^[a-z]{3}3\d{3,}$/.test(text)

/**
 * Returns whether a text has no word with five or more letters or digits. Such a text, for example `FL`, may match
 * nearly every policy.
 */
const isShortSearchText = (text: string) => !/[\p{L}\p{N}]{5}/u.test(text)

/** Returns the search type for the given texts. One long word is sufficient for an index lookup. */
export const getSearchTextKind = (texts: (string | undefined)[]): 'none' | 'short' | 'word' => {
  const given = texts.filter((text) => text !== undefined)
  if (given.length === 0) return 'none'
  return given.every(isShortSearchText) ? 'short' : 'word'
}
