import type { PolicyEvent } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'

type Event = PolicyEvent['event']
/** The events that have a policy. */
type EventOfPolicy = Extract<Event, { data: { policyNo: string } }>

const texts: Record<EventOfPolicy['type'], string> = {
  'policy.imported': 'Policy added',
  'policy.signed': 'All signatures complete',
  'policy.cancellation_requested': 'Cancellation requested',
  'policy.cancellation_accepted': 'Cancellation accepted',
  'policy.cancelled': 'Policy cancelled',
  'policy.reinstated': 'Policy reinstated',
  'policy.reinstatement_offered': 'Reinstatement offered',
  'policy.reinstatement_offer_closed': 'Reinstatement offer closed',
  'policy.rewritten': 'Policy rewritten',
  'policy.endorsed': 'Endorsement bound',
  'policy.agency_changed': 'Agent of record changed',
  'policy.renewed': 'Policy renewed',
  'policy.non_renewed': 'Policy non-renewed',
  'policy.non_renewal_rescinded': 'Non-renewal rescinded',
  'policy.expired': 'Policy expired',
  'policy.auto_pay_turned_on': 'Auto-pay turned on',
  'policy.auto_pay_turned_off': 'Auto-pay turned off',
  'policy.auto_pay_charge_failed': 'Automatic charge failed',
  'policy.nonpayment_notice_created': 'Notice of cancellation for nonpayment',
  'policy.nonpayment_notice_rescinded': 'Notice of cancellation rescinded',
  'payment.processing': 'Payment submitted',
  'payment.paid': 'Payment received',
  'payment.failed': 'Payment failed',
  'payment.disputed': 'Payment disputed',
  'payment.refunded': 'Payment refunded',
  'overpayment.opened': 'Overpayment received',
  'document.added': 'Document added',
  'document.signed': 'Documents signed',
  'letter.mailed': 'Letter mailed',
  'policy.mortgagee_change_requested': 'Mortgagee change requested',
  'policy.mortgagee_change_closed': 'Mortgagee change request closed',
  'claim.created': 'Claim reported',
  'claim.updated': 'Claim updated',
}

/** Events that need attention. They are marked with an icon. */
const problems: ReadonlySet<string> = new Set([
  'policy.auto_pay_charge_failed',
  'policy.nonpayment_notice_created',
  'payment.failed',
  'payment.disputed',
])

export interface PolicyEventText {
  text: string
  /** The amount or the effective date, if the event has one. */
  detail: string | undefined
  isProblem: boolean
}

/** Describes a change to a policy, for example `Payment received` with `$1,319.76`. */
export function describePolicyEvent({ type, data }: Event): PolicyEventText {
  const text = (texts as Partial<Record<string, string>>)[type] ?? 'Policy updated'
  const amount = 'amount' in data ? formatMoney(data.amount) : undefined
  const date = 'effectiveDate' in data ? `effective ${formatDate(data.effectiveDate)}` : undefined
  return { text, detail: amount ?? date, isProblem: problems.has(type) }
}
