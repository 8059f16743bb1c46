import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Ctx } from '../http/context.ts'
import { receivePayment } from '../ledger/payments.ts'
import { insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { changePolicyAsSystem } from './change-policy.ts'

const { db } = await createTestDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const ctx = { db, now, actor: { kind: 'job', name: 'test' } } as Ctx
const author = { userId: null, name: 'Robin Sample', userType: 3 } as const

/** Waits until a transaction of this database waits for a lock. */
async function waitForLock() {
  for (;;) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length > 0) return
  }
}

describe('changePolicyAsSystem', () => {
  it('passes the balance that the transaction before it left', async () => {
    const { policy_id: policyId, policy_no: policyNo, totalCents } = await insertPolicy(db)
    const second = Promise.withResolvers<{ receivedCents: number; dueCents: number }>()
    await changePolicyAsSystem(ctx, policyNo, async ({ db: trx }) => {
      changePolicyAsSystem(ctx, policyNo, async (_ctx, _policy, balance) => balance).then(second.resolve, second.reject)
      await waitForLock()
      await receivePayment(trx, { policyId, amountCents: 10_000, status: 'paid', typeId: 3, author, now })
    })
    expect(await second.promise).toMatchObject({ receivedCents: 10_000, dueCents: totalCents - 10_000 })
  })

  it('locks a policy that was never invoiced', async () => {
    const { policy_id: policyId, policy_no: policyNo } = await insertPolicy(db)
    await db.deleteFrom('policy_balances').where('policy_id', '=', policyId).execute()
    const dueCents = await changePolicyAsSystem(ctx, policyNo, async (_ctx, _policy, balance) => balance.dueCents)
    expect(dueCents).toBe(0)
  })
})
