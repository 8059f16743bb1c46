import type { Transaction } from 'kysely'
import type { Database } from '../database.ts'
import { refreshPageMarks } from '../page-marks.ts'
import type { DB } from '../schema.ts'
import { type DemoAgency, seedAccounts, seedAgencies } from './agencies.ts'
import { canonicalStories, ordinaryStories } from './demo-policies.ts'
import { allCounties } from './places.ts'
import { createRandom } from './random.ts'
import { seedServiceRecords } from './service-records.ts'
import { seedSettings } from './settings.ts'
import { writeFate } from './write-fate.ts'
import { writePolicy } from './write-policy.ts'

const harborview = '100100'

/**
 * Loads the demo book into an empty database and does nothing where there is one: agencies, log-ins, some four hundred
 * policies of all products and stages with their money in the ledger. The same every time but for the days, which are
 * counted from `now`.
 *
 * @returns how many policies were written
 */
export async function seedDemoBook(database: Database, { now }: { now: Date }): Promise<number> {
  const known = await database.db.selectFrom('agencies').select('agency_id').limit(1).executeTakeFirst()
  if (known) return 0
  const count = await database.db.transaction().execute((trx) => seedAll(trx, now))
  await refreshPageMarks(database.db)
  return count
}

async function seedAll(trx: Transaction<DB>, now: Date): Promise<number> {
  const today = now.toISOString().slice(0, 10)
  const random = createRandom(20_261_120)
  await trx.insertInto('counties').values(allCounties()).execute()
  await seedSettings(trx)
  const agencies = await seedAgencies(trx, today)
  await seedAccounts(trx)
  const own = agencies.find(({ agencyNo }) => agencyNo === harborview) as DemoAgency
  const stories = [...canonicalStories(own, today), ...ordinaryStories(agencies, today, random)]
  const written = []
  for (const story of stories) {
    const result = await writePolicy(trx, story.policy, now)
    await writeFate(trx, story, result, today)
    const { policyNo, agency, inception } = story.policy
    written.push({ policyId: result.policyId, policyNo, agencyNo: agency.agencyNo, inception })
  }
  await seedServiceRecords(trx, written, today, random)
  return stories.length
}
