import { toCents } from '../http/money.ts'
import type { Term } from '../policy/read-term.ts'
import { sameLienholders } from './lienholders.ts'
import { standingOn } from './price-quote.ts'
import { applicationOf } from './quote.ts'
import type { QuoteApplication, QuoteRow } from './quote-row.ts'

const lineOf = ({ addr1, addr2, city, state, zip }: QuoteApplication['mailingAddress']) =>
  JSON.stringify([addr1.trim(), addr2?.trim() || null, city.trim(), state, zip])

/** What a quote changes of the policy as it stands on the quote's day, by the names that mails and audit entries use. */
export function changesOf(
  { application, effectiveDate }: Pick<QuoteRow, 'application' | 'effectiveDate'>,
  term: Term,
  lienholders: QuoteApplication['lienholderList'],
): string[] {
  const before = applicationOf(term, { effectiveDate }, lienholders)
  const standing = standingOn(term, { effectiveDate })
  const limits = new Map(standing.coverages.map(({ code, limitCents }) => [code, limitCents]))
  const changed: [string, boolean][] = [
    ['lienholders', !sameLienholders(application.lienholderList, lienholders)],
    ...application.coverages.map(({ code, limit }): [string, boolean] => [
      `coverage ${code}`,
      toCents(limit, 'coverages') !== limits.get(code),
    ]),
    ['deductible', toCents(application.deductible, 'deductible') !== standing.deductibleCents],
    ['mailing address', lineOf(application.mailingAddress) !== lineOf(before.mailingAddress)],
  ]
  return changed.filter(([, isChanged]) => isChanged).map(([name]) => name)
}
