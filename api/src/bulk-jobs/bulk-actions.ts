import { operations } from '../generated/operations.ts'
import { requireAccess } from '../http/access.ts'
import type { Actor, Ctx, TransactionContext } from '../http/context.ts'
import type { OperationEntry, OperationId } from '../http/operation.ts'
import { finalizeCancellation, requireFinalizable } from '../lifecycle/cancel/finalize-cancellation.ts'
import { assertCanNonRenew, nonRenew } from '../lifecycle/non-renew/non-renew.ts'
import { rescindNonRenewal } from '../lifecycle/non-renew/rescind-non-renewal.ts'
import { resendLink } from '../links/resend-link.ts'
import type { BulkJob } from './bulk-jobs.ts'

export type BulkAction = BulkJob['action']

interface Wish {
  policyNo: string
  note: string
  /** When the job did it that is taken back. */
  decidedAt?: Date | undefined
}

interface Deed {
  /** The call that does it to one policy: who may call it may have it done to many. */
  operation: OperationId
  /** Whether something has to be said for it. */
  note: 'needed' | 'possible' | 'none'
  /** What has to come before the transaction, because it is kept even where it refuses. */
  before?: (ctx: Ctx, wish: Wish) => Promise<unknown>
  act: (ctx: TransactionContext, wish: Wish) => Promise<unknown>
  /** What takes it back, where the business has such a thing. */
  undo?: BulkAction
}

/** What can be done to many policies; each is the very action of the call for one. */
export const bulkActions: Record<BulkAction, Deed> = {
  resendLink: {
    operation: 'resendPolicyLink',
    note: 'none',
    act: (ctx, { policyNo }) => resendLink(ctx, { policyNo }),
  },
  finalizeCancel: {
    operation: 'finalizeCancelPolicy',
    note: 'possible',
    before: (ctx, { policyNo }) => requireFinalizable(ctx, policyNo),
    act: (ctx, { policyNo, note }) =>
      finalizeCancellation(ctx, { policyNo, note: note ? { note, isPrivate: false } : undefined }),
  },
  nonRenew: {
    operation: 'nonRenewPolicy',
    note: 'needed',
    before: (ctx, { policyNo }) => assertCanNonRenew(ctx, policyNo),
    act: nonRenew,
    undo: 'takeBackNonRenewal',
  },
  takeBackNonRenewal: {
    operation: 'takeBackNonRenewal',
    note: 'needed',
    act: rescindNonRenewal,
  },
}

/** Throws 403 for who may not do it to one policy. */
export const assertBulkActionAllowed = (actor: Actor, action: BulkAction): void =>
  requireAccess(actor, (operations[bulkActions[action].operation] as OperationEntry).access)
