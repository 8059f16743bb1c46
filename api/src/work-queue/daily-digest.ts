import type { Action, ActionKind } from '@tideline/sdk/types'
import { getActionItemTitle } from '@tideline/sdk/words'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { addDays } from '../calendar/days.ts'
import { getLocalHour, getPropertyDate } from '../calendar/property-date.ts'
import type { DB } from '../db/schema.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'
import { readSettings } from '../settings/settings.ts'
import { getAgencyActionItems, getStaffActionItems, recentFailureDays } from './action-items.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'sweep-digests': Record<string, never>
    'daily-digest': { accountId: string }
  }
}

/** Crontab line: starts the daily digests every hour. Recipients are in different time zones. */
export const digestSweepSchedule = '11 * * * * sweep-digests ?max=3'

/** The company's state. Staff use its time zone. */
const companyState = 'NY'

interface DigestRecipient {
  accountId: string
  email: string
  firstName: string
  name: string
  roles: string[]
  /** Id of the agency. Null for staff. */
  agencyId: string | null
  state: string | null
  /** Last local date for which a daily digest was sent, `YYYY-MM-DD`. */
  lastDigestDate: string | null
}

/**
 * Returns the accounts that may receive the daily digest and did not opt out. Excludes people without a password, since
 * they cannot open the links. Excludes agencies in registration and terminated agencies, which have no pending items
 * (AGY-1).
 */
async function findRecipients(db: Kysely<DB>, which: RawBuilder<unknown> = sql`true`): Promise<DigestRecipient[]> {
  const { rows } = await sql<DigestRecipient>`
    select c.account_id as "accountId", c.email, c.first_name as "firstName",
      trim(c.first_name || ' ' || c.last_name) as name, c.roles, c.agency_id as "agencyId", g.state,
      to_char(d.last_digest_date, 'YYYY-MM-DD') as "lastDigestDate"
    from accounts c left join agencies g using (agency_id) left join daily_digests d using (account_id)
    where c.is_active and c.password_hash is not null and (c.agency_id is null or g.status in ('A', 'I')) and ${which}
      and not exists (select from account_preferences f
        where f.account_id = c.account_id and f.name = 'dailyDigest' and f.value = 'false')
    order by c.account_id`.execute(db)
  return rows
}

const getDay = ({ state }: DigestRecipient, now: Date) => getPropertyDate(now, state ?? companyState)

/**
 * Queues one job for each recipient whose daily digest is due. A failed job does not affect other recipients. Does
 * nothing unless the digest is enabled.
 */
export async function enqueueDueDigests(ctx: Ctx): Promise<void> {
  const settings = await readSettings(ctx.db, ctx.now)
  if (!settings['digest.enabled']) return
  const due = (await findRecipients(ctx.db)).filter(
    (reader) =>
      getLocalHour(ctx.now, reader.state ?? companyState) >= settings['digest.hour'] &&
      reader.lastDigestDate !== getDay(reader, ctx.now),
  )
  if (due.length === 0) return
  await runInTransaction(ctx, async ({ db }) => {
    for (const { accountId } of due)
      await enqueueJob(db, 'daily-digest', { accountId }, { key: `daily-digest:${accountId}` })
  })
}

/**
 * Records that an account gets its daily digest for a date. Returns false if this was already recorded. Of two
 * concurrent calls, the second waits and returns false.
 */
async function isFirst({ db }: TransactionContext, accountId: string, day: string): Promise<boolean> {
  const row = await db
    .insertInto('daily_digests')
    .values({ account_id: accountId, last_digest_date: day })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ last_digest_date: day })
        .where('daily_digests.last_digest_date', '<', day),
    )
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

const filtered = (list: string, filter: object) => `/admin/${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`

/**
 * Returns the back-office list's URL for each type of pending item. Failed payments and imports are listed from the
 * date `createdFrom`.
 */
const staffLists = (createdFrom: string): Record<ActionKind, string> => ({
  signature: filtered('policies', { waitsFor: 'signature' }),
  payment: filtered('policies', { waitsFor: 'payment' }),
  documents: filtered('policies', { waitsFor: 'documents' }),
  cancellations: filtered('policies', { waitsFor: 'cancellation' }),
  renewalHolds: filtered('policies', { waitsFor: 'renewalHold' }),
  certificates: '/admin',
  reviews: filtered('reviews', { state: 'open' }),
  reinstatementOffers: filtered('reinstatement-offers', { state: 'open' }),
  mortgageeChanges: filtered('mortgagee-changes', { status: 'open' }),
  checks: filtered('lockbox-reprocessing', { status: 'unapplied' }),
  overpayments: '/admin/billing/payments',
  failedPayments: filtered('billing/payments', { paymentStatus: 'failed', createdFrom }),
  disputes: filtered('billing/payments', { paymentStatus: 'disputed' }),
  imports: filtered('importJobs', { status: 'failed', createdFrom }),
  licenses: '/admin/agencies',
  registrations: filtered('agencies', { status: 'P' }),
  approvals: filtered('approvals', { state: 'pending' }),
  statementsToClose: filtered('commissions', { status: 'open' }),
  statementsToPay: filtered('commissions', { status: 'closed' }),
  payoutsToApprove: filtered('payouts', { status: 'pendingApproval' }),
  payoutsToPay: filtered('payouts', { status: 'ready' }),
  letters: filtered('print-queue', { state: 'unmailed' }),
  failedJobs: '/admin/jobs',
})

/** URLs of the policy list tabs for agents. Types without a tab link to the page with all action items. */
const agentLists: Partial<Record<ActionKind, string>> = {
  signature: '/policies?waitsFor=signature',
  payment: '/policies?waitsFor=payment',
  documents: '/policies?waitsFor=documents',
  cancellations: '/policies?waitsFor=cancellation',
  renewalHolds: '/policies?waitsFor=renewalHold',
}

const toSentence = ({ kind, count, isCapped }: Action) =>
  `${getActionItemTitle(kind)}: ${count.toLocaleString('en-US')}${isCapped ? ' or more' : ''}`

/**
 * Emails one recipient the number of their pending items, once per local date. Records the date in the transaction that
 * queues the email, so a crash cannot lose or duplicate the email. Sends nothing if nothing is pending.
 */
export const sendDigest = (ctx: Ctx, accountId: string): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const [reader] = await findRecipients(ctx.db, sql`c.account_id = ${accountId}`)
    if (!reader) return
    const day = getDay(reader, ctx.now)
    if (!(await isFirst(ctx, accountId, day))) return
    const { agencyId, roles } = reader
    const actions = agencyId
      ? await getAgencyActionItems(ctx.db, agencyId, ctx.now)
      : await getStaffActionItems(ctx.db, new Set(roles), { now: ctx.now, accountId })
    const waiting = actions.filter(({ count }) => count > 0)
    if (waiting.length === 0) return
    const home = getPublicUrl(ctx.config)
    const lists = agencyId ? agentLists : staffLists(addDays(day, -recentFailureDays))
    const listOf = (kind: ActionKind) => `${home}${lists[kind] ?? '/actions'}`
    await enqueueEmail(ctx.db, {
      ...{ to: reader.email, toName: reader.name, template: agencyId ? 'agency-daily-digest' : 'daily-digest' },
      values: {
        firstName: reader.firstName || reader.name,
        day,
        waiting: waiting.map((action) => `${toSentence(action)}\t${listOf(action.kind)}`).join('\n'),
        link: agencyId ? `${home}/actions` : `${home}/admin`,
        off: `Turn off this email\t${home}/profile`,
      },
    })
  })
