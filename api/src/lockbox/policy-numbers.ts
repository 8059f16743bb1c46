/** Whole: a part of a longer word or number is another policy's, or none. */
const exactly = /(?<![A-Z0-9])[A-Z]{3}3\d{6,9}(?![A-Z0-9])/g

/** The policy numbers that a reference names letter for letter, each once, in its order (LBX-4). */
export const findPolicyNumbers = (reference: string): string[] => [...new Set(reference.toUpperCase().match(exactly))]

/** What looks like a policy number once blanks and hyphens are gone, a digit more or less. */
const nearly = /[A-Z]{3}3\d{5,10}/g

const swapped = (text: string, at: number) =>
  text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)

/**
 * Numbers that a slip of the pen may have made of the one meant: blanks in it, one digit too many, one that is another,
 * two that changed places. Suggestions only.
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
