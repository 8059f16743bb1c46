import { AsyncLocalStorage } from 'node:async_hooks'

const transactionScope = new AsyncLocalStorage<true>()

/** Runs `work` inside the scope of an open transaction. The scope includes all awaited code. */
export const runInTransactionScope = <Result>(work: () => Result): Result => transactionScope.run(true, work)

/** Returns whether the current code runs inside an open transaction. */
export const isInTransactionScope = (): boolean => transactionScope.getStore() === true

/**
 * Throws an Error if called inside a transaction. Use it in slow functions such as document rendering and file storage.
 * Inside a transaction, they would hold row locks and a connection.
 */
export function assertOutsideTransaction(action: string): void {
  if (isInTransactionScope())
    throw new Error(`${action} inside a database transaction. Do it before the transaction starts or after it ends.`)
}
