import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { openSession, type SessionOwner } from '../accounts/session.ts'
import { readConfig } from '../config/config.ts'
import type { DatabaseOptions } from '../db/database.ts'
import type { Ctx } from '../http/context.ts'
import { createLogger } from '../http/log.ts'
import { createJobHandlers } from '../jobs/handlers.ts'
import { createService } from '../service.ts'
import { createTestDatabase } from './database.ts'

export interface CallOptions {
  token?: string
  body?: unknown
  /** Body to send unchanged. For content other than JSON. */
  raw?: string | FormData
  type?: string
  headers?: Record<string, string>
}

/** Response of an API call. The body is untyped so that tests can read any field. */
export interface TestResponse extends Response {
  // biome-ignore lint/suspicious/noExplicitAny: responses are validated against the contract at run time
  json(): Promise<any>
}

interface WaitingJob {
  identifier: string
  payload: never
}

/**
 * Starts the whole API on a separate database for the test file. Returns functions for API calls, and a clock that
 * tests can set.
 * @param clock `runs`: the clock follows real time. `stands` or a time: the clock moves only when `at` is called.
 * @param options timeouts of the database, for tests that hold a lock
 */
export async function createTestApi(
  env: Record<string, string> = {},
  clock: 'runs' | 'stands' | Date = 'runs',
  template?: string,
  options?: DatabaseOptions,
) {
  const database = await createTestDatabase(template, options)
  const dataFolder = await mkdtemp(join(tmpdir(), 'tideline-test-data-'))
  const config = readConfig({
    NODE_ENV: 'test',
    TIDELINE_DATA: dataFolder,
    RUN_JOBS: 'false',
    RATE_LIMIT_PER_MINUTE: '100000',
    ...env,
  })
  let offsetMs = 0
  const begun = clock instanceof Date ? clock.getTime() : Date.now()
  const now = () => new Date((clock === 'runs' ? Date.now() : begun) + offsetMs)
  const service = await createService(config, createLogger('silent'), database.url, { database, now })
  afterAll(async () => {
    await service.close()
    await rm(dataFolder, { recursive: true, force: true })
  })

  const call = async (method: string, path: string, options: CallOptions = {}): Promise<TestResponse> => {
    const headers = new Headers(options.headers)
    if (options.token) headers.set('Authorization', `Bearer ${options.token}`)
    if (typeof options.raw !== 'object' && (options.body !== undefined || options.raw))
      headers.set('Content-Type', options.type ?? 'application/json')
    const given = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    // Sends the encoded bytes of a form because a form's own stream cannot be read in part.
    const form = given instanceof FormData ? new Response(given) : undefined
    if (form) headers.set('Content-Type', form.headers.get('content-type') ?? '')
    const body = form ? await form.arrayBuffer() : (given as string | undefined)
    return service.app.request(path, { method, headers, ...(body === undefined ? {} : { body }) })
  }

  /** Returns an access token for a person. By default, an insured counts as identified by an emailed link. */
  const tokenFor = async (input: SessionOwner | { identityId: string } | { accountId: string }) => {
    const owner = await ownerOf(input)
    const ctx = { keys: service.keys, now: now(), ip: '127.0.0.1', userAgent: 'test', db: database.db } as Ctx
    return (await openSession(ctx, owner)).token
  }

  const ownerOf = async (input: Parameters<typeof tokenFor>[0]): Promise<SessionOwner> => {
    if ('accountId' in input) return { passedTwoFactor: false, ...input }
    return 'identification' in input ? input : identifyByMailbox(input.identityId)
  }

  const identifyByMailbox = async (identityId: string): Promise<SessionOwner> => {
    const { email } = await database.db
      .selectFrom('policyholder_identities')
      .select('email')
      .where('identity_id', '=', identityId)
      .executeTakeFirstOrThrow()
    return { identityId, identification: { method: 'mailbox', mailbox: email } }
  }

  /** Runs the queued jobs, and the jobs that they enqueue, as the worker does. Stops after five rounds. */
  const runJobs = async () => {
    const { providers, keys } = service
    const handlers = createJobHandlers({ database, providers, keys, config }) as Record<
      string,
      (payload: never, run: never) => Promise<void>
    >
    for (let round = 0; round < 5; round++) {
      const { rows } = await sql<WaitingJob>`
        with taken as (delete from graphile_worker._private_jobs returning id, task_id, payload)
        select t.identifier, taken.payload from taken join graphile_worker._private_tasks t on t.id = taken.task_id
        order by taken.id`.execute(database.db)
      for (const job of rows) await handlers[job.identifier]?.(job.payload, {} as never)
      if (rows.length === 0) return
    }
  }

  /** Runs `work` with the clock moved forward by `ms`. */
  const at = async (ms: number, work: () => Promise<void>) => {
    offsetMs = ms
    try {
      await work()
    } finally {
      offsetMs = 0
    }
  }
  return { ...service, config, database, db: database.db, call, tokenFor, at, now, runJobs }
}
