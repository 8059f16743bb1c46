import { clearFormInput, readFormInput, saveFormInput } from '@tideline/web-kit/forms/form-storage.ts'
import { getDestinationPolicyNo } from '@tideline/web-kit/session/destination.ts'
import { clearEndedSession, identityDraftKey } from '../base/ended-session.ts'

/** Storage keys for the fields of a link request. */
export const linkRequestStorageKeys = {
  identity: identityDraftKey,
  phone: 'link request, phone',
  zip: 'link request, zip',
  stage: 'link request, stage',
} as const

/** Saved progress of a link request in this tab. */
export interface LinkRequestDraft {
  identity?: string
  /** True if step 1 is complete, so that step 2 is shown. */
  isGiven?: boolean
  isSent?: boolean
  /** Phone number or ZIP code of a sent request. It is saved so that the request can be sent again after a reload. */
  phone?: string
  zip?: string
}

/** Checks whether the page was reloaded or restored from history. The progress is restored only in these cases. */
const isReloadOrReturn = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type !== 'navigate')

/**
 * Returns the policy number of the page that the policyholder tried to open, for example from the QR code on a letter
 * (EML-5).
 */
const getIdentityFromDestination = (): Pick<LinkRequestDraft, 'identity'> => {
  const identity = getDestinationPolicyNo(Date.now())
  return identity ? { identity } : {}
}

/**
 * Returns the saved link request. After a reload, restores the current step; otherwise, only the email address or
 * policy number.
 */
export const readLinkRequestDraft = (): LinkRequestDraft => ({
  ...getIdentityFromDestination(),
  ...readFormInput<Pick<LinkRequestDraft, 'identity'>>(linkRequestStorageKeys.identity),
  ...(isReloadOrReturn() && readFormInput<LinkRequestDraft>(linkRequestStorageKeys.stage)),
})

export const saveLinkRequestDraft = (stage: LinkRequestDraft) => saveFormInput(linkRequestStorageKeys.stage, stage)

export const clearLinkRequestDraft = () => {
  for (const name of Object.values(linkRequestStorageKeys)) clearFormInput(name)
  clearEndedSession()
}
