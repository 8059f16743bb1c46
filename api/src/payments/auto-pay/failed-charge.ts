import { sql } from 'kysely'
import type { TransactionContext } from '../../http/context.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { classifyFailure } from './classify-failure.ts'
import { endAutoPay } from './consent.ts'
import { autoPayChargeFailedEvent } from './events.ts'
import type { FailedCharge } from './notify-charge-failed.ts'
import { planCharge } from './plan-charge.ts'
import { readAutoPay } from './read-auto-pay.ts'

type EmailContext = Pick<TransactionContext, 'db' | 'config' | 'now'>

async function findFailedCharge({ db }: EmailContext, policyPaymentId: string): Promise<FailedCharge | undefined> {
  const { rows } = await sql<FailedCharge>`
    select a.auto_pay_consent_id as "consentId", p.policy_id as "policyId", p.policy_no as "policyNo", p.agency_id as "agencyId",
      p.email, p.first_name as "firstName", p.insured_name as "insuredName", coalesce(p.address_line, '') as "addressLine",
      y.amount_cents as "amountCents", b.due_cents as "dueCents", y.status, y.failure_code as code, y.decline_code as "declineCode",
      m.payment_type, m.card_brand, m.last_four_digits,
      (select json_agg(o.obligation_no) from auto_pay_charge_parts r join obligations o using (obligation_id)
        where r.policy_payment_id = a.policy_payment_id) as "obligationNos"
    from auto_pay_charges a join payments y using (policy_payment_id) join policies p on p.policy_id = y.policy_id
    join policy_balances b on b.policy_id = p.policy_id
    join payment_methods m on m.payment_method_id = y.payment_method_id
    where a.policy_payment_id = ${policyPaymentId}`.execute(db)
  return rows[0]
}

/** Returns whether a payment is an automatic charge of an installment or endorsement. */
export async function isAutoPayCharge({ db }: Pick<EmailContext, 'db'>, policyPaymentId: string): Promise<boolean> {
  const { rows } = await sql`select from auto_pay_charges where policy_payment_id = ${policyPaymentId}`.execute(db)
  return rows.length > 0
}

/** Ends the consent after a permanent failure (AUT-3). The bank's decision arrives as a webhook or in a job. */
const endAfterFailure = (ctx: EmailContext, { policyId, status }: FailedCharge) =>
  endAutoPay(
    { ...ctx, actor: { kind: 'job', name: 'Tideline' }, ip: '', requestId: 'auto_pay' },
    policyId,
    status === 'disputed' ? 'disputed' : 'declined',
  )

/** Returns the retry date for the failed amounts. Returns undefined if they are not retried (AUT-6). */
async function getRetryDate(ctx: EmailContext, charge: FailedCharge): Promise<string | undefined> {
  const { consent, facts } = await readAutoPay(ctx, charge.policyId)
  const next = consent?.consentId === charge.consentId && facts.isInForce ? planCharge(facts)?.next : undefined
  return next?.parts.some(({ obligationNo }) => charge.obligationNos.includes(obligationNo))
    ? next.chargeDate
    : undefined
}

/**
 * Handles a failed or disputed automatic charge: ends the consent if the failure is permanent, and notifies the
 * policyholder of the next step. The agency is notified if the charge is not retried. Does nothing for other payments.
 * `disputedCents` is the disputed amount if only a part of the charge is disputed.
 */
export async function handleFailedAutoCharge(
  ctx: EmailContext,
  policyPaymentId: string,
  reason: string,
  disputedCents?: number,
): Promise<void> {
  const found = await findFailedCharge(ctx, policyPaymentId)
  // Nothing has to be paid again (BIL-17).
  if (!found || found.code === 'already_paid') return
  const charge: FailedCharge =
    disputedCents === undefined ? found : { ...found, status: 'disputed', amountCents: disputedCents }
  const kind = classifyFailure({ ...charge, methodType: charge.payment_type, isDisputed: charge.status === 'disputed' })
  if (kind === 'permanent') await endAfterFailure(ctx, charge)
  const retryDate = kind === 'temporary' ? await getRetryDate(ctx, charge) : undefined
  await publishEvent(ctx, autoPayChargeFailedEvent, { policyPaymentId, charge, kind, retryDate, reason })
}
