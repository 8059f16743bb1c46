import { sendPolicyLink } from '../links/send-policy-link.ts'
import { sendPaymentFailedEmail, sendPaymentReceivedEmail } from '../payments/payment-emails.ts'
import type { DemoActors } from './actors.ts'
import type { Simulation } from './simulation.ts'

/** Returns the newest payment of a policy, with the bank's failure reason. */
const getPayment = ({ db }: Simulation, policyNo: string) =>
  db
    .selectFrom('payments as y')
    .innerJoin('policies as p', 'p.policy_id', 'y.policy_id')
    .select(['p.policy_id', 'y.policy_payment_id', 'y.failure_reason'])
    .where('p.policy_no', '=', policyNo)
    .orderBy('y.created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** Simulates recent emails to insureds: a policy link, receipts (one bounced) and a failed payment notice. */
export async function simulateEmails(past: Simulation, { internal }: DemoActors): Promise<void> {
  const { policy_id: policyId } = await past.db
    .selectFrom('policies')
    .select('policy_id')
    .where('policy_no', '=', 'RFL3000101')
    .executeTakeFirstOrThrow()
  await past.play(past.now, internal, (ctx) => sendPolicyLink(ctx, { policyId, purpose: 'authenticate' }))
  for (const policyNo of ['RFL3000102', 'RFL3000136']) {
    const { policy_payment_id: id } = await getPayment(past, policyNo)
    await past.play(past.now, internal, (ctx) => sendPaymentReceivedEmail(ctx, id))
  }
  const { policy_payment_id: id, failure_reason: reason } = await getPayment(past, 'RFL3000134')
  await past.play(past.now, internal, (ctx) => sendPaymentFailedEmail(ctx, id, reason ?? ''))
}
