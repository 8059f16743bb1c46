import { clearTyped, readTyped, saveTyped } from '@tideline/web-kit/forms/typed.ts'

/** Where the first field of the link request is kept while it is being filled in. */
export const identityDraft = 'link request'

const ended = 'link request, session ended'

/** Whoever was logged out while signing or paying finds the number of the policy in the form, and is told why it is there. */
export function saveForNewLink(policyNo: string) {
  saveTyped(identityDraft, { identity: policyNo })
  saveTyped(ended, { policyNo })
}

export const hasEnded = () => 'policyNo' in readTyped<{ policyNo: string }>(ended)

export const clearEnded = () => clearTyped(ended)
