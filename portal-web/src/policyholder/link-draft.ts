import { clearFormInput, readFormInput, saveFormInput } from '@tideline/web-kit/forms/form-storage.ts'
import { clearEndedSession, identityDraftKey } from '../base/ended-session.ts'

/** The storage keys of the link request fields. */
export const linkDraftKeys = {
  identity: identityDraftKey,
  phone: 'link request, phone',
  zip: 'link request, zip',
  stage: 'link request, stage',
} as const

/** The progress of a link request in this tab. */
export interface LinkDraft {
  identity?: string
  /** The email address or policy number was entered, and the second step verifies it. */
  isGiven?: boolean
  isSent?: boolean
  /** The values of a sent request, so that it can be sent again after a reload. */
  phone?: string
  zip?: string
}

/** Checks whether the page was reloaded or restored. Any other visit starts over. */
const isReloadOrReturn = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type !== 'navigate')

/**
 * Returns the draft of the link request. A new visit starts at the first step with the saved email or policy number.
 */
export const readLinkDraft = (): LinkDraft => ({
  ...readFormInput<Pick<LinkDraft, 'identity'>>(linkDraftKeys.identity),
  ...(isReloadOrReturn() && readFormInput<LinkDraft>(linkDraftKeys.stage)),
})

export const saveLinkDraft = (stage: LinkDraft) => saveFormInput(linkDraftKeys.stage, stage)

export const clearLinkDraft = () => {
  for (const name of Object.values(linkDraftKeys)) clearFormInput(name)
  clearEndedSession()
}
