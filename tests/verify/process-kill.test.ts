import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hashPassword } from '@tideline/api/accounts/password.ts'
import { addDays } from '@tideline/api/calendar/days.ts'
import { getPropertyDate } from '@tideline/api/calendar/property-date.ts'
import { postInvoice } from '@tideline/api/ledger/invoices.ts'
import { lockPolicies } from '@tideline/api/ledger/lock-policies.ts'
import { enqueueEmail } from '@tideline/api/notifications/enqueue-email.ts'
import { appendEvent } from '@tideline/api/outbox/append-event.ts'
import { insertAccount, insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import { verifyEvent } from '@tideline/sdk/webhooks'
import { describe, expect, it } from 'vitest'
import { pollUntil } from '../faults/api-process.ts'
import { createKillableApi, type Payer, password, post, type Reply, waitForPayment } from '../faults/killable-api.ts'

const { db, pool, api, getRows, createPayer, createStripe, skipFinishDelay, skipJobLock } = await createKillableApi()

describe('automatic charge of a killed process', () => {
  /** Creates a monthly policy whose first installment is due today, with auto-pay from a bank account. */
  async function createAutoPayer(url: string) {
    const today = getPropertyDate(new Date(), 'FL')
    const payer = await createPayer(url, { product: 4, monthly: true, columns: { inception_date: today } })
    const { policy, method, bearer } = payer
    const body = { PolicyNo: policy.policy_no, PaymentMethodId: method }
    expect((await post(`${url}/api/v1/payments/updatePaymentMethod`, body, bearer)).status).toBe(200)
    const [{ cents }] = await getRows(
      `insert into auto_pay_consents (policy_id, payment_method_id, terms_version, terms, given_at, given_by_kind, given_by_name,
          identified_by, ip, user_agent, starts_on, shown_cents)
        select m.policy_id, m.payment_method_id, '2026-11', 'I authorize Tideline.', now(), 'insured', 'Marina Sample', 'mailbox', '',
          '', $2, o.open_cents
        from payment_methods m join obligations o on o.policy_id = m.policy_id and o.obligation_no = 1 where m.policy_id = $1
        returning shown_cents::int as cents`,
      [policy.policy_id, today],
    )
    return { ...payer, cents }
  }
  const charge = ({ policy }: Payer) =>
    pool.query("select graphile_worker.add_job('charge-auto-pay', json_build_object('policyNo', $1::text))", [
      policy.policy_no,
    ])

  /**
   * Restarts the API and settles the debit. Expects the API and Stripe to have recorded the debit exactly once each.
   */
  async function expectChargedOnce(payer: Payer & { cents: number }, id: string) {
    await skipJobLock()
    await skipFinishDelay(id)
    const url = await api.start()
    await pollUntil(async () => (await payer.payments()).some((payment) => payment.intent))
    await charge(payer)
    await pollUntil(
      async () =>
        (await getRows("select from graphile_worker.jobs where task_identifier = 'charge-auto-pay'")).length === 0,
    )
    const stripe = await createStripe(url)
    await stripe.simulator?.settlePayments()
    await pollUntil(async () => (await payer.payments()).some((payment) => payment.status === 'paid'))
    expect(await payer.payments()).toMatchObject([{ id, amount_cents: payer.cents }])
    expect(await payer.intents()).toMatchObject([{ status: 'succeeded', amount: payer.cents }])
    await stripe.close()
  }

  it('is sent exactly once after a restart if Stripe never received the charge', async () => {
    const payer = await createAutoPayer(await api.start())
    const stripeIsSlow = await api.hold('lock table stripe_simulator.objects in share mode')
    await charge(payer)
    const { id } = await waitForPayment(payer)
    await stripeIsSlow.reached()
    await api.kill()
    await stripeIsSlow.release()
    expect(await payer.intents()).toEqual([])
    await expectChargedOnce(payer, id)
  })

  it('is not sent again if Stripe accepted the charge before the kill', async () => {
    const payer = await createAutoPayer(await api.start())
    const stripeIsSlow = await api.hold('lock table stripe_simulator.objects in share mode')
    await charge(payer)
    const { id } = await waitForPayment(payer)
    const outcome = await api.hold('select from payments where policy_payment_id = $1 for update', [id])
    await stripeIsSlow.release()
    await outcome.reached()
    await api.kill()
    await outcome.release()
    expect(await payer.intents()).toHaveLength(1)
    await expectChargedOnce(payer, id)
  })
})

describe('refund of a payment that settles after the cancellation', () => {
  it('reaches Stripe once if the process dies before the refund is sent', async () => {
    const url = await api.start()
    const payer = await createPayer(url)
    const { policy, stripe } = payer
    expect((await payer.pay(url, 'late-payment')).status).toBe(200)
    await pollUntil(async () => (await payer.payments()).some(({ intent }) => intent))
    await db.transaction().execute(async (trx) => {
      await lockPolicies(trx, [policy.policy_id])
      await postInvoice(trx, {
        policyId: policy.policy_id,
        lines: [{ charge: 'premium_written', amountCents: -112_500, description: 'Return premium' }],
        dueDate: policy.inception_date,
      })
    })
    await pool.query(
      `update policies set cancelled_at = now(), cancel_reason_code = '13', cancel_effective_date = inception_date
       where policy_id = $1`,
      [policy.policy_id],
    )
    // Blocks the settlement until Stripe can no longer save changes. The refund is then recorded but cannot be sent.
    const settlement = await api.hold('select from policies where policy_id = $1 for update', [policy.policy_id])
    const delivered = stripe.simulator?.settle()
    await settlement.reached()
    const stripeIsSlow = await api.hold('lock table stripe_simulator.objects in share mode')
    await settlement.release()
    const refunds = async () => (await payer.payments()).filter((row) => row.amount_cents < 0)
    await pollUntil(async () => (await refunds())[0])
    await stripeIsSlow.reached()
    await api.kill()
    await stripeIsSlow.release()
    await delivered
    const atStripe = async () => {
      const [intent] = await payer.intents()
      return (await stripe.client.refunds.list({ payment_intent: String(intent?.id) })).data
    }
    expect(await atStripe()).toEqual([])
    expect(await refunds()).toMatchObject([{ status: 'processing', amount_cents: -112_500 }])

    await skipJobLock()
    const next = await createStripe(await api.start())
    await pollUntil(async () => (await atStripe())[0])
    await pollUntil(async () => {
      await next.simulator?.settle()
      return (await refunds())[0]?.status === 'refunded'
    })
    expect(await atStripe()).toMatchObject([{ amount: 112_500 }])
    expect(await refunds()).toHaveLength(1)
    expect((await payer.payments()).map(({ status }) => status).sort()).toEqual(['paid', 'refunded'])
    await stripe.close()
    await next.close()
  })
})

describe('email of a killed process', () => {
  it('is sent exactly once after a restart', async () => {
    await api.start()
    const policy = await insertPolicy(db)
    const letter = await api.hold('lock table email_messages in share mode')
    await db.transaction().execute((trx) =>
      enqueueEmail(trx, {
        to: policy.email,
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
    await letter.reached()
    await api.kill()
    await letter.release()
    const mails = () => getRows('select status, attempts from email_messages where policy_id = $1', [policy.policy_id])
    expect(await mails()).toEqual([])

    await skipJobLock()
    await api.start()
    await pollUntil(async () => (await mails()).some((mail) => mail.status === 'sent'))
    await pollUntil(
      async () => (await getRows("select from graphile_worker.jobs where task_identifier = 'send-mail'")).length === 0,
    )
    expect(await mails()).toEqual([{ status: 'sent', attempts: 1 }])
  })
})

describe('commission run of a killed process', () => {
  it('continues after a restart and writes every line once', async () => {
    const url = await api.start()
    const agency = await insertAgency(db)
    const rate = { agency_id: agency.agency_id, product_id: 1, is_renewal: false }
    const posted = { agency_id: agency.agency_id, original_post_date: '2026-03-10', inception_date: '2026-03-10' }
    const policy = await insertPolicy(db, { premiumCents: 10_000, columns: posted })
    await db
      .insertInto('commission_rates')
      .values({ ...rate, rate_basis_points: 1_500 })
      .execute()
    const { email } = await insertAccount(db, {
      roles: ['internal', 'financeadmin'],
      password_hash: await hashPassword(password),
    })
    const session = await post(`${url}/api/v1/auth/login`, { email, password })
    const lines = () =>
      getRows('select amount_cents::int, rate_basis_points from commission_lines where policy_id = $1', [
        policy.policy_id,
      ])
    // Blocks the commission run after it has written its lines, before it can record that it is done.
    const parts = await api.hold('lock table commission_run_parts in share mode')
    const started = await post(
      `${url}/api/v1/commissions/runs`,
      { year: 2026, month: 3, isClosing: true },
      { Authorization: `Bearer ${session.body.payload.token}` },
    )
    expect(started.status).toBe(202)
    await parts.reached()
    await api.kill()
    await parts.release()
    expect(await lines()).toEqual([])
    await skipJobLock()
    await api.start()
    const { runId } = started.body.payload
    await pollUntil(
      async () => (await getRows("select from commission_runs where run_id = $1 and state = 'done'", [runId]))[0],
    )
    expect(await lines()).toEqual([{ amount_cents: 1_500, rate_basis_points: 1_500 }])
    expect(
      await getRows('select state, total_cents::int from commission_statements where agency_id = $1', [
        agency.agency_id,
      ]),
    ).toEqual([{ state: 'closed', total_cents: 1_500 }])
  })
})

describe('import of a killed process', () => {
  it('continues after a restart and binds one policy for each row', async () => {
    const url = await api.start()
    const agency = await insertAgency(db)
    const { email } = await insertAccount(db, { roles: ['internal'], password_hash: await hashPassword(password) })
    const session = await post(`${url}/api/v1/auth/login`, { email, password })
    await pool.query(
      `insert into counties (county_fips, name, state) values ('12057', 'Hillsborough', 'FL') on conflict do nothing`,
    )
    const begins = addDays(new Date().toISOString().slice(0, 10), 20)
    const placeOf = (n: number) => `${n} Killed Demo St`
    const rows = [1, 2, 3, 4, 5].map((n) =>
      [
        ...[
          '1',
          agency.agency_no,
          'Casey',
          'Sample',
          `casey.${n}@example.com`,
          '813-555-0142',
          placeOf(n),
          'Tampa',
          'FL',
        ],
        ...['33606', 'Hillsborough', begins, '994.51', '250000', '2000'],
      ].join(','),
    )
    const headings =
      'productId,agencyNo,firstName,lastName,email,phone,addr1,city,state,zip,county,inceptionDate,premium,buildingLimit,deductible'
    // Blocks the import of the third row at the lock on the row's property, inside the transaction that writes the
    // policy.
    const third = await api.hold('select pg_advisory_xact_lock(hashtext($1))', [
      `${placeOf(3)}, tampa, fl 33606|${begins}`.toLowerCase(),
    ])
    const form = new FormData()
    form.append('file', new Blob([[headings, ...rows].join('\n')], { type: 'text/csv' }), 'rows.csv')
    const upload = await fetch(`${url}/api/v1/bulkUpload?notificationEmail=${email}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${session.body.payload.token}` },
      body: form,
    })
    expect(upload.status).toBe(202)
    const jobId = ((await upload.json()) as Reply['body']).payload.id
    await third.reached()
    await api.kill()
    await third.release()

    const policies = () =>
      getRows(`select addr1 as place, count(*)::int from policies where agency_id = $1 group by 1 order by 1`, [
        agency.agency_id,
      ])
    const counted = () =>
      getRows('select state, done_items as done, failed_items as failed from import_jobs where import_job_id = $1', [
        jobId,
      ])
    expect(await policies()).toEqual([1, 2].map((n) => ({ place: placeOf(n), count: 1 })))
    expect(await counted()).toEqual([{ state: 'running', done: 2, failed: 0 }])

    await skipJobLock()
    await api.start()
    await pollUntil(async () => (await counted())[0]?.state === 'done')
    expect(await counted()).toEqual([{ state: 'done', done: 5, failed: 0 }])
    expect(await policies()).toEqual([1, 2, 3, 4, 5].map((n) => ({ place: placeOf(n), count: 1 })))
    const countEmails = () =>
      getRows("select count(*)::int from email_messages where template = 'import-ended' and to_email = $1", [email])
    await pollUntil(async () => (await countEmails())[0]?.count === 1)
    expect(
      await getRows('select count(*)::int from invoices v join policies p using (policy_id) where p.agency_id = $1', [
        agency.agency_id,
      ]),
    ).toEqual([{ count: 5 }])
  })
})

describe('bulk job of a killed process', () => {
  it('continues after a restart and processes no policy twice', async () => {
    const url = await api.start()
    const { email } = await insertAccount(db, { roles: ['internal'], password_hash: await hashPassword(password) })
    const session = await post(`${url}/api/v1/auth/login`, { email, password })
    const policies = [1, 2, 3].map(() => insertPolicy(db, { product: 4 }))
    const numbers = (await Promise.all(policies)).map(({ policy_no }) => policy_no)
    // Blocks the job at the second policy, whose row is locked.
    const second = await api.hold('select from policies where policy_no = $1 for update', [numbers[1]])
    const started = await post(
      `${url}/api/v1/bulk-jobs`,
      { action: 'nonRenew', policyNos: numbers, note: 'The area is left.' },
      { Authorization: `Bearer ${session.body.payload.token}`, 'Idempotency-Key': 'many-at-a-time' },
    )
    expect(started.status).toBe(202)
    await second.reached()
    await api.kill()
    await second.release()
    const jobId = started.body.payload.id
    const counted = () =>
      getRows('select state, done_items as done, failed_items as failed from bulk_jobs where bulk_job_id = $1', [jobId])
    expect(await counted()).toEqual([{ state: 'running', done: 1, failed: 0 }])

    await skipJobLock()
    await api.start()
    await pollUntil(async () => (await counted())[0]?.state === 'done')
    expect(await counted()).toEqual([{ state: 'done', done: 3, failed: 0 }])
    expect(
      await getRows(
        `select p.policy_no, count(*)::int as times, count(distinct p.policy_id)::int as policies
         from audit_log a join policies p using (policy_id) where a.action = 'policy.nonRenew' and p.policy_no = any($1)
         group by 1 order by 1`,
        [numbers],
      ),
    ).toEqual(numbers.toSorted().map((policy_no) => ({ policy_no, times: 1, policies: 1 })))
    // Counts the emails, which separate jobs send.
    const countEmails = () =>
      getRows(
        `select count(*)::int from email_messages m join policies p using (policy_id)
         where m.template = 'non-renewal' and p.policy_no = any($1)`,
        [numbers],
      )
    await pollUntil(async () => (await countEmails())[0]?.count === 3)
  })
})

describe('webhooks of a killed worker', () => {
  it('are all delivered after a restart, with their original ids', async () => {
    const url = await api.start()
    const { email } = await insertAccount(db, {
      roles: ['internal', 'superuser'],
      password_hash: await hashPassword(password),
    })
    const session = await post(`${url}/api/v1/auth/login`, { email, password })
    // Receiver that accepts two events and then stops responding.
    const received: { id: string; body: string; headers: Record<string, string | string[] | undefined> }[] = []
    const unanswered: ServerResponse[] = []
    let patience = 2
    const receiver = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { headers } = request
      received.push({ id: String(headers['webhook-id']), body: Buffer.concat(chunks).toString(), headers })
      if (patience-- > 0) response.writeHead(204).end()
      else unanswered.push(response)
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const created = await post(
      `${url}/api/admin/webhookEndpoints`,
      {
        ...{ name: 'Ledger', agencyNo: null, types: ['policy.reinstated'] },
        url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      },
      { Authorization: `Bearer ${session.body.payload.token}` },
    )
    expect(created.status).toBe(201)
    const policy = await insertPolicy(db)
    await db.transaction().execute(async (trx) => {
      for (let index = 0; index < 12; index++)
        await appendEvent(trx, 'policy.reinstated', { policyId: policy.policy_id }, { lapse: null }, new Date())
    })
    // Waits until all four workers are blocked. By then, the earlier deliveries are recorded.
    await pollUntil(async () => unanswered.length >= 4)
    await api.kill()
    const before = received.map(({ id }) => id)
    patience = Number.POSITIVE_INFINITY
    for (const response of unanswered) response.destroy()

    await skipJobLock()
    await api.start()
    const states = () =>
      getRows(`select replace(e.event_id::text, '-', '') as id, d.state
        from events e left join webhook_deliveries d using (event_no) where e.type = 'policy.reinstated'`)
    await pollUntil(async () => (await states()).every(({ state }) => state === 'delivered'))
    const eventIds = (await states()).map(({ id }) => `evt_${id}`)
    expect(eventIds).toHaveLength(12)
    expect(new Set(received.map(({ id }) => id))).toEqual(new Set(eventIds))
    // Events whose delivery was interrupted were sent again. Accepted events were not.
    const after = received.slice(before.length).map(({ id }) => id)
    expect(after.toSorted()).toEqual(eventIds.filter((id) => !before.slice(0, 2).includes(id)).toSorted())
    const { secret } = created.body
    for (const { headers, body, id } of received) expect(verifyEvent(secret, headers, body).id).toBe(id)
    receiver.closeAllConnections()
    receiver.close()
  })
})
