import { plusDays } from '../calendar/days.ts'
import { refreshPageMarks } from '../db/page-marks.ts'
import type { JobParts } from '../jobs/job-ctx.ts'
import { clearSettingsCache } from '../settings/settings.ts'
import { type DemoAgency, seedAccounts, seedAgencies } from './agencies.ts'
import { playBulkJob } from './bulk-jobs.ts'
import { playClaimFile } from './claims.ts'
import { seedRates, seedStatements } from './commissions.ts'
import { canonicalStories, type DemoStory, ordinaryStories } from './demo-policies.ts'
import { playDispute } from './disputes.ts'
import { playEmailChange } from './email-change.ts'
import { beginEndorsement, endorse, endorsementKinds } from './endorsements.ts'
import { fixIds, unfixIds } from './fixed-ids.ts'
import { seedImports } from './imports.ts'
import { journeys, playJourneys } from './journeys.ts'
import { seedKeys } from './keys.ts'
import { playLockbox } from './lockbox.ts'
import { playMessages } from './messages.ts'
import { playMoratoria } from './moratoria.ts'
import { playFate } from './outcome.ts'
import { type Cast, getCast } from './people.ts'
import { allCounties } from './places.ts'
import { createRandom } from './random.ts'
import { createPast, type Past } from './replay.ts'
import { playSavedMethods } from './saved-methods.ts'
import { playService } from './service-records.ts'
import { seedSettings } from './settings.ts'
import { playWidgets } from './widgets.ts'
import { writePolicy } from './write-policy.ts'

const harborview = '100100'

/**
 * Loads the demo book, unless the database already has agencies. It has agencies, log-ins, about 400 policies in all
 * products and stages with ledger entries, and later activity of staff, banks and insureds (docs/demo-book.md). Every
 * load is identical except for dates, which are relative to `now`.
 * @returns the number of policies written
 */
export async function seedDemoBook(parts: JobParts, now: Date): Promise<number> {
  const { db } = parts.database
  const known = await db.selectFrom('agencies').select('agency_id').limit(1).executeTakeFirst()
  if (known) return 0
  const count = await db.transaction().execute((trx) => playAll(createPast(parts, trx, now), parts))
  await refreshPageMarks(db)
  clearSettingsCache(db)
  return count
}

async function playAll(past: Past, { providers, keys }: JobParts): Promise<number> {
  const { db, today } = past
  const random = createRandom(20_261_120)
  await fixIds(db)
  await db.insertInto('counties').values(allCounties()).execute()
  await seedSettings(db)
  const agencies = await seedAgencies(db, today)
  await seedAccounts(db)
  const cast = await getCast(db)
  await seedRates(db)
  const own = agencies.find(({ agencyNo }) => agencyNo === harborview) as DemoAgency
  const written = []
  const canonical = canonicalStories(own, today)
  for (const story of canonical) written.push(await playStory(past, cast, story))
  await beginEndorsement(past, cast, 'RFL3000103')
  const ordinary = ordinaryStories(agencies, today, random)
  for (const [index, story] of ordinary.entries()) {
    written.push(await playStory(past, cast, story))
    await endorseSome(past, cast, story, index)
  }
  const known = await playJourneys(past, cast, journeys(own, today))

  await playService(past, cast, [...canonical, ...ordinary], random)
  await playClaimFile(past, cast, 'RFL3000136')
  await playMoratoria(past, cast)
  await playLockbox(past, cast, 'RFL3000133')
  await playSavedMethods(past, providers.stripe.simulator)
  await playMessages(past, cast)
  await playBulkJob(past, cast)
  await playEmailChange(past, cast)
  await past.goTo(past.now)
  await playWidgets(past, cast)
  await seedKeys(past, cast)
  await seedImports(db, today, written)
  await seedStatements(db, keys, today)
  await unfixIds(db)
  return written.length + known.size
}

async function playStory(past: Past, cast: Cast, story: DemoStory) {
  const { policyId } = await writePolicy(past, story.policy)
  await playFate(past, cast, story)
  if (story.dispute) await playDispute(past, story.policy, policyId, story.dispute)
  return { policyId, policyNo: story.policy.policyNo }
}

/** Endorses every third policy that has been active for a while, with a different kind of endorsement each time. */
async function endorseSome(past: Past, cast: Cast, { policy, fate }: DemoStory, index: number) {
  const { today } = past
  const ranAWhile = policy.inception < plusDays(today, -100) && policy.inception > plusDays(today, -365)
  if (index % 3 !== 0 || !ranAWhile || fate !== 'none') return
  const kind = endorsementKinds[(index / 3) % endorsementKinds.length] ?? 'EB'
  await endorse(past, cast, policy, kind, plusDays(today, -10 - (index % 60)))
}
