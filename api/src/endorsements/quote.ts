import { type Kysely, type RawBuilder, sql } from 'kysely'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { CoverageLetter } from '../catalog/coverages.ts'
import { createPreparedQuery } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import type { LockedPolicy } from '../policy/change-policy.ts'
import { toPricePeriodResponse } from '../policy/price-period-response.ts'
import { type PolicyTerm, readTerm } from '../policy/read-term.ts'
import { type Policy, requirePolicy } from '../policy/visibility.ts'
import { sumTaxes } from '../taxes/taxes.ts'
import { getLienholderEffects, type LienholderEffects } from './lienholder-effects.ts'
import { getLienholders, type LienholderChange } from './lienholders.ts'
import { getMailingAddress } from './mailing-address.ts'
import { getCoverageInForce, type PricedQuote, priceQuote } from './price-quote.ts'
import type { Quote, QuoteApplication, QuoteRow } from './quote-row.ts'
import { getQuoteEffectiveDate, isOpenQuote } from './quote-state.ts'
import { getReappliedTransactions, type ReappliedTransaction } from './reapplied-transactions.ts'
import {
  type ExpiringTermChange,
  findRenewalChange,
  type RenewalChange,
  toRenewalChangeResponse,
} from './renewal-change.ts'

export const transactionTypesByQuoteKind = {
  endorsement: 'EB',
  lienholder: 'EB',
  rewrite: 'EB',
  ebo: 'EBO',
  ebm: 'EBM',
} as const

const selectQuote = (db: Kysely<DB>, quoteNumber: RawBuilder<string>) =>
  db
    .selectFrom('quotes as q')
    .innerJoin('policies as p', 'p.policy_id', 'q.policy_id')
    .select([
      'q.quote_id as quoteId',
      'q.quote_number',
      'q.kind',
      'q.state',
      'q.version',
      'q.bound_transaction_id',
      'q.base_transaction_id',
      'q.effective_date as savedEffectiveDate',
      'p.policy_no as policyNo',
      sql<string>`coalesce(q.effective_date, p.inception_date)`.as('effectiveDate'),
      sql<Date>`coalesce(q.expires_at, q.created_at + interval '30 days')`.as('expiresAt'),
      sql<QuoteApplication>`q.application`.as('application'),
    ])
    .where('q.quote_number', '=', quoteNumber)

const readQuoteRow = createPreparedQuery(selectQuote)
const lockQuoteRow = createPreparedQuery((db, quoteNumber) => selectQuote(db, quoteNumber).forUpdate('q'))

/** Reads a quote. Throws 404 if it does not exist. */
async function findQuote({ db }: Pick<Ctx, 'db'>, quoteNumber: string, lock: boolean): Promise<QuoteRow> {
  const [found] = await (lock ? lockQuoteRow : readQuoteRow)(db, quoteNumber)
  if (!found) throw createNotFoundError({ quoteNumber })
  return found
}

/**
 * Returns a quote with its policy.
 * @throws {ApiError} 404 if the policy is not visible to the caller
 */
export async function requireQuote(ctx: Ctx, quoteNumber: string): Promise<{ quote: QuoteRow; policy: Policy }> {
  const found = await findQuote(ctx, quoteNumber, false)
  const policy = await requirePolicy(ctx, found.policyNo)
  return { quote: { ...found, effectiveDate: getQuoteEffectiveDate(found, policy, ctx.now) }, policy }
}

/** Locks a quote of a locked policy until the transaction ends, and returns it. */
export async function lockQuote(ctx: TransactionContext, quoteNumber: string, policy: LockedPolicy): Promise<QuoteRow> {
  const found = await findQuote(ctx, quoteNumber, true)
  return { ...found, effectiveDate: getQuoteEffectiveDate(found, policy, ctx.now) }
}

/** Returns the values that the quote editor shows first: the coverage in force on the quote's effective date. */
export function getInitialApplication(
  term: PolicyTerm,
  quote: Pick<QuoteRow, 'effectiveDate'>,
  lienholders: QuoteApplication['lienholderList'],
): QuoteApplication {
  const { row } = term
  const { coverages, deductibleCents } = getCoverageInForce(term, quote)
  const premiums = new Map(term.price.coverages.map(({ code, premiumCents }) => [code, premiumCents ?? 0]))
  return {
    lienholderList: lienholders,
    coverages: coverages.map(({ code, limitCents }) => ({
      code: code as CoverageLetter,
      limit: toDollars(limitCents),
      premium: toDollars(premiums.get(code) ?? 0),
    })),
    deductible: toDollars(deductibleCents),
    mailingAddress: getMailingAddress(row),
  }
}

const toReappliedResponse = ({ type, effectiveDate, beforeCents, afterCents }: ReappliedTransaction) => ({
  ...{ transactionType: type as Quote['transactionType'], effectiveDate },
  ...{ premiumBefore: toDollars(beforeCents), premiumAfter: toDollars(afterCents) },
  difference: toDollars(afterCents - beforeCents),
})

/**
 * Returns the pricing of a change that applies from its effective date. If nothing changes, returns the current price.
 */
export function toPricingResponse(
  term: PolicyTerm,
  priced: PricedQuote | undefined,
  effectiveDate: string,
  renewal: RenewalChange | undefined,
): Quote['pricing'] {
  const { row } = term
  const changeCents = priced?.difference.premiumCents ?? 0
  const taxCents = sumTaxes(priced?.taxes ?? {})
  return {
    grossPremium: toDollars(row.gross_premium_cents + changeCents),
    policyFee: toDollars(row.policy_fee_cents),
    taxes: toDollars(row.subtotal_taxes_cents + taxCents),
    totalPremium: toDollars(row.total_premium_cents + changeCents + taxCents),
    change: toDollars(changeCents + taxCents),
    periods: (priced?.difference.periods ?? []).map(toPricePeriodResponse),
    minimumEarned: toDollars(priced?.difference.minimumCents ?? 0),
    reapplied: priced
      ? getReappliedTransactions(term, { effectiveDate, sets: priced.sets }).map(toReappliedResponse)
      : [],
    renewal: renewal ? toRenewalChangeResponse(renewal) : null,
  }
}

/** Returns the changes that a quote makes to the term. The same changes can be applied to the bound renewal. */
export const getQuotedTermChange = (
  quote: QuoteRow,
  term: PolicyTerm,
  lienholders: QuoteApplication['lienholderList'],
): ExpiringTermChange & { lienholders: LienholderChange } => ({
  before: term,
  after: priceQuote(quote, term),
  mailingAddress: quote.application.mailingAddress,
  lienholders: { before: lienholders, after: quote.application.lienholderList },
})

/** The effects of a quote on a bound renewal, the payer and the lenders, if it is bound now. */
interface QuotePreview {
  renewal: RenewalChange | undefined
  lienholderEffects: LienholderEffects
}

/** Returns the effects of an open quote on a bound renewal, the payer and the lenders. */
export async function previewQuote(
  ctx: Ctx,
  quote: QuoteRow,
  policy: Policy,
  { term, lienholders }: { term: PolicyTerm; lienholders: QuoteApplication['lienholderList'] },
): Promise<QuotePreview> {
  const change = getQuotedTermChange(quote, term, lienholders)
  const renewal = await findRenewalChange(ctx, policy, change)
  const today = getPropertyDate(ctx.now, policy)
  return { renewal, lienholderEffects: await getLienholderEffects(ctx.db, policy, change.lienholders, renewal, today) }
}

/**
 * Converts a quote to the contract's format. The price is calculated from the current policy.
 * @param preview undefined for a bound quote, whose effects have already occurred
 */
export function toQuoteResponse(
  quote: QuoteRow,
  policy: Policy,
  term: PolicyTerm,
  now: Date,
  preview: QuotePreview | undefined,
): Quote {
  const isBound = quote.state === 'bound'
  const priced = isBound ? undefined : priceQuote(quote, term)
  const premiums = new Map((priced ?? term).price.coverages.map(({ code, premiumCents }) => [code, premiumCents ?? 0]))
  return {
    quoteNumber: quote.quote_number,
    policyNo: quote.policyNo,
    productId: policy.productId as Quote['productId'],
    transactionType: transactionTypesByQuoteKind[quote.kind],
    effectiveDate: quote.effectiveDate,
    status: isBound ? 'bound' : isOpenQuote(quote, term, now) ? 'open' : 'expired',
    version: quote.version,
    application: {
      ...quote.application,
      coverages: quote.application.coverages.map(({ code, limit }) => ({
        code,
        limit,
        premium: toDollars(premiums.get(code) ?? 0),
      })),
    },
    pricing: toPricingResponse(term, priced, quote.effectiveDate, preview?.renewal),
    ...(preview && { lienholderEffects: preview.lienholderEffects }),
  }
}

/** Returns a quote with a price calculated from the current policy. Throws 404. */
export async function readQuote(ctx: Ctx, quoteNumber: string): Promise<Quote> {
  const { quote, policy } = await requireQuote(ctx, quoteNumber)
  const term = await readTerm(ctx.db, policy)
  const preview =
    quote.state === 'bound'
      ? undefined
      : await previewQuote(ctx, quote, policy, { term, lienholders: await getLienholders(ctx.db, policy.policyId) })
  return toQuoteResponse(quote, policy, term, ctx.now, preview)
}
