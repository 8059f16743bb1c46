import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAreaApp, createStaffActor, createTestContext, defaultTestTime } from '../testing/area-app.ts'
import { insertAccount, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { type ActivePlan, processDelinquency } from './process-policy.ts'
import { readDelinquencyPlans } from './read-plan.ts'
import { delinquencyHandlers } from './routes.ts'
import { readActivePlans, runDelinquency } from './run-delinquency.ts'
import { simulateDelinquencyPlan } from './simulateDelinquencyPlan.route.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, { ...delinquencyHandlers, simulateDelinquencyPlan })
const { account_id: accountId } = await insertAccount(db, { roles: ['internal', 'superuser'] })
const superuser = { ...createStaffActor('superuser', 'internal'), accountId }
const earthquake = 4
const asJob = (now = defaultTestTime) => createTestContext(db, { kind: 'job', name: 'delinquency' }, { now })
const post = (path: string) => call(superuser, `POST /api/v1/delinquency/${path}`)
const activatedAt = new Date('2026-09-01T12:00:00Z')

/** Version 2 applies to all products. Version 3 applies to earthquake policies, with later steps. */
beforeEach(async () => {
  await db.deleteFrom('delinquency_steps').execute()
  await db.updateTable('obligations').set({ open_cents: 0 }).execute()
  await db.deleteFrom('delinquency_plans').where('version', '>', 1).execute()
  const active = { state: 'active', activated_at: activatedAt } as const
  await db
    .insertInto('delinquency_plans')
    .values([
      { version: 2, ...active },
      {
        version: 3,
        ...active,
        product_id: earthquake,
        past_due_notice_days_after: 12,
        other_cancellation_days_after: 20,
        print_days: 9,
      },
    ])
    .execute()
})

/** Creates a flood policy and an earthquake policy that became due on the same date. */
const insertBoth = async (dueDate: string) => ({
  flood: await insertPolicy(db, { columns: { inception_date: dueDate } }),
  quake: await insertPolicy(db, { product: earthquake, columns: { inception_date: dueDate } }),
})
const getSteps = async ({ policy_id }: { policy_id: string }) =>
  (
    await db
      .selectFrom('delinquency_steps as s')
      .innerJoin('obligations as o', 'o.obligation_id', 's.obligation_id')
      .select('s.step')
      .where('o.policy_id', '=', policy_id)
      .execute()
  ).map(({ step }) => step)

describe('versions of the delinquency plan by product', () => {
  it('applies the version of the product, and the version for all products to other policies (DEL-32)', async () => {
    const { flood, quake } = await insertBoth('2026-11-12')
    await runDelinquency(asJob())
    expect([await getSteps(flood), await getSteps(quake)]).toEqual([['pastDueNotice'], []])
    await runDelinquency(asJob(new Date('2026-11-24T17:00:00Z')))
    expect([await getSteps(flood), await getSteps(quake)]).toEqual([['pastDueNotice'], ['pastDueNotice']])
  })

  it('counts only the policies of the version in the dry run and the simulation (DEL-11, DEL-14, DEL-32)', async () => {
    const count = async (version: number, path: string) =>
      (await call(superuser, `GET /api/v1/delinquency/plans/${version}/${path}`)).body.payload.pastDueNotices
    /** Returns the notices of both versions in the last 20 days, as if all amounts had been posted earlier. */
    const simulate = async () => {
      await db.transaction().execute(async (trx) => {
        await sql`alter table journal_entries disable trigger journal_entries_append_only`.execute(trx)
        await trx.updateTable('journal_entries').set({ occurred_at: activatedAt }).execute()
        await sql`alter table journal_entries enable trigger journal_entries_append_only`.execute(trx)
        await trx.updateTable('invoices').set({ created_at: activatedAt }).execute()
      })
      return [await count(2, 'simulation?days=20'), await count(3, 'simulation?days=20')]
    }
    const [floods, quakes] = await simulate()
    await insertBoth('2026-11-12')
    await insertBoth('2026-11-05')
    expect([await count(2, 'dry-run'), await count(3, 'dry-run')]).toEqual([2, 1])
    expect(await simulate()).toEqual([floods + 2, quakes + 1])
  })

  it('limits the notices of each version by its own daily cap (DEL-10, DEL-32)', async () => {
    await db.updateTable('delinquency_plans').set({ daily_notice_cap: 1 }).where('version', '=', 3).execute()
    const first = await insertBoth('2026-11-05')
    const second = await insertBoth('2026-11-05')
    await runDelinquency(asJob())
    const quakes = [...(await getSteps(first.quake)), ...(await getSteps(second.quake))]
    expect([await getSteps(first.flood), await getSteps(second.flood), quakes]).toEqual([
      ...[['pastDueNotice'], ['pastDueNotice'], ['pastDueNotice']],
    ])
  })

  it('prints a notice of cancellation again with the days for printing of the product (DEL-12, DEL-32)', async () => {
    const { flood, quake } = await insertBoth('2026-10-01')
    await runDelinquency(asJob(new Date('2026-11-18T17:00:00Z')))
    await runDelinquency(asJob(new Date('2026-11-19T17:00:00Z')))
    const reprint = async ({ policy_id }: { policy_id: string }) => {
      const letter = await db
        .selectFrom('postal_notices')
        .select('postal_notice_id')
        .where('policy_id', '=', policy_id)
        .executeTakeFirstOrThrow()
      return (await post(`letters/${letter.postal_notice_id}/reprint`)).body.payload[0].printedDate
    }
    // November 20, 10 notice days, 5 or 9 days for printing, and the day after.
    expect([await reprint(flood), await reprint(quake)]).toEqual(['2026-12-06', '2026-12-10'])
  })

  it('replaces only the version for the same product, and pauses all versions (DEL-10, DEL-32)', async () => {
    await db.insertInto('delinquency_plans').values({ version: 4, product_id: earthquake }).execute()
    expect((await post('pause')).body.payload).toMatchObject({ version: 3, isPaused: true })
    expect((await post('plans/4/activate')).body.payload).toEqual({ version: 4, state: 'active', isPaused: true })
    const getStates = async () =>
      (await readDelinquencyPlans(db)).map(({ version, state, isPaused }) => `${version} ${state} ${isPaused}`)
    expect(await getStates()).toEqual(['4 active true', '3 replaced true', '2 active true', '1 draft false'])
    await post('resume')
    expect(await getStates()).toEqual(['4 active false', '3 replaced true', '2 active false', '1 draft false'])
  })

  it('starts no step for amounts that were due before the version first applied to the product (DEL-3, DEL-32)', async () => {
    await db.deleteFrom('delinquency_plans').where('version', '=', 2).execute()
    await db
      .insertInto('delinquency_plans')
      .values({ version: 5, state: 'active', activated_at: new Date('2026-11-15T12:00:00Z') })
      .execute()
    expect((await readDelinquencyPlans(db)).map(({ version, activatedOn }) => [version, activatedOn])).toEqual([
      [5, '2026-11-15'],
      [3, '2026-09-01'],
      [1, '2026-11-15'],
    ])
    const { flood, quake } = await insertBoth('2026-11-05')
    await runDelinquency(asJob())
    expect([await getSteps(flood), await getSteps(quake)]).toEqual([[], ['pastDueNotice']])
  })
})

describe('a change of the plan while the job runs', () => {
  const start = async () => {
    const policy = await insertPolicy(db, { columns: { inception_date: '2026-11-05' } })
    const active = (await readActivePlans(asJob())).find(({ plan }) => plan.version === 2) as ActivePlan
    return { policy, process: () => processDelinquency(asJob(), [policy.policy_id], active, 10) }
  }

  it('starts no step after the plan was paused (DEL-10)', async () => {
    const { policy, process } = await start()
    await post('pause')
    expect([await process(), await getSteps(policy)]).toEqual([0, []])
    await post('resume')
    expect([await process(), await getSteps(policy)]).toEqual([1, ['pastDueNotice']])
  })

  it('leaves the policy to the next run if its version was replaced or another version applies (DEL-32)', async () => {
    const replaced = await start()
    await db.updateTable('delinquency_plans').set({ state: 'replaced' }).where('version', '=', 2).execute()
    expect([await replaced.process(), await getSteps(replaced.policy)]).toEqual([0, []])
    await db.updateTable('delinquency_plans').set({ state: 'active' }).where('version', '=', 2).execute()
    const other = await start()
    await db
      .insertInto('delinquency_plans')
      .values({ version: 4, state: 'active', activated_at: activatedAt, product_id: 1 })
      .execute()
    expect([await other.process(), await getSteps(other.policy)]).toEqual([0, []])
  })

  it('waits for the pause, so that nothing is cancelled after it was recorded (DEL-10)', async () => {
    const { policy, process } = await start()
    let processing: Promise<number> | undefined
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('delinquency_plans')
        .set({ paused_at: defaultTestTime })
        .where('state', '=', 'active')
        .execute()
      processing = process()
      await new Promise((resolve) => setTimeout(resolve, 100))
    })
    expect([await processing, await getSteps(policy)]).toEqual([0, []])
  })
})
