import { clearFormInput, readFormInput, saveFormInput } from '@tideline/web-kit/forms/form-storage.ts'

/** The storage key for the email address or policy number in the link request form. */
export const identityDraftKey = 'link request'

const endedSessionKey = 'link request, session ended'

/**
 * Saves the policy number when a session ends during signing or payment. The link request form is then filled in with
 * the number and explains that the session ended.
 */
export function saveEndedSession(policyNo: string) {
  saveFormInput(identityDraftKey, { identity: policyNo })
  saveFormInput(endedSessionKey, { policyNo })
}

export const hasEndedSession = () => 'policyNo' in readFormInput<{ policyNo: string }>(endedSessionKey)

export const clearEndedSession = () => clearFormInput(endedSessionKey)
