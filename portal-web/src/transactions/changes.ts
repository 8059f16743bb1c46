import type { PolicyTransaction } from '@tideline/sdk'
import { day, money, phone, wholeMoney } from '@tideline/web-kit/formats/format.ts'
import { limitLabel } from '@tideline/web-kit/labels/coverages.ts'

export interface Change {
  what: string
  before: string
  after: string
}

const text = (value: unknown) => (value === null || value === undefined || value === '' ? '–' : String(value))
const join = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ')

/** The values that an endorsement can change, with their display format. */
const readings: Record<string, (one: PolicyTransaction) => string> = {
  Insured: (one) => `${one.firstName} ${one.lastName}`.trim(),
  Email: (one) => text(one.email),
  Phone: (one) => (one.phone ? phone(one.phone) : '–'),
  Property: (one) => join(one.addr1, one.addr2, one.city, `${one.state} ${one.zip}`),
  'Mailing address': (one) =>
    text(join(one.mailingAddr1, one.mailingAddr2, one.mailingCity, one.mailingState, one.mailingZip)),
  'Agency number': (one) => one.agencyNo,
  'Inception date': (one) => day(one.inceptionDate),
  'Coverage A': (one) => limitLabel('A', one.coverageALimit),
  'Coverage B': (one) => limitLabel('B', one.coverageBLimit),
  'Coverage E': (one) => limitLabel('E', one.coverageELimit),
  'Coverage F': (one) => limitLabel('F', one.coverageFLimit),
  'Coverage G': (one) => limitLabel('G', one.coverageGLimit),
  'Coverage H': (one) => limitLabel('H', one.coverageHLimit),
  'Coverage I': (one) => limitLabel('I', one.coverageILimit),
  'Coverage J': (one) => limitLabel('J', one.coverageJLimit),
  'Coverage K': (one) => limitLabel('K', one.coverageKLimit),
  'Coverage L': (one) => limitLabel('L', one.coverageLLimit),
  Deductible: (one) => (one.deductible ? wholeMoney(one.deductible) : '–'),
  'Flood zone': (one) => text(one.floodZone),
  Foundation: (one) => text(one.foundationTypeDesc ?? one.foundationType),
  Occupancy: (one) => text(one.occupancyTypeDesc ?? one.occupancyType),
  Construction: (one) => text(one.constructionDesc ?? one.constructionType),
  'Year built': (one) => text(one.yearBuilt),
  Stories: (one) => text(one.stories),
  'Bill initially': (one) => text(one.billInitially),
  'Bill on renewal': (one) => text(one.billOnRenewal),
  Premium: (one) => money(one.grossPremium),
  'Total premium': (one) => money(one.totalPremium),
}

/** Returns the differences between a transaction and the state of the policy before it. */
export const changesBetween = (before: PolicyTransaction, after: PolicyTransaction): Change[] =>
  Object.entries(readings)
    .map(([what, read]) => ({ what, before: read(before), after: read(after) }))
    .filter((change) => change.before !== change.after)
