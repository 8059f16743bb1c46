import type { TrxCtx } from '../http/context.ts'
import type { Fact } from '../outbox/fact.ts'
import { askForMail, type ClosedStatement } from './closed-statement.ts'
import { enqueuePayoutEmail, type PaidStatement } from './payouts/payout-email.ts'

/** What becomes of commission, and who listens. Commission itself listens to nothing: it is reckoned from the transactions (ADR 41). */

export const statementClosed: Fact<'statement.closed', ClosedStatement, Pick<TrxCtx, 'db' | 'now'>> = {
  type: 'statement.closed',
  event: ({ agencyId, agencyNo, statementId }) => ({ about: { agencyId }, data: { agencyNo, statementId } }),
  listeners: [askForMail],
}

export const statementPaid: Fact<'statement.paid', PaidStatement, Pick<TrxCtx, 'db' | 'now'>> = {
  type: 'statement.paid',
  event: ({ agencyId, agencyNo, statementId, paidOn, paymentReference }) => ({
    about: { agencyId },
    data: { agencyNo, statementId, paidOn, paymentReference },
  }),
  listeners: [enqueuePayoutEmail],
}
