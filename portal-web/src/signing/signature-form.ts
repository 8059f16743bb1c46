/** The maximum number of characters in a signer's name. */
export const maxNameLength = 50

export interface SignatureFormValues {
  name: string
  initials: string
  hasDrawnSignature: boolean
  hasDrawnInitials: boolean
  isTyped: boolean
  needsInitials: boolean
  needsElanyNotice: boolean
  elanyNoticeAccepted: boolean
}

/** The problems of a signature by field, in the order of the form. */
export type SignatureProblems = {
  [Part in 'name' | 'initials' | 'signature' | 'drawnInitials' | 'elany']?: string | undefined
}

/**
 * Characters of Windows code page 1252, combining accents, and the few letters that the API prints without their
 * stroke.
 */
const printable = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸŁłĐđı\p{M}]*$/u

/**
 * Checks whether documents can print the text. Their font has only Latin letters and would print a question mark
 * instead.
 */
export const isPrintableText = (words: string) => printable.test(words.normalize('NFD'))

/** Checks the length of a name in Unicode code points, so that an emoji counts as one character. */
export const isNameTooLong = (name: string) => [...name.trim()].length > maxNameLength

function nameProblem(name: string): string | undefined {
  if (!name.trim()) return 'Enter your full name.'
  if (isNameTooLong(name)) return `Your name may have at most ${maxNameLength} characters.`
  if (!isPrintableText(name)) return 'Write your name in Latin letters: it is printed in the documents.'
  return undefined
}

function initialsProblem(initials: string): string | undefined {
  if (!initials.trim()) return 'Enter your initials.'
  return isPrintableText(initials) ? undefined : 'Use Latin letters.'
}

/**
 * Returns everything that is missing before a signature can be applied (SIGN-5, SIGN-6). Initials are drawn only if a
 * document requires them.
 */
export function validateSignature(entry: SignatureFormValues): SignatureProblems {
  const isDrawn = !entry.isTyped
  return {
    name: nameProblem(entry.name),
    initials: initialsProblem(entry.initials),
    signature: isDrawn && !entry.hasDrawnSignature ? 'Draw your signature, or use a text signature.' : undefined,
    drawnInitials: isDrawn && entry.needsInitials && !entry.hasDrawnInitials ? 'Draw your initials.' : undefined,
    elany:
      isDrawn && entry.needsElanyNotice && !entry.elanyNoticeAccepted
        ? 'Check the box to confirm that you have read the ELANY notice.'
        : undefined,
  }
}

/** Returns the first reason why the signature cannot be applied; undefined if it can. */
export const getFirstSignatureProblem = (entry: SignatureFormValues): string | undefined =>
  Object.values(validateSignature(entry)).find(Boolean)
