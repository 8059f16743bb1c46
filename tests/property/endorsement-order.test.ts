import { addDays } from '@tideline/api/calendar/days.ts'
import { endorsementHandlers } from '@tideline/api/endorsements/routes.ts'
import { createAreaApp, createStaffActor, defaultTestTime } from '@tideline/api/testing/area-app.ts'
import { insertAgency, insertPayment, insertPolicy } from '@tideline/api/testing/builders.ts'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { createEndorsementBinder } from '@tideline/api/testing/endorse.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getRunCount } from '../support/thorough.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, endorsementHandlers)
const agency = await insertAgency(db)
const staff = createStaffActor()
const inception = '2026-09-11'

/** Creates a term, paid in full, with annual premiums for coverages A and B. */
async function createTerm(product: number, premiums: readonly [number, number]) {
  const policy = await insertPolicy(db, {
    product,
    premiumCents: premiums[0] + premiums[1],
    columns: { agency_id: agency.agency_id, inception_date: inception },
  })
  await db
    .updateTable('policy_transactions')
    .set({
      coverage_a_premium_cents: premiums[0],
      coverage_b_limit_cents: 10_000_000,
      coverage_b_premium_cents: premiums[1],
    })
    .where('policy_id', '=', policy.policy_id)
    .execute()
  await insertPayment(db, { policyId: policy.policy_id, amountCents: policy.totalCents, now: defaultTestTime })
  return policy
}
type Bound = Awaited<ReturnType<typeof createTerm>>

const change = createEndorsementBinder(call)
/** Endorses a limit, in thousands of dollars, effective on a day of the term. Returns the previous limit. */
async function endorse({ policy_no }: Bound, { code, limit, day }: { code: string; limit: number; day: number }) {
  const kind = { kind: 'ebm', day: addDays(inception, day) } as const
  const { quote, saved, bound } = await change(staff, policy_no, { [code]: limit * 1000 }, kind)
  expect([saved.status, bound.status]).toEqual([200, 200])
  return quote.application.coverages.find((one: { code: string }) => one.code === code).limit / 1000
}

/** Returns the invoiced amounts of the policy by charge. */
const getCharges = async ({ policy_id }: Bound) =>
  db
    .selectFrom('invoice_items as n')
    .innerJoin('invoices as i', 'i.invoice_id', 'n.invoice_id')
    .select('n.charge')
    .select((eb) => eb.fn.sum<number>('n.amount_cents').as('cents'))
    .where('i.policy_id', '=', policy_id)
    .groupBy('n.charge')
    .orderBy('n.charge')
    .execute()

const days = 365
const createLimitArbitrary = (code: string) =>
  fc.record({
    code: fc.constant(code),
    limit: fc.integer({ min: 3, max: 900 }),
    day: fc.integer({ min: 0, max: days - 1 }),
  })
const product = fc.constantFrom(1, 2, 6, 7)
const premiums = fc.tuple(fc.integer({ min: 10_000, max: 400_000 }), fc.integer({ min: 10_000, max: 400_000 }))

test('charges the same premium, fee and taxes for any order of endorsements [PRI-2]', async () => {
  await fc.assert(
    fc.asyncProperty(
      product,
      premiums,
      createLimitArbitrary('A'),
      createLimitArbitrary('B'),
      async (product, premiums, one, other) => {
        const [first, second] = [await createTerm(product, premiums), await createTerm(product, premiums)]
        for (const wanted of [one, other]) await endorse(first, wanted)
        for (const wanted of [other, one]) await endorse(second, wanted)
        expect(await getCharges(first)).toEqual(await getCharges(second))
      },
    ),
    { numRuns: getRunCount(70) },
  )
})

test('charges zero in total for a change and its reversal on the same date [CAN-3]', async () => {
  await fc.assert(
    fc.asyncProperty(product, premiums, createLimitArbitrary('A'), async (product, premiums, wanted) => {
      const policy = await createTerm(product, premiums)
      const before = await getCharges(policy)
      const previousLimit = await endorse(policy, wanted)
      await endorse(policy, { ...wanted, limit: previousLimit })
      expect(await getCharges(policy)).toEqual(before)
      const { due_cents, invoiced_cents, received_cents } = await db
        .selectFrom('policy_balances')
        .selectAll()
        .where('policy_id', '=', policy.policy_id)
        .executeTakeFirstOrThrow()
      expect(invoiced_cents).toBe(policy.totalCents)
      expect(due_cents).toBe(policy.totalCents - received_cents)
      expect(due_cents).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: getRunCount(70) },
  )
})
