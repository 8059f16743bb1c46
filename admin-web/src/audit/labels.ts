import type { AdminAuditEntry } from '@tideline/sdk'
import { auditActions, auditSubjects } from '@tideline/sdk/words'

/** Who acts, in words. */
export const kindWords: Record<AdminAuditEntry['actorKind'], string> = {
  agent: 'Agent',
  insured: 'Insured',
  staff: 'Staff',
  job: 'System',
  webhook: 'Stripe',
  anonymous: 'Anonymous',
}

/** `newBusiness` as New business. */
export function toSentence(name: string): string {
  const apart = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[._]/g, ' ')
    .toLowerCase()
  return apart.charAt(0).toUpperCase() + apart.slice(1)
}

/** What was done, in the contract's words; what it does not know yet is taken apart. */
export const actionName = (action: string): string =>
  auditActions.find(({ id }) => id === action)?.name ?? toSentence(action)

/** What it was done to. */
export const subjectName = (kind: string): string =>
  auditSubjects.find(({ id }) => id === kind)?.name ?? toSentence(kind)

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/** Which one it was done to, in a line: by the number that people know; an id tells nobody anything, and stands on the entry's page. */
export const getSubject = (kind: string, id: string): string =>
  isId(id) ? subjectName(kind) : `${subjectName(kind)} ${id}`
