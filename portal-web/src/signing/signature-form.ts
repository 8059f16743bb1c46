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

/** Validation errors of a signature by field, in form order. */
export type SignatureProblems = {
  [Part in 'name' | 'initials' | 'signature' | 'drawnInitials' | 'elany']?: string | undefined
}

/**
 * Characters that documents can print: Windows code page 1252, combining accents, and a few stroked letters such as Ł.
 * The API prints stroked letters without the stroke.
 */
const printable = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸŁłĐđı\p{M}]*$/u

/**
 * Checks whether documents can print the text. Their font has only Latin letters and prints a question mark for any
 * other character.
 */
export const isPrintableText = (words: string) => printable.test(words.normalize('NFD'))

/** Checks whether a name is too long. Counts Unicode code points, so an emoji is one character. */
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
 * Returns a validation error for each missing part of the signature (SIGN-5, SIGN-6). Drawn initials are needed only if
 * a document requires them.
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

/** Returns the first reason why the signature cannot be applied, or undefined if it can. */
export const getFirstSignatureProblem = (entry: SignatureFormValues): string | undefined =>
  Object.values(validateSignature(entry)).find(Boolean)
