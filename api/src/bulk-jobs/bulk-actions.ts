import { operations } from '../generated/operations.ts'
import { assertCanCallOperation } from '../http/access.ts'
import type { Actor, Ctx, TransactionContext } from '../http/context.ts'
import type { OperationEntry, OperationId } from '../http/operation.ts'
import { assertCanFinalize, finalizeCancellation } from '../lifecycle/cancel/finalize-cancellation.ts'
import { assertCanNonRenew, nonRenewPolicy } from '../lifecycle/non-renew/non-renew.ts'
import { rescindNonRenewal } from '../lifecycle/non-renew/rescind-non-renewal.ts'
import { resendLink } from '../links/resend-link.ts'
import type { BulkJob } from './bulk-jobs.ts'

export type BulkAction = BulkJob['action']

interface BulkActionInput {
  policyNo: string
  note: string
  /** Time at which the job to undo processed this policy. */
  decidedAt?: Date | undefined
}

interface BulkActionDefinition {
  /** The operation for a single policy. Its access rules also apply to bulk jobs. */
  operation: OperationId
  /** Whether the action requires, accepts or rejects a note. */
  note: 'needed' | 'possible' | 'none'
  /** Check that runs before the transaction, so that a moratorium's rejection stays in the log after a rollback. */
  before?: (ctx: Ctx, input: BulkActionInput) => Promise<unknown>
  act: (ctx: TransactionContext, input: BulkActionInput) => Promise<unknown>
  /** The opposite action, which undoes this action. Undefined if the action cannot be undone. */
  undo?: BulkAction
}

/** Actions available to bulk jobs. Each one runs the same code as the operation for a single policy. */
export const bulkActions: Record<BulkAction, BulkActionDefinition> = {
  resendLink: {
    operation: 'resendPolicyLink',
    note: 'none',
    act: (ctx, { policyNo }) => resendLink(ctx, { policyNo }),
  },
  finalizeCancel: {
    operation: 'finalizeCancelPolicy',
    note: 'possible',
    before: (ctx, { policyNo }) => assertCanFinalize(ctx, policyNo),
    act: (ctx, { policyNo, note }) =>
      finalizeCancellation(ctx, { policyNo, note: note ? { note, isPrivate: false } : undefined }),
  },
  nonRenew: {
    operation: 'nonRenewPolicy',
    note: 'needed',
    before: (ctx, { policyNo }) => assertCanNonRenew(ctx, policyNo),
    act: nonRenewPolicy,
    undo: 'rescindNonRenewal',
  },
  rescindNonRenewal: {
    operation: 'rescindNonRenewal',
    note: 'needed',
    act: rescindNonRenewal,
  },
}

/** Throws 403 if the caller may not perform the action on a single policy. */
export const assertBulkActionAllowed = (actor: Actor, action: BulkAction): void =>
  assertCanCallOperation(actor, (operations[bulkActions[action].operation] as OperationEntry).access)
