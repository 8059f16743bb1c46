import { addDays } from '@tideline/api/calendar/days.ts'
import { getDocumentData } from '@tideline/api/documents/document-data.ts'
import { type Cost, getFullCost, getTotal, states } from '../cancellation-model.ts'
import type { Payees } from '../payer-model.ts'
import { getTermsOn } from '../reference-model.ts'
import { assertSame } from './assertions.ts'
import type { HistoryContext } from './context.ts'
import { isEarthquake, type PolicyModel } from './policy-model.ts'
import { sum } from './random.ts'

const taxColumns = [
  ...new Set(
    Object.values(states).flatMap(({ ofPremium, ofFee }) => [...Object.keys(ofPremium), ...Object.keys(ofFee)]),
  ),
  'emergency_fund_surcharge_cents',
]
const without0 = (taxes: Record<string, number>) =>
  Object.fromEntries(
    Object.entries(taxes)
      .filter(([, amount]) => amount !== 0)
      .toSorted(),
  )

/** Returns the limits in cents of coverages without a premium (PRI-8). No building in a history is a condo. */
const includedWith = (productId: number) =>
  isEarthquake(productId) ? [] : [3_000_000, 100_000, 100_000, ...(productId === 2 ? [1_000_000] : [])]

/** Returns the limits on the declarations page for a date: the last limit of each coverage that is effective by then (DOC-7). */
function getLimitsOn(
  coverages: readonly { name: string; effectiveDate: string; limit: number | string }[],
  day: string,
) {
  const effective = coverages.filter(({ effectiveDate }) => effectiveDate <= day)
  return [...new Map(effective.map(({ name, limit }) => [name, limit])).values()]
}

/** Checks the columns of the newest transaction and the amounts on the declarations page. */
export async function checkPosted(
  { db, job }: HistoryContext,
  book: PolicyModel,
  type: string,
  change: Cost,
): Promise<void> {
  const row = await db
    .selectFrom('policy_transactions')
    .selectAll()
    .where('policy_id', '=', book.policyId)
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
      taxes: without0(Object.fromEntries(taxColumns.map((name) => [name, Number(columns[`tnx_${name}`])]))),
    },
    { type, premium: change.premium, fee: change.fee, total: getTotal(change), taxes: without0(change.taxes) },
    `the ${type} of ${book.policyNo}`,
  )
  const papers = await getDocumentData(db, row.policy_transaction_id, job('papers').now)
  const whole = getFullCost(book)
  // A cancellation does not change the coverage of the term.
  const { limits, deductible } = getTermsOn(book.story, book.story.days)
  assertSame(
    {
      total: papers.totalPremiumCents,
      charges: sum(papers.charges.map(({ amountCents }) => amountCents)),
      premium: papers.charges[0]?.amountCents,
      cover: [papers.deductibles.at(-1)?.cents, ...getLimitsOn(papers.coverages, '9999-12-31')],
    },
    {
      total: getTotal(whole),
      charges: getTotal(whole),
      premium: whole.premium,
      cover: [
        ...[deductible, ...Object.values(limits)].map((thousands) => thousands * 100_000),
        ...includedWith(book.productId),
      ],
    },
    `the declarations page of ${book.policyNo}`,
  )
  for (let day = 0; day < book.story.days; day++) {
    const date = addDays(book.story.inceptionDate, day)
    const shown = papers.deductibles.findLast(({ effectiveDate }) => effectiveDate <= date)?.cents
    const model = getTermsOn(book.story, day)
    assertSame(
      [shown, ...getLimitsOn(papers.coverages, date)],
      [
        ...[model.deductible, ...Object.values(model.limits)].map((thousands) => thousands * 100_000),
        ...includedWith(book.productId),
      ],
      `the declarations page of ${book.policyNo} on ${date}`,
    )
  }
}

/** Checks the amounts of the newest email of a template. Returns the sentence in it about refunds. */
export async function checkEmail(
  { pool }: HistoryContext,
  book: PolicyModel,
  template: string,
  amounts: Record<string, number>,
): Promise<string> {
  const { rows } = await pool.query<{ values: Record<string, number | string> }>(
    `select payload -> 'values' as values from graphile_worker._private_jobs
     where payload ->> 'policyId' = $1 and payload ->> 'template' = $2 order by id desc limit 1`,
    [book.policyId, template],
  )
  const values = rows[0]?.values ?? {}
  assertSame(
    Object.fromEntries(Object.keys(amounts).map((name) => [name, values[name]])),
    amounts,
    `the mail of the ${template} of ${book.policyNo}`,
  )
  return String(values.moneyWords)
}

/** Checks that the email names the payees of the refund (BIL-7). */
export function checkPayees(words: string, payees: Payees): void {
  for (const [payer, cents] of payees) {
    const told = `${(cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })} to ${payer}`
    if (!words.includes(told)) throw new Error(`the mail says to whom money goes: “${words}” lacks “${told}”`)
  }
}
