import { AsyncLocalStorage } from 'node:async_hooks'

const transactionScope = new AsyncLocalStorage<true>()

/** Runs `work`, including all awaited code, inside the scope of an open transaction. */
export const runInTransactionScope = <Result>(work: () => Result): Result => transactionScope.run(true, work)

/** Returns whether the current code runs inside an open transaction. */
export const isInTransactionScope = (): boolean => transactionScope.getStore() === true

/**
 * Throws an Error inside a transaction. Slow calls such as document rendering and file storage would hold row locks and
 * a connection there.
 */
export function assertOutsideTransaction(action: string): void {
  if (isInTransactionScope())
    throw new Error(`${action} inside a database transaction. Do it before the transaction starts or after it ends.`)
}
