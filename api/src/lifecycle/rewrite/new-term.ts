import type { Insertable, Transaction } from 'kysely'
import { sql } from 'kysely'
import { plusYear } from '../../calendar/days.ts'
import type { DB, PolicyTransaction } from '../../db/schema.ts'
import { type CoverageCode, limitColumn, premiumColumn, type Standing, standingOf } from '../../endorsements/terms.ts'
import { accountIdOf, type Ctx, nameOf, type TrxCtx } from '../../http/context.ts'
import { postInvoice } from '../../ledger/invoices.ts'
import { taxColumns, taxLines } from '../../policy/taxes.ts'
import type { Policy } from '../../policy/visibility.ts'
import { type TermPrice, yearlyPrice } from './yearly-price.ts'

/** What is different about the term that takes another one's place. */
export interface NewTerm {
  inceptionDate: string
  hasImmediateClosing: boolean
  agency: { agency_id: string; agency_no: string }
  producerName: string
  /** Posting day, `YYYY-MM-DD`. */
  today: string
}

export interface WrittenTerm {
  policyId: string
  policyNo: string
  totalCents: number
}

/** The next free number of the product (decision 1). Imported books may have taken numbers that the sequence comes to. */
async function nextPolicyNo(trx: Transaction<DB>, productId: number): Promise<string> {
  for (;;) {
    const { rows } = await sql<{ policy_no: string; is_taken: boolean }>`
      select made.policy_no, exists (select from policies p where p.policy_no = made.policy_no) as is_taken
      from (select number_prefix || '3' || number_text(nextval('policy_number_seq'), 6) as policy_no
        from products where product_id = ${productId}) made`.execute(trx)
    const [made] = rows
    if (!made) throw new Error(`There is no product ${productId}`)
    if (!made.is_taken) return made.policy_no
  }
}

/** Mails for the agency go to the agent who bound it; what staff rewrite stays with that agent or goes to the new agency. */
const boundBy = (ctx: Ctx, old: Policy, term: NewTerm, before: string | null) =>
  ctx.actor.kind === 'agent' ? ctx.actor.accountId : term.agency.agency_id === old.agencyId ? before : null

/** The policy's row: who and where as before, when and by whom anew. */
async function insertPolicy(
  ctx: TrxCtx,
  old: Policy,
  term: NewTerm,
  price: TermPrice,
): Promise<{ policyId: string; policyNo: string }> {
  const { bound_by_account_id, ...kept } = await ctx.db
    .selectFrom('policies')
    .select([
      'sequence',
      'product_id',
      'identity_id',
      'first_name',
      'last_name',
      'insured_name',
      'co_applicant_first_name',
      'co_applicant_last_name',
      'email',
      'phone',
      'address_id',
      'address_data_version',
      'addr1',
      'addr2',
      'city',
      'state',
      'zip',
      'county',
      'county_fips',
      'census_block',
      'payment_interval',
      'original_trans_type',
      'is_direct_to_consumer',
      'can_change_effective_date',
      'bound_by_account_id',
    ])
    .where('policy_id', '=', old.policyId)
    .executeTakeFirstOrThrow()
  const policyNo = await nextPolicyNo(ctx.db, old.productId)
  const { policy_id: policyId } = await ctx.db
    .insertInto('policies')
    .values({
      ...kept,
      policy_no: policyNo,
      quote_number: `Q${policyNo.slice(3)}`,
      agency_id: term.agency.agency_id,
      agency_no: term.agency.agency_no,
      producer_name: term.producerName,
      inception_date: term.inceptionDate,
      effective_date: term.inceptionDate,
      expiration_date: plusYear(term.inceptionDate),
      original_post_date: term.today,
      bound_at: ctx.now,
      bound_by_account_id: boundBy(ctx, old, term, bound_by_account_id),
      has_immediate_closing: term.hasImmediateClosing,
      previous_policy_id: old.policyId,
      gross_premium_cents: price.grossCents,
      policy_fee_cents: price.feeCents,
      taxes_cents: price.taxesCents,
      total_premium_cents: price.totalCents,
      last_transaction_type: old.originalTransType,
      created_at: ctx.now,
    })
    .returning('policy_id')
    .executeTakeFirstOrThrow()
  return { policyId, policyNo }
}

/** Its first transaction: the term as it stood, at its new price. */
async function insertTransaction(
  ctx: TrxCtx,
  old: Policy,
  made: {
    policyId: string
    policyNo: string
    term: NewTerm
    standing: Standing
    price: TermPrice
    billInitially: string
  },
): Promise<string> {
  const { term, price, standing } = made
  const { policy_transaction_id: _, created_at: __, group_id: ___, ...row } = standing.row
  const columns = Object.fromEntries(
    price.coverages.flatMap(({ code, limitCents, premiumCents }) => [
      [limitColumn(code as CoverageCode), limitCents],
      [premiumColumn(code as CoverageCode), premiumCents],
    ]),
  ) as Partial<Insertable<PolicyTransaction>>
  const noTaxes = Object.fromEntries(Object.keys(taxColumns).map((name) => [name, 0]))
  const { policy_transaction_id } = await ctx.db
    .insertInto('policy_transactions')
    .values({
      ...row,
      ...columns,
      ...noTaxes,
      ...price.taxes,
      policy_id: made.policyId,
      transaction_type: old.originalTransType,
      original_trans_type: old.originalTransType,
      sequence: 1,
      post_date: term.today,
      accounting_date: term.today,
      effective_date: term.inceptionDate,
      inception_date: term.inceptionDate,
      original_post_date: term.today,
      bill_initially: made.billInitially,
      reason_code: null,
      transaction_notes: null,
      transaction_reason: null,
      reverses_transaction_id: null,
      user_id: accountIdOf(ctx.actor),
      user_name: nameOf(ctx.actor),
      user_description: `Rewritten from ${old.policyNo}`,
      has_immediate_closing: term.hasImmediateClosing,
      agency_id: term.agency.agency_id,
      agency_no: term.agency.agency_no,
      gross_premium_cents: price.grossCents,
      policy_fee_cents: price.feeCents,
      subtotal_taxes_cents: price.taxesCents,
      total_premium_cents: price.totalCents,
      tnx_gross_premium_cents: price.grossCents,
      tnx_policy_fee_cents: price.feeCents,
      tnx_taxes_cents: price.taxesCents,
      tnx_total_premium_cents: price.totalCents,
      meta: JSON.stringify({ ...row.meta, quoteNumber: `Q${made.policyNo.slice(3)}` }),
    })
    .returning('policy_transaction_id')
    .executeTakeFirstOrThrow()
  return policy_transaction_id
}

/** Who is billed is written on the first transaction of a term (decision 41). */
const isBilledToLender = async (trx: Transaction<DB>, policyId: string) => {
  const first = await trx
    .selectFrom('policy_transactions')
    .select('bill_initially')
    .where('policy_id', '=', policyId)
    .orderBy('post_date')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirstOrThrow()
  return first.bill_initially === 'Mortgage lienholder'
}

/**
 * Writes the term that takes another one's place, with its first transaction and its invoice, due when it begins.
 * Earthquake policies are not rewritten, so that no term here is paid by the month.
 */
export async function writeNewTerm(ctx: TrxCtx, old: Policy, term: NewTerm): Promise<WrittenTerm> {
  const standing = await standingOf(ctx.db, old.policyId)
  const price = yearlyPrice(standing)
  const billsLender = await isBilledToLender(ctx.db, old.policyId)
  const { policyId, policyNo } = await insertPolicy(ctx, old, term, price)
  const policyTransactionId = await insertTransaction(ctx, old, {
    policyId,
    policyNo,
    term,
    standing,
    price,
    billInitially: billsLender ? 'Mortgage lienholder' : standing.row.bill_initially,
  })
  await postInvoice(ctx.db, {
    policyId,
    policyTransactionId,
    lines: [
      { charge: 'premium_written', amountCents: price.grossCents, description: 'Gross premium' },
      { charge: 'policy_fee', amountCents: price.feeCents, description: 'Policy fee' },
      ...taxLines(price.taxes),
    ],
    dueDate: term.inceptionDate,
    billedTo: billsLender ? 'lienholder' : 'insured',
    createdBy: accountIdOf(ctx.actor),
  })
  return { policyId, policyNo, totalCents: price.totalCents }
}
