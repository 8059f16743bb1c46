import { setTimeout } from 'node:timers/promises'
import { dayMs } from '@tideline/api/calendar/days.ts'
import { createLogger } from '@tideline/api/http/log.ts'
import { createService } from '@tideline/api/service.ts'
import { countRows } from '@tideline/api/testing/count-rows.ts'
import { createDemoApi } from '@tideline/api/testing/demo-api.ts'
import { describe, expect, it } from 'vitest'

const reset = '/api/v1/sandbox/reset'

describe('POST /sandbox/reset', async () => {
  const api = await createDemoApi({ TIDELINE_SANDBOX: 'yes' })
  const { db, call } = api
  const { pool } = api.database
  const logIn = async (email = 'superuser@example.com') => {
    const body = { email, password: 'Tideline-Demo-1' }
    const response = await call('POST', '/api/v1/auth/login', { body })
    expect(response.status).toBe(200)
    return (await response.json()).payload.token as string
  }

  it('restores the demo book while other requests are rejected with 503 [API-15] [API-16]', {
    timeout: 600_000,
  }, async () => {
    const fresh = await countRows(db)
    const agent = await logIn('agent@example.com')
    const token = await logIn()
    const cursor = async (query: string, as = token) => call('GET', `/api/v1/events?${query}`, { token: as })
    const { after } = (await (await cursor('start=newest')).json()).payload
    await pool.query('insert into sandbox_clock (offset_ms) values ($1)', [3 * dayMs])
    await pool.query('update card_fees set fixed_cents = fixed_cents + 1')
    await pool.query(`insert into settings (key, value) values ('brand', '"Changed"')`)
    const elsewhere = await createService(api.config, createLogger('silent'), '', { database: api.database })

    let isDone = false
    const running = call('POST', reset, { token }).finally(() => {
      isDone = true
    })
    const paths = ['/api/v1/policies/RFL3000101', '/api/v1/accounts/profile', '/api/v1/policies?take=5', '/api/health']
    const seen: { path: string; status: number }[] = []
    const send = async (method: string, path: string, as: string) => {
      const { status } = await call(method, path, { token: as })
      seen.push({ path, status })
    }
    // Twenty requests are in progress when the reset starts.
    await Promise.all(paths.flatMap((path) => Array.from({ length: 5 }, () => send('GET', path, agent))))
    let unavailable: Response | undefined
    while (!isDone) {
      const headers = { Authorization: `Bearer ${agent}` }
      const there = await elsewhere.app.request('/api/v1/accounts/profile', { headers })
      if (there.status === 503) unavailable = there
      await Promise.all([send('POST', reset, token), ...paths.map((path) => send('GET', path, agent))])
      await setTimeout(500)
    }
    const response = await running
    expect(response.status, await response.clone().text()).toBe(200)
    const { payload } = await response.json()
    expect(payload).toEqual({ now: api.now().toISOString(), policyCount: expect.any(Number) })

    const getStatuses = (path: string) => [
      ...new Set(seen.filter((one) => one.path === path).map(({ status }) => status)),
    ]
    expect(getStatuses('/api/health')).toEqual([200])
    expect(getStatuses(reset)).not.toContain(200)
    expect(seen.filter(({ status }) => ![200, 401, 409, 503].includes(status))).toEqual([])
    expect(unavailable?.headers.get('retry-after')).toBe('30')
    expect(await unavailable?.json()).toMatchObject({ errors: [{ code: 'unavailable' }] })
    await elsewhere.close()

    expect((await call('GET', '/api/v1/accounts/profile', { token })).status).toBe(401)
    expect((await call('GET', '/api/v1/accounts/profile', { token: agent })).status).toBe(401)
    // The reset itself has an audit entry.
    for (const name of ['public.audit_log', 'sequence audit_log_audit_id_seq']) fresh[name] = (fresh[name] ?? 0) + 1
    expect(await countRows(db)).toEqual(fresh)
    const { rows } = await pool.query('select distinct fixed_cents from card_fees')
    expect(rows).toEqual([{ fixed_cents: 30 }])

    const again = await logIn()
    const clock = await (await call('GET', '/api/v1/sandbox/clock', { token: again })).json()
    expect(clock.payload).toEqual({ now: api.now().toISOString(), aheadSeconds: 0 })
    expect((await cursor(`after=${after}`, again)).status).toBe(410)
    expect((await (await cursor('limit=5', again)).json()).payload.events).toHaveLength(5)
    const audit = await db.selectFrom('audit_log').selectAll().where('action', '=', 'sandbox.reset').execute()
    expect(audit).toMatchObject([{ actor_name: 'Superuser Keeper', entity: 'sandbox', occurred_at: api.now() }])
  })
})
