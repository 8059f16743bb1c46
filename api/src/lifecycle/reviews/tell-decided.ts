import type { TrxCtx } from '../../http/context.ts'
import { lockBalance } from '../../ledger/store.ts'
import { queueMail } from '../../notifications/queue-mail.ts'
import type { Policy } from '../../policy/visibility.ts'
import { type Decided, decisionWords } from './decision-words.ts'

/** Mails the insured what was decided about the money that was held back, and what is still owed (BIL-7). */
export async function tellDecided(ctx: Pick<TrxCtx, 'db'>, policy: Policy, decided: Decided): Promise<void> {
  await queueMail(ctx.db, {
    to: policy.email,
    toName: policy.insuredName,
    policyId: policy.policyId,
    template: 'refund-decided',
    values: {
      firstName: policy.firstName || policy.insuredName,
      policyNo: policy.policyNo,
      address: policy.addressLine,
      heldCents: decided.heldCents,
      movedCents: decided.movedCents,
      dueCents: Math.max(0, (await lockBalance(ctx.db, policy.policyId)).dueCents),
      decisionWords: decisionWords(decided),
    },
  })
}
