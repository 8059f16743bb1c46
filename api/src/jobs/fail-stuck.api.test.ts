import { describe, expect, it } from 'vitest'
import { columnNames, importColumns } from '../imports/columns.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { enqueueDelivery } from '../webhooks/deliver.ts'
import { failStuckRecords } from './fail-stuck.ts'
import { createJobContext } from './job-context.ts'

const api = await createTestApi()
const runWatchdog = () => failStuckRecords(createJobContext(api, 'fail_stuck'))
const query = async (text: string, values: unknown[] = []) => (await api.database.pool.query(text, values)).rows

/** Sets the jobs with this name to the state after their last failed attempt or too many crashes. */
const exhaust = (name: string) =>
  query(
    `update graphile_worker._private_jobs j set attempts = max_attempts, last_error = 'The worker process died 10 times while it ran this job.'
     from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = $1`,
    [name],
  )

async function aStaffToken() {
  const { account_id, email } = await insertAccount(api.db, { roles: ['internal', 'superuser'] })
  return { token: await api.tokenFor({ accountId: account_id }), email: String(email) }
}

describe('stuck job watchdog', () => {
  it('marks a bulk job as failed only if its worker job has no attempts left', async () => {
    const { token } = await aStaffToken()
    const start = async () => {
      const { policy_no } = await insertPolicy(api.db, { product: 4 })
      const body = { action: 'nonRenew', policyNos: [policy_no], note: 'The area is left.' }
      const response = await api.call('POST', '/api/v1/bulk-jobs', { token, body })
      return (await response.json()).payload.id as string
    }
    const read = async (id: string) =>
      (await (await api.call('GET', `/api/v1/bulk-jobs/${id}`, { token })).json()).payload
    const stuck = await start()
    await exhaust('bulk-job')
    const waiting = await start()
    await query("update bulk_jobs set state = 'running' where bulk_job_id = $1", [stuck])
    await runWatchdog()
    expect(await read(stuck)).toMatchObject({
      status: 'failed',
      error: 'The job stopped unexpectedly. Start a new job for the remaining policies.',
    })
    expect(await read(waiting)).toMatchObject({ status: 'queued', error: null })
    await api.runJobs()
    expect(await read(waiting)).toMatchObject({ status: 'done', succeeded: 1 })
  })

  it('marks an email as failed when its job has no attempts left', async () => {
    const { token, email } = await aStaffToken()
    await query('delete from graphile_worker._private_jobs')
    const policy = await insertPolicy(api.db)
    const { enqueueEmail } = await import('../notifications/enqueue-email.ts')
    await api.db.transaction().execute((trx) =>
      enqueueEmail(trx, {
        to: email,
        policyId: policy.policy_id,
        template: 'payment-processing',
        values: {
          firstName: 'Marina',
          policyNo: policy.policy_no,
          amountCents: 112_500,
          method: 'ACH',
          link: 'http://localhost/',
        },
      }),
    )
    await runWatchdog()
    const list = async () =>
      (
        await api.call(
          'GET',
          `/api/admin/notifications?filter=${encodeURIComponent(JSON.stringify({ status: 'failed' }))}`,
          {
            token,
          },
        )
      ).json()
    expect(await list()).toEqual([])
    await exhaust('send-mail')
    await runWatchdog()
    await runWatchdog()
    expect(await list()).toMatchObject([
      { policyNo: policy.policy_no, recipient: email, status: 'failed', subject: 'Not sent: payment-processing' },
    ])
  })

  it('marks a running commission run as failed if its worker job is missing', async () => {
    const [run] = await query(
      "insert into commission_runs (month, is_closing, state) values ('2026-03-01', false, 'running') returning run_id as id",
    )
    await runWatchdog()
    expect(await query('select state, error from commission_runs where run_id = $1', [run.id])).toEqual([
      { state: 'failed', error: 'The run stopped unexpectedly. Start it again.' },
    ])
  })

  it('marks an import as failed only if its worker job has no attempts left', async () => {
    const { token } = await aStaffToken()
    const upload = async (addr1: string) => {
      const { agency_no } = await insertAgency(api.db)
      const inceptionDate = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
      const row: Record<string, string> = { agencyNo: agency_no, inceptionDate, addr1 }
      const cells = columnNames.map((name) => row[name] ?? importColumns[name].sample)
      const csv = [columnNames, cells].map((line) => line.map((cell) => `"${cell}"`).join(',')).join('\n')
      const form = new FormData()
      form.append('file', new File([csv], 'book.csv'))
      const response = await api.call('POST', '/api/v1/bulkUpload', { token, raw: form })
      expect(response.status).toBe(202)
      return (await response.json()).payload.id as string
    }
    const read = async (id: string) =>
      (await (await api.call('GET', `/api/v1/bulkUpload/jobs/${id}`, { token })).json()).payload
    const stuck = await upload('1 Stuck Demo Ave')
    await query("update import_jobs set state = 'running' where import_job_id = $1", [stuck])
    await exhaust('import-policies')
    const waiting = await upload('2 Waiting Demo Ave')
    await runWatchdog()
    expect(await read(stuck)).toMatchObject({
      status: 'failed',
      error: 'The import stopped unexpectedly. Upload the remaining rows again.',
    })
    expect(await read(waiting)).toMatchObject({ status: 'queued', error: null })
  })

  it('marks a webhook delivery as failed when its job has no attempts left', async () => {
    const { token } = await aStaffToken()
    await query('delete from graphile_worker._private_jobs')
    const body = { name: 'CRM', url: 'https://hooks.example.com/', agencyNo: null, types: [] }
    const { endpoint } = await (await api.call('POST', '/api/admin/webhookEndpoints', { token, body })).json()
    const { policy_id } = await insertPolicy(api.db)
    const deliver = async () => {
      const [{ id }] = await query(
        `with event as (
           insert into events (type, policy_id, data, occurred_at) values ('policy.cancelled', $2, '{}', now()) returning event_no, type)
         insert into webhook_deliveries (endpoint_id, event_no, type, created_at)
         select $1, event_no, type, now() from event returning delivery_id as id`,
        [endpoint.id, policy_id],
      )
      await api.db.transaction().execute((trx) => enqueueDelivery(trx, id))
      return id as string
    }
    const stuck = await deliver()
    await exhaust('deliver-webhook')
    const waiting = await deliver()
    await runWatchdog()
    const read = async (id: string) =>
      (await query('select state, last_error from webhook_deliveries where delivery_id = $1', [id]))[0]
    expect(await read(stuck)).toEqual({ state: 'failed', last_error: 'The delivery stopped unexpectedly.' })
    expect(await read(waiting)).toEqual({ state: 'waiting', last_error: null })
  })
})
