import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<true>()

/** Runs `work`, and everything it awaits, as part of an open transaction. */
export const runInTransactionScope = <Result>(work: () => Result): Result => scope.run(true, work)

/** Whether the current code runs inside an open transaction. */
export const isInTransactionScope = (): boolean => scope.getStore() === true

/**
 * Rendering documents and calling storage take long and would hold row locks and a database connection meanwhile.
 * @throws Error inside a transaction
 */
export function assertOutsideTransaction(action: string): void {
  if (isInTransactionScope())
    throw new Error(`${action} inside a database transaction. Do it before the transaction starts or after it ends.`)
}
