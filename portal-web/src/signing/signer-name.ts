import type { PolicyConfirmation } from '@tideline/sdk'
import { Party } from '@tideline/sdk/words'
import { readSession } from '@tideline/web-kit/session/session.ts'

/** Returns the signer's name. The insured's name comes from the policy, the agent's from the account. */
export function getSignerName({ viewer, firstName, lastName }: PolicyConfirmation): string {
  if (viewer.party === Party.insured) return `${firstName} ${lastName}`.trim()
  const { FirstName = '', LastName = '' } = readSession()?.data ?? {}
  return `${FirstName} ${LastName}`.trim()
}
