import type { Transaction } from 'kysely'
import { plusDays } from '../calendar/days.ts'
import type { Database } from '../db/database.ts'
import { refreshPageMarks } from '../db/page-marks.ts'
import type { DB } from '../db/schema.ts'
import type { Providers } from '../providers/index.ts'
import { type DemoAgency, seedAccounts, seedAgencies } from './agencies.ts'
import { seedClaimFiles } from './claims.ts'
import { seedCommissions } from './commissions.ts'
import { canonicalStories, type DemoStory, ordinaryStories } from './demo-policies.ts'
import { endorse, endorsementKinds } from './endorsements.ts'
import { seedImports } from './imports.ts'
import { journeys, writeJourneys } from './journeys.ts'
import { seedLockbox } from './lockbox.ts'
import { seedMessages } from './messages.ts'
import { seedMoratoria } from './moratoria.ts'
import { allCounties } from './places.ts'
import { createRandom } from './random.ts'
import { seedSavedMethods } from './saved-methods.ts'
import { seedServiceRecords } from './service-records.ts'
import { seedSettings } from './settings.ts'
import { seedWidgets } from './widgets.ts'
import { type RefundBases, readRefundBases, writeFate } from './write-fate.ts'
import { writePolicy } from './write-policy.ts'

const harborview = '100100'

export interface SeedOptions {
  now: Date
  providers: Pick<Providers, 'files' | 'mail' | 'pdf' | 'stripe'>
  /** Where links in the seeded mails lead, without a slash at its end. */
  publicUrl: string
}

/**
 * Loads the demo book into an empty database and does nothing where there is one: agencies, log-ins, some four hundred
 * policies of all products and stages with their money in the ledger, and what staff, banks and insureds did with them
 * (docs/demo-book.md). The same every time but for the days, which are counted from `now`.
 *
 * @returns how many policies were written
 */
export async function seedDemoBook(database: Database, options: SeedOptions): Promise<number> {
  const known = await database.db.selectFrom('agencies').select('agency_id').limit(1).executeTakeFirst()
  if (known) return 0
  const count = await database.db.transaction().execute((trx) => seedAll(trx, options))
  await refreshPageMarks(database.db)
  return count
}

async function seedAll(trx: Transaction<DB>, { now, providers, publicUrl }: SeedOptions): Promise<number> {
  const today = now.toISOString().slice(0, 10)
  const random = createRandom(20_261_120)
  await trx.insertInto('counties').values(allCounties()).execute()
  await seedSettings(trx)
  const agencies = await seedAgencies(trx, today)
  const bases = await readRefundBases(trx)
  await seedAccounts(trx)
  const own = agencies.find(({ agencyNo }) => agencyNo === harborview) as DemoAgency
  const written = []
  for (const story of canonicalStories(own, today)) written.push(await writeStory(trx, story, today, now, bases))
  const ordinary = ordinaryStories(agencies, today, random)
  for (const [index, story] of ordinary.entries()) {
    const policy = await writeStory(trx, story, today, now, bases)
    written.push(policy)
    await endorseSome(trx, policy.policyId, story, index, today)
  }
  const known = await writeJourneys(trx, journeys(own, today), today, now)
  const journeyOf = (policyNo: string) => ({ policyId: known.get(policyNo) as string, policyNo, today })

  await seedServiceRecords(trx, written, today, random)
  await seedClaimFiles(trx, providers, journeyOf('RFL3000136'))
  await seedMoratoria(trx, today)
  await seedWidgets(trx)
  await seedImports(trx, today, written)
  await seedLockbox(trx, providers, { ...journeyOf('RFL3000133'), now })
  await seedSavedMethods(trx, providers.stripe, now)
  await seedMessages(trx, providers, { now, publicUrl })
  await seedCommissions(trx, today)
  return written.length + known.size
}

async function writeStory(trx: Transaction<DB>, story: DemoStory, today: string, now: Date, bases: RefundBases) {
  const { policyId } = await writePolicy(trx, story.policy, now)
  await writeFate(trx, story, policyId, today, bases)
  const { policyNo, agency, inception } = story.policy
  return { policyId, policyNo, agencyNo: agency.agencyNo, inception }
}

/** A third of the policies that have run for a while were changed on the way, each in its own way. */
async function endorseSome(trx: Transaction<DB>, policyId: string, story: DemoStory, index: number, today: string) {
  const { policy, fate } = story
  const ranAWhile = policy.inception < plusDays(today, -100) && policy.inception > plusDays(today, -365)
  if (index % 3 !== 0 || !ranAWhile || fate !== 'none') return
  const kind = endorsementKinds[(index / 3) % endorsementKinds.length] ?? 'EB'
  await endorse(trx, policyId, policy, kind, plusDays(today, -10 - (index % 60)))
}
