import { toCents } from '../http/money.ts'
import type { PolicyTerm } from '../policy/read-term.ts'
import { hasSameLienholders } from './lienholders.ts'
import { getMailingAddress, isSameMailingAddress } from './mailing-address.ts'
import { getCoverageInForce } from './price-quote.ts'
import type { QuoteApplication, QuoteRow } from './quote-row.ts'

/** Returns the names of the fields that a quote changes, for emails and audit entries. */
export function getChangedFields(
  { application, effectiveDate }: Pick<QuoteRow, 'application' | 'effectiveDate'>,
  term: PolicyTerm,
  lienholders: QuoteApplication['lienholderList'],
): string[] {
  const inForce = getCoverageInForce(term, { effectiveDate })
  const limits = new Map(inForce.coverages.map(({ code, limitCents }) => [code, limitCents]))
  const changed: [string, boolean][] = [
    ['lienholders', !hasSameLienholders(application.lienholderList, lienholders)],
    ...application.coverages.map(({ code, limit }): [string, boolean] => [
      `coverage ${code}`,
      toCents(limit, 'coverages') !== limits.get(code),
    ]),
    ['deductible', toCents(application.deductible, 'deductible') !== inForce.deductibleCents],
    ['mailing address', !isSameMailingAddress(application.mailingAddress, getMailingAddress(term.row))],
  ]
  return changed.filter(([, isChanged]) => isChanged).map(([name]) => name)
}
