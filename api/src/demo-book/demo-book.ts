import type { Transaction } from 'kysely'
import { addDays } from '../calendar/days.ts'
import { refreshPageMarks } from '../db/page-marks.ts'
import { createPreparingDatabase } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import type { JobDependencies } from '../jobs/job-context.ts'
import { clearSettingsCache } from '../settings/settings.ts'
import { type DemoActors, getDemoActors } from './actors.ts'
import { type DemoAgency, seedAccounts, seedAgencies } from './agencies.ts'
import { simulateBulkJob } from './bulk-jobs.ts'
import { simulateClaimInReview, simulateOwnClaim } from './claims.ts'
import { seedCommissionRates, seedCommissionStatements } from './commissions.ts'
import { getDelinquencyJourneys } from './delinquency-journeys.ts'
import { type DemoPolicyScenario, getDocumentedScenarios, getRandomScenarios } from './demo-policies.ts'
import { simulateDispute } from './disputes.ts'
import { simulateEmailChange } from './email-change.ts'
import { simulateEmails } from './emails.ts'
import { endorsementKinds, simulateEndorsement, startEndorsement } from './endorsements.ts'
import { disableFixedIds, enableFixedIds } from './fixed-ids.ts'
import { seedImports } from './imports.ts'
import { getJourneys, simulateJourneys } from './journeys.ts'
import { seedApiKey } from './keys.ts'
import { simulateLockbox } from './lockbox.ts'
import { simulateMoratoriums } from './moratoriums.ts'
import { simulateMortgageeChange, simulatePhoneChange } from './mortgagee-changes.ts'
import { simulateOutcome } from './outcome.ts'
import { getCounties } from './places.ts'
import { createRandomGenerator } from './random.ts'
import { simulateSavedPaymentMethods } from './saved-methods.ts'
import { simulateServiceRecords } from './service-records.ts'
import { seedSettings } from './settings.ts'
import { simulateDelinquency, simulateDelinquencyToday } from './simulate-delinquency.ts'
import { createSimulation, type Simulation } from './simulation.ts'
import { simulateWidgets } from './widgets.ts'
import { writePolicy } from './write-policy.ts'

const harborview = '100100'
/** A sub-agency of Harborview, whose agents also see its policies. */
const lighthouse = '100110'

/**
 * Loads the demo book unless the database already has agencies. It contains agencies, log-ins and about 400 policies
 * with later activity (docs/demo-book.md). Every load is identical except for dates, which are relative to `now`.
 * @returns the number of policies written
 */
export async function seedDemoBook(parts: JobDependencies, now: Date): Promise<number> {
  const { db } = parts.database
  const known = await db.selectFrom('agencies').select('agency_id').limit(1).executeTakeFirst()
  return known ? 0 : loadDemoBook(parts, now)
}

/** Work in the transaction that loads the demo book. */
export interface LoadSteps {
  before?: (trx: Transaction<DB>) => Promise<void>
  after?: (trx: Transaction<DB>) => Promise<void>
}

/** Loads the demo book into an empty database, in one transaction. Returns the number of policies written. */
export async function loadDemoBook(parts: JobDependencies, now: Date, steps: LoadSteps = {}): Promise<number> {
  const { db, pool } = parts.database
  const count = await createPreparingDatabase(pool)
    .transaction()
    .execute(async (trx) => {
      await steps.before?.(trx)
      const written = await simulateAll(createSimulation(parts, trx, now), parts)
      await steps.after?.(trx)
      return written
    })
  await refreshPageMarks(db)
  clearSettingsCache(db)
  return count
}

async function simulateAll(past: Simulation, { providers, keys }: JobDependencies): Promise<number> {
  const { db, today } = past
  const random = createRandomGenerator(20_261_120)
  await enableFixedIds(db)
  await db.insertInto('counties').values(getCounties()).execute()
  await seedSettings(db)
  const agencies = await seedAgencies(db, today)
  await seedAccounts(db)
  const actors = await getDemoActors(db)
  await seedCommissionRates(db)
  const own = agencies.find(({ agencyNo }) => agencyNo === harborview) as DemoAgency
  const written = []
  const canonical = getDocumentedScenarios(own, today)
  for (const scenario of canonical) written.push(await simulateScenario(past, actors, scenario))
  await startEndorsement(past, actors, 'RFL3000103')
  const ordinary = getRandomScenarios(agencies, today, random)
  for (const [index, scenario] of ordinary.entries()) {
    written.push(await simulateScenario(past, actors, scenario))
    await endorseSome(past, actors, scenario, index)
  }
  const known = await simulateJourneys(past, actors, getJourneys(own, today))

  await simulateServiceRecords(past, actors, [...canonical, ...ordinary], random)
  await simulateClaimInReview(past, actors, 'RFL3000136')
  await simulateOwnClaim(past, 'RFL3000136')
  await simulateMoratoriums(past, actors)
  await simulateLockbox(past, actors, 'RFL3000133')
  const subAgency = agencies.find(({ agencyNo }) => agencyNo === lighthouse) as DemoAgency
  const unpaidCount = await simulateDelinquency(past, actors, getDelinquencyJourneys(subAgency, today))
  await simulateSavedPaymentMethods(past, providers.stripe.simulator)
  await simulateEmails(past, actors)
  await simulateBulkJob(past, actors)
  await simulateEmailChange(past, actors)
  // Comes after the emails, because the contract's examples contain the id of the first email of this policy.
  await simulateMortgageeChange(past, 'RFL3000102')
  await simulatePhoneChange(past, 'RFL3000124')
  await simulateDelinquencyToday(past, actors, 'RFL3000147')
  await past.goTo(past.now)
  await simulateWidgets(past, actors)
  await seedApiKey(past, actors)
  await seedImports(db, today, written)
  await seedCommissionStatements(db, keys, today)
  await disableFixedIds(db)
  return written.length + known.size + unpaidCount
}

async function simulateScenario(past: Simulation, actors: DemoActors, scenario: DemoPolicyScenario) {
  const { policyId } = await writePolicy(past, scenario.policy)
  await simulateOutcome(past, actors, scenario)
  if (scenario.dispute) await simulateDispute(past, scenario.policy, policyId, scenario.dispute)
  return { policyId, policyNo: scenario.policy.policyNo }
}

/** Endorses every third active policy. The kinds of endorsements are used in rotation. */
async function endorseSome(
  past: Simulation,
  actors: DemoActors,
  { policy, outcome }: DemoPolicyScenario,
  index: number,
) {
  const { today } = past
  const ranAWhile = policy.inception < addDays(today, -100) && policy.inception > addDays(today, -365)
  if (index % 3 !== 0 || !ranAWhile || outcome !== 'none') return
  const kind = endorsementKinds[(index / 3) % endorsementKinds.length] ?? 'EB'
  await simulateEndorsement(past, actors, policy, kind, addDays(today, -10 - (index % 60)))
}
