import { expect, it } from 'vitest'
import { EMAIL_TEMPLATES, type EmailTemplateId } from '../providers/mail/templates/catalog.ts'
import { renderEmail } from '../providers/mail/templates/index.ts'
import { api, db, getFacts, startDocumentApi } from '../testing/document-amounts.ts'
import { type EmailedEvent, getPrintedLetters } from '../testing/emailed-events.ts'
import { paymentEvents } from '../testing/emailed-payment-events.ts'
import { policyEvents } from '../testing/emailed-policy-events.ts'

await startDocumentApi()

const emailedEvents = { ...policyEvents, ...paymentEvents }

/** Templates about a policy whose dates appear on no policy page and in no policy document, with the reason. */
const withoutPage: Partial<Record<EmailTemplateId, string>> = {
  'signing-code': 'names when the code expires',
  'email-changed': 'names when the address was changed',
  'own-email-changed': 'names when the address was changed',
  'phone-changed': 'names when the phone number was changed',
  'mortgagee-change-requested': 'names the date by which staff decide',
  'agency-mortgagee-change-requested': 'names the date by which staff decide',
}

const amountOrDate = /\$[\d,]+\.\d\d|\d\d\/\d\d\/\d{4}/g

/** Returns the amounts and dates in a text, except the date until which a link is valid. */
const listValues = (text: string) =>
  [...new Set(text.replaceAll(/https?:\/\/\S+|The link is valid until .*/g, '').match(amountOrDate))].toSorted()

it.each(Object.keys(emailedEvents))(
  'shows the amounts and dates of the policy page in emails and documents about %s [BIL-16]',
  async (name) => {
    const emailed = emailedEvents[name] as EmailedEvent
    const { templates, happen, getFacts: getPageFacts, findNext, getDocuments, documentLabels } = emailed
    const { home: earlier, event } = await happen()
    await api.runJobs()
    await db.deleteFrom('email_messages').where('policy_id', '=', earlier.policy_id).execute()
    await event()
    await api.runJobs()
    const home = (await findNext?.(earlier)) ?? earlier
    const facts = await getPageFacts(home)
    const emails = await db
      .selectFrom('email_messages')
      .select(['template', 'subject', 'text'])
      .where('policy_id', '=', home.policy_id)
      .execute()
    const dated = emails.filter(({ subject, text }) => listValues(`${subject} ${text}`).length > 0)
    expect(dated.map(({ template }) => template).toSorted()).toEqual(templates.toSorted())
    const values = listValues(Object.entries(facts).join(' '))
    for (const { template, subject, text } of dated) {
      const named = Object.entries(getFacts(text)).filter(([label]) => facts[label] !== undefined)
      expect(named.length, template).toBeGreaterThan(0)
      for (const [label, value] of named)
        expect([template, label, listValues(value)]).toEqual([template, label, listValues(facts[label] ?? '')])
      // Sentences and the subject name no other amounts and dates.
      const others = listValues(`${subject} ${text}`).filter((value) => !values.includes(value))
      expect([template, others]).toEqual([template, []])
    }
    const shown = listValues(dated.map(({ subject, text }) => `${subject} ${text}`).join(' '))
    expect(shown).toEqual(values)
    for (const text of (await getDocuments?.(home)) ?? [])
      for (const [label, value] of Object.entries(facts))
        if (documentLabels?.includes(label) ?? true) expect(text, `${label} in a document`).toContain(value)
  },
)

it.each(Object.entries(emailedEvents).flatMap(([name, { letter }]) => (letter ? [[name, letter] as const] : [])))(
  'mails the amounts and dates of the policy page to a policyholder without an email address about %s (DEL-29)',
  async (name, kind) => {
    const { happen, getFacts: getPageFacts } = emailedEvents[name] as EmailedEvent
    const { home, event } = await happen()
    await db.updateTable('policies').set({ email: '' }).where('policy_id', '=', home.policy_id).execute()
    await event()
    await api.runJobs()
    const values = listValues(Object.entries(await getPageFacts(home)).join(' '))
    const [text = '', ...others] = await getPrintedLetters(home, kind)
    expect(others).toEqual([])
    expect(listValues(text.replaceAll(/, issued \S+/g, ''))).toEqual(values)
    expect(text).toContain('Questions? Contact your agent or call 800-555-0199.')
  },
)

it('compares every email template about a policy that names an amount or a date with the policy page [BIL-16]', async () => {
  const aboutPolicies = Object.entries(EMAIL_TEMPLATES).filter(([, { sample }]) => 'policyNo' in sample)
  const rendered = await Promise.all(
    aboutPolicies.map(async ([id, { sample }]) => {
      const { subject, text } = await renderEmail(id as EmailTemplateId, sample as never)
      return { id: id as EmailTemplateId, values: listValues(`${subject} ${text}`) }
    }),
  )
  const expected = rendered.flatMap(({ id, values }) => (values.length > 0 ? [id] : []))
  const compared = Object.values(emailedEvents).flatMap(({ templates }) => templates)
  const all = new Set([...compared, ...(Object.keys(withoutPage) as EmailTemplateId[])])
  expect([...all].toSorted()).toEqual(expected.toSorted())
})
