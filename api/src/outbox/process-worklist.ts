import { ApiError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'

interface LockedList<Job, Item> {
  job: Job
  /** The first unprocessed items in order. Empty if all items are done. */
  items: readonly Item[]
}

/** Items that are processed in one transaction. */
type Batch<Item> = readonly [Item, ...Item[]]

/** The result of a list that was not cancelled. */
export type WorklistResult = { state: 'done' } | { state: 'failed'; error: string }

/**
 * Runs part of the work in a transaction with the list locked. Does nothing if another process has already processed
 * the items or the list was cancelled.
 */
type RunItemOnce<Job> = (work: (ctx: TransactionContext, job: Job) => Promise<void>) => Promise<void>

/** A list of items that a job processes in order, in batches. */
export interface Worklist<Job, Item extends { place: number }> {
  /** Marks the list as running if it was queued. */
  begin: (ctx: TransactionContext) => Promise<unknown>
  /**
   * Locks the list until the transaction ends. Returns its first unprocessed items, at most `limit`. Returns undefined
   * if the list is no longer running.
   */
  take: (ctx: TransactionContext, limit: number) => Promise<LockedList<Job, Item> | undefined>
  /** Maximum number of items per transaction. */
  batchSize: number
  /**
   * Processes one or more of the items, starting with the first. Call `once` for database writes and counters so that
   * an error rolls all of them back. If it throws an ApiError, each half of the batch is processed again by itself.
   */
  attempt: (ctx: Ctx, items: Batch<Item>, once: RunItemOnce<Job>, job: Job) => Promise<void>
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

const isNotEmpty = <Item>(items: readonly Item[]): items is Batch<Item> => items.length > 0

/**
 * Processes the next items, at most `limit`. If one of them is rejected, halves the batch until the rejected item is
 * alone. Returns false if there is none.
 */
async function processNext<Job, Item extends { place: number }>(
  ctx: Ctx,
  list: Worklist<Job, Item>,
  limit: number,
): Promise<boolean> {
  const next = await runInTransaction(ctx, async (ctx) => {
    const taken = await list.take(ctx, limit)
    if (taken?.items.length === 0) await list.end(ctx, taken.job, { state: 'done' })
    return taken
  })
  if (!next || !isNotEmpty(next.items)) return false
  const { items, job } = next
  const once: RunItemOnce<Job> = (work) =>
    runInTransaction(ctx, async (ctx) => {
      const taken = await list.take(ctx, items.length)
      // Skips the items if the list was cancelled or another process has already processed them.
      if (taken && hasSamePlaces(taken.items, items)) await work(ctx, taken.job)
    })
  try {
    await list.attempt(ctx, items, once, job)
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown
    if (items.length === 1) await once((ctx) => list.reject(ctx, items[0], thrown))
    else {
      const half = Math.ceil(items.length / 2)
      await processNext(ctx, list, half)
      await processNext(ctx, list, items.length - half)
    }
  }
  return true
}

const hasSamePlaces = (taken: readonly { place: number }[], items: readonly { place: number }[]) =>
  taken.length === items.length && taken.every(({ place }, index) => place === items[index]?.place)

/**
 * Processes a list in batches. The changes of a batch are committed in one transaction, so after a crash, another
 * process can continue with the next batch. Unexpected errors are retried. After the last attempt, the list is marked as
 * failed.
 */
export async function processWorklist<Job, Item extends { place: number }>(
  ctxNow: () => Ctx,
  list: Worklist<Job, Item>,
  { attempt, maxAttempts, signal }: JobAttempt = {},
): Promise<void> {
  await runInTransaction(ctxNow(), list.begin)
  try {
    while (await processNext(ctxNow(), list, list.batchSize)) signal?.throwIfAborted()
  } catch (thrown) {
    const isLast = attempt !== undefined && attempt === maxAttempts
    if (!isLast || signal?.aborted) throw thrown
    await runInTransaction(ctxNow(), async (ctx) => {
      const taken = await list.take(ctx, 1)
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
    const taken = await list.take(ctx, 1)
    if (taken) await list.end(ctx, taken.job, { state: 'failed', error: list.failureMessage })
    return taken !== undefined
  })
