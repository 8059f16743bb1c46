import type { LetterKind } from '@tideline/sdk/types'
import { type SqlBool, sql } from 'kysely'
import { formatUsDate } from '../calendar/format-date.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { formatDollars } from '../http/money.ts'
import { getLetterRecipients, type LetterRecipient } from '../lifecycle/letters.ts'
import type { Letter } from '../notifications/letter.ts'
import { getPayPageUrl } from '../notifications/pay-link.ts'
import { findLockboxAddress, formatLockboxAddress } from '../payments/checks/lockbox-address.ts'
import type { Policy } from '../policy/visibility.ts'
import { readWriteOffLimitCents } from '../settings/settings.ts'

type PostalContext = Pick<TransactionContext, 'db' | 'now'>

interface PostalNotice {
  kind: LetterKind
  /** Id of a single letter, so that a repeated job does not queue it twice. */
  letterId?: string
  /** Id of the notice of cancellation that the letters announce or rescind. */
  noticeId?: string
  /** Id of the unpaid amount that the letter states. */
  obligationId?: string | null
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

/** Adds letters to the print queue. Their content never changes. */
export async function queueLetters(
  ctx: PostalContext,
  policy: Policy,
  to: readonly LetterRecipient[],
  notice: PostalNotice,
): Promise<void> {
  if (to.length === 0) return
  await ctx.db
    .insertInto('postal_notices')
    .values(
      to.map((recipient) => ({
        ...(notice.letterId && { postal_notice_id: notice.letterId }),
        policy_id: policy.policyId,
        cancellation_notice_id: notice.noticeId ?? null,
        obligation_id: notice.obligationId ?? null,
        kind: notice.kind,
        printed_date: notice.printedDate ?? null,
        recipient: recipient.recipient,
        recipient_name: recipient.name,
        recipient_address: recipient.address,
        letter: JSON.stringify(buildLetter(policy, recipient, notice)),
        created_at: ctx.now,
      })),
    )
    .onConflict((conflict) => conflict.column('postal_notice_id').doNothing())
    .execute()
}

/** Returns the address for checks as a labeled value, or nothing if there is none. */
export async function getCheckAddressFact({ db }: Pick<PostalContext, 'db'>, policy: Policy): Promise<Letter['facts']> {
  const address = await findLockboxAddress(db, policy)
  return address ? [['Send payment to', formatLockboxAddress(address)]] : []
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
  { amountCents, dueDate, obligationId }: { amountCents: number; dueDate: string; obligationId: string },
): Promise<void> {
  const lenders = (await getLetterRecipients(ctx, policy)).filter(({ recipient }) => recipient === 'lienholder')
  await queueLetters(ctx, policy, lenders.slice(0, 1), {
    ...{ ...lenderLetters[step], obligationId },
    facts: [
      ['Amount due', formatDollars(amountCents)],
      ['Due date', formatUsDate(dueDate)],
      ...(await getCheckAddressFact(ctx, policy)),
    ],
  })
}

/** Withdraws the unmailed letters that asked a lender for a payment before a date, because it is no longer billed (BIL-19). */
export async function withdrawLenderLetters(
  { db }: Pick<PostalContext, 'db'>,
  policyId: string,
  before: Date,
): Promise<void> {
  await db
    .updateTable('postal_notices')
    .set({ state: 'replaced' })
    .where('policy_id', '=', policyId)
    .where('created_at', '<', before)
    .where('state', 'in', ['queued', 'exported'])
    .where(({ or, and, eb }) =>
      or([
        eb('kind', 'in', ['lenderInvoice', 'lenderSecondNotice', 'lenderHasNotPaid']),
        and([eb('kind', '=', 'pastDueNotice'), eb('recipient', '=', 'lienholder')]),
      ]),
    )
    .execute()
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

/** What remains of the amount in a rescinded notice. */
export interface NoticeRemainder {
  openCents: number
  isRebilled: boolean
}

/** Describes what remains of the amount in a rescinded notice (DEL-30, BIL-19). */
export function describePastDueBalance({ openCents, isRebilled }: NoticeRemainder): string {
  if (isRebilled) return 'The amount in the notice is billed again with a later due date.'
  return openCents > 0
    ? `Of the amount in the notice, ${formatDollars(openCents)} is still due. We do not cancel a policy for a balance this small.`
    : 'The amount in the notice has been settled.'
}

/**
 * Withdraws the letters of a notice that are not mailed yet. If a letter was already mailed, adds a letter of
 * rescission for its recipient to the print queue.
 */
export async function rescindLetters(
  ctx: PostalContext,
  policy: Policy,
  { noticeId, ...remainder }: NoticeRemainder & { noticeId: string },
): Promise<void> {
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
      'The notice of cancellation is rescinded, and coverage continues without a lapse.',
      describePastDueBalance(remainder),
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

/** Letters that ask for a payment. They print the payment step and the address for checks. */
export const paymentLetterKinds = [
  ...(['lenderInvoice', 'lenderSecondNotice', 'amountDue', 'paymentReminder', 'pastDueNotice'] as const),
  ...(['lenderHasNotPaid', 'paymentFailed', 'renewalOnHold'] as const),
] satisfies LetterKind[]

/**
 * Withdraws the unmailed letters that ask for an amount that is no longer owed, except for a balance up to the write-off
 * limit, or that concern a cancelled policy (DEL-31). The letter about a renewal on hold is withdrawn when nothing is
 * past due, and the letter about a failed payment when nothing is owed.
 * @param policyId the policy, or undefined for all policies
 */
export async function withdrawPaidLetters({ db, now }: Pick<Ctx, 'db' | 'now'>, policyId?: string): Promise<void> {
  const limitCents = await readWriteOffLimitCents(db, now)
  await sql`update postal_notices set state = 'replaced' where postal_notice_id in (
    select l.postal_notice_id from postal_notices l join policies p using (policy_id)
    where l.state in ('queued', 'exported') and l.kind = any(${paymentLetterKinds}::text[])
      and ${policyId ? sql<SqlBool>`l.policy_id = ${policyId}` : sql<SqlBool>`true`}
      and (p.cancelled_at is not null or not exists (select from obligations o
        where o.policy_id = l.policy_id and o.open_cents > ${limitCents}
          and (l.obligation_id is null or o.obligation_id = l.obligation_id)
          and (l.kind <> 'renewalOnHold' or o.due_date < ${now}::timestamptz::date)))
    for update of l skip locked)`.execute(db)
}
