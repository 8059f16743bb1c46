import { ApiError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'

interface Taken<Job, Item> {
  job: Job
  /** The first one that was not tried; undefined when nothing is left to do. */
  item: Item | undefined
}

/** How a list that nobody stopped ended. */
export type Ending = { state: 'done' } | { state: 'failed'; error: string }

/** Does a part of the work in the item's own transaction, if nobody else has done it since and the list was not stopped. */
export type Once<Job> = (work: (ctx: TransactionContext, job: Job) => Promise<void>) => Promise<void>

/** Something that is done to many, one after the other, by a job. */
export interface Worklist<Job, Item extends { place: number }> {
  /** Notes that it is under way, where it waited. */
  begin: (ctx: TransactionContext) => Promise<unknown>
  /** Locks the list until the transaction ends. Undefined when it is not under way any more. */
  take: (ctx: TransactionContext) => Promise<Taken<Job, Item> | undefined>
  /** Does it to one. What counts is written and counted within `once`; what it throws there takes all of it back. */
  attempt: (ctx: Ctx, item: Item, once: Once<Job>, job: Job) => Promise<void>
  /** Writes down that it was refused, and why. */
  refuse: (ctx: TransactionContext, item: Item, refusal: ApiError) => Promise<void>
  end: (ctx: TransactionContext, job: Job, how: Ending) => Promise<void>
  /** What is said when the house gives up. */
  givenUp: string
}

/** The attempt of a job that is run, as the worker tells it. */
export interface Attempt {
  attempt?: number
  maxAttempts?: number
  signal?: AbortSignal | undefined
}

/** Tries the next item. False when there is none. */
async function doNext<Job, Item extends { place: number }>(ctx: Ctx, list: Worklist<Job, Item>): Promise<boolean> {
  const next = await inTransaction(ctx, async (ctx) => {
    const taken = await list.take(ctx)
    if (taken && !taken.item) await list.end(ctx, taken.job, { state: 'done' })
    return taken
  })
  const item = next?.item
  if (!next || !item) return false
  const once: Once<Job> = (work) =>
    inTransaction(ctx, async (ctx) => {
      const taken = await list.take(ctx)
      // Stopped, or tried by another process since.
      if (taken?.item?.place === item.place) await work(ctx, taken.job)
    })
  await list.attempt(ctx, item, once, next.job).catch(async (thrown) => {
    if (!(thrown instanceof ApiError)) throw thrown
    await once((ctx) => list.refuse(ctx, item, thrown))
  })
  return true
}

/**
 * Works a list off. An item, what it changes and its count are one transaction, so that a process that is killed leaves either
 * all of them or none; whoever takes the job over goes on with the next item. What is not an item's fault is tried again; on the last
 * attempt the list is ended and says so.
 */
export async function processOneByOne<Job, Item extends { place: number }>(
  ctxNow: () => Ctx,
  list: Worklist<Job, Item>,
  { attempt, maxAttempts, signal }: Attempt = {},
): Promise<void> {
  await inTransaction(ctxNow(), list.begin)
  try {
    while (await doNext(ctxNow(), list)) signal?.throwIfAborted()
  } catch (thrown) {
    const isLast = attempt !== undefined && attempt === maxAttempts
    if (!isLast || signal?.aborted) throw thrown
    await inTransaction(ctxNow(), async (ctx) => {
      const taken = await list.take(ctx)
      if (taken) await list.end(ctx, taken.job, { state: 'failed', error: list.givenUp })
    })
  }
}

/** Ends a list that no job will finish. False when it is not under way any more. */
export const failStuckList = <Job, Item extends { place: number }>(
  ctx: Ctx,
  list: Worklist<Job, Item>,
): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    await list.begin(ctx)
    const taken = await list.take(ctx)
    if (taken) await list.end(ctx, taken.job, { state: 'failed', error: list.givenUp })
    return taken !== undefined
  })
