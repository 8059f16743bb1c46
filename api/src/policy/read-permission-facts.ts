import { sql } from 'kysely'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { TransactionContext } from '../http/context.ts'
import { getBalanceAndAmountDue } from '../ledger/invoices.ts'
import type { PolicyBalance } from '../ledger/store.ts'
import type { AdditionalFactName, AdditionalFacts, PermissionFacts } from './can/permission-rule.ts'
import { findBillableLender } from './payer.ts'
import { getViewer } from './viewer.ts'
import type { Policy } from './visibility.ts'

/** A policy and its balance, both locked. */
type PolicyWithBalance = Policy & { balance: PolicyBalance }

const gatherers: {
  [Name in AdditionalFactName]: (ctx: TransactionContext, policy: PolicyWithBalance) => Promise<AdditionalFacts[Name]>
} = {
  money: async (ctx, policy) => {
    const { dueCents, processingCents } = policy.balance
    const getPayableCents = async () =>
      (await getBalanceAndAmountDue(ctx.db, policy.policyId, getPropertyDate(ctx.now, policy))).payableCents
    return {
      owesNothing: dueCents <= 0,
      isPayableProcessing: processingCents > 0 && (await getPayableCents()) === 0,
    }
  },

  slots: async (ctx, { policyId }) => {
    const { rows } = await sql`select from policy_doc_signatures
      where policy_id = ${policyId} and party = ${getViewer(ctx.actor).party} and signed_at is null limit 1`.execute(
      ctx.db,
    )
    return { hasSlotsToSign: rows.length > 0 }
  },

  uploads: async (ctx, { cancelReasonCode }) => {
    const { rows } = await sql`select from cancel_reason_documents
      where reason_code = ${cancelReasonCode} and purpose <> 'sign' limit 1`.execute(ctx.db)
    return { requiresUpload: rows.length > 0 }
  },

  renewal: async (ctx, { policyId }) => {
    const { rows } = await sql`select from renewal_holds where policy_id = ${policyId} and ended_at is null`.execute(
      ctx.db,
    )
    return { isRenewalOnHold: rows.length > 0 }
  },

  offer: async (ctx, { policyId }) => {
    const { rows } =
      await sql`select from reinstatement_offers where policy_id = ${policyId} and state = 'open'`.execute(ctx.db)
    return { hasReinstatementOffer: rows.length > 0 }
  },

  lender: async (ctx, { policyId }) => ({
    hasLenderToBill: (await findBillableLender(ctx.db, policyId)) !== undefined,
  }),
}

/** Reads the additional values for an action's rules, with the policy and its balance locked. */
export async function readPermissionFacts(
  ctx: TransactionContext,
  policy: PolicyWithBalance,
  names: readonly AdditionalFactName[],
): Promise<Partial<PermissionFacts>> {
  let found: Partial<PermissionFacts> = {}
  for (const name of names) found = { ...found, ...(await gatherers[name](ctx, policy)) }
  return found
}
