import { CancelReasonCode } from '@tideline/sdk/words'
import { addDays } from '../calendar/days.ts'
import { lenderPays } from '../catalog/payers.ts'
import { findProduct } from '../catalog/products.ts'
import type { DemoAgency } from './agencies.ts'
import type { DemoDisputeStatus } from './disputes.ts'
import { type DemoLocation, getDemoLocations } from './places.ts'
import type { RandomGenerator } from './random.ts'
import type { DemoPolicy } from './write-policy.ts'

/** The outcome of a policy after binding. */
type PolicyOutcome = 'none' | 'pendingCancel' | 'cancelled' | 'nonRenewed'

export interface DemoPolicyScenario {
  policy: DemoPolicy
  outcome: PolicyOutcome
  /** Cancel reason code, if any. */
  reason?: string
  /** Status of the dispute, if the payer disputed the payment. */
  dispute?: DemoDisputeStatus
}

const tampa: DemoLocation = {
  city: 'Tampa',
  state: 'FL',
  zip: '33606',
  lat: 27.93,
  lng: -82.48,
  county: 'Hillsborough',
  countyFips: '12057',
}
const brooklyn: DemoLocation = {
  city: 'Brooklyn',
  state: 'NY',
  zip: '11231',
  lat: 40.678,
  lng: -74.001,
  county: 'Kings',
  countyFips: '36047',
}
const marina = { first: 'Marina', last: 'Sample', email: 'marina.sample@example.com', phone: '813-555-0142' }

/** Returns the default fields of the demo policies: Marina Sample in Tampa, starting in 25 days. */
export const getSamplePolicy = (agency: DemoAgency, today: string) =>
  ({
    productId: 1,
    agency,
    person: marina,
    addr1: '1200 Bayshore Demo Blvd',
    place: tampa,
    inception: addDays(today, 25),
    posted: today,
    grossCents: 118_000,
    feeCents: 7_500,
    buildingCents: 25_000_000,
    contentsCents: 10_000_000,
    deductibleCents: 200_000,
    signed: 'none',
    payment: 'none',
    yearBuilt: 1998,
    floodZone: 'AE',
  }) satisfies Omit<DemoPolicy, 'policyNo'>

/** Returns the dates and statuses of a signed and paid policy that started 80 days ago. */
export const getActiveTerm = (today: string) =>
  ({ inception: addDays(today, -80), posted: addDays(today, -100), signed: 'both', payment: 'paid' }) as const

/** Returns the policies that the documentation, the contract's examples and the README refer to. */
export function getDocumentedScenarios(agency: DemoAgency, today: string): DemoPolicyScenario[] {
  const base = getSamplePolicy(agency, today)
  const active = getActiveTerm(today)
  const big = { grossCents: 512_300 }
  const buildScenario = (policy: DemoPolicy, outcome: PolicyOutcome = 'none', reason?: string): DemoPolicyScenario => ({
    policy,
    outcome,
    ...(reason ? { reason } : {}),
  })
  return [
    buildScenario({ ...base, policyNo: 'RFL3000101' }),
    buildScenario({ ...base, ...active, policyNo: 'RFL3000102', addr1: '1202 Bayshore Demo Blvd' }),
    buildScenario({
      ...base,
      policyNo: 'RFL3000103',
      addr1: '1204 Bayshore Demo Blvd',
      billInitially: lenderPays,
      lienholder: { name: 'Sample Savings Bank', reference: 'LN-000103' },
    }),
    buildScenario({
      ...base,
      policyNo: 'EQR3000104',
      productId: 4,
      addr1: '1206 Bayshore Demo Blvd',
      monthly: true,
      grossCents: 24_000,
      feeCents: 2_500,
      buildingCents: 2_000_000,
      contentsCents: 0,
    }),
    buildScenario({ ...base, policyNo: 'RXS3000105', productId: 6, addr1: '1208 Bayshore Demo Blvd', signed: 'agent' }),
    buildScenario({
      ...base,
      ...big,
      policyNo: 'CFL3000106',
      productId: 2,
      addr1: '1210 Bayshore Demo Blvd',
      buildingCents: 90_000_000,
    }),
    buildScenario({ ...base, ...big, policyNo: 'RFL3000107', addr1: '1212 Bayshore Demo Blvd' }),
    buildScenario(
      { ...base, ...active, policyNo: 'RFL3000108', addr1: '1214 Bayshore Demo Blvd' },
      'pendingCancel',
      '33',
    ),
    buildScenario({ ...base, ...active, policyNo: 'RFL3000109', addr1: '1216 Bayshore Demo Blvd' }, 'cancelled', '01'),
    buildScenario({
      ...base,
      ...active,
      policyNo: 'RFL3000110',
      addr1: '1218 Bayshore Demo Blvd',
      inception: addDays(today, -400),
      posted: addDays(today, -420),
    }),
    buildScenario({
      ...base,
      policyNo: 'RCB3000111',
      productId: 3,
      addr1: '80 Demo Pier',
      place: brooklyn,
      person: { first: 'Harper', last: 'Placeholder', email: 'harper.placeholder@example.com', phone: '718-555-0111' },
    }),
  ]
}

const firstNames = [
  'Casey',
  'Jordan',
  'Riley',
  'Morgan',
  'Quinn',
  'Skyler',
  'Reese',
  'Rowan',
  'Emery',
  'Sage',
  'Finley',
  'Blake',
]
const lastNames = [
  'Sample',
  'Placeholder',
  'Example',
  'Specimen',
  'Template',
  'Mockwell',
  'Demoson',
  'Draftley',
  'Testerman',
  'Fixture',
]
const streets = [
  'Demo Shore Dr',
  'Sample Bay Rd',
  'Example Creek Ln',
  'Mock Harbor Ave',
  'Template Marsh Way',
  'Draft Levee St',
]
const states: readonly [state: string, count: number][] = [
  ['FL', 24],
  ['TX', 12],
  ['LA', 8],
  ['CA', 10],
  ['NY', 8],
  ['KY', 4],
  ['MA', 4],
  ['MS', 4],
  ['IL', 4],
  ['SC', 4],
]

/**
 * Stages in a policy's life, each with the number of days until inception and the statuses. The demo book has a policy
 * in every stage for each product.
 */
const stages = [
  { start: 20, signed: 'none', payment: 'none', outcome: 'none' },
  { start: 15, signed: 'agent', payment: 'none', outcome: 'none' },
  { start: 12, signed: 'both', payment: 'none', outcome: 'none' },
  { start: 10, signed: 'both', payment: 'processing', outcome: 'none' },
  { start: -5, signed: 'both', payment: 'failed', outcome: 'none' },
  { start: -30, signed: 'both', payment: 'paid', outcome: 'none' },
  { start: -150, signed: 'both', payment: 'paid', outcome: 'none' },
  { start: -300, signed: 'both', payment: 'paid', outcome: 'none' },
  { start: -120, signed: 'both', payment: 'paid', outcome: 'pendingCancel' },
  { start: -200, signed: 'both', payment: 'paid', outcome: 'cancelled' },
  { start: -380, signed: 'both', payment: 'paid', outcome: 'none' },
  { start: -250, signed: 'both', payment: 'paid', outcome: 'nonRenewed' },
] as const
/** Cancel reasons that take effect at the end of the term: open claims (40) and manual non-renewal (41). */
export const endOfTermReasons: readonly string[] = ['40', '41']

/** Cancel reasons that require a signature or staff. A request with such a reason stays pending for some time. */
const waiting = [
  ...['33', '01', '12', '34', '02', '08', '03', '04', '07', '09', '10'],
  ...['15', '19', '22', '24', '30', '40', '41'],
]
const reasons = { pendingCancel: waiting, cancelled: [...waiting, '05', '06', '13', '21', '23'] }
const misfortunes = ['failed', 'disputed', 'cancelled', 'refunded'] as const

/** Dispute statuses, used in rotation. */
const disputeEnds: readonly DemoDisputeStatus[] = ['needs_response', 'under_review', 'won', 'lost']

/**
 * Adapts an outcome to the product: earthquake policies are non-renewed instead of cancelled, other policies the
 * reverse (REN-3).
 */
function getPolicyOutcome(outcome: PolicyOutcome, isEarthquake: boolean): PolicyOutcome {
  if (outcome === 'nonRenewed' && !isEarthquake) return 'none'
  if (!isEarthquake || outcome === 'none') return outcome
  return outcome === 'pendingCancel' ? 'none' : 'nonRenewed'
}

/** Returns about 400 more policies in all products and stages, with real places and fictional people. */
export function getRandomScenarios(
  agencies: DemoAgency[],
  today: string,
  random: RandomGenerator,
): DemoPolicyScenario[] {
  const places = states.flatMap(([state, count]) => getDemoLocations(state, count, random.below))
  const turns = { pendingCancel: 0, cancelled: 0, disputed: 0 }
  return Array.from({ length: 408 }, (_, index): DemoPolicyScenario => {
    const productId = (index % 8) + 1
    const stage = stages[Math.floor(index / 8) % stages.length] ?? stages[0]
    const { line, class: audience } = findProduct(productId) ?? {}
    const isEarthquake = line === 'earthquake'
    const place = random.pick(isEarthquake ? places.filter(({ state }) => state === 'CA') : places)
    const first = random.pick(firstNames)
    const last = random.pick(lastNames)
    const isBusiness = !isEarthquake && audience !== 'residential'
    const buildingCents =
      (isEarthquake ? random.between(1, 5) : isBusiness ? random.between(50, 300) : random.between(10, 50)) * 1_000_000
    const grossCents = isEarthquake
      ? random.between(150, 400) * 100
      : Math.round(buildingCents * (0.002 + random.next() * 0.006))
    const feeCents = isEarthquake ? 2_500 : 7_500
    const outcome = getPolicyOutcome(stage.outcome, isEarthquake)
    const reason =
      outcome === 'pendingCancel' || outcome === 'cancelled'
        ? (reasons[outcome][turns[outcome]++ % reasons[outcome].length] as string)
        : undefined
    const isOver = outcome === 'cancelled' && endOfTermReasons.includes(reason ?? '')
    const start = (isOver ? -380 : stage.start) - (index % 7)
    // A policy that was cancelled for nonpayment (05) has no successful payment.
    const payment = reason === CancelReasonCode.nonpayment ? 'failed' : stage.payment
    const misfortune = stage.payment === 'failed' ? misfortunes[index % misfortunes.length] : undefined
    const dispute = misfortune === 'disputed' ? disputeEnds[turns.disputed++ % disputeEnds.length] : undefined
    return {
      outcome,
      ...(dispute && { dispute }),
      ...(reason && { reason }),
      policy: {
        policyNo: `${findProduct(productId)?.prefix}3${String(1000 + index).padStart(6, '0')}`,
        productId,
        agency: random.pick(agencies),
        person: {
          first,
          last,
          email: `${first}.${last}.${index}@example.com`.toLowerCase(),
          phone: `555-555-01${String(index % 100).padStart(2, '0')}`,
        },
        addr1: `${random.between(1, 99) * 10} ${random.pick(streets)}`,
        place,
        inception: addDays(today, start),
        posted: addDays(today, Math.min(0, start - 20)),
        type: stage.start < -100 && index % 3 === 0 ? 'RN' : 'NB',
        grossCents,
        feeCents,
        buildingCents,
        contentsCents: isEarthquake ? 0 : Math.round(buildingCents * 0.4),
        deductibleCents: random.pick([100_000, 200_000, 500_000]),
        monthly: isEarthquake && index % 2 === 0,
        signed: stage.signed,
        payment: misfortune === 'disputed' ? 'paid' : (misfortune ?? payment),
        paymentTypeId: payment === 'paid' ? random.pick([2, 2, 4, 3, 5, 1, 6]) : dispute ? 4 : 2,
        ...(index % 9 === 0 ? { lienholder: { name: 'Sample Savings Bank', reference: `LN-${index}` } } : {}),
        yearBuilt: random.between(1940, 2022),
        floodZone: random.pick(['AE', 'X', 'VE', 'A', 'X']),
      },
    }
  })
}
