import type { PolicyDocument } from '@tideline/sdk'
import type { Party } from '@tideline/sdk/words'

/**
 * Checks whether a party has signed at all of its signature places in a document. Returns undefined if the party has
 * nothing to sign.
 */
export function hasPartySigned(
  { partiesToSign, signatures }: Pick<PolicyDocument, 'partiesToSign' | 'signatures'>,
  party: Party,
): boolean | undefined {
  const slots = signatures.filter((signature) => signature.party === party)
  if (!partiesToSign.includes(party) || slots.length === 0) return undefined
  return slots.every(({ signedByName, signedAt }) => Boolean(signedByName && signedAt))
}
