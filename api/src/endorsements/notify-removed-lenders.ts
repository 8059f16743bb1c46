import { randomUUID } from 'node:crypto'
import type { TransactionContext } from '../http/context.ts'
import { enqueueJobs } from '../outbox/enqueue-job.ts'
import { getRemovedLienholders, type LienholderChange, type QuoteLienholder } from './lienholders.ts'

/** A letter to a lender that is no longer on a policy. */
export interface LenderRemovalLetter {
  letterId: string
  policyNo: string
  lienholder: QuoteLienholder
  /** Effective date of the endorsement, `YYYY-MM-DD`. */
  effectiveDate: string
}

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'queue-lender-removal': LenderRemovalLetter
  }
}

/** Schedules a letter to each lender that a change removes from a policy (DOC-13). */
export const notifyRemovedLenders = (
  { db }: Pick<TransactionContext, 'db'>,
  policyNo: string,
  change: LienholderChange,
  effectiveDate: string,
): Promise<void> =>
  enqueueJobs(
    db,
    'queue-lender-removal',
    getRemovedLienholders(change).map((lienholder) => ({
      payload: { letterId: randomUUID(), policyNo, lienholder, effectiveDate },
    })),
  )
