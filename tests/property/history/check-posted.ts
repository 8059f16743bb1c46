import { addDays } from '@tideline/api/calendar/days.ts'
import { getDocumentData } from '@tideline/api/documents/document-data.ts'
import { type Cost, getFullCost, getTotal, states } from '../cancellation-model.ts'
import type { Payees } from '../payer-model.ts'
import { getTermsOn, isCovered } from '../reference-model.ts'
import { assertSame } from './assertions.ts'
import type { HistoryContext } from './context.ts'
import { isEarthquake, type PolicyModel } from './policy-model.ts'
import { sum } from './random.ts'

const taxColumns = [
  ...new Set(
    Object.values(states).flatMap(({ premiumRates, feeRates }) => [
      ...Object.keys(premiumRates),
      ...Object.keys(feeRates),
    ]),
  ),
  'emergency_fund_surcharge_cents',
]
const removeZeros = (taxes: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(taxes)
      .filter(([, amount]) => amount !== 0)
      .toSorted(),
  )

/** Returns the limits (in cents) of coverages included at no premium (PRI-8). No building in a history is a condo. */
const getIncludedLimits = (productId: number) =>
  isEarthquake(productId) ? [] : [3_000_000, 100_000, 100_000, ...(productId === 2 ? [1_000_000] : [])]

/** Returns the limits on the declarations page for a date: the latest limit of each coverage that is effective on that date (DOC-7). */
function getLimitsOn(
  coverages: readonly { name: string; effectiveDate: string; limit: number | string }[],
  day: string,
) {
  const effective = coverages.filter(({ effectiveDate }) => effectiveDate <= day)
  return [...new Map(effective.map(({ name, limit }) => [name, limit])).values()]
}

/** Compares the columns of the newest transaction and the amounts on the declarations page with the model. */
export async function checkPosted(
  { db, createJobContext }: HistoryContext,
  policy: PolicyModel,
  type: string,
  change: Cost,
): Promise<void> {
  const row = await db
    .selectFrom('policy_transactions')
    .selectAll()
    .where('policy_id', '=', policy.policyId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const columns = row as unknown as Record<string, unknown>
  assertSame(
    {
      type: row.transaction_type,
      premium: row.tnx_gross_premium_cents,
      fee: row.tnx_policy_fee_cents,
      total: row.tnx_total_premium_cents,
      taxes: removeZeros(Object.fromEntries(taxColumns.map((name) => [name, Number(columns[`tnx_${name}`])]))),
    },
    { type, premium: change.premium, fee: change.fee, total: getTotal(change), taxes: removeZeros(change.taxes) },
    `the ${type} of ${policy.policyNo}`,
  )
  const document = await getDocumentData(db, row.policy_transaction_id, createJobContext('documents').now)
  const whole = getFullCost(policy)
  // Uses the final terms, because a cancellation does not change the coverage.
  const { limits, deductible } = getTermsOn(policy.termInput, policy.termInput.days)
  assertSame(
    {
      total: document.totalPremiumCents,
      charges: sum(document.charges.map(({ amountCents }) => amountCents)),
      premium: document.charges[0]?.amountCents,
      cover: [document.deductibles.at(-1)?.cents, ...getLimitsOn(document.coverages, '9999-12-31')],
    },
    {
      total: getTotal(whole),
      charges: getTotal(whole),
      premium: whole.premium,
      cover: [
        ...[deductible, ...Object.values(limits)].map((thousands) => thousands * 100_000),
        ...getIncludedLimits(policy.productId),
      ],
    },
    `the declarations page of ${policy.policyNo}`,
  )
  for (let day = 0; day < policy.termInput.days; day++) {
    const date = addDays(policy.termInput.inceptionDate, day)
    const shown = document.deductibles.findLast(({ effectiveDate }) => effectiveDate <= date)?.cents
    const model = getTermsOn(policy.termInput, day)
    const isLapsed = !isCovered(policy.termInput, day)
    assertSame(
      [shown, ...getLimitsOn(document.coverages, date)],
      [
        model.deductible * 100_000,
        // The declarations page shows a dash instead of a limit of zero.
        ...Object.values(model.limits).map((thousands) => (isLapsed ? '–' : thousands * 100_000)),
        ...getIncludedLimits(policy.productId),
      ],
      `the declarations page of ${policy.policyNo} on ${date}`,
    )
  }
}

/** Checks the amounts in the newest email of a template. Returns the email's text about refunds. */
export async function checkEmail(
  { pool }: HistoryContext,
  policy: PolicyModel,
  template: string,
  amounts: Record<string, number | string>,
): Promise<string> {
  const { rows } = await pool.query<{ values: Record<string, number | string> }>(
    `select payload -> 'values' as values from graphile_worker._private_jobs
     where payload ->> 'policyId' = $1 and payload ->> 'template' = $2 order by id desc limit 1`,
    [policy.policyId, template],
  )
  const values = rows[0]?.values ?? {}
  assertSame(
    Object.fromEntries(Object.keys(amounts).map((name) => [name, values[name]])),
    amounts,
    `the email ${template} of ${policy.policyNo}`,
  )
  return String(values.moneyWords)
}

/** Checks that the email lists the payees of the refund with their amounts (BIL-7). */
export function checkPayees(refundText: string, payees: Payees): void {
  for (const [payer, cents] of payees) {
    const expected = `${(cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })} to ${payer}`
    if (!refundText.includes(expected))
      throw new Error(`The email does not list the payee: “${refundText}” lacks “${expected}”`)
  }
}
