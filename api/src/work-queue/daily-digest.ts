import type { Action, ActionKind } from '@tideline/sdk/types'
import { actionTitle } from '@tideline/sdk/words'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { plusDays } from '../calendar/days.ts'
import { getPropertyDate, hourAt } from '../calendar/property-day.ts'
import type { DB } from '../db/schema.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { readSettings } from '../settings/settings.ts'
import { getAgencyActions, getRolesActions, newsDays } from './actions.ts'

declare module '../outbox/enqueue.ts' {
  interface Jobs {
    'sweep-digests': Record<string, never>
    'daily-digest': { accountId: string }
  }
}

/** Crontab line: hourly, since each reader's morning begins with their own zone. */
export const sweepDigestsSchedule = '11 * * * * sweep-digests ?max=3'

/** Where staff work: the house's own calendar. */
const companyState = 'NY'

interface Reader {
  accountId: string
  email: string
  firstName: string
  name: string
  roles: string[]
  /** Of agents. */
  agencyId: string | null
  state: string | null
  /** The last local day of which they have heard, `YYYY-MM-DD`. */
  toldOf: string | null
}

/**
 * Who may see what waits and has not turned the mail off. Who was invited and never came cannot open its links, and an agency that is
 * registering or ended has nothing to do (AGY-1).
 */
async function readers(db: Kysely<DB>, which: RawBuilder<unknown> = sql`true`): Promise<Reader[]> {
  const { rows } = await sql<Reader>`
    select c.account_id as "accountId", c.email, c.first_name as "firstName",
      trim(c.first_name || ' ' || c.last_name) as name, c.roles, c.agency_id as "agencyId", g.state,
      to_char(d.told_of, 'YYYY-MM-DD') as "toldOf"
    from accounts c left join agencies g using (agency_id) left join daily_digests d using (account_id)
    where c.is_active and c.password_hash is not null and (c.agency_id is null or g.status in ('A', 'I')) and ${which}
      and not exists (select from account_preferences f
        where f.account_id = c.account_id and f.name = 'dailyDigest' and f.value = 'false')
    order by c.account_id`.execute(db)
  return rows
}

const getDay = ({ state }: Reader, now: Date) => getPropertyDate(now, state ?? companyState)

/**
 * Gives everybody whose hour has come a job of their own, which looks again: one that fails holds up no other. Only where a superuser
 * has turned the mail on.
 */
export async function sweepDigests(ctx: Ctx): Promise<void> {
  const settings = await readSettings(ctx.db, ctx.now)
  if (!settings['digest.enabled']) return
  const due = (await readers(ctx.db)).filter(
    (reader) =>
      hourAt(ctx.now, reader.state ?? companyState) >= settings['digest.hour'] &&
      reader.toldOf !== getDay(reader, ctx.now),
  )
  if (due.length === 0) return
  await inTransaction(ctx, async ({ db }) => {
    for (const { accountId } of due)
      await enqueue(db, 'daily-digest', { accountId }, { key: `daily-digest:${accountId}` })
  })
}

/** Whether this is the first on that day; whoever comes second waits for the first and is told no. */
async function isFirst({ db }: TransactionContext, accountId: string, day: string): Promise<boolean> {
  const row = await db
    .insertInto('daily_digests')
    .values({ account_id: accountId, told_of: day })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ told_of: day }).where('daily_digests.told_of', '<', day),
    )
    .returning('account_id')
    .executeTakeFirst()
  return row !== undefined
}

const filtered = (list: string, filter: object) => `/admin/${list}?filter=${encodeURIComponent(JSON.stringify(filter))}`

/** Where staff work each kind off; the lists are those of the back office's home. `createdFrom` is the first day that is news. */
const staffLists = (createdFrom: string): Record<ActionKind, string> => ({
  signature: filtered('policies', { waitsFor: 'signature' }),
  payment: filtered('policies', { waitsFor: 'payment' }),
  documents: filtered('policies', { waitsFor: 'documents' }),
  cancellations: filtered('policies', { waitsFor: 'cancellation' }),
  certificates: '/admin',
  reviews: filtered('reviews', { state: 'open' }),
  checks: filtered('lockbox-reprocessing', { status: 'unapplied' }),
  overpayments: '/admin/billing/payments',
  failedPayments: filtered('billing/payments', { paymentStatus: 'failed', createdFrom }),
  disputes: filtered('billing/payments', { paymentStatus: 'disputed' }),
  imports: filtered('importJobs', { status: 'failed', createdFrom }),
  licences: '/admin/agencies',
  registrations: filtered('agencies', { status: 'P' }),
})

/** Where agents do: the tabs of their list of policies, over their agency and those below it; else their page of all that waits. */
const agentLists: Partial<Record<ActionKind, string>> = {
  signature: '/policies?waitsFor=signature',
  payment: '/policies?waitsFor=payment',
  documents: '/policies?waitsFor=documents',
  cancellations: '/policies?waitsFor=cancellation',
}

const toSentence = ({ kind, count, isCapped }: Action) =>
  `${actionTitle(kind)}: ${count.toLocaleString('en-US')}${isCapped ? ' or more' : ''}`

/**
 * Mails one reader what waits for them, with the counts of the action centre, once on their local day: the day is written down in
 * the transaction that queues the mail, so that a killed worker neither loses nor doubles it. Nothing waits: no mail.
 */
export const sendDigest = (ctx: Ctx, accountId: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const [reader] = await readers(ctx.db, sql`c.account_id = ${accountId}`)
    if (!reader) return
    const day = getDay(reader, ctx.now)
    if (!(await isFirst(ctx, accountId, day))) return
    const { agencyId, roles } = reader
    const actions = agencyId
      ? await getAgencyActions(ctx.db, agencyId, ctx.now)
      : await getRolesActions(ctx.db, new Set(roles), ctx.now)
    const waiting = actions.filter(({ count }) => count > 0)
    if (waiting.length === 0) return
    const home = getPublicUrl(ctx.config)
    const lists = agencyId ? agentLists : staffLists(plusDays(day, -newsDays))
    const listOf = (kind: ActionKind) => `${home}${lists[kind] ?? '/actions'}`
    await enqueueEmail(ctx.db, {
      ...{ to: reader.email, toName: reader.name, template: 'daily-digest' },
      values: {
        firstName: reader.firstName || reader.name,
        day,
        waiting: waiting.map((action) => `${toSentence(action)}\t${listOf(action.kind)}`).join('\n'),
        link: agencyId ? `${home}/actions` : `${home}/admin`,
        off: `Turn this mail off\t${home}/profile`,
      },
    })
  })
