import type { NonpaymentLetter } from '@tideline/sdk/types'
import { toDollars } from '../http/money.ts'
import type { DomainEvent } from '../outbox/domain-event.ts'
import type { Policy } from '../policy/visibility.ts'
import { notifyNoticeRescinded, notifyOfNonpaymentNotice } from './notify-step.ts'
import type { NoticeRemainder } from './postal-notices.ts'

/** Events of notices of cancellation for nonpayment and their subscribers (ADR 41). */

interface CreatedNotice {
  policy: Policy
  noticeId: string
  amountCents: number
  effectiveDate: string
  /** Whether the agency is emailed, too (DEL-33). */
  isAgencyNotified: boolean
}

export const nonpaymentNoticeCreatedEvent: DomainEvent<'policy.nonpayment_notice_created', CreatedNotice> = {
  type: 'policy.nonpayment_notice_created',
  event: ({ policy: { policyId }, noticeId, amountCents, effectiveDate }) => ({
    about: { policyId },
    data: { noticeId, amount: toDollars(amountCents), effectiveDate },
  }),
  listeners: [
    (ctx, { policy, amountCents, effectiveDate, isAgencyNotified }) =>
      notifyOfNonpaymentNotice(ctx, policy, { amountCents, effectiveDate, isAgencyNotified }),
  ],
}

export const nonpaymentNoticeRescindedEvent: DomainEvent<
  'policy.nonpayment_notice_rescinded',
  Pick<CreatedNotice, 'policy' | 'noticeId' | 'isAgencyNotified'> & NoticeRemainder
> = {
  type: 'policy.nonpayment_notice_rescinded',
  event: ({ policy: { policyId }, noticeId }) => ({ about: { policyId }, data: { noticeId } }),
  listeners: [(ctx, { policy, ...notice }) => notifyNoticeRescinded(ctx, policy, notice)],
}

export const letterMailedEvent: DomainEvent<
  'letter.mailed',
  Pick<CreatedNotice, 'policy'> & { letter: Pick<NonpaymentLetter, 'id' | 'kind'>; mailedOn: string }
> = {
  type: 'letter.mailed',
  event: ({ policy: { policyId }, letter: { id: letterId, kind }, mailedOn }) => ({
    about: { policyId },
    data: { letterId, kind, mailedOn },
  }),
  listeners: [],
}
