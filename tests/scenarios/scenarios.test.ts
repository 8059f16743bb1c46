import { seedAccounts, seedAgencies } from '@tideline/api/demo-book/agencies.ts'
import { seedRates } from '@tideline/api/demo-book/commissions.ts'
import { allCounties } from '@tideline/api/demo-book/places.ts'
import { seedSettings } from '@tideline/api/demo-book/settings.ts'
import { forgetSettings } from '@tideline/api/settings/settings.ts'
import { aTestApi } from '@tideline/api/testing/api.ts'
import { bankForm } from '@tideline/cli/src/commands/scenarios.ts'
import { runStories } from '@tideline/cli/src/scenarios/run-stories.ts'
import { stories } from '@tideline/cli/src/scenarios/stories/index.ts'
import { createTideline } from '@tideline/sdk'
import { beforeAll, describe, expect, test } from 'vitest'

const { app, database, db, providers, tokenFor } = await aTestApi({ TIDELINE_SANDBOX: 'yes' })

const personCalled = async (name: string) => {
  const { account_id: accountId } = await db
    .selectFrom('accounts')
    .select('account_id')
    .where('email', '=', `${name}@example.com`)
    .executeTakeFirstOrThrow()
  return createTideline({
    ...{ baseUrl: 'http://sandbox.example.com', token: await tokenFor({ accountId }), retries: 0 },
    fetch: async (input, init) => app.fetch(new Request(input, init)),
  })
}

async function bankToken(account: string): Promise<string> {
  const { simulator, publishableKey } = providers.stripe
  if (!simulator) throw new Error('There is no simulator.')
  const response = await simulator.app.request('/v1/tokens', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${publishableKey}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: bankForm(account),
  })
  return ((await response.json()) as { id: string }).id
}

let problems = new Map<string, string[]>()
beforeAll(async () => {
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('counties').values(allCounties()).execute()
    await seedSettings(trx)
    await seedAgencies(trx, '2026-01-01')
    await seedAccounts(trx)
    await seedRates(trx)
  })
  forgetSettings(db)
  const people = {
    house: await personCalled('admin'),
    finance: await personCalled('finance'),
    agent: await personCalled('agent'),
  }
  const outcomes = await runStories(stories, { people, bankToken })
  problems = new Map(outcomes.map(({ story, problems: found }) => [story.name, found]))
})

describe('what the stories of the pack say comes of them', () => {
  test.each(stories)('$title', ({ name }) => {
    expect(problems.get(name)).toEqual([])
  })
})

test('there are forty stories or more, each with a name of its own', () => {
  expect(new Set(stories.map(({ name }) => name)).size).toBe(stories.length)
  expect(stories.length).toBeGreaterThanOrEqual(40)
})

test('after all of them the journal balances, entry by entry, and each policy’s balance is that of its postings', async () => {
  const { rows: entries } = await database.pool.query(
    'select entry_id from postings group by entry_id having sum(amount_cents) <> 0',
  )
  const { rows: policies } = await database.pool.query(`
    select b.policy_id from policy_balances b
    where b.due_cents <> (select coalesce(sum(p.amount_cents), 0) from postings p
      where p.policy_id = b.policy_id and p.account_code = 'receivable')`)
  expect({ entries, policies }).toEqual({ entries: [], policies: [] })
})
