import { describe, expect, it } from 'vitest'
import { selectCases } from '../support/thorough.ts'
import { pollUntil } from './api-process.ts'
import { createKillableApi, type Payer, type Reply, waitForPayment } from './killable-api.ts'

const { api, getRows, createPayer, createStripe, skipFinishDelay } = await createKillableApi()

/**
 * Restarts the API and settles the payment. Expects the API and Stripe to have recorded the payment exactly once each.
 */
async function expectPaidOnce(payer: Payer, id: string) {
  const { policy, payments, intents, bearer } = payer
  await skipFinishDelay(id)
  const url = await api.start()
  await pollUntil(async () => (await payments()).some((payment) => payment.intent))
  expect(await payer.pay(url, `another-key-${id}`)).toMatchObject({ status: 409 })

  const stripe = await createStripe(url)
  await stripe.simulator?.settlePayments()
  await pollUntil(async () => (await payments()).some((payment) => payment.status === 'paid'))
  expect(await payments()).toMatchObject([{ id, amount_cents: 112_500 }])
  expect(await intents()).toMatchObject([{ status: 'succeeded', amount: 112_500 }])
  const response = await fetch(`${url}/api/v1/policies/${policy.policy_no}/getConfirmation`, { headers: bearer })
  expect(((await response.json()) as Reply['body']).payload).toMatchObject({
    isPaid: true,
    totalDue: 0,
    totalPayments: 1125,
  })

  const mails = () =>
    getRows(
      `select template, count(*)::int from email_messages where policy_id = $1 and to_email = $2 and status = 'sent'
       group by 1 order by 1`,
      [policy.policy_id, policy.email],
    )
  await pollUntil(
    async () => (await getRows("select from graphile_worker.jobs where task_identifier = 'send-mail'")).length === 0,
  )
  expect((await mails()).map((mail) => mail.count)).toEqual([1, 1])
  await stripe.close()
}

/** Times of the kill: before Stripe receives the charge, or before the API records Stripe's response. */
const kills = [
  ['is not charged again if Stripe accepted the charge before the kill', true],
  ['is charged exactly once after a restart if Stripe never received the charge', false],
] as const

describe('payment of a killed process', () => {
  it.each(selectCases(kills, 2))('%s', async (_, isAccepted) => {
    const url = await api.start()
    const payer = await createPayer(url)
    const stripeIsSlow = await api.hold('lock table stripe_simulator.objects in share mode')
    const call = payer.pay(url, `killed-${isAccepted ? 'after' : 'before'}-stripe`).catch(() => 'no answer')
    const { id } = await waitForPayment(payer)
    if (isAccepted) {
      const outcome = await api.hold('select from payments where policy_payment_id = $1 for update', [id])
      await stripeIsSlow.release()
      await outcome.reached()
      await api.kill()
      await outcome.release()
    } else {
      await stripeIsSlow.reached()
      await api.kill()
      await stripeIsSlow.release()
    }
    expect(await call).toBe('no answer')
    expect(await payer.intents()).toHaveLength(isAccepted ? 1 : 0)
    expect(await payer.payments()).toMatchObject([{ status: 'processing', intent: null }])
    await expectPaidOnce(payer, id)
  })
})
