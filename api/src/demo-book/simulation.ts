import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Actor, TransactionContext } from '../http/context.ts'
import { createJobHandlers } from '../jobs/handlers.ts'
import { createJobContext, type JobDependencies } from '../jobs/job-context.ts'
import { EmailRejectedError } from '../providers/mail/mail.ts'

/** The simulated past of the demo book. Past events use the same actions as the API, with a past date as `now`. */
export interface Simulation {
  db: Transaction<DB>
  /** Time when the book is loaded. `today` is its date. */
  now: Date
  today: string
  /** Returns a context for an actor at a time in the past. */
  at: (moment: Date | string, actor: Actor) => TransactionContext
  /** Sets the time for rows that are written from now on (`acting_at()` in the database). */
  goTo: (moment: Date) => Promise<void>
  /**
   * Performs an action at a time in the past and then runs the jobs that the action queued, one minute later in
   * simulated time.
   */
  play: <Result>(
    moment: Date | string,
    actor: Actor,
    action: (ctx: TransactionContext) => Promise<Result>,
  ) => Promise<Result>
}

const minuteMs = 60_000

/** Returns the simulated time of the events on a date: 15:00 UTC. */
export const getSimulatedTime = (day: string) => new Date(`${day}T15:00:00Z`)

/** An email address whose messages bounce. */
const fullMailbox = 'amara.example@example.com'

/** Returns providers that record past emails as sent or rejected. No email is sent while the book loads. */
const withRecordedEmails = (parts: JobDependencies): JobDependencies['providers'] => ({
  ...parts.providers,
  mail: {
    ...parts.providers.mail,
    send: async ({ to }) => {
      if (to === fullMailbox) throw new EmailRejectedError('550 The mailbox is full.')
      return { messageId: `<${to}@past>` }
    },
  },
})

/** Returns the part of `Simulation` that is needed to write rows in a transaction. */
export function createSimulationClock(db: Transaction<DB>, now: Date): Pick<Simulation, 'db' | 'now' | 'goTo'> {
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

export function createSimulation(parts: JobDependencies, db: Transaction<DB>, now: Date): Simulation {
  const inside = { ...parts, providers: withRecordedEmails(parts), database: { ...parts.database, db } }
  const at: Simulation['at'] = (moment, actor) => {
    const then = new Date(moment)
    const clock = () => (then > now ? now : then)
    return { ...createJobContext({ ...inside, clock }, 'demo_book'), actor, db }
  }
  const { goTo } = createSimulationClock(db, now)
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

/**
 * Runs the jobs that this transaction queued, as the worker would, until none is left. Jobs that end coverage are run
 * only if they are due.
 */
async function runJobs(parts: JobDependencies): Promise<void> {
  const handlers: Record<string, (payload: never, run: never) => Promise<void>> = createJobHandlers(parts)
  for (;;) {
    // `now()` is the start of the transaction, so this query excludes jobs that others queued, such as recurring jobs.
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
