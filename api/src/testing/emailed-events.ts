import type { LetterKind } from '@tideline/sdk/types'
import { PaymentType } from '@tideline/sdk/words'
import { expect } from 'vitest'
import { dayMs } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import { type ActivePlan, processDelinquency } from '../delinquency/process-policy.ts'
import { readActivePlans } from '../delinquency/run-delinquency.ts'
import { formatDollars } from '../http/money.ts'
import type { EmailTemplateId } from '../providers/mail/templates/catalog.ts'
import { createTestContext } from './area-app.ts'
import { aHome, api, day, db, done, getPageDue, type Home, printedBy, sum, toCents } from './document-amounts.ts'

/** A value that an event's emails and documents show: the label in the email, and the value as the page shows it. */
export type Facts = Record<string, string>

export interface EmailedEvent {
  /** Templates of the emails that name amounts or dates. */
  templates: EmailTemplateId[]
  /** Causes the event. Emails of earlier events of the policy are ignored. */
  happen: () => Promise<{ home: Home; event: () => Promise<unknown> }>
  /** Values of the policy page and the ledger after the event, by label. Labels that start with a space are in sentences. */
  getFacts: (home: Home) => Promise<Facts>
  /** Returns the policy that the emails are about if the event creates it, such as a renewal. */
  findNext?: (home: Home) => Promise<Home>
  /** Returns the text of each letter, receipt or declarations page about the event. */
  getDocuments?: (home: Home) => Promise<string[]>
  /** Labels of the values that the documents show. By default, they show all. */
  documentLabels?: readonly string[]
  /** Kind of the letter that a policyholder without an email address gets instead (DEL-29). */
  letter?: LetterKind
}

export const asJob = (now = new Date()) =>
  createTestContext(db, { kind: 'job', name: 'test' }, { now, providers: api.providers })

export const daysAgo = (count: number) => new Date(Date.now() - count * dayMs)

export const getConfirmation = async (home: Home) =>
  (await done('GET', `/api/v1/policies/${home.policy_no}/getConfirmation`)).payload

/** Takes the delinquency steps of a policy that are due at a time. */
export async function takeSteps({ policy_id }: Home, now = new Date()) {
  const ctx = asJob(now)
  await processDelinquency(ctx, [policy_id], (await readActivePlans(ctx))[0] as ActivePlan, 100)
}

/** Creates an unpaid policy whose premium was or will be due on a date. */
export const aDueHome = (due: number, options: Parameters<typeof aHome>[0] = {}) =>
  aHome({ ...options, columns: { inception_date: day(due), ...options.columns } })

export const byBank = { typeId: PaymentType.ach, status: 'processing', checkNo: null } as const

export async function getDueRows(home: Home): Promise<Facts> {
  const { label, due, balance } = await getPageDue(home)
  return { [label]: due, Balance: balance }
}

export const getTermEnd = async (home: Home) => formatUsDate((await getConfirmation(home)).expirationDate)

const print = async (paths: readonly string[]) => (await Promise.all(paths.map(printedBy))).map(({ text }) => text)

/** Returns the texts of the letters in the print queue about the latest step. */
export async function getPrintedLetters({ policy_id }: Home, kind: string): Promise<string[]> {
  const letters = await db
    .selectFrom('postal_notices')
    .select('postal_notice_id')
    .where('policy_id', '=', policy_id)
    .where('kind', '=', kind as 'cancellationNotice')
    .execute()
  expect(letters.length).toBeGreaterThan(0)
  return print(letters.map(({ postal_notice_id }) => `/api/v1/delinquency/letters/${postal_notice_id}/pdf`))
}

/** Returns the texts of a policy's letters of a kind. */
export async function getLetterTexts({ policy_id, policy_no }: Home, kind: string): Promise<string[]> {
  const notices = await db
    .selectFrom('notices')
    .select('notice_id')
    .where('policy_id', '=', policy_id)
    .where('kind', '=', kind as 'nonRenewal')
    .execute()
  expect(notices.length).toBeGreaterThan(0)
  const path = `/api/v1/policies/${policy_no}/notices/${kind}-notice-`
  return print(notices.map(({ notice_id }) => `${path}${notice_id}.pdf`))
}

/** Returns the total of the refunds on hold, as the policy page shows them, or nothing if there are none. */
export async function getCreditOnHold({ policy_no }: Home): Promise<Facts> {
  const { payload } = await done('GET', `/api/v1/policies/${policy_no}/reviews`)
  const open = payload.filter(({ state }: { state: string }) => state === 'open')
  if (open.length === 0) return {}
  return { 'Credit on hold': formatDollars(sum(open.map(({ amount }: { amount: number }) => toCents(amount)))) }
}
