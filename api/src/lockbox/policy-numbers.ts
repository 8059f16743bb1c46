/** Matches only complete policy numbers. A match inside a longer word or number would be another policy or none. */
const exactly = /(?<![A-Z0-9])[A-Z]{3}3\d{6,9}(?![A-Z0-9])/g

/** Returns the exact policy numbers in a reference, in order and without duplicates (LBX-4). */
export const findPolicyNumbers = (reference: string): string[] => [...new Set(reference.toUpperCase().match(exactly))]

/**
 * Matches text that resembles a policy number after removing spaces and hyphens. The number of digits may be off by
 * one.
 */
const nearly = /[A-Z]{3}3\d{5,10}/g

const swapped = (text: string, at: number) =>
  text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)

/**
 * Returns policy numbers that a mistyped reference may mean. Corrects spaces, an extra digit, a wrong digit or swapped
 * digits. Use the results only as suggestions.
 */
export function findSimilarPolicyNumbers(reference: string): string[] {
  const found = reference.toUpperCase().replaceAll(/[\s-]/g, '').match(nearly) ?? []
  const near = found.slice(0, 3).flatMap((token) => {
    const digits = [...token].map((_, index) => index).slice(4)
    return [
      token,
      ...digits.map((at) => token.slice(0, at) + token.slice(at + 1)),
      ...digits.slice(0, -1).map((at) => swapped(token, at)),
      ...digits.flatMap((at) => [...'0123456789'].map((digit) => token.slice(0, at) + digit + token.slice(at + 1))),
    ]
  })
  return [...new Set(near)]
}
