import { formatUsDate } from '../calendar/format-date.ts'
import type { TransactionContext } from '../http/context.ts'
import { formatDollars } from '../http/money.ts'
import { getLetterRecipients, type LetterRecipient } from '../lifecycle/letters.ts'
import type { Letter } from '../notifications/letter.ts'
import { getPayPageUrl } from '../notifications/pay-link.ts'
import { findLockboxAddress, formatLockboxAddress } from '../payments/checks/lockbox-address.ts'
import type { Policy } from '../policy/visibility.ts'

type PostalContext = Pick<TransactionContext, 'db' | 'now'>

interface PostalNotice {
  kind: 'lenderInvoice' | 'lenderSecondNotice' | 'pastDueNotice' | 'cancellationNotice' | 'rescission'
  /** Id of the notice of cancellation that the letters announce or rescind. */
  noticeId?: string
  /** Date on which coverage ends, as printed on the letters. */
  printedDate?: string
  facts: Letter['facts']
  paragraphs: string[]
  /** URL of the payment step, for the insured only. */
  payUrl?: string
}

const buildLetter = (
  policy: Policy,
  { recipient, name, address, loan }: LetterRecipient,
  notice: PostalNotice,
): Letter => ({
  facts: [
    ['To', [name, address].filter(Boolean).join(', ')],
    ['Policy number', policy.policyNo],
    ['Insured', policy.insuredName],
    ['Insured property', policy.addressLine],
    ...(loan ? [['Loan', loan] as [string, string]] : []),
    ...notice.facts,
  ],
  tables: [],
  paragraphs: notice.paragraphs,
  ...(recipient === 'insured' && notice.payUrl && { payUrl: notice.payUrl }),
})

async function queueLetters(ctx: PostalContext, policy: Policy, to: readonly LetterRecipient[], notice: PostalNotice) {
  if (to.length === 0) return
  await ctx.db
    .insertInto('postal_notices')
    .values(
      to.map((recipient) => ({
        policy_id: policy.policyId,
        cancellation_notice_id: notice.noticeId ?? null,
        kind: notice.kind,
        printed_date: notice.printedDate ?? null,
        recipient: recipient.recipient,
        recipient_name: recipient.name,
        recipient_address: recipient.address,
        letter: JSON.stringify(buildLetter(policy, recipient, notice)),
        created_at: ctx.now,
      })),
    )
    .execute()
}

const lenderLetters = {
  invoice: {
    kind: 'lenderInvoice',
    paragraphs: [
      'Please pay the premium for the borrower named above by the due date. Write the policy number on the check, exactly as above.',
    ],
  },
  reminder: {
    kind: 'lenderSecondNotice',
    paragraphs: [
      'This is the second notice: we have not received the premium for the borrower named above. Please pay it by the due date. Write the policy number on the check, exactly as above.',
    ],
  },
  pastDueNotice: {
    kind: 'pastDueNotice',
    paragraphs: ['The payment above is past due. If it remains unpaid, we will send a notice of cancellation.'],
  },
} as const satisfies Record<string, Pick<PostalNotice, 'kind' | 'paragraphs'>>

/** Adds the letter for a step to the print queue. The recipient is the first lienholder, who is billed (DEL-15). */
export async function queueLenderLetter(
  ctx: PostalContext,
  policy: Policy,
  step: keyof typeof lenderLetters,
  { amountCents, dueDate }: { amountCents: number; dueDate: string },
): Promise<void> {
  const lenders = (await getLetterRecipients(ctx, policy)).filter(({ recipient }) => recipient === 'lienholder')
  const address = await findLockboxAddress(ctx.db, policy)
  await queueLetters(ctx, policy, lenders.slice(0, 1), {
    ...lenderLetters[step],
    facts: [
      ['Amount due', formatDollars(amountCents)],
      ['Due date', formatUsDate(dueDate)],
      ...(address ? [['Send payment to', formatLockboxAddress(address)] as [string, string]] : []),
    ],
  })
}

/**
 * Adds the letters of a notice of cancellation to the print queue, addressed to the insured and all lienholders
 * (DEL-7).
 */
export async function queueCancellationLetters(
  ctx: PostalContext & Pick<TransactionContext, 'config'>,
  policy: Policy,
  notice: { noticeId: string; amountCents: number; effectiveDate: string; isFlat: boolean },
): Promise<void> {
  const { noticeId, amountCents, effectiveDate, isFlat } = notice
  await queueLetters(ctx, policy, await getLetterRecipients(ctx, policy), {
    ...{ kind: 'cancellationNotice', noticeId, printedDate: effectiveDate },
    payUrl: getPayPageUrl(ctx.config, policy.policyNo),
    facts: [
      ['Reason', 'Nonpayment of premium'],
      ['Amount due', formatDollars(amountCents)],
      ['Coverage ends', `${formatUsDate(effectiveDate)}, 12:01 a.m. at the insured property`],
    ],
    paragraphs: [
      `The policy named above will be cancelled unless we receive ${formatDollars(amountCents)} before coverage ends.`,
      isFlat
        ? 'Because no payment was ever received, the cancellation takes effect as of the inception of the policy, and no premium is owed.'
        : 'Losses after coverage ends are not covered. Premium for the days before coverage ends is still owed.',
    ],
  })
}

/**
 * Withdraws the letters of a notice that are not mailed yet. If a letter was already mailed, adds a letter of
 * rescission for its recipient to the print queue.
 */
export async function rescindLetters(ctx: PostalContext, policy: Policy, noticeId: string): Promise<void> {
  const mailed = await ctx.db
    .selectFrom('postal_notices')
    .select('recipient_name')
    .where('cancellation_notice_id', '=', noticeId)
    .where('mailed_on', 'is not', null)
    .execute()
  await replaceUnmailedLetters(ctx, noticeId)
  const names = new Set(mailed.map(({ recipient_name }) => recipient_name))
  const to = (await getLetterRecipients(ctx, policy)).filter(({ name }) => names.has(name))
  await queueLetters(ctx, policy, to, {
    ...{ kind: 'rescission', noticeId, facts: [['Notice', 'Notice of cancellation for nonpayment']] },
    paragraphs: [
      'The past-due amount is paid. The notice of cancellation is rescinded, and coverage continues without a lapse.',
    ],
  })
}

/** Removes a notice's unmailed letters from the print queue. */
export async function replaceUnmailedLetters(ctx: PostalContext, noticeId: string): Promise<void> {
  await ctx.db
    .updateTable('postal_notices')
    .set({ state: 'replaced' })
    .where('cancellation_notice_id', '=', noticeId)
    .where('state', 'in', ['queued', 'exported'])
    .execute()
}
