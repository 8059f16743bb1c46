import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { maxOpenCalls } from './call-limit.ts'

/** Requests wait for the lock as long as the test needs. With the usual timeouts, they would fail on a busy machine. */
const patientMs = 150_000
const api = await createTestApi({}, 'runs', undefined, {
  ...{ connectionTimeoutMs: patientMs, lockTimeoutMs: patientMs, statementTimeoutMs: patientMs },
})

async function anAgentWithPolicy() {
  const agency = await insertAgency(api.db)
  const account = await insertAccount(api.db, { agency_id: agency.agency_id })
  const policy = await insertPolicy(api.db, { columns: { agency_id: agency.agency_id } })
  const token = await api.tokenFor({ accountId: account.account_id })
  return { policyNo: policy.policy_no, policyId: policy.policy_id, token }
}

/** Locks a policy's row so that all calls that change the policy wait. */
async function lockPolicy(policyId: string) {
  const client = new pg.Client({ connectionString: api.database.url, application_name: 'holder' })
  await client.connect()
  await client.query('begin')
  await client.query('select from policies where policy_id = $1 for update', [policyId])
  return {
    waiting: async () =>
      (
        await api.database.pool.query(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount,
    release: () => client.end(),
  }
}

describe('concurrent calls by one caller', () => {
  it('leave half of the database connections free for other users', async () => {
    const [writer, reader] = [await anAgentWithPolicy(), await anAgentWithPolicy()]
    const lock = await lockPolicy(writer.policyId)
    const notes = Array.from({ length: 400 }, (_, index) =>
      api.call('POST', `/api/v1/policies/${writer.policyNo}/notes`, {
        token: writer.token,
        body: { note: `Called the insured, attempt ${index}.`, private: false, type: 'note' },
      }),
    )
    await expect.poll(lock.waiting, { timeout: patientMs }).toBe(5)
    // These reads succeed although the lock is still held and all requests that create notes wait for it.
    for (let read = 0; read < 20; read++) {
      const response = await api.call('GET', `/api/v1/policies/${reader.policyNo}/getConfirmation`, {
        token: reader.token,
      })
      expect(response.status).toBe(200)
    }
    expect(await lock.waiting()).toBe(5)
    await lock.release()
    const responses = await Promise.all(notes)
    const rejected = responses.filter(({ status }) => status === 429)
    expect(rejected).toHaveLength(400 - maxOpenCalls)
    for (const { headers } of rejected) expect(headers.get('Retry-After')).toBe('1')
    expect(responses.filter(({ status }) => status === 201 || status === 200)).toHaveLength(maxOpenCalls)
  })

  it('are queued, not rejected, when a page sends 30 calls at once', async () => {
    const { policyNo, token } = await anAgentWithPolicy()
    const reads = Array.from({ length: 30 }, () =>
      api.call('GET', `/api/v1/policies/${policyNo}/getConfirmation`, { token }),
    )
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200))
  })

  it('share one limit per IP address when the caller has no session', async () => {
    const calls = Array.from({ length: maxOpenCalls + 20 }, () =>
      api.call('POST', '/api/v1/policyholder/requestLink', { body: { policyNumber: 'RFL3999999', zip: '33606' } }),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })
})
