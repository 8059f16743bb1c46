import { clearTyped, readTyped, saveTyped } from '@tideline/web-kit/forms/typed.ts'
import { clearEnded, identityDraft } from '../base/new-link.ts'

/** Where the fields of the link request are kept while it is being filled in. */
export const draftOf = {
  identity: identityDraft,
  phone: 'link request, phone',
  zip: 'link request, zip',
  stage: 'link request, stage',
} as const

/** How far a request for a link has come in this tab. */
export interface LinkDraft {
  identity?: string
  /** The email address or policy number was given: the proof is asked for. */
  isGiven?: boolean
  isSent?: boolean
  /** Once it was sent: what it was asked with, so that it can be sent again after a reload. */
  phone?: string
  zip?: string
}

/** The page was loaded again, or was come back to; else somebody begins anew. */
const isAgain = () =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type !== 'navigate')

/** Whoever begins anew finds the address or number that they typed, and the first step. */
export const readLinkDraft = (): LinkDraft => ({
  ...readTyped<Pick<LinkDraft, 'identity'>>(draftOf.identity),
  ...(isAgain() && readTyped<LinkDraft>(draftOf.stage)),
})

export const saveStage = (stage: LinkDraft) => saveTyped(draftOf.stage, stage)

export const clearLinkDraft = () => {
  for (const name of Object.values(draftOf)) clearTyped(name)
  clearEnded()
}
