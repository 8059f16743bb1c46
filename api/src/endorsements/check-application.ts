import { createUnprocessableError } from '../http/api-error.ts'
import { toCents } from '../http/money.ts'
import type { PolicyTerm } from '../policy/read-term.ts'
import type { CoverageTerms } from '../pricing/term.ts'
import { hasSameLienholders } from './lienholders.ts'
import { getCoverageInForce } from './price-quote.ts'
import type { QuoteApplication, QuoteRow } from './quote-row.ts'

type QuoteLienholder = QuoteApplication['lienholderList'][number]

const needed = ['name', 'addr1', 'city', 'state', 'zip', 'loan_number'] as const

/** Throws 422 unless the quote and the policy have exactly the same coverages. */
export function requireSameCoverages(application: QuoteApplication, { begun }: PolicyTerm): void {
  const has = begun.coverages.map(({ code }) => code)
  const sent: string[] = application.coverages.map(({ code }) => code)
  const missing = has.find((code) => !sent.includes(code))
  if (missing)
    throw createUnprocessableError(
      'missing_coverage',
      `coverages: coverage ${missing} is missing. Send the complete quote.`,
      'coverages',
    )
  const other = sent.find((code, index) => !has.includes(code) || sent.indexOf(code) !== index)
  if (other)
    throw createUnprocessableError(
      'unknown_coverage',
      `coverages: coverage ${other} is not on this policy or is listed twice.`,
      'coverages',
    )
}

/** Throws 422 if a new or changed lienholder has missing fields (END-6). An unchanged lienholder may be incomplete. */
function requireCompleteLienholders(sent: QuoteLienholder[], known: QuoteLienholder[]): void {
  for (const one of sent) {
    const before = known.find(({ lienholderId }) => lienholderId === one.lienholderId)
    if (before && hasSameLienholders([one], [before])) continue
    const gap = needed.find((field) => one[field].trim() === '')
    if (gap) throw createUnprocessableError('missing_answers', 'Please fill out the missing fields.', gap)
  }
}

function requireOwnLienholders(sent: QuoteLienholder[], known: QuoteLienholder[]): void {
  const ids = sent.flatMap(({ lienholderId }) => lienholderId ?? [])
  const own = new Set(known.map(({ lienholderId }) => lienholderId))
  if (ids.some((id) => !own.has(id)))
    throw createUnprocessableError(
      'unknown_lienholder',
      'lienholderId: this is not a lienholder of this policy.',
      'lienholderId',
    )
  if (new Set(ids).size < ids.length)
    throw createUnprocessableError('duplicate_item', 'lienholderId: this lienholder is listed twice.', 'lienholderId')
}

/** Throws 422 if a limit without a premium changes, because such a change would be free. */
function requirePricedLimits({ coverages }: QuoteApplication, { begun }: PolicyTerm, now: CoverageTerms): void {
  const priced = new Set(
    begun.coverages.filter(({ limitCents, premiumCents }) => limitCents > 0 && premiumCents).map(({ code }) => code),
  )
  const inForce = new Map(now.coverages.map(({ code, limitCents }) => [code, limitCents]))
  for (const { code, limit } of coverages) {
    const limitCents = toCents(limit, 'coverages')
    if (limitCents === inForce.get(code)) continue
    if (limitCents < 0)
      throw createUnprocessableError('limit_below_zero', `coverages: the limit of ${code} is below 0.`, 'coverages')
    if (!priced.has(code))
      throw createUnprocessableError(
        'limit_fixed',
        `coverages: the limit of ${code} cannot be changed by an endorsement.`,
        'coverages',
      )
  }
  if (priced.size > 0 && !coverages.some(({ code, limit }) => priced.has(code) && limit > 0))
    throw createUnprocessableError(
      'no_coverage',
      'coverages: at least one limit must be above 0. To end all coverage, cancel the policy.',
      'coverages',
    )
}

function requireDeductible({ deductible, coverages }: QuoteApplication, now: CoverageTerms): void {
  const cents = toCents(deductible, 'deductible')
  if (cents === now.deductibleCents) return
  const highest = Math.max(...coverages.map(({ limit }) => toCents(limit, 'coverages')))
  if (cents <= 0 || cents >= highest)
    throw createUnprocessableError(
      'invalid_deductible',
      'deductible: must be above 0 and below the highest limit.',
      'deductible',
    )
}

/** Validates a quote against the policy as of the quote's effective date. Throws 422 with the name of the field. */
export function requireValidApplication(
  { application, effectiveDate }: Pick<QuoteRow, 'application' | 'effectiveDate'>,
  term: PolicyTerm,
  lienholders: QuoteLienholder[],
): void {
  const inForce = getCoverageInForce(term, { effectiveDate })
  requireSameCoverages(application, term)
  requirePricedLimits(application, term, inForce)
  requireDeductible(application, inForce)
  requireOwnLienholders(application.lienholderList, lienholders)
  requireCompleteLienholders(application.lienholderList, lienholders)
}
