import type { TransactionContext } from '../http/context.ts'
import type { DomainEvent } from '../outbox/domain-event.ts'
import { type ClosedStatement, enqueueStatementEmail } from './closed-statement.ts'
import { enqueuePayoutEmail, type PaidStatement } from './payouts/payout-email.ts'

/**
 * Commission events and their subscribers. No subscriber calculates commission because commission is derived from the
 * transactions (ADR 41).
 */

export const statementClosedEvent: DomainEvent<
  'statement.closed',
  ClosedStatement,
  Pick<TransactionContext, 'db' | 'now'>
> = {
  type: 'statement.closed',
  event: ({ agencyId, agencyNo, statementId }) => ({ about: { agencyId }, data: { agencyNo, statementId } }),
  listeners: [enqueueStatementEmail],
}

export const statementPaidEvent: DomainEvent<
  'statement.paid',
  PaidStatement,
  Pick<TransactionContext, 'db' | 'now'>
> = {
  type: 'statement.paid',
  event: ({ agencyId, agencyNo, statementId, paidOn, paymentReference }) => ({
    about: { agencyId },
    data: { agencyNo, statementId, paidOn, paymentReference },
  }),
  listeners: [enqueuePayoutEmail],
}
