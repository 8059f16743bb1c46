import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import type { Policy } from '../policy/visibility.ts'
import { getRemovedLienholders, type LienholderChange } from './lienholders.ts'
import { findPayerChange, toPayerChangeResponse } from './payer-change.ts'
import type { RenewalChange } from './renewal-change.ts'

type Decided = Operations['decideMortgageeChange']['response']['payload']
export type LienholderEffects = Pick<Decided, 'payerChanges' | 'letterRecipients'>

/**
 * Returns the effects of a change of lienholders before it is bound: who is billed instead (BIL-18), and the removed
 * lenders, which get a letter (DOC-13). Includes a bound renewal whose lienholders change, too.
 * @param today date at the insured property, `YYYY-MM-DD`
 */
export async function getLienholderEffects(
  db: Kysely<DB>,
  policy: Pick<Policy, 'policyId' | 'policyNo'>,
  change: LienholderChange,
  renewal: RenewalChange | undefined,
  today: string,
): Promise<LienholderEffects> {
  const changes = [
    { policy, lienholders: change },
    ...(renewal?.lienholders ? [{ policy: renewal.renewal, lienholders: renewal.lienholders }] : []),
  ]
  const payerChanges = await Promise.all(
    changes.map(({ policy, lienholders }) => findPayerChange(db, policy, lienholders, today)),
  )
  const removed = changes.flatMap(({ lienholders }) => getRemovedLienholders(lienholders).map(({ name }) => name))
  return {
    payerChanges: payerChanges.flatMap((one) => (one ? [toPayerChangeResponse(one)] : [])),
    letterRecipients: [...new Set(removed)],
  }
}
