import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openSession } from '@tideline/api/accounts/session.ts'
import { readConfig } from '@tideline/api/config/config.ts'
import { openDatabase } from '@tideline/api/db/database.ts'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@tideline/api/db/embedded-postgres.ts'
import { migrate } from '@tideline/api/db/migrate.ts'
import { operations } from '@tideline/api/generated/operations.ts'
import type { Ctx } from '@tideline/api/http/context.ts'
import { createLogger } from '@tideline/api/http/log.ts'
import { createMetrics } from '@tideline/api/http/metrics.ts'
import type { OperationEntry } from '@tideline/api/http/operation.ts'
import { deleteOldWritePositions, openReadReplica } from '@tideline/api/http/read-replica.ts'
import { migrateJobTables } from '@tideline/api/jobs/worker.ts'
import { createService } from '@tideline/api/service.ts'
import { insertAccount, insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startReplica, withClient } from '../support/copied-server.ts'

// Two servers with streaming replication. The tests delay the replica by pausing its replay.

const folder = await mkdtemp(join(tmpdir(), 'tideline-replica-'))
await chmod(folder, 0o755)
const primary = await startEmbeddedPostgres(join(folder, 'primary'), { port: 0 })
await withClient(primary.url(), async (client) => {
  await client.query("alter system set fsync = 'off'")
  await client.query('select pg_reload_conf()')
  await migrate(client)
})
await migrateJobTables(primary.url())
const server = await startReplica(primary.url(), join(folder, 'replica/data'))
const database = openDatabase(primary.url())
const { db, pool } = database
const log = createLogger('silent')
const ends: (() => Promise<unknown>)[] = []

const onReplica = (statement: string) => withClient(server.url, (client) => client.query(statement))
const pauseReplay = async () => {
  await onReplica('select pg_wal_replay_pause()')
  ends.push(() => onReplica('select pg_wal_replay_resume()'))
}

/** Waits until the replica has everything that was written until now. */
const catchUp = async () => {
  const { rows } = await pool.query(`select pg_current_wal_lsn()::text as lsn`)
  await expect
    .poll(async () => (await onReplica(`select pg_last_wal_replay_lsn() >= '${rows[0]?.lsn}' as ok`)).rows)
    .toEqual([{ ok: true }])
}

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})
afterAll(async () => {
  await database.close()
  await server.stop()
  await removeEmbeddedPostgres(join(folder, 'primary'))
  await rm(folder, { recursive: true, force: true })
})

describe('openReadReplica', () => {
  /** Connects like one API process. The replica can be late by any time, unless `more` limits it. */
  function connect(more: Parameters<typeof openReadReplica>[3] = {}, url = server.url) {
    const metrics = createMetrics()
    const replica = openReadReplica(url, database, { connections: 4, log, metrics }, { maxLagMs: 3_600_000, ...more })
    ends.push(replica.close)
    const choose = async (caller: string) => ((await replica.chooseDatabase(caller)) === db ? 'primary' : 'replica')
    const count = async () => {
      const { values } = await metrics.replicaReads.get()
      return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]))
    }
    return { ...replica, choose, count }
  }
  const write = () => pool.query(`select pg_logical_emit_message(true, 'test', 'a write')`)

  it('chooses the primary for a caller until the replica has replayed their last write, in every process [SYS-7]', async () => {
    const [one, two] = [connect(), connect()]
    // The first choice of each process requires the current position, which the replica may not have replayed yet.
    await Promise.all([one.choose('writer'), two.choose('reader')])
    await catchUp()
    expect(await one.choose('writer')).toBe('replica')
    expect(await two.choose('writer')).toBe('replica')
    await pauseReplay()
    await write()
    await one.recordWrite('writer')
    expect(await two.choose('writer')).toBe('primary')
    expect(await two.choose('reader')).toBe('replica')
    expect(await two.count()).toMatchObject({ own_write: 1 })
    await onReplica('select pg_wal_replay_resume()')
    await catchUp()
    expect(await two.choose('writer')).toBe('replica')
  })

  it('keeps the position of the last of two concurrent writes of a caller', async () => {
    const one = connect()
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await write()
        await one.recordWrite('busy')
      }),
    )
    const { rows } = await pool.query(`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint - position as behind
      from write_positions where caller = 'busy'`)
    await pauseReplay()
    expect(rows[0]?.behind).toBeLessThan(1000)
  })

  it('chooses the primary while the replica is later than the limit', async () => {
    const replica = connect({ maxLagMs: 200 })
    // A choice requires the current position if the last one is longer ago than the limit.
    await expect.poll(() => replica.choose('reader')).toBe('replica')
    const before = await replica.count()
    await pauseReplay()
    await write()
    await wait(300)
    expect(await replica.choose('reader')).toBe('primary')
    expect(await replica.count()).toEqual({ ...before, lag: (before.lag ?? 0) + 1 })
  })

  it('requires the current position from every caller after a crash of the primary has emptied the table', async () => {
    const replica = connect()
    await catchUp()
    expect(await replica.choose('reader')).toBe('replica')
    await pauseReplay()
    await write()
    await pool.query(`truncate write_positions`)
    expect(await replica.choose('reader')).toBe('primary')
    expect(await replica.choose('other')).toBe('primary')
    await onReplica('select pg_wal_replay_resume()')
    await catchUp()
    expect(await replica.choose('reader')).toBe('replica')
  })

  it('chooses the primary if the address is not a replica', async () => {
    const replica = connect({}, primary.url())
    expect(await replica.choose('reader')).toBe('primary')
    expect(await replica.choose('reader')).toBe('primary')
    expect(await replica.count()).toEqual({ unavailable: 2 })
  })

  it('chooses the primary while the replica rejects connections, and tries the replica again afterward', async () => {
    await pool.query("create role reader password 'reader' nologin")
    await pool.query('grant connect on database tideline to reader')
    await catchUp()
    const url = new URL(server.url)
    url.username = 'reader'
    url.password = 'reader'
    const replica = connect({ retryMs: 100 }, url.href)
    expect(await replica.choose('reader')).toBe('primary')
    await pool.query('alter role reader login')
    await catchUp()
    await wait(100)
    expect(await replica.choose('reader')).toBe('replica')
  })

  it('repeats a statement on the primary if the replica ends its connection', async () => {
    const replica = connect()
    await catchUp()
    const chosen = await replica.chooseDatabase('reader')
    const read = chosen
      .selectNoFrom((eb) => [
        eb.fn<boolean>('pg_is_in_recovery').as('standby'),
        eb.fn('pg_sleep', [eb.lit(1)]).as('slept'),
      ])
      .execute()
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(%' and pid <> pg_backend_pid()`
    await expect.poll(async () => (await onReplica(end)).rowCount).toBe(1)
    expect((await read)[0]?.standby).toBe(false)
    expect(await replica.count()).toEqual({ replica: 1, failed: 1 })
  })

  it('deletes the positions of callers that have not written for a day, but not the common one', async () => {
    await pool.query(`insert into write_positions (caller, position, written_at)
      values ('old', 1, now() - interval '25 hours'), ('', 1, now() - interval '25 hours')
      on conflict (caller) do update set written_at = excluded.written_at`)
    await deleteOldWritePositions(db)
    const { rows } = await pool.query(`select caller from write_positions`)
    const callers = rows.map(({ caller }) => caller)
    expect(callers).toContain('')
    expect(callers).not.toContain('old')
  })
})

/** Query of the operations that do not work without one. */
const requiredQueries: Record<string, string> = {
  listAdminImportJobItems: `filter=${encodeURIComponent('{"jobId":"00000040-0000-4000-8001-000000000002"}')}`,
  searchEverything: 'q=sample',
  listCommissionStatements: 'year=2026&month=10',
}

describe('API with DATABASE_READ_URL', () => {
  /** Starts one API process. */
  async function startApi(readUrl = server.url) {
    const config = readConfig({
      NODE_ENV: 'test',
      TIDELINE_DATA: folder,
      RUN_JOBS: 'false',
      RATE_LIMIT_PER_MINUTE: '100000',
      DATABASE_URL: primary.url(),
      DATABASE_READ_URL: readUrl,
      METRICS_TOKEN: 'a-token-for-metrics',
    })
    const service = await createService(config, log, primary.url())
    ends.push(service.close)
    const call = (token: string, method: string, path: string, body?: unknown) =>
      service.app.request(path, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const outcomes = async () => {
      const text = await (await call('a-token-for-metrics', 'GET', '/api/metrics')).text()
      return Object.fromEntries(
        [...text.matchAll(/^tideline_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm)].map(([, outcome, n]) => [
          outcome,
          Number(n),
        ]),
      )
    }
    const logIn = async (accountId: string) => {
      const ctx = { keys: service.keys, now: new Date(), ip: '127.0.0.1', userAgent: 'test', db } as Ctx
      return (await openSession(ctx, { accountId, passedTwoFactor: false })).token
    }
    return { call, outcomes, logIn }
  }

  let staffId = ''
  let agentId = ''
  let policyNo = ''
  beforeAll(async () => {
    const agency = await insertAgency(db)
    const columns = { agency_id: agency.agency_id, agency_no: agency.agency_no }
    policyNo = (await insertPolicy(db, { columns })).policy_no
    agentId = (await insertAccount(db, { agency_id: agency.agency_id })).account_id
    const roles = ['internal', 'superuser', 'financeadmin', 'commissionAdmin']
    staffId = (await insertAccount(db, { roles })).account_id
  })

  it('serves each operation with x-read-replica without writing to it, and records exports on the primary', async () => {
    const api = await startApi()
    const tokens = { staff: await api.logIn(staffId), agent: await api.logIn(agentId) }
    const declared = Object.values(operations as Record<string, OperationEntry>).filter((entry) => entry.readsReplica)
    await catchUp()
    let exports = 0
    for (const { route, access } of declared) {
      const token = access.who.includes('staff') ? tokens.staff : tokens.agent
      const response = await api.call(
        token,
        'GET',
        `${route.path}?${requiredQueries[route.operationId as string] ?? ''}`,
      )
      expect([route.path, response.status, response.status === 200 || (await response.text())]).toEqual([
        route.path,
        200,
        true,
      ])
      await response.text().catch(() => '')
      if (/^export(Admin|Leads)/.test(route.operationId ?? '')) exports++
      await catchUp()
    }
    expect(declared.length).toBeGreaterThan(50)
    expect(await api.outcomes()).toEqual({ replica: declared.length })
    const { rows } = await pool.query(`select from audit_log where action like '%.export'`)
    expect(rows.length).toBe(exports)
  })

  it('shows a caller their own write in every process while the replica is late', async () => {
    const [one, two] = [await startApi(), await startApi()]
    const token = await one.logIn(staffId)
    const other = await one.logIn(agentId)
    await catchUp()
    await pauseReplay()
    const note = { policyNo, noteBody: 'A note.', isNotePrivate: false, type: 'note', meta: null, reason: null }
    expect((await one.call(token, 'POST', `/api/v1/policies/${policyNo}/notes`, note)).status).toBe(200)
    const list = await two.call(token, 'GET', '/api/admin/audit')
    expect(await list.json()).toContainEqual(expect.objectContaining({ action: 'note.create', policyNo }))
    expect((await two.outcomes()).replica).toBeUndefined()
    expect((await two.call(other, 'GET', '/api/v1/policies')).status).toBe(200)
  })

  it('serves lists while the replica is down', async () => {
    const api = await startApi('postgres://nobody@127.0.0.1:1/none')
    const token = await api.logIn(staffId)
    for (const path of [
      '/api/admin/policies',
      '/api/v1/policies/search?InsuredName=sample',
      '/api/admin/policies/export',
    ])
      expect((await api.call(token, 'GET', path)).status).toBe(200)
    expect(await api.outcomes()).toEqual({ unavailable: 3 })
  })
})
