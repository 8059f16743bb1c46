import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { enqueueJobs } from '../outbox/enqueue-job.ts'
import type { EmailTemplateId, EmailTemplateValues } from '../providers/mail/templates/catalog.ts'

/** Emails about unpaid amounts that are mailed to a policyholder who cannot be emailed, and the kinds of letters (DEL-29). */
export const letterKindsByTemplate = {
  'amount-due': 'amountDue',
  'payment-reminder': 'paymentReminder',
  'past-due': 'pastDueNotice',
  'lender-has-not-paid': 'lenderHasNotPaid',
  'payment-failed': 'paymentFailed',
  'payment-disputed': 'paymentFailed',
  'renewal-on-hold': 'renewalOnHold',
  'late-payment': 'latePayment',
  'reinstatement-offer': 'reinstatementOffer',
  'reinstatement-offer-closed': 'reinstatementOfferClosed',
} as const satisfies Partial<Record<EmailTemplateId, string>>

type LetterTemplateId = keyof typeof letterKindsByTemplate

/** A letter with the text and the values of an email. */
export interface LetterJob {
  letterId: string
  policyNo: string
  template: LetterTemplateId
  values: EmailTemplateValues[LetterTemplateId]
  /** Id of the unpaid amount. Null if the letter is about the whole policy. */
  obligationId: string | null
}

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'queue-letter': LetterJob
  }
}

interface Message<Id extends LetterTemplateId> {
  policy: { policyNo: string; email: string }
  template: Id
  /** The values of the email. The letter does not contain its link. */
  values: Omit<EmailTemplateValues[Id], 'link'>
  obligationId?: string
}

type PolicyholderMessage = { [Id in LetterTemplateId]: Message<Id> }[LetterTemplateId]

/** Returns the addresses whose latest email was rejected or could not be delivered. */
async function findFailedAddresses(db: Kysely<DB>, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const { rows } = await sql<{ address: string }>`
    select a.address from unnest(${[...new Set(addresses)]}::text[]) a (address)
    cross join lateral (select m.status from email_messages m where m.to_email = a.address::citext and m.status <> 'queued'
      order by m.created_at desc limit 1) latest
    where latest.status = 'failed'`.execute(db)
  return new Set(rows.map(({ address }) => address))
}

/**
 * Queues a letter for each message whose policyholder has no email address, or whose latest email could not be delivered
 * (DEL-29). The email is queued separately, so letters end when an email is delivered again.
 */
export async function enqueueLetters(trx: Transaction<DB>, messages: readonly PolicyholderMessage[]): Promise<void> {
  const failed = await findFailedAddresses(
    trx,
    messages.flatMap(({ policy: { email } }) => email || []),
  )
  await enqueueJobs(
    trx,
    'queue-letter',
    messages
      .filter(({ policy: { email } }) => !email || failed.has(email))
      .map(({ policy: { policyNo }, template, values, obligationId }) => ({
        payload: {
          ...{ letterId: randomUUID(), policyNo, template, obligationId: obligationId ?? null },
          values: { ...values, link: '' },
        } as LetterJob,
      })),
  )
}
