/** At most this many characters in a signer's name (spec 1 §9). */
export const nameLimit = 50

export interface SignatureEntry {
  name: string
  initials: string
  hasDrawnSignature: boolean
  hasDrawnInitials: boolean
  isTyped: boolean
  needsElanyNotice: boolean
  elanyNoticeAccepted: boolean
}

/** Why the signature cannot be applied yet, as a sentence; nothing when it can (spec 1 §5, decision 49). */
export function notApplicable(entry: SignatureEntry): string | undefined {
  if (!entry.name.trim()) return 'Enter your full name.'
  if ([...entry.name.trim()].length > nameLimit) return `Your name may have at most ${nameLimit} characters.`
  if (!entry.initials.trim()) return 'Enter your initials.'
  if (entry.isTyped) return undefined
  if (!entry.hasDrawnSignature) return 'Draw your signature.'
  if (!entry.hasDrawnInitials) return 'Draw your initials.'
  if (entry.needsElanyNotice && !entry.elanyNoticeAccepted) return 'Tick that you have read the ELANY notice.'
  return undefined
}
