import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { dayMs } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import type { Providers } from '../providers/index.ts'
import type { MailTemplates, TemplateId } from '../providers/mail/templates/index.ts'

interface Facts {
  policy_id: string
  policy_no: string
  first_name: string
  insured_name: string
  email: string
  agency_id: string
  address_line: string
  total_premium_cents: number
  due_cents: number
}

interface Letter<Id extends TemplateId = TemplateId> {
  policyNo: string
  template: Id
  /** What the agency's log-ins are told. */
  title: string
  values: (facts: Facts & { link: string; sentAt: string }) => MailTemplates[Id]
  /** Why the mail did not arrive. */
  error?: string
}

const letter = <Id extends TemplateId>(about: Letter<Id>) => about as unknown as Letter

const ach = 'Bank account'
const letters: Letter[] = [
  letter({
    policyNo: 'RFL3000101',
    template: 'policyholder-link',
    title: 'A link to the policy was sent',
    values: (facts) => ({
      firstName: facts.first_name,
      policyNo: facts.policy_no,
      address: facts.address_line,
      link: facts.link,
      expiresAt: new Date(Date.parse(facts.sentAt) + dayMs).toISOString(),
    }),
  }),
  letter({
    policyNo: 'RFL3000102',
    template: 'payment-received',
    title: 'Payment received',
    values: (facts) => ({
      firstName: facts.first_name,
      policyNo: facts.policy_no,
      amountCents: facts.total_premium_cents,
      method: ach,
      paidAt: facts.sentAt,
      link: facts.link,
    }),
  }),
  letter({
    policyNo: 'RFL3000134',
    template: 'payment-failed',
    title: 'Payment failed',
    values: (facts) => ({
      firstName: facts.first_name,
      policyNo: facts.policy_no,
      amountCents: facts.total_premium_cents,
      method: ach,
      reason: 'The account has insufficient funds.',
      dueCents: facts.due_cents,
      link: `${facts.link}/pay`,
    }),
  }),
  letter({
    policyNo: 'RFL3000136',
    template: 'payment-received',
    title: 'Payment received',
    error: '550 The mailbox is full.',
    values: (facts) => ({
      firstName: facts.first_name,
      policyNo: facts.policy_no,
      amountCents: facts.total_premium_cents,
      method: ach,
      paidAt: facts.sentAt,
      link: facts.link,
    }),
  }),
]

/**
 * Mails that insureds got, one of which came back, and what the agency's log-ins were told. Nothing is sent: they are
 * rows as a job would have left them.
 */
export async function seedMessages(
  trx: Transaction<DB>,
  { mail }: Pick<Providers, 'mail'>,
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<void> {
  for (const { policyNo, template, title, values, error } of letters) {
    const facts = await trx
      .selectFrom('policies as p')
      .innerJoin('policy_balances as b', 'b.policy_id', 'p.policy_id')
      .select(['p.policy_id', 'p.policy_no', 'p.first_name', 'p.insured_name', 'p.email', 'p.agency_id'])
      .select(['p.address_line', 'p.total_premium_cents', 'b.due_cents'])
      .where('p.policy_no', '=', policyNo)
      .executeTakeFirstOrThrow()
    const sentAt = now.toISOString()
    const link = `${publicUrl}/policyholder/policies/${policyNo}`
    const { subject, html, text, version } = await mail.render(template, values({ ...facts, link, sentAt }))
    const email_message_id = randomUUID()
    await trx
      .insertInto('email_messages')
      .values({
        email_message_id,
        policy_id: facts.policy_id,
        to_email: facts.email,
        to_name: facts.insured_name,
        subject,
        html,
        text,
        template,
        template_version: version,
        attempts: 1,
        created_at: sentAt,
        ...(error
          ? { status: 'failed' as const, error }
          : { status: 'sent' as const, sent_at: sentAt, provider_message_id: `<${email_message_id}@mailbox>` }),
      })
      .execute()
    await sql`
      insert into notifications (account_id, agency_id, policy_id, kind, title, body, email_message_id, created_at)
      select account_id, agency_id, ${facts.policy_id}::uuid, ${template}, ${title}, ${`${title}: ${policyNo}`},
        ${email_message_id}::uuid, ${sentAt}::timestamptz
      from accounts where agency_id = ${facts.agency_id}`.execute(trx)
  }
}
