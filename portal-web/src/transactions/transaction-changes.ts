import type { PolicyTransaction } from '@tideline/sdk'
import { formatDate, formatMoney, formatPhone, formatWholeDollars } from '@tideline/web-kit/formats/format.ts'
import { formatLimit } from '@tideline/web-kit/labels/coverages.ts'

export interface TransactionChange {
  what: string
  before: string
  after: string
}

const text = (value: unknown) => (value === null || value === undefined || value === '' ? '–' : String(value))
const join = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ')

/** The values that an endorsement can change, with their display format. */
const changeFormatters: Record<string, (one: PolicyTransaction) => string> = {
  Insured: (one) => `${one.firstName} ${one.lastName}`.trim(),
  Email: (one) => text(one.email),
  Phone: (one) => (one.phone ? formatPhone(one.phone) : '–'),
  Property: (one) => join(one.addr1, one.addr2, one.city, `${one.state} ${one.zip}`),
  'Mailing address': (one) =>
    text(join(one.mailingAddr1, one.mailingAddr2, one.mailingCity, one.mailingState, one.mailingZip)),
  'Agency number': (one) => one.agencyNo,
  'Inception date': (one) => formatDate(one.inceptionDate),
  'Coverage A': (one) => formatLimit('A', one.coverageALimit),
  'Coverage B': (one) => formatLimit('B', one.coverageBLimit),
  'Coverage E': (one) => formatLimit('E', one.coverageELimit),
  'Coverage F': (one) => formatLimit('F', one.coverageFLimit),
  'Coverage G': (one) => formatLimit('G', one.coverageGLimit),
  'Coverage H': (one) => formatLimit('H', one.coverageHLimit),
  'Coverage I': (one) => formatLimit('I', one.coverageILimit),
  'Coverage J': (one) => formatLimit('J', one.coverageJLimit),
  'Coverage K': (one) => formatLimit('K', one.coverageKLimit),
  'Coverage L': (one) => formatLimit('L', one.coverageLLimit),
  Deductible: (one) => (one.deductible ? formatWholeDollars(one.deductible) : '–'),
  'Flood zone': (one) => text(one.floodZone),
  Foundation: (one) => text(one.foundationTypeDesc ?? one.foundationType),
  Occupancy: (one) => text(one.occupancyTypeDesc ?? one.occupancyType),
  Construction: (one) => text(one.constructionDesc ?? one.constructionType),
  'Year built': (one) => text(one.yearBuilt),
  Stories: (one) => text(one.stories),
  'Bill initially': (one) => text(one.billInitially),
  'Bill on renewal': (one) => text(one.billOnRenewal),
  Premium: (one) => formatMoney(one.grossPremium),
  'Total premium': (one) => formatMoney(one.totalPremium),
}

/** Returns the values that a transaction changed, compared with the policy's previous state. */
export const getTransactionChanges = (before: PolicyTransaction, after: PolicyTransaction): TransactionChange[] =>
  Object.entries(changeFormatters)
    .map(([what, read]) => ({ what, before: read(before), after: read(after) }))
    .filter((change) => change.before !== change.after)
