import { describe, expect, it } from 'vitest'
import { getCounties } from '../demo-book/places.ts'
import { createJobContext } from '../jobs/job-context.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { runBulkJob } from './run-bulk-job.ts'

const api = await createTestApi()
const { db, runJobs } = api
await db.insertInto('counties').values(getCounties()).execute()
const agency = await insertAgency(db)
const staff = async (...roles: string[]) => {
  const { account_id: accountId } = await insertAccount(db, { roles: roles as never })
  return { accountId, token: await api.tokenFor({ accountId }) }
}
const [requester, colleague, readonly, finance] = [
  await staff('internal'),
  await staff('internal', 'superuser'),
  await staff('internal', 'readonly'),
  await staff('internal', 'financeadmin'),
]
const agent = {
  token: await api.tokenFor({ accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id }),
}

const path = '/api/v1/bulk-jobs'
interface Input {
  action: string
  policyNos: string[]
  note?: string
}
const send = async (method: string, at: string, { token }: { token: string }, body?: object, key?: string) => {
  const headers = key ? { 'Idempotency-Key': key } : {}
  const response = await api.call(method as 'GET', `${path}${at}`, { token, headers, ...(body ? { body } : {}) })
  return { status: response.status, body: await response.json() }
}
const start = (input: Input, by: { token: string } = requester, key?: string) => send('POST', '', by, input, key)
const read = async (at: string, by = requester) => (await send('GET', at, by)).body.payload
const quakes = async (count: number) =>
  (await Promise.all(Array.from({ length: count }, () => insertPolicy(db, { product: 4 })))).map(
    ({ policy_no }) => policy_no,
  )
const nonRenewed = (policyNos: string[]) =>
  db
    .selectFrom('policies')
    .select('policy_no')
    .where('policy_no', 'in', policyNos)
    .where('non_renewed_at', 'is not', null)
    .execute()
const parts = { database: api.database, providers: api.providers, keys: api.keys, config: api.config }
const run = (jobId: string, more: Parameters<typeof runBulkJob>[2] = {}) =>
  runBulkJob(() => createJobContext(parts, 'bulk_job'), { jobId }, more)

describe('POST /api/v1/bulk-jobs', () => {
  it('creates one job for twenty identical requests, and returns 409 for the other nineteen', async () => {
    const policyNos = await quakes(2)
    const input = { action: 'nonRenew', policyNos, note: 'Left.' }
    const responses = await Promise.all(Array.from({ length: 20 }, () => start(input)))
    expect(responses.map(({ status }) => status).sort()).toEqual([202, ...Array(19).fill(409)])
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({ errors: [{ code: 'job_running' }] })
    // A job with a different note, policy list or requester is a different job.
    expect((await start({ ...input, note: 'Moved.' })).status).toBe(202)
    expect((await start({ ...input, policyNos: policyNos.slice(1) })).status).toBe(202)
    expect((await start(input, colleague)).status).toBe(202)
    await runJobs()
    expect((await start(input)).status).toBe(202)
    await runJobs()
  })
})

describe('bulk job', () => {
  it('processes each policy as the requester and records the reason of each failure', async () => {
    const [one = '', two = ''] = await quakes(2)
    const { policy_no: flood } = await insertPolicy(db)
    const started = await start({
      action: 'nonRenew',
      policyNos: [one, flood, 'EQR3999999', two, one],
      note: ' Left. ',
    })
    expect(started.status).toBe(202)
    const { id } = started.body.payload
    expect(started.body.payload).toMatchObject({ action: 'nonRenew', status: 'queued', total: 4, note: 'Left.' })
    expect(await nonRenewed([one, two])).toEqual([])
    await runJobs()
    expect(await read(`/${id}`)).toMatchObject({ status: 'done', total: 4, succeeded: 2, failed: 2, error: null })
    const at = expect.any(String)
    const { items } = await read(`/${id}/items`)
    expect(items).toEqual([
      { policyNo: one, status: 'done', error: null, code: null, finishedAt: at },
      {
        ...{ policyNo: flood, status: 'failed', finishedAt: at },
        ...{ error: 'Only earthquake policies can be non-renewed.', code: 'wrong_product' },
      },
      { policyNo: 'EQR3999999', status: 'failed', error: 'Not found.', code: 'not_found', finishedAt: at },
      { policyNo: two, status: 'done', error: null, code: null, finishedAt: at },
    ])
    expect((await read(`/${id}/items?status=failed`)).items).toEqual([items[1], items[2]])
    const trail = await db
      .selectFrom('audit_log as a')
      .innerJoin('policies as p', 'p.policy_id', 'a.policy_id')
      .select(['a.actor_id', 'p.policy_no'])
      .where('a.action', '=', 'policy.nonRenew')
      .where('p.policy_no', '=', two)
      .execute()
    expect(trail).toEqual([{ actor_id: requester.accountId, policy_no: two }])
  })

  it('applies the rules of the single-policy operation when it emails links or finalizes cancellations', async () => {
    const policies = await Promise.all([insertPolicy(db), insertPolicy(db)])
    const policyNos = policies.map(({ policy_no }) => policy_no)
    const [links, ends] = [
      await start({ action: 'resendLink', policyNos }),
      await start({ action: 'finalizeCancel', policyNos, note: 'In one go.' }),
    ]
    await runJobs()
    expect(await read(`/${links.body.payload.id}`)).toMatchObject({ succeeded: 2, failed: 0 })
    const mails = await db
      .selectFrom('email_messages')
      .select('to_email')
      .where(
        'policy_id',
        'in',
        policies.map(({ policy_id }) => policy_id),
      )
      .where('template', '=', 'policyholder-link')
      .execute()
    expect(mails.map(({ to_email }) => to_email).toSorted()).toEqual(policies.map(({ email }) => email).toSorted())
    const { items } = await read(`/${ends.body.payload.id}/items`)
    expect(items.map(({ code, error }: { code: string; error: string }) => [code, error])).toEqual(
      policyNos.map(() => ['not_pending', 'The policy is not pending cancellation.']),
    )
  })

  it('skips policies under a moratorium and records each rejection with the name of the requester', async () => {
    const [stopped, free] = ['06037', '06073'] as const
    const { moratorium_event_id: eventId } = await db
      .insertInto('moratorium_events')
      .values({
        ...{ name: 'Order 26-11', kind: 'regulatory', reason: 'An earthquake', start_date: '2020-01-01' },
        ...{ product_ids: [4], actions: ['nonRenewal', 'cancellation'] },
      })
      .returning('moratorium_event_id')
      .executeTakeFirstOrThrow()
    const where = { moratorium_event_id: eventId, county_fips: stopped, start_date: '2020-01-01' }
    await db.insertInto('moratorium_locations').values(where).execute()
    const quake = (county_fips: string) => insertPolicy(db, { product: 4, columns: { county_fips } })
    const pending = { pending_cancel_at: '2020-02-01T15:00:00Z', cancel_reason_code: '10' }
    const [held, goes, ends] = [await quake(stopped), await quake(free), await quake(stopped)]
    await db.updateTable('policies').set(pending).where('policy_id', '=', ends.policy_id).execute()
    const lapse = await start({ action: 'nonRenew', policyNos: [held.policy_no, goes.policy_no], note: 'Left.' })
    const end = await start({ action: 'finalizeCancel', policyNos: [ends.policy_no] })
    await runJobs()
    const itemsOf = async ({ body }: typeof lapse) =>
      (await read(`/${body.payload.id}/items`)).items.map((item: { code: string; error: string }) => [
        item.code,
        item.error,
      ])
    const because = (what: string) => ['moratorium', `${what} is stopped in Los Angeles County by "Order 26-11".`]
    expect(await itemsOf(lapse)).toEqual([because('Non-renewal'), [null, null]])
    expect(await itemsOf(end)).toEqual([because('Cancellation')])
    const failedItems = await db
      .selectFrom('moratorium_rejections')
      .select(['policy_id', 'action', 'requested_by_name'])
      .where('moratorium_event_id', '=', eventId)
      .orderBy('action')
      .execute()
    const { first_name, last_name } = await db
      .selectFrom('accounts')
      .select(['first_name', 'last_name'])
      .where('account_id', '=', requester.accountId)
      .executeTakeFirstOrThrow()
    const requested_by_name = `${first_name} ${last_name}`
    expect(failedItems).toEqual([
      { policy_id: ends.policy_id, action: 'cancellation', requested_by_name },
      { policy_id: held.policy_id, action: 'nonRenewal', requested_by_name },
    ])
    expect((await nonRenewed([held.policy_no, goes.policy_no])).map(({ policy_no }) => policy_no)).toEqual([
      goes.policy_no,
    ])
  })

  it('accepts up to 1,000 policies and rejects an invalid request without creating a job', async () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, n) => `RFL3${String(900_000 + n)}`)
    const before = await db.selectFrom('bulk_jobs').select('bulk_job_id').execute()
    for (const [input, status, field] of [
      [{ action: 'resendLink', policyNos: numbers(1001) }, 400, 'policyNos'],
      [{ action: 'resendLink', policyNos: [] }, 400, 'policyNos'],
      [{ action: 'resendLink', policyNos: ['RFL3\u00000101'] }, 400, 'policyNos.0'],
      [{ action: 'reinstate', policyNos: numbers(1) }, 400, 'action'],
      [{ action: 'nonRenew', policyNos: numbers(1) }, 422, 'note'],
      [{ action: 'nonRenew', policyNos: numbers(1), note: '  ' }, 422, 'note'],
      [{ action: 'nonRenew', policyNos: numbers(1), note: 'a\0b' }, 400, 'note'],
      [{ action: 'resendLink', policyNos: numbers(1), note: 'Hello' }, 400, 'note'],
    ] as [Input, number, string][]) {
      const rejected = await start(input)
      expect([rejected.status, rejected.body.errors[0].field], JSON.stringify(input).slice(0, 80)).toEqual([
        status,
        field,
      ])
    }
    expect(await db.selectFrom('bulk_jobs').select('bulk_job_id').execute()).toHaveLength(before.length)
    const whole = await start({ action: 'resendLink', policyNos: numbers(1000) })
    expect(whole.body.payload).toMatchObject({ status: 'queued', total: 1000 })
    await send('POST', `/${whole.body.payload.id}/cancel`, requester)
  })

  it('is created once for repeated requests with the same idempotency key', async () => {
    const policyNos = await quakes(1)
    const input = { action: 'nonRenew', policyNos, note: 'Once.' }
    const first = await start(input, requester, 'one-job-alone')
    expect((await start(input, requester, 'one-job-alone')).body).toEqual(first.body)
    await runJobs()
    expect(await read(`/${first.body.payload.id}`)).toMatchObject({ succeeded: 1, failed: 0 })
  })

  it('requires permission for the single-policy action, and is visible only to its requester and superusers (UI-26)', async () => {
    const policyNos = await quakes(1)
    const input = { action: 'nonRenew', policyNos, note: 'No.' }
    for (const other of [agent, readonly]) expect((await start(input, other)).status).toBe(403)
    const { body } = await start({ action: 'resendLink', policyNos }, finance)
    const { id } = body.payload
    for (const [method, at, superuserStatus] of [
      ['GET', `/${id}`, 200],
      ['GET', `/${id}/items`, 200],
      ['POST', `/${id}/cancel`, 403],
      ['POST', `/${id}/undo`, 403],
    ] as const) {
      expect((await send(method, at, requester)).status, at).toBe(404)
      expect((await send(method, at, colleague)).status, at).toBe(superuserStatus)
    }
    expect((await read('', finance)).items.map(({ id }: { id: string }) => id)).toEqual([id])
    for (const other of [requester, colleague]) expect(JSON.stringify(await read('', other))).not.toContain(id)
    for (const other of [requester, readonly, finance])
      expect((await send('GET', '?scope=all', other)).status).toBe(403)
    const [listed] = (await read('?scope=all&take=1', colleague)).items
    expect(listed).toMatchObject({ id, isOwn: false, canUndo: false, requestedBy: expect.stringMatching(/\S/) })
    expect(await read(`/${id}`, finance)).toMatchObject({ isOwn: true })
    await send('POST', `/${id}/cancel`, finance)
  })

  it('streams progress events to its requester until the job ends', async () => {
    const stranger = await staff('internal')
    const { body } = await start({ action: 'nonRenew', policyNos: await quakes(1), note: 'Left.' })
    const { id } = body.payload
    const follow = (by: { token: string }, jobId = id) => api.call('GET', `${path}/${jobId}/progress`, by)
    for (const [other, status] of [
      [stranger, 404],
      [agent, 403],
      [{ token: '' }, 401],
    ] as const)
      expect((await follow(other)).status).toBe(status)
    expect((await follow(requester, '00000043-0000-4000-8001-00000000dead')).status).toBe(404)
    const response = await follow(requester)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const stream = response.text()
    await runJobs()
    const events = (await stream)
      .trim()
      .split('\n\n')
      .map((event) => JSON.parse(event.replace(/^data: /, '')))
    expect(events[0]).toEqual(body.payload)
    expect(events.at(-1)).toEqual(await read(`/${id}`))
    const left = await follow(requester)
    expect(await left.text()).toBe(`data: ${JSON.stringify(await read(`/${id}`))}\n\n`)
    expect(api.streams.count()).toBe(0)
  })

  it("checks the requester's permissions again before each policy", async () => {
    const asker = await staff('internal')
    const input = async () => ({ action: 'nonRenew', policyNos: await quakes(1), note: 'Left.' })
    const jobs = [await start(await input(), asker), await start(await input(), asker)]
    const ids: string[] = jobs.map(({ body }) => body.payload.id)
    const now = (columns: object) =>
      db.updateTable('accounts').set(columns).where('account_id', '=', asker.accountId).execute()
    await now({ roles: ['internal', 'readonly'] })
    await run(ids[0] ?? '')
    await now({ is_active: false })
    await run(ids[1] ?? '')
    const rows = await db
      .selectFrom('bulk_job_items')
      .select(['code', 'reason'])
      .where('bulk_job_id', 'in', ids)
      .orderBy('finished_at')
      .execute()
    expect(rows).toEqual([
      { code: 'forbidden', reason: 'You have read-only access.' },
      { code: 'forbidden', reason: 'The account that started this job no longer exists.' },
    ])
    await runJobs()
  })

  it('processes each policy once, even when several workers run it', async () => {
    const policyNos = await quakes(5)
    const { body } = await start({ action: 'nonRenew', policyNos, note: 'Left.' })
    const { id } = body.payload
    await Promise.all([run(id), run(id), run(id)])
    expect(await read(`/${id}`)).toMatchObject({ status: 'done', succeeded: 5, failed: 0 })
    await runJobs()
    expect(await read(`/${id}`)).toMatchObject({ status: 'done', succeeded: 5, failed: 0 })
  })

  it('stops after the current policy when cancelled, and cannot be cancelled after it has ended', async () => {
    const policyNos = await quakes(3)
    const { body } = await start({ action: 'nonRenew', policyNos, note: 'Left.' })
    const { id } = body.payload
    const stop = new AbortController()
    stop.abort(new Error('The process stops.'))
    await expect(run(id, { signal: stop.signal })).rejects.toThrow('The process stops.')
    const responses = await Promise.all([1, 2].map(() => send('POST', `/${id}/cancel`, requester)))
    for (const { body } of responses)
      expect(body.payload).toMatchObject({ status: 'cancelled', succeeded: 1, failed: 0 })
    await runJobs()
    expect((await read(`/${id}/items`)).items.map(({ status }: { status: string }) => status)).toEqual([
      ...['done', 'cancelled', 'cancelled'],
    ])
    expect(await nonRenewed(policyNos)).toEqual([{ policy_no: policyNos[0] }])
    const done = await start({ action: 'nonRenew', policyNos: await quakes(1), note: 'Left.' })
    await runJobs()
    const late = await send('POST', `/${done.body.payload.id}/cancel`, requester)
    expect([late.status, late.body.errors[0].code]).toEqual([409, 'job_ended'])
  })

  it('can be undone only by its requester, and only for policies without later changes', async () => {
    const [one = '', two = '', three = ''] = await quakes(3)
    const { policy_no: flood } = await insertPolicy(db)
    const { body } = await start({ action: 'nonRenew', policyNos: [one, flood, two, three], note: 'Left.' })
    const { id } = body.payload
    const undo = (by = requester) => send('POST', `/${id}/undo`, by)
    expect((await undo()).body).toMatchObject({ message: 'The job has not finished yet.' })
    await runJobs()
    expect(await read(`/${id}`)).toMatchObject({ succeeded: 3, canUndo: true, undoes: null })
    expect((await undo(colleague)).status).toBe(403)
    expect(await read(`/${id}`, colleague)).toMatchObject({ canUndo: false })
    // Staff rescinded the non-renewal of policy two individually. They did the same for policy three and then
    // non-renewed it again.
    const rescind = (policyNo: string) =>
      api.call('POST', `/api/v1/policies/${policyNo}/rescind-non-renewal`, { ...requester, body: { note: 'Stays.' } })
    for (const policyNo of [two, three]) expect((await rescind(policyNo)).status).toBe(200)
    await api.call('POST', '/api/v1/policies/nonRenew', {
      ...requester,
      body: { PolicyNo: three, Note: 'Left after all.', reasonCode: '99' },
    })
    const headers = { 'Dry-Run': 'true' }
    const preview = await api.call('POST', `${path}/${id}/undo`, { ...requester, headers })
    expect([preview.status, (await preview.json()).payload.total]).toEqual([202, 3])
    expect(await read(`/${id}`)).toMatchObject({ canUndo: true })
    const both = await Promise.all([undo(), undo()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409])
    const undoing = both.find(({ status }) => status === 202)?.body.payload
    expect(undoing).toMatchObject({ action: 'rescindNonRenewal', undoes: id, total: 3, canUndo: false })
    expect(await read(`/${id}`)).toMatchObject({ canUndo: false })
    await runJobs()
    const { items } = await read(`/${undoing.id}/items`)
    expect(items.map(({ policyNo, code }: { policyNo: string; code: string }) => [policyNo, code])).toEqual([
      [one, null],
      [two, 'not_non_renewed'],
      [three, 'concurrent_change'],
    ])
    expect(await nonRenewed([one, two, three])).toEqual([{ policy_no: three }])
    const emails = await db
      .selectFrom('email_messages as m')
      .innerJoin('policies as p', 'p.policy_id', 'm.policy_id')
      .select('m.template')
      .where('p.policy_no', '=', one)
      .execute()
    expect(emails.map(({ template }) => template).toSorted()).toEqual([
      ...['agency-non-renewal', 'agency-non-renewal-rescinded', 'non-renewal', 'non-renewal-rescinded'],
    ])
    const letters = await db
      .selectFrom('notices as n')
      .innerJoin('policies as p', 'p.policy_id', 'n.policy_id')
      .select('n.kind')
      .where('p.policy_no', '=', one)
      .execute()
    expect(letters.map(({ kind }) => kind).toSorted()).toEqual(['nonRenewal', 'nonRenewalRescinded'])
    // Policies that could not be undone can be retried, and they fail again.
    expect((await undo()).body.payload).toMatchObject({ total: 2 })
    await runJobs()
    const links = await start({ action: 'resendLink', policyNos: [one] })
    await runJobs()
    const never = await send('POST', `/${links.body.payload.id}/undo`, requester)
    expect([never.status, never.body.message]).toEqual([409, 'An emailed link cannot be undone.'])
  })

  it('is retried after an unexpected error, and fails with an error message after the last attempt', async () => {
    const { body } = await start({ action: 'nonRenew', policyNos: await quakes(1), note: 'Left.' })
    const { id } = body.payload
    /** Returns a context factory that fails when the first policy is processed. */
    const broken = () => {
      let turns = 0
      return () => {
        if (++turns === 2) throw new Error('The disk is full.')
        return createJobContext(parts, 'bulk_job')
      }
    }
    await expect(runBulkJob(broken(), { jobId: id }, { attempt: 1, maxAttempts: 2 })).rejects.toThrow('disk is full')
    expect(await read(`/${id}`)).toMatchObject({ status: 'running', error: null })
    await runBulkJob(broken(), { jobId: id }, { attempt: 2, maxAttempts: 2 })
    const error = 'The job stopped unexpectedly. Start a new job for the remaining policies.'
    expect(await read(`/${id}`)).toMatchObject({ status: 'failed', error, finishedAt: expect.any(String) })
    await runJobs()
  })
})
