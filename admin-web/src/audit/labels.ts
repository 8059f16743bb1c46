import type { AdminAuditEntry } from '@tideline/sdk'
import { auditActions, auditSubjects } from '@tideline/sdk/words'

/** Display names of the actor kinds. */
export const actorKindLabels: Record<AdminAuditEntry['actorKind'], string> = {
  agent: 'Agent',
  insured: 'Insured',
  staff: 'Staff',
  job: 'System',
  webhook: 'Stripe',
  anonymous: 'Anonymous',
}

/** Converts `newBusiness` to "New business", and `agencyNo` to "Agency number". */
export function formatCamelCase(name: string): string {
  const apart = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[._]/g, ' ')
    .replaceAll(/ No\b/g, ' number')
    .toLowerCase()
  return apart.charAt(0).toUpperCase() + apart.slice(1)
}

/** Returns an action's label from the API contract. Without a label, splits the action's name into words. */
export const formatAction = (action: string): string =>
  auditActions.find(({ id }) => id === action)?.name ?? formatCamelCase(action)

/** Returns the subject type's label from the API contract. */
export const formatSubjectKind = (kind: string): string =>
  auditSubjects.find(({ id }) => id === kind)?.name ?? formatCamelCase(kind)

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

/**
 * Returns the subject's type and number, for example "Policy RFL3000102". Omits UUIDs; only the entry's page shows
 * them.
 */
export const formatSubject = (kind: string, id: string): string =>
  isId(id) ? formatSubjectKind(kind) : `${formatSubjectKind(kind)} ${id}`
