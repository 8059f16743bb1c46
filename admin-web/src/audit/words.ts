import type { AdminAuditEntry } from '@tideline/sdk'

/** Who acts, in words. */
export const kindWords: Record<AdminAuditEntry['actorKind'], string> = {
  agent: 'Agent',
  insured: 'Insured',
  staff: 'Staff',
  job: 'The house',
  webhook: 'Stripe',
  anonymous: 'Nobody known',
}
