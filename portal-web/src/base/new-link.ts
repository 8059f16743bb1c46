import { clearTyped, readTyped, saveTyped } from '@tideline/web-kit/forms/typed.ts'

/** The storage key of the link request form's first field. */
export const identityDraft = 'link request'

const ended = 'link request, session ended'

/**
 * Saves the policy number when a session ends during signing or payment. The link request form is then prefilled and
 * explains why.
 */
export function saveForNewLink(policyNo: string) {
  saveTyped(identityDraft, { identity: policyNo })
  saveTyped(ended, { policyNo })
}

export const hasEnded = () => 'policyNo' in readTyped<{ policyNo: string }>(ended)

export const clearEnded = () => clearTyped(ended)
