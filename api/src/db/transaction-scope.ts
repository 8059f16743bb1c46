import { AsyncLocalStorage } from 'node:async_hooks'

const transactionScope = new AsyncLocalStorage<true>()

/** Runs `work` and everything that it awaits as part of an open transaction. */
export const runInTransactionScope = <Result>(work: () => Result): Result => transactionScope.run(true, work)

/** Returns whether the current code runs inside an open transaction. */
export const isInTransactionScope = (): boolean => transactionScope.getStore() === true

/**
 * Prevents slow calls such as document rendering and file storage in a transaction, where they would hold row locks and
 * a connection.
 * @throws Error inside a transaction
 */
export function assertOutsideTransaction(action: string): void {
  if (isInTransactionScope())
    throw new Error(`${action} inside a database transaction. Do it before the transaction starts or after it ends.`)
}
