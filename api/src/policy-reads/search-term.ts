import { likeLetters } from '../http/collection.ts'
/** How a search text is compared. */
export const searchModes = { contains: 1, startsWith: 2, exact: 3 } as const
export type SearchMode = (typeof searchModes)[keyof typeof searchModes]

const hasLetter = /[\p{L}\p{N}]/u
// What the trigram index can look up inside a text: three letters in a row, or a letter that begins a word.
const isIndexable = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u

/**
 * The LIKE patterns, one of which a lower-case text has to fit. Every pattern can be looked up in a trigram index, so
 * that no text that somebody types reads the whole table: one or two letters match at the beginning of a word, and
 * a text without any letter or digit has no pattern.
 */
export function getPatterns(text: string, mode: SearchMode): string[] {
  const term = text.trim().toLowerCase()
  if (!hasLetter.test(term)) return []
  const literal = likeLetters(term)
  if (mode === searchModes.exact) return [literal]
  if (mode === searchModes.startsWith) return [`${literal}%`]
  return isIndexable.test(term) ? [`%${literal}%`] : [`${literal}%`, `% ${literal}%`]
}

const phoneNumber = /^(\+?1[\s.-]*)?\(?(\d{3})\)?[\s.-]*(\d{3})[\s.-]*(\d{4})$/

/**
 * One LIKE pattern for each word of a text, for a column that begins with a blank. A phone number is one word, however it is written. Short words
 * match at the beginning of a word only, because the trigram index needs three characters or the beginning of a word.
 */
export function getWordPatterns(text: string): string[] {
  const phone = phoneNumber.exec(text.trim())
  const words = phone ? [phone.slice(2).join('')] : text.toLowerCase().split(/[\s,;]+/)
  return words
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter((word) => word !== '')
    .map((word) => (/[\p{L}\p{N}]{3}/u.test(word) ? `%${likeLetters(word)}%` : `% ${likeLetters(word)}%`))
}

/** True for a text without a word of five letters: such a text may fit nearly every policy, as `FL` does. */
export const isShort = (text: string) => !/[\p{L}\p{N}]{5}/u.test(text)

/** How the texts of a search are best looked for; one long word is enough to look them up. */
export const getText = (texts: (string | undefined)[]): 'none' | 'short' | 'word' => {
  const given = texts.filter((text) => text !== undefined)
  if (given.length === 0) return 'none'
  return given.every(isShort) ? 'short' : 'word'
}
