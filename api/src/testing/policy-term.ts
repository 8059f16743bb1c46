import type { Selectable } from 'kysely'
import type { PolicyTransaction } from '../db/schema.ts'
import type { QuoteApplication } from '../endorsements/quote-row.ts'
import type { PolicyTerm, PostedTermChange } from '../policy/read-term.ts'
import { priceTerm } from '../pricing/endorsement.ts'
import type { InitialTransaction } from '../pricing/term.ts'

/** A term of 365 days. Coverage A costs $900, coverage B costs $300, and coverage C is included. */
const begun: InitialTransaction = {
  ...{ inceptionDate: '2026-03-13', expirationDate: '2027-03-13', deductibleCents: 200_000, grossCents: 120_000 },
  coverages: [
    { code: 'A', limitCents: 25_000_000, premiumCents: 90_000 },
    { code: 'B', limitCents: 10_000_000, premiumCents: 30_000 },
    { code: 'C', limitCents: 100_000, premiumCents: null },
  ],
  minimumEarned: { percent: 0, cents: 0 },
}

const address = { addr1: '12 Bay Street', addr2: null, city: 'Tampa', state: 'FL', zip: '33606' }

/** Builds a policy term without a database. Taxes are five percent of the premium. */
export function buildPolicyTerm(
  changes: readonly PostedTermChange[] = [],
  row: Partial<Selectable<PolicyTransaction>> = {},
): PolicyTerm {
  return {
    ...priceTerm(begun, changes),
    changes,
    row: {
      ...address,
      ...{ mailing_addr1: null, mailing_addr2: null, mailing_city: null, mailing_state: null, mailing_zip: null },
      ...{ policy_transaction_id: 't1', effective_date: '2026-03-13', ...row },
    } as Selectable<PolicyTransaction>,
    isBilledToLender: false,
    taxesFor: (premiumCents) => ({ surplus_tax_policy_premium_cents: Math.round(premiumCents / 20) }),
  }
}

export const lienholder: QuoteApplication['lienholderList'][number] = {
  ...{ lienholderId: 'l1', name: 'Gulf Demo Bank', addr1: '1 Main Street', addr2: null, city: 'Tampa', state: 'FL' },
  ...{ zip: '33602', loan_number: '12345', mortgage_clause: null },
}

/**
 * Builds the application of a quote. By default, it changes nothing. Limits (in dollars) and other fields can be
 * overridden.
 */
export const buildApplication = (
  limits: Partial<Record<string, number>> = {},
  more: Partial<QuoteApplication> = {},
): QuoteApplication => ({
  lienholderList: [lienholder],
  coverages: (['A', 'B', 'C'] as const).map((code) => ({
    code,
    limit: limits[code] ?? { A: 250_000, B: 100_000, C: 1_000 }[code],
    premium: 0,
  })),
  deductible: 2_000,
  mailingAddress: address,
  ...more,
})
