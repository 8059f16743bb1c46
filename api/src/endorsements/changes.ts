import { toCents } from '../http/money.ts'
import { sameLienholders } from './lienholders.ts'
import { applicationOf, type QuoteApplication } from './quote.ts'
import type { Standing } from './terms.ts'

const lineOf = ({ addr1, addr2, city, state, zip }: QuoteApplication['mailingAddress']) =>
  JSON.stringify([addr1.trim(), addr2?.trim() || null, city.trim(), state, zip])

/** What a quote changes of the policy as it stands, by the names that mails and audit entries use. */
export function changesOf(
  application: QuoteApplication,
  standing: Standing,
  lienholders: QuoteApplication['lienholderList'],
): string[] {
  const before = applicationOf(standing, lienholders)
  const limits = new Map(standing.now.coverages.map(({ code, limitCents }) => [code, limitCents]))
  const changed: [string, boolean][] = [
    ['lienholders', !sameLienholders(application.lienholderList, lienholders)],
    ...application.coverages.map(({ code, limit }): [string, boolean] => [
      `coverage ${code}`,
      toCents(limit, 'coverages') !== limits.get(code),
    ]),
    ['deductible', toCents(application.deductible, 'deductible') !== standing.now.deductibleCents],
    ['mailing address', lineOf(application.mailingAddress) !== lineOf(before.mailingAddress)],
  ]
  return changed.filter(([, isChanged]) => isChanged).map(([name]) => name)
}
