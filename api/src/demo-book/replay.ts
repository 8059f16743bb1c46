import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Actor, TransactionContext } from '../http/context.ts'
import { jobHandlers } from '../jobs/handlers.ts'
import { type JobParts, jobCtx } from '../jobs/job-ctx.ts'
import { EmailRejected } from '../providers/mail/mail.ts'

/** The past of a book that is loaded now: what happened then is done by the actions that the API calls, with their own day as `now`. */
export interface Past {
  db: Transaction<DB>
  /** When the book is loaded, and the day of it. */
  now: Date
  today: string
  /** A context in which somebody acts at a moment of the past. */
  at: (moment: Date | string, actor: Actor) => TransactionContext
  /** From here on, what nobody gives a moment was written at this one (`acting_at()` in the database). */
  goTo: (moment: Date) => Promise<void>
  /** Lets somebody act, then runs the jobs that this left behind, a minute later. */
  play: <Result>(
    moment: Date | string,
    actor: Actor,
    action: (ctx: TransactionContext) => Promise<Result>,
  ) => Promise<Result>
}

const minuteMs = 60_000

/** The afternoon of a day, when offices are open in every state; a day's later hours have not come yet on the day of loading. */
export const onDay = (day: string) => new Date(`${day}T15:00:00Z`)

/** Whose mails come back. */
const fullMailbox = 'amara.example@example.com'

/** What was mailed in the past is kept as sent, or as refused; nothing leaves the house when the book is loaded. */
const withoutPost = (parts: JobParts): JobParts['providers'] => ({
  ...parts.providers,
  mail: {
    ...parts.providers.mail,
    send: async ({ to }) => {
      if (to === fullMailbox) throw new EmailRejected('550 The mailbox is full.')
      return { messageId: `<${to}@past>` }
    },
  },
})

/** What a past needs to have rows written into it, in a transaction. */
export function playingAt(db: Transaction<DB>, now: Date): Pick<Past, 'db' | 'now' | 'goTo'> {
  let at = ''
  return {
    db,
    now,
    goTo: async (moment) => {
      if (at === moment.toISOString()) return
      at = moment.toISOString()
      await sql`select set_config('tideline.acting_at', ${at}, true)`.execute(db)
    },
  }
}

export function createPast(parts: JobParts, db: Transaction<DB>, now: Date): Past {
  const inside = { ...parts, providers: withoutPost(parts), database: { ...parts.database, db } }
  const at: Past['at'] = (moment, actor) => {
    const then = new Date(moment)
    const clock = () => (then > now ? now : then)
    return { ...jobCtx({ ...inside, clock }, 'demo_book'), actor, db }
  }
  const { goTo } = playingAt(db, now)
  return {
    db,
    now,
    today: now.toISOString().slice(0, 10),
    at,
    goTo,
    play: async (moment, actor, action) => {
      const ctx = at(moment, actor)
      await goTo(ctx.now)
      const result = await action(ctx)
      await runJobs({ ...inside, clock: () => new Date(ctx.now.getTime() + minuteMs) })
      return result
    },
  }
}

interface WaitingJob {
  id: string
  name: string
  payload: never
}

/** Runs what this transaction has queued, as the worker would have, until nothing is left whose time has come. */
async function runJobs(parts: JobParts): Promise<void> {
  const handlers: Record<string, (payload: never, run: never) => Promise<void>> = jobHandlers(parts)
  for (;;) {
    // `now()` is the beginning of the transaction: jobs of others, such as the recurring ones, are not seen.
    const { rows } = await sql<WaitingJob>`
      select j.id, t.identifier as name, j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where j.created_at = now()
        and (t.identifier <> 'end-cover' or j.run_at <= ${parts.clock?.() ?? new Date()}::timestamptz) order by j.id`.execute(
      parts.database.db,
    )
    if (rows.length === 0) return
    for (const { name, payload } of rows) await handlers[name]?.(payload, {} as never)
    await sql`select graphile_worker.complete_jobs(${rows.map(({ id }) => id)}::bigint[])`.execute(parts.database.db)
  }
}
