import { ApiError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'

interface LockedList<Job, Item> {
  job: Job
  /** The first unprocessed item. Undefined if all items are done. */
  item: Item | undefined
}

/** The result of a list that was not canceled. */
export type WorklistResult = { state: 'done' } | { state: 'failed'; error: string }

/**
 * Runs part of the work in a transaction with the list locked. Does nothing if another process has already processed
 * the item or the list was cancelled.
 */
export type RunItemOnce<Job> = (work: (ctx: TransactionContext, job: Job) => Promise<void>) => Promise<void>

/** A list of items that a job processes one by one. */
export interface Worklist<Job, Item extends { place: number }> {
  /** Marks the list as running if it was queued. */
  begin: (ctx: TransactionContext) => Promise<unknown>
  /** Locks the list until the transaction ends. Returns undefined if it is no longer running. */
  take: (ctx: TransactionContext) => Promise<LockedList<Job, Item> | undefined>
  /** Processes one item. Call `once` for database writes and counters so that an error rolls all of them back. */
  attempt: (ctx: Ctx, item: Item, once: RunItemOnce<Job>, job: Job) => Promise<void>
  /** Records that the item was rejected, with the reason. */
  reject: (ctx: TransactionContext, item: Item, rejection: ApiError) => Promise<void>
  end: (ctx: TransactionContext, job: Job, how: WorklistResult) => Promise<void>
  /** Error message for a list whose last attempt failed. */
  failureMessage: string
}

/** Attempt number of a running job, as reported by the worker. */
export interface JobAttempt {
  attempt?: number
  maxAttempts?: number
  signal?: AbortSignal | undefined
}

/** Processes the next item. Returns false if there is none. */
async function processNext<Job, Item extends { place: number }>(ctx: Ctx, list: Worklist<Job, Item>): Promise<boolean> {
  const next = await runInTransaction(ctx, async (ctx) => {
    const taken = await list.take(ctx)
    if (taken && !taken.item) await list.end(ctx, taken.job, { state: 'done' })
    return taken
  })
  const item = next?.item
  if (!next || !item) return false
  const once: RunItemOnce<Job> = (work) =>
    runInTransaction(ctx, async (ctx) => {
      const taken = await list.take(ctx)
      // Skips the item if the list was cancelled or another process has already processed it.
      if (taken?.item?.place === item.place) await work(ctx, taken.job)
    })
  await list.attempt(ctx, item, once, next.job).catch(async (thrown) => {
    if (!(thrown instanceof ApiError)) throw thrown
    await once((ctx) => list.reject(ctx, item, thrown))
  })
  return true
}

/**
 * Processes a list item by item. Each item's changes are committed in one transaction, so after a crash, another
 * process can continue with the next item. Unexpected errors are retried. After the last attempt, the list is marked as
 * failed.
 */
export async function processWorklist<Job, Item extends { place: number }>(
  ctxNow: () => Ctx,
  list: Worklist<Job, Item>,
  { attempt, maxAttempts, signal }: JobAttempt = {},
): Promise<void> {
  await runInTransaction(ctxNow(), list.begin)
  try {
    while (await processNext(ctxNow(), list)) signal?.throwIfAborted()
  } catch (thrown) {
    const isLast = attempt !== undefined && attempt === maxAttempts
    if (!isLast || signal?.aborted) throw thrown
    await runInTransaction(ctxNow(), async (ctx) => {
      const taken = await list.take(ctx)
      if (taken) await list.end(ctx, taken.job, { state: 'failed', error: list.failureMessage })
    })
  }
}

/** Marks a list as failed if no job will finish it. Returns false if the list is no longer running. */
export const failStuckWorklist = <Job, Item extends { place: number }>(
  ctx: Ctx,
  list: Worklist<Job, Item>,
): Promise<boolean> =>
  runInTransaction(ctx, async (ctx) => {
    await list.begin(ctx)
    const taken = await list.take(ctx)
    if (taken) await list.end(ctx, taken.job, { state: 'failed', error: list.failureMessage })
    return taken !== undefined
  })
