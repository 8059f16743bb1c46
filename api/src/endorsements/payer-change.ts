import type { Kysely } from 'kysely'
import { getLaterDate } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import type { TransactionContext } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import { getObligations } from '../ledger/invoices.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'
import { changePayer, isBilledToLender } from '../policy/payer.ts'
import type { Policy } from '../policy/visibility.ts'
import { getEndorsementDueDate } from './due-date.ts'
import { isSameLoan, type LienholderChange } from './lienholders.ts'

/** A change of who is billed for a term, caused by a change of its lienholders (BIL-18). */
export interface PayerChange extends Pick<Policy, 'policyId' | 'policyNo'> {
  /** Name of the lender that was billed. Null if it was no longer on the policy. */
  lenderBefore: string | null
  /** Name of the lender that is billed. Null if the insured is billed. */
  lenderAfter: string | null
  /** Open amounts that the new payer owes, in cents. */
  openCents: number
  /** Earliest possible due date of these amounts, `YYYY-MM-DD`. */
  earliestDueDate: string
  /** First due date of these amounts. Null if nothing is open. */
  dueDate: string | null
}

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'bill-new-payer': { policyNo: string; earliestDueDate: string; changedAt: string }
  }
}

/**
 * Returns who is billed after a change of lienholders, if this changes (BIL-18). If the first lienholder was billed and
 * is removed or replaced, the new first lienholder is billed, or the insured if there is none with a loan number.
 * @param today date at the insured property, `YYYY-MM-DD`
 */
export async function findPayerChange(
  db: Kysely<DB>,
  { policyId, policyNo }: Pick<Policy, 'policyId' | 'policyNo'>,
  { before: [before], after: [after] }: LienholderChange,
  today: string,
): Promise<PayerChange | undefined> {
  if (!before && !after) return undefined
  if (before && after && isSameLoan(before, after)) return undefined
  if (!(await isBilledToLender(db, policyId))) return undefined
  const open = (await getObligations(db, policyId)).filter(({ openCents }) => openCents > 0)
  const earliestDueDate = getEndorsementDueDate(today)
  const [dueDate = null] = open.map((one) => getLaterDate(one.dueDate, earliestDueDate)).toSorted()
  return {
    ...{ policyId, policyNo, earliestDueDate, dueDate },
    lenderBefore: before?.name ?? null,
    lenderAfter: after?.loan_number.trim() ? after.name.trim() : null,
    openCents: open.reduce((sum, { openCents }) => sum + openCents, 0),
  }
}

/** Bills the new payer from now on, and schedules the invoice (BIL-18, BIL-19). Call it with the policy locked. */
export async function applyPayerChange({ db, now }: TransactionContext, change: PayerChange): Promise<void> {
  const { policyId, policyNo, lenderAfter, earliestDueDate } = change
  await changePayer(db, policyId, lenderAfter === null ? 'insured' : 'lienholder', earliestDueDate)
  await enqueueJob(
    db,
    'bill-new-payer',
    { policyNo, earliestDueDate, changedAt: now.toISOString() },
    { key: `bill-new-payer:${policyNo}` },
  )
}

type Presented = Operations['decideMortgageeChange']['response']['payload']['payerChanges'][number]

export const toPayerChangeResponse = ({
  policyNo,
  lenderBefore,
  lenderAfter,
  openCents,
  dueDate,
}: PayerChange): Presented => ({ policyNo, lenderBefore, lenderAfter, amount: toDollars(openCents), dueDate })
