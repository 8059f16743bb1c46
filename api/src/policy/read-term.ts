import type { Kysely, RawBuilder, Selectable, Transaction } from 'kysely'
import { lenderPays } from '../catalog/payers.ts'
import { createPreparedQuery } from '../db/prepared-statement.ts'
import type { DB, PolicyTransaction } from '../db/schema.ts'
import { type PricedTerm, priceTerm } from '../pricing/endorsement.ts'
import { type ChangedTermValues, getChangedTermValues, type Lapse, type TermChange } from '../pricing/term.ts'
import { calculateTaxes } from '../taxes/calculate-taxes.ts'
import { getTaxRates } from '../taxes/tax-rates.ts'
import type { Taxes } from '../taxes/taxes.ts'
import { getCoverages } from './coverage-columns.ts'
import type { Policy } from './visibility.ts'

type Row = Selectable<PolicyTransaction>

/** A posted change to the term. */
export interface PostedTermChange extends TermChange {
  id: string
  type: string
}

/** A policy's term and its price, as read from its transactions. */
export interface PolicyTerm extends PricedTerm {
  changes: readonly PostedTermChange[]
  /** Latest transaction, which contains the current values of the term. */
  row: Row
  /** Whether the first mortgagee is billed (POL-11). */
  isBilledToLender: boolean
  /**
   * Returns the taxes of the term for a different premium, in cents. The policy fee and its tax stay the same (TAX-2).
   */
  taxesFor: (premiumCents: number) => Taxes
}

/** Types of transactions that set coverage or change premium. Excludes cancellations and reinstatements. */
const changing = ['endorsement', 'adjustment']

const termsIn = (row: Row) => ({ coverages: getCoverages(row), deductibleCents: row.deductible_cents ?? 0 })

type KindedRow = Row & { kind: string }

/**
 * Returns the lapses that a transaction adds to the term: a reinstatement that is effective after the cancellation that
 * it reverses leaves a lapse in between (DEL-26).
 */
function getLapse(row: KindedRow, rows: readonly KindedRow[]): Lapse[] {
  if (row.kind !== 'reinstatement') return []
  const reversed = rows.find(({ policy_transaction_id }) => policy_transaction_id === row.reverses_transaction_id)
  if (reversed?.kind !== 'cancel' || reversed.effective_date >= row.effective_date) return []
  return [{ from: reversed.effective_date, to: row.effective_date }]
}

const getChange = (row: Row, before: Row, lapsesBefore: number): PostedTermChange => ({
  id: row.policy_transaction_id,
  type: row.transaction_type,
  effectiveDate: row.effective_date,
  sets: (row.changed_values as ChangedTermValues | null) ?? getChangedTermValues(termsIn(before), termsIn(row)),
  chargedCents: row.tnx_gross_premium_cents,
  lapsesBefore,
})

type TermOf = Pick<Policy, 'policyId' | 'inceptionDate' | 'expirationDate'>

const selectTransactions = (db: Kysely<DB>, policyId: string | RawBuilder<string>) =>
  db
    .selectFrom('policy_transactions as t')
    .innerJoin('transaction_types as y', 'y.transaction_type', 't.transaction_type')
    .innerJoin('policies as p', 'p.policy_id', 't.policy_id')
    .innerJoin('products as k', 'k.product_id', 'p.product_id')
    .selectAll('t')
    .select(['y.kind', 'k.minimum_earned_percent', 'k.minimum_earned_cents', 'p.carried_minimum_cents'])
    .where('t.policy_id', '=', policyId)
    .orderBy('t.sequence')

const readTransactions = createPreparedQuery((db, policyId) => selectTransactions(db, policyId))

/**
 * Reads the price schedule of a policy's term. With `through`, returns the schedule after this transaction.
 * @throws if the policy has no transaction, which is a bug
 */
export async function readPricedTerm(db: Kysely<DB> | Transaction<DB>, policy: TermOf, through?: number) {
  const found =
    through === undefined
      ? await readTransactions(db, policy.policyId)
      : await selectTransactions(db, policy.policyId).where('t.sequence', '<=', through).execute()
  const [first] = found
  const last = found.at(-1)
  if (!first || !last) throw new Error(`Policy ${policy.policyId} has no transaction`)
  const { kind, minimum_earned_percent, minimum_earned_cents, carried_minimum_cents, ...row } = last
  const lapses: Lapse[] = []
  const changes: PostedTermChange[] = []
  for (const [index, one] of found.entries()) {
    lapses.push(...getLapse(one, found))
    if (index > 0 && changing.includes(one.kind)) changes.push(getChange(one, found[index - 1] ?? first, lapses.length))
  }
  const term = priceTerm(
    {
      inceptionDate: policy.inceptionDate,
      expirationDate: policy.expirationDate,
      ...termsIn(first),
      grossCents: first.gross_premium_cents,
      coverages: getCoverages(first),
      minimumEarned: { percent: minimum_earned_percent, cents: minimum_earned_cents },
      ...(carried_minimum_cents && { carriedMinimumCents: carried_minimum_cents }),
      ...(lapses.length > 0 && { lapses }),
    },
    changes,
  )
  // The same transaction as in `isBilledToLender`. The rows are sorted by sequence.
  const firstPosted = found.reduce((earliest, one) => (one.post_date < earliest.post_date ? one : earliest))
  return { ...term, changes, row, isBilledToLender: firstPosted.bill_initially === lenderPays }
}

/** Reads the term of a policy with its taxes. */
export async function readTerm(
  db: Kysely<DB> | Transaction<DB>,
  policy: TermOf & Pick<Policy, 'productId' | 'state'>,
): Promise<PolicyTerm> {
  const term = await readPricedTerm(db, policy)
  const { row } = term
  const { state, productId, inceptionDate: day } = policy
  const rates = await getTaxRates(db, { state, productId, day })
  const taxesFor = (premiumCents: number) => calculateTaxes(rates, { premiumCents, feeCents: row.policy_fee_cents })
  return { ...term, taxesFor }
}

/** Returns a transaction of a policy and the transaction that reverses it, if any. */
export const findTransaction = (db: Kysely<DB> | Transaction<DB>, policyId: string, policyTransactionId: string) =>
  db
    .selectFrom('policy_transactions as t')
    .leftJoin('policy_transactions as r', (join) =>
      join.onRef('r.policy_id', '=', 't.policy_id').onRef('r.reverses_transaction_id', '=', 't.policy_transaction_id'),
    )
    .select([
      't.transaction_type as type',
      't.effective_date as effectiveDate',
      'r.policy_transaction_id as reversedBy',
    ])
    .where('t.policy_transaction_id', '=', policyTransactionId)
    .where('t.policy_id', '=', policyId)
    .executeTakeFirst()
