import { describe, expect, it } from 'vitest'
import { addDays } from '../../calendar/days.ts'
import { formatUsDate } from '../../calendar/format-date.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { createJobContext } from '../../jobs/job-context.ts'
import { getPolicyBalance } from '../../ledger/store.ts'
import { getWriteOffs, postWriteOff } from '../../ledger/write-offs.ts'
import { EMAIL_TEMPLATES } from '../../providers/mail/templates/catalog.ts'
import { type EmailTemplateValues, renderEmail } from '../../providers/mail/templates/index.ts'
import { createTestApi } from '../../testing/api.ts'
import { insertAccount, insertAgency, insertPayment, insertPolicy } from '../../testing/builders.ts'
import { createSamplePng } from '../../testing/png.ts'
import { createStripeBrowserStub } from '../../testing/stripe-app.ts'
import { reviewCancellation } from './review-cancellation.ts'

const api = await createTestApi()
const { db } = api
const agency = await insertAgency(db)
const agent = await api.tokenFor({ accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id })
const stranger = await api.tokenFor({
  accountId: (await insertAccount(db, { agency_id: (await insertAgency(db)).agency_id })).account_id,
})
const staff = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })
// Inserted before the first request because settings are cached for a few seconds.
await db
  .insertInto('settings')
  .values({ key: 'applyCheckAgentNos', value: JSON.stringify([agency.agency_no]) })
  .execute()

const own = 'agency-cancellation'
const days = (count: number) => addDays(getPropertyDate(new Date(), 'FL'), count)
const author = { userId: null, name: 'Test', userType: 1 as const }

/** Creates a policy of the agency that starts in `startsIn` days. By default, it is paid in full. */
async function aPaidPolicy(startsIn: number, { product = 1, isPaid = true, columns = {} } = {}) {
  const policy = await insertPolicy(db, {
    product,
    columns: {
      agency_id: agency.agency_id,
      agency_no: agency.agency_no,
      inception_date: days(startsIn),
      effective_date: days(startsIn),
      expiration_date: days(startsIn + 365),
      ...columns,
    },
  })
  if (isPaid)
    await insertPayment(db, { policyId: policy.policy_id, amountCents: policy.totalCents, now: new Date(), author })
  return policy
}
const cancel = (token: string, body: object) => api.call('POST', '/api/v1/policies/cancelPolicy', { token, body })
const finalize = (token: string, policyNo: string, more: object = {}) =>
  api.call('POST', '/api/v1/policies/FinalizeCancelPolicy', { token, body: { PolicyNumber: policyNo, ...more } })
const getState = async (policyNo: string) =>
  (await (await api.call('GET', `/api/v1/policies/${policyNo}/cancellation`, { token: staff })).json()).payload
const confirmation = async (policyNo: string) =>
  (await (await api.call('GET', `/api/v1/policies/${policyNo}/getConfirmation`, { token: staff })).json()).payload
const note = { NoteInfo: { Note: 'The insured called.', Private: false } }
const getMailValues = async (policyId: string) => {
  const { rows } = await api.database.pool.query<{ values: object }>(
    `select payload -> 'values' as values from graphile_worker._private_jobs where payload ->> 'policyId' = $1`,
    [policyId],
  )
  return rows.map(({ values }) => values)
}
const getMails = async (policyId: string) => {
  const { rows } = await api.database.pool.query<{ template: string }>(
    `select payload ->> 'template' as template from graphile_worker._private_jobs where payload ->> 'policyId' = $1`,
    [policyId],
  )
  return rows.map(({ template }) => template)
}

describe('cancellation request', () => {
  it('sets the status to pending cancel, creates a signature document and emails the insured [C198] [P160] [P268] [D169]', async () => {
    const policy = await aPaidPolicy(30)
    const response = await cancel(agent, { PolicyNumber: policy.policy_no, ReasonCode: '13' })
    expect(response.status).toBe(200)
    expect((await response.json()).payload).toMatchObject({
      state: 'pending',
      reasonCode: '13',
      effectiveDate: days(30),
      isReviewedAutomatically: true,
      insuredMustSign: true,
      insuredHasSigned: false,
      refundAmount: 1125,
      refundTo: [{ name: policy.insured_name, amount: 1125 }],
      emailSentTo: policy.email,
    })
    expect(await confirmation(policy.policy_no)).toMatchObject({
      isPendingCancel: true,
      isPolicyCancelled: false,
      reasonCode: '13',
      pendingCancelTotalPremium: 0,
      totalPremium: 1125,
    })
    expect(await getMails(policy.policy_id)).toContain('cancellation-request')
    const transactions = await (
      await api.call('GET', `/api/v1/policies/${policy.policy_no}/policytransactions`, { token: agent })
    ).json()
    expect(transactions.payload.at(-1)).toMatchObject({ transactionType: 'P13', totalPremium: 1125 })
  })

  it('offers agents and insureds only cancel reason 13 before inception [D155]', async () => {
    const policy = await aPaidPolicy(30)
    for (const token of [agent, await api.tokenFor({ identityId: policy.identity_id })]) {
      const path = `/api/v1/policies/${policy.policy_no}/cancelReasons`
      const { payload } = await (await api.call('GET', path, { token })).json()
      expect(payload.map(({ reasonCode }: { reasonCode: string }) => reasonCode)).toEqual(['13'])
    }
    expect((await cancel(agent, { PolicyNumber: policy.policy_no, ReasonCode: '13' })).status).toBe(200)
    expect((await getState(policy.policy_no)).state).toBe('pending')
  })

  it('returns 409 and changes nothing for a policy that is pending cancel or cancelled [P162] [D171]', async () => {
    const policy = await aPaidPolicy(30)
    await cancel(agent, { PolicyNumber: policy.policy_no, ReasonCode: '13' })
    const before = await confirmation(policy.policy_no)
    const again = await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '33', ...note })
    expect(again.status).toBe(409)
    expect((await again.json()).message).toBe('Policy is already in Pending Cancel or Cancelled.')
    expect(await confirmation(policy.policy_no)).toEqual(before)
    await finalize(staff, policy.policy_no)
    expect((await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '33', ...note })).status).toBe(409)
  })

  it('accepts every documented request field [D308]', async () => {
    const policy = await aPaidPolicy(30)
    const response = await cancel(staff, {
      ...{ PolicyNumber: policy.policy_no, ReasonCode: '33', NoteInfo: { Note: 'Asked for by phone.', Private: true } },
      ...{ EffectiveDate: `${days(30)}T15:04:05Z`, SuppressNotification: true },
    })
    const { statusCode, message, payload } = await response.json()
    expect([response.status, statusCode, typeof message]).toEqual([200, 200, 'string'])
    expect(payload).toMatchObject({ state: 'pending', reasonCode: '33' })
  })

  it('accepts the required documents and the signature of the insured [D304] [D306] [D307]', async () => {
    const policy = await aPaidPolicy(-100)
    const reasons = await (
      await api.call('GET', `/api/v1/policies/${policy.policy_no}/cancelReasons`, { token: staff })
    ).json()
    const [paper] = reasons.payload.find(
      ({ reasonCode }: { reasonCode: string }) => reasonCode === '01',
    ).policyCancelDocs
    const sold = { PolicyNumber: policy.policy_no, ReasonCode: '01', EffectiveDate: days(-20), ...note }
    expect((await cancel(staff, sold)).status).toBe(200)
    const form = new FormData()
    form.append('request', new File(['I ask to cancel.'], 'request.txt'))
    form.append('letter', new File(['My letter.'], 'letter.txt'))
    const uploaded = await api.call('POST', `/api/v1/documents/upload/${policy.policy_no}/${paper.docTypeId}`, {
      ...{ token: agent, raw: form },
    })
    expect(uploaded.status, await uploaded.clone().text()).toBe(201)
    expect((await uploaded.json()).payload).toHaveLength(2)

    const insured = await api.tokenFor({ identityId: policy.identity_id })
    const wanted = {
      policyNo: policy.policy_no,
      documentsWithSignatures: [],
      isPolicySigned: false,
      isPolicyPaid: false,
    }
    const response = await api.call('POST', '/api/v1/documents/getSignatures', { token: insured, body: wanted })
    const [document] = (await response.json()).payload.documentsWithSignatures.filter(
      ({ docTypeId }: { docTypeId: number }) => docTypeId === 8 || docTypeId === 12,
    )
    expect(document.signatures).toMatchObject([{ party: 2, signedAt: null }])
    const { version } = (await (await api.call('GET', '/api/v1/documents/consent', { token: insured })).json()).payload
    const signature = { policyDocSignatureId: document.signatures[0].policyDocSignatureId, party: 2 }
    const signed = await api.call('POST', '/api/v1/documents/signatures', {
      token: insured,
      body: {
        ...{ ...wanted, consent: { version, accepted: true } },
        documentsWithSignatures: [
          {
            policyDocId: document.policyDocId,
            signatures: [{ ...signature, signedByName: 'Marina Sample', signedImage: createSamplePng(30) }],
          },
        ],
      },
    })
    expect(signed.status, await signed.clone().text()).toBe(200)
    expect(await getState(policy.policy_no)).toMatchObject({ insuredHasSigned: true })
  })

  it('is accepted only once when three requests arrive simultaneously', async () => {
    const policy = await aPaidPolicy(30)
    const responses = await Promise.all(
      [1, 2, 3].map(() => cancel(agent, { PolicyNumber: policy.policy_no, ReasonCode: '13' })),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it('is rejected for unauthorized users, for expired policies and for earthquake policies [D007] [D271] [P249]', async () => {
    const policy = await aPaidPolicy(30)
    const readonlyAgent = { agency_id: agency.agency_id, roles: ['readonly'] }
    const reader = await api.tokenFor({ accountId: (await insertAccount(db, readonlyAgent)).account_id })
    expect((await cancel(reader, { PolicyNumber: policy.policy_no, ReasonCode: '13' })).status).toBe(403)
    const over = await aPaidPolicy(-400)
    expect(await confirmation(over.policy_no)).toMatchObject({ isExpired: true, canCancelPolicy: false })
    expect((await cancel(staff, { PolicyNumber: over.policy_no, ReasonCode: '33', ...note })).status).toBe(409)
    expect((await cancel(stranger, { PolicyNumber: policy.policy_no, ReasonCode: '13' })).status).toBe(404)
    const running = await aPaidPolicy(-10)
    expect((await cancel(agent, { PolicyNumber: running.policy_no, ReasonCode: '13' })).status).toBe(403)
    const quake = await aPaidPolicy(30, { product: 4 })
    expect((await cancel(staff, { PolicyNumber: quake.policy_no, ReasonCode: '13', ...note })).status).toBe(422)
  })

  it('accepts internal cancel reasons only from staff [C155]', async () => {
    const policy = await aPaidPolicy(30)
    for (const ReasonCode of ['06', '33', '40']) {
      const response = await cancel(agent, { PolicyNumber: policy.policy_no, ReasonCode })
      expect(response.status).toBe(422)
      expect((await response.json()).message).toContain('Cancellation reason: ')
    }
    expect((await confirmation(policy.policy_no)).isPendingCancel).toBe(false)
    expect((await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '06', ...note })).status).toBe(200)
  })

  it('requires a note from staff and saves it on the policy [C157]', async () => {
    const policy = await aPaidPolicy(30)
    for (const NoteInfo of [undefined, { Note: ' ' }]) {
      const response = await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '13', NoteInfo })
      expect([400, 422]).toContain(response.status)
      expect((await response.json()).message).toContain('Note')
    }
    expect((await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '13', ...note })).status).toBe(200)
    const notes = await (await api.call('GET', `/api/v1/policies/${policy.policy_no}/notes`, { token: staff })).json()
    expect(JSON.stringify(notes.payload)).toContain('The insured called.')
  })

  it('lets staff, but not agents, suppress the notification email [C156]', async () => {
    const policy = await aPaidPolicy(30)
    expect(
      (await cancel(agent, { PolicyNumber: policy.policy_no, ReasonCode: '13', SuppressNotification: true })).status,
    ).toBe(422)
    const suppressed = { PolicyNumber: policy.policy_no, ReasonCode: '13', SuppressNotification: true, ...note }
    expect((await cancel(staff, suppressed)).status).toBe(200)
    expect(await getMails(policy.policy_id)).toEqual([])
    const notified = await aPaidPolicy(30)
    expect(
      (await cancel(staff, { ...suppressed, PolicyNumber: notified.policy_no, SuppressNotification: false })).status,
    ).toBe(200)
    expect(await getMails(notified.policy_id)).toEqual(['cancellation-request'])
  })

  it('sends the insured one email with the effective date, reason, refund and other signer', async () => {
    const policy = await aPaidPolicy(30)
    await cancel(agent, { PolicyNumber: policy.policy_no, ReasonCode: '13' })
    expect(await getMailValues(policy.policy_id)).toMatchObject([
      {
        ...{ effectiveDate: days(30), reason: 'Cancel Prior to Effective Date' },
        ...{ refundCents: policy.totalCents, balanceReductionCents: 0 },
        otherSigner: 'Your agent also signs this request.',
      },
    ])
    const unsigned = { documentsWithSignatures: [], isPolicySigned: false, isPolicyPaid: false }
    const wanted = { policyNo: policy.policy_no, ...unsigned }
    const response = await api.call('POST', '/api/v1/documents/getSignatures', { token: agent, body: wanted })
    const documents: { policyDocId: string; signatures: { policyDocSignatureId: string; party: number }[] }[] = (
      await response.json()
    ).payload.documentsWithSignatures
    const { version } = (await (await api.call('GET', '/api/v1/documents/consent', { token: agent })).json()).payload
    const signed = await api.call('POST', '/api/v1/documents/signatures', {
      token: agent,
      body: {
        ...{ ...wanted, consent: { version, accepted: true } },
        documentsWithSignatures: documents.map(({ policyDocId, signatures }) => ({
          policyDocId,
          signatures: signatures
            .filter(({ party }) => party === 1)
            .map((one) => ({ ...one, signedByName: 'Alex Agent', signedImage: createSamplePng(30) })),
        })),
      },
    })
    expect(signed.status, await signed.clone().text()).toBe(200)
    expect(await getState(policy.policy_no)).toMatchObject({ agentHasSigned: true, insuredHasSigned: false })
    expect(await getMails(policy.policy_id)).toEqual(['cancellation-request'])
  })

  it('reduces the balance of an unpaid policy and refunds nothing', async () => {
    const policy = await aPaidPolicy(30, { isPaid: false })
    const path = `/api/v1/policies/${policy.policy_no}/cancellationPreview?reasonCode=13`
    const preview = (await (await api.call('GET', path, { token: agent })).json()).payload
    expect(preview).toMatchObject({ refundAmount: policy.totalCents / 100, refundTo: [] })
    await cancel(agent, { PolicyNumber: policy.policy_no, ReasonCode: '13' })
    expect(await getState(policy.policy_no)).toMatchObject({ refundAmount: policy.totalCents / 100, refundTo: [] })
    expect(await getMailValues(policy.policy_id)).toMatchObject([
      { refundCents: 0, balanceReductionCents: policy.totalCents },
    ])
  })

  it('refunds only the paid amount to the payer of a partly paid policy', async () => {
    const policy = await aPaidPolicy(30, { isPaid: false })
    const paidCents = 40_000
    await insertPayment(db, { policyId: policy.policy_id, amountCents: paidCents, now: new Date(), author })
    await cancel(agent, { PolicyNumber: policy.policy_no, ReasonCode: '13' })
    expect((await getState(policy.policy_no)).refundTo).toEqual([
      { name: policy.insured_name, amount: paidCents / 100 },
    ])
    expect(await getMailValues(policy.policy_id)).toMatchObject([
      { refundCents: paidCents, balanceReductionCents: policy.totalCents - paidCents },
    ])
  })

  it('requires an effective date within the limits of the cancel reason [C071] [C072]', async () => {
    const policy = await aPaidPolicy(-100)
    const sold = (EffectiveDate?: string) =>
      cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '01', EffectiveDate, ...note })
    const reasons = await (
      await api.call('GET', `/api/v1/policies/${policy.policy_no}/cancelReasons`, { token: staff })
    ).json()
    const building = reasons.payload.find(({ reasonCode }: { reasonCode: string }) => reasonCode === '01')
    expect(building).toMatchObject({
      effectiveDateRequired: true,
      effectiveDateLabel: 'Date of sale',
      effectiveDateMin: days(-100),
    })
    const missing = await sold()
    expect(missing.status).toBe(422)
    expect((await missing.json()).message).toContain('Effective date: ')
    const early = await sold(addDays(building.effectiveDateMin, -1))
    expect(early.status).toBe(422)
    expect((await early.json()).message).toBe(
      `Effective date must be between ${formatUsDate(building.effectiveDateMin)} and ${formatUsDate(building.effectiveDateMax)}.`,
    )
    expect((await sold(days(266))).status).toBe(422)
    expect((await sold(`${days(-20)}T15:04:05Z`)).status).toBe(200)
    expect((await getState(policy.policy_no)).effectiveDate).toBe(days(-20))
  })
})

describe('cancellation finalization', () => {
  it('cancels the policy, posts the return premium and refunds the payer [P161] [P182] [D170] [D173] [D309] [P269]', async () => {
    const policy = await aPaidPolicy(30)
    await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '13', ...note })
    expect((await finalize(agent, policy.policy_no)).status).toBe(403)
    const response = await finalize(staff, policy.policy_no, { NoteInfo: { Note: 'Signed request received.' } })
    expect(response.status).toBe(200)
    expect((await response.json()).payload).toMatchObject({
      state: 'cancelled',
      refundAmount: 1125,
      refundTo: [{ name: policy.insured_name, amount: 1125 }],
      effectiveDate: days(30),
      // Staff finalized the cancellation without the required signature.
      insuredMustSign: true,
      insuredHasSigned: false,
    })
    expect(await confirmation(policy.policy_no)).toMatchObject({
      isPendingCancel: false,
      isPolicyCancelled: true,
      status: 'Cancelled',
      totalDue: 0,
    })
    const balance = await db
      .selectFrom('policy_balances')
      .selectAll()
      .where('policy_id', '=', policy.policy_id)
      .executeTakeFirstOrThrow()
    expect(balance).toMatchObject({ invoiced_cents: 0, due_cents: 0 })
    const refunds = await db
      .selectFrom('payments')
      .select('amount_cents')
      .where('policy_id', '=', policy.policy_id)
      .where('record_type', '=', 'Refund')
      .execute()
    expect(refunds).toEqual([{ amount_cents: -112_500 }])
    expect(await getMails(policy.policy_id)).toContain('cancellation')
    const notices = await db
      .selectFrom('notices')
      .select(['recipient', 'method', 'kind'])
      .where('policy_id', '=', policy.policy_id)
      .execute()
    expect(notices).toEqual([{ recipient: 'insured', method: 'mail', kind: 'cancellation' }])
  })

  it('splits the refund among payers in proportion to their payments', async () => {
    const policy = await aPaidPolicy(30, { isPaid: false })
    const { policy_id: policyId, policy_no: policyNo, totalCents } = policy
    const half = { policyId, now: new Date(), author }
    await insertPayment(db, { ...half, amountCents: totalCents - 20_000, payeeName: 'Sample Savings Bank' })
    await insertPayment(db, { ...half, amountCents: 20_000, payeeName: '' })
    await cancel(staff, { PolicyNumber: policyNo, ReasonCode: '13', ...note })
    const { refundTo, refundAmount } = await getState(policyNo)
    expect(refundTo.map(({ name }: { name: string }) => name)).toEqual(['Sample Savings Bank', policy.insured_name])
    expect(refundTo[0].amount + refundTo[1].amount).toBeCloseTo(refundAmount, 2)
    await finalize(staff, policyNo)
    expect((await getState(policyNo)).refundTo).toEqual(refundTo)
  })

  it('refunds the premium for the remaining days, but not the policy fee', async () => {
    const policy = await aPaidPolicy(-73)
    await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '12', ...note })
    await finalize(staff, policy.policy_no)
    // 292 of 365 days of $994.51 are $795.61. The taxes on it (4.94% and 0.06%) are $39.30 and $0.48. The fee with its
    // tax and the EMPA surcharge are retained.
    expect((await getState(policy.policy_no)).refundAmount).toBe(835.39)
  })

  it('refunds all premium before inception, and the policy fee only for a flat cancel reason', async () => {
    for (const [ReasonCode, refundAmount] of [
      // Of $1,125.00, the $75.00 fee with its taxes of $3.71 and $0.05 and the $2.00 surcharge are retained.
      ['12', 1044.24],
      ['33', 1044.24],
      ['13', 1125],
    ]) {
      const policy = await aPaidPolicy(30)
      await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode, ...note })
      await finalize(staff, policy.policy_no)
      expect(await getState(policy.policy_no)).toMatchObject({
        state: 'cancelled',
        refundAmount,
        effectiveDate: days(30),
      })
    }
  })

  it('refunds nothing for an unpaid policy, and leaves the earned premium due', async () => {
    const policy = await aPaidPolicy(-73, { isPaid: false })
    await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '12', ...note })
    await finalize(staff, policy.policy_no)
    expect((await confirmation(policy.policy_no)).totalDue).toBe(289.61)
    expect(await db.selectFrom('payments').selectAll().where('policy_id', '=', policy.policy_id).execute()).toEqual([])
  })

  it('emails the agency its own text with the refund and the amount on hold (CAN-22, EML-1)', async () => {
    const office = await insertAgency(db, { email: 'office@example.com' })
    const policy = await aPaidPolicy(-73, { columns: { agency_id: office.agency_id, agency_no: office.agency_no } })
    const lost = days(-30)
    await db
      .insertInto('claims')
      .values({
        ...{ claim_number: `CLM-${policy.policy_no}`, policy_id: policy.policy_id, paid_cents: 100 },
        ...{ notice_date: lost, date_of_loss: lost },
      })
      .execute()
    await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '12', ...note })
    await finalize(staff, policy.policy_no)
    const { rows } = await api.database.pool.query<{
      payload: { to: string; values: EmailTemplateValues[typeof own] }
    }>(
      `select payload from graphile_worker._private_jobs
       where payload ->> 'policyId' = $1 and payload ->> 'template' = 'agency-cancellation'`,
      [policy.policy_id],
    )
    expect(rows.map(({ payload }) => payload.to)).toEqual(['office@example.com'])
    const { subject, text } = await renderEmail(own, rows[0]?.payload.values ?? EMAIL_TEMPLATES[own].sample)
    expect(subject).toBe(`Policy ${policy.policy_no} has been cancelled`)
    expect(text).toContain(policy.insured_name)
    expect(text).toContain('$835.39 is on hold because of a claim in this policy term. We will decide on it.')
    expect(text).not.toMatch(/\byour\b/i)
  })

  it('pays a written-off balance from the return premium, and refunds only the rest (BIL-10)', async () => {
    const policy = await aPaidPolicy(-73, { isPaid: false })
    const policyId = policy.policy_id
    await insertPayment(db, { policyId, amountCents: policy.totalCents - 342, now: new Date(), author })
    await db
      .transaction()
      .execute((trx) =>
        postWriteOff(trx, { ...{ policyId, amountCents: 342, reason: 'Small' }, ...{ author, now: new Date() } }),
      )
    const path = `/api/v1/policies/${policy.policy_no}/cancellationPreview?reasonCode=12`
    const expected = { refundAmount: 835.39, refundTo: [{ name: policy.insured_name, amount: 831.97 }] }
    expect((await (await api.call('GET', path, { token: staff })).json()).payload).toMatchObject({
      ...{ ...expected, balanceReduction: 3.42 },
    })
    await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '12', ...note })
    await finalize(staff, policy.policy_no)
    expect(await getState(policy.policy_no)).toMatchObject({ ...expected, balance: 0 })
    const writeOffs = await db.selectFrom('write_offs').selectAll().where('policy_id', '=', policyId).execute()
    expect(writeOffs).toMatchObject([
      { amount_cents: 342, reversed_by: 'Tideline', reversal_reason: 'Paid by return premium' },
    ])
  })

  it('writes off again what the return premium does not cover of a written-off balance (BIL-10)', async () => {
    const policy = await aPaidPolicy(-364, { isPaid: false })
    const policyId = policy.policy_id
    await insertPayment(db, { policyId, amountCents: policy.totalCents - 480, now: new Date(), author })
    await db
      .transaction()
      .execute((trx) =>
        postWriteOff(trx, { ...{ policyId, amountCents: 480, reason: 'Small' }, ...{ author, now: new Date() } }),
      )
    await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '12', ...note })
    await finalize(staff, policy.policy_no)
    // One of 365 days of $994.51 is $2.72, with a tax of $0.13.
    expect(await getState(policy.policy_no)).toMatchObject({ refundAmount: 2.86, refundTo: [], balance: 0 })
    const writeOffs = await getWriteOffs(db, policyId)
    expect(writeOffs.map((one) => [one.amount_cents, one.reason, one.reversed_by]).toSorted()).toEqual([
      [194, 'Small', null],
      [480, 'Small', 'Tideline'],
    ])
    const balance = await getPolicyBalance(db, policyId)
    expect([balance.dueCents, balance.receivedCents]).toEqual([0, policy.totalCents - 480])
  })

  it('lists a processing payment in the email and letters', async () => {
    const policy = await aPaidPolicy(-73, { isPaid: false })
    await insertPayment(db, { policyId: policy.policy_id, amountCents: 112_500, now: new Date(), status: 'processing' })
    await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '12', ...note })
    await finalize(staff, policy.policy_no)
    const { rows } = await api.database.pool.query<{ words: string }>(
      `select payload -> 'values' ->> 'moneyWords' as words from graphile_worker._private_jobs
       where payload ->> 'policyId' = $1 and payload ->> 'template' = 'cancellation'`,
      [policy.policy_id],
    )
    expect(rows[0]?.words).toContain(
      `A payment of $1,125.00 submitted on ${formatUsDate(days(0))} is still processing.`,
    )
    const letters = await db.selectFrom('notices').selectAll().where('policy_id', '=', policy.policy_id).execute()
    expect(letters.length).toBeGreaterThan(0)
    expect(JSON.stringify(letters)).toContain(`Processing since ${formatUsDate(days(0))}`)
  })

  it('returns 409 if no cancellation is pending, and cancels only once [P161]', async () => {
    const policy = await aPaidPolicy(30)
    expect((await finalize(staff, policy.policy_no)).status).toBe(409)
    await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '13', ...note })
    const responses = await Promise.all([finalize(staff, policy.policy_no), finalize(staff, policy.policy_no)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

it('rejects payments on pending-cancel and cancelled policies, except checks from staff [BIL-9]', async () => {
  const agentOf = { agency_id: agency.agency_id, roles: [] }
  const payer = await api.tokenFor({ accountId: (await insertAccount(db, agentOf)).account_id })
  const policy = await aPaidPolicy(-73, { isPaid: false })
  const insured = await api.tokenFor({ identityId: policy.identity_id })
  const bySetup = async (token: string) => {
    const body = { firstname: 'Marina', lastName: 'Sample', email: policy.email, policyNo: policy.policy_no }
    const { payload } = await (await api.call('POST', '/api/v1/payments/createSetupIntent', { token, body })).json()
    return createStripeBrowserStub(api.providers.stripe).setUpCard(payload.data.client_secret)
  }
  const PaymentMethodId = await bySetup(payer)
  const card = (token: string) =>
    api.call('POST', '/api/v1/payments/ProcessPayment', {
      token,
      body: { PolicyNo: policy.policy_no, PaymentMethodId },
    })
  const check = (token: string, amount: number) =>
    api.call('POST', `/api/v1/payments/check/${policy.policy_no}`, {
      token,
      body: { checkNo: '1042', payeeName: 'Marina Sample', memo: 'Premium', amount, createdAt: days(-1) },
    })
  const getRejections = async () => {
    const responses = await Promise.all([card(payer), card(insured), check(payer, 10)])
    return Promise.all(responses.map(async (response) => [response.status, (await response.json()).message]))
  }
  await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '12', ...note })
  const pending = 'The policy is pending cancellation.'
  expect(await getRejections()).toEqual([
    [409, pending],
    [409, pending],
    [403, pending],
  ])
  await finalize(staff, policy.policy_no)
  const cancelled = 'The policy is cancelled.'
  expect(await getRejections()).toEqual([
    [409, cancelled],
    [409, cancelled],
    [403, cancelled],
  ])
  expect((await check(staff, 289.61)).status).toBe(200)
  expect((await confirmation(policy.policy_no)).totalDue).toBe(0)
})

describe('automatic cancellation review', () => {
  const review = (policyNo: string) =>
    reviewCancellation(
      createJobContext(
        { database: api.database, providers: api.providers, keys: api.keys, config: api.config },
        'test',
      ),
      policyNo,
    )

  it('finalizes a cancellation after the review delay if no signature is required', async () => {
    const policy = await aPaidPolicy(30)
    await cancel(staff, { PolicyNumber: policy.policy_no, ReasonCode: '06', ...note })
    const pending = await getState(policy.policy_no)
    expect(Math.abs(Date.parse(pending.reviewAt) - Date.now() - 60_000)).toBeLessThan(30_000)
    await review(policy.policy_no)
    expect((await getState(policy.policy_no)).state).toBe('cancelled')
  })

  it('finalizes a cancellation only after all required signatures are present', async () => {
    const policy = await aPaidPolicy(30)
    await cancel(agent, { PolicyNumber: policy.policy_no, ReasonCode: '13' })
    await review(policy.policy_no)
    expect((await getState(policy.policy_no)).state).toBe('pending')
    await db
      .updateTable('policy_doc_signatures')
      .set({ signed_at: new Date(), signed_by_name: 'Marina Sample' })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    await review(policy.policy_no)
    expect((await getState(policy.policy_no)).state).toBe('cancelled')
  })
})

describe('cancellation preview', () => {
  it('returns the refund for each charge and changes nothing', async () => {
    const policy = await aPaidPolicy(-73)
    const preview = await api.call('GET', `/api/v1/policies/${policy.policy_no}/cancellationPreview?reasonCode=12`, {
      token: staff,
    })
    expect(preview.status).toBe(200)
    const { payload } = await preview.json()
    expect(payload).toMatchObject({ basis: 'proRata', daysInTerm: 365, daysRemaining: 292, refundAmount: 835.39 })
    // Shows how the returned premium of $795.61 was calculated (CAN-3).
    expect(payload).toMatchObject({
      periods: [{ days: 292, yearlyBefore: 994.51, yearlyAfter: 0, amount: -795.61 }],
      minimumEarned: 0,
    })
    expect(payload.lines).toEqual([
      { kind: 'premium', description: 'Premium', charged: 994.51, kept: 198.9, refunded: 795.61 },
      { kind: 'policyFee', description: 'Policy fee', charged: 75, kept: 75, refunded: 0 },
      { kind: 'surcharge', description: 'Emergency fund surcharge', charged: 2, kept: 2, refunded: 0 },
      { kind: 'stampingFee', description: 'Stamping fee', charged: 0.6, kept: 0.12, refunded: 0.48 },
      { kind: 'stampingFee', description: 'Stamping fee on the policy fee', charged: 0.05, kept: 0.05, refunded: 0 },
      { kind: 'tax', description: 'Surplus lines tax on the policy fee', charged: 3.71, kept: 3.71, refunded: 0 },
      { kind: 'tax', description: 'Surplus lines tax', charged: 49.13, kept: 9.83, refunded: 39.3 },
    ])
    expect((await getState(policy.policy_no)).state).toBe('none')
  })

  it('returns the signatures and documents that the cancellation requires (UI-14)', async () => {
    const policy = await aPaidPolicy(-73)
    const read = async (query: string) => {
      const path = `/api/v1/policies/${policy.policy_no}/cancellationPreview?${query}`
      return (await (await api.call('GET', path, { token: staff })).json()).payload
    }
    const sold = await read(`reasonCode=01&effectiveDate=${policy.inception_date}`)
    expect(sold).toMatchObject({
      ...{ insuredMustSign: true, agentMustSign: true, isReviewedAutomatically: false },
      missingDocuments: [{ docTypeId: 9, isRequired: true, isUploaded: false }],
    })
  })
})
