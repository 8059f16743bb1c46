import type { PolicyTransaction } from '@tideline/sdk'

/** A row of the transaction table: a single transaction, or a group of endorsements (type `Grouped`). */
export interface TransactionRow {
  key: string
  type: PolicyTransaction['transactionType']
  /** The transactions of the row, oldest first. The table shows the last transaction. */
  transactions: [PolicyTransaction, ...PolicyTransaction[]]
}

/** Returns the rows of the grid, newest first. Endorsements of the same group share a row (POL-13). */
export function getTransactionRows(oldestFirst: readonly PolicyTransaction[]): TransactionRow[] {
  const rows = new Map<string, TransactionRow>()
  for (const transaction of oldestFirst) {
    const { groupId, policyTransactionId, transactionType } = transaction
    const key = groupId ?? policyTransactionId
    const row = rows.get(key)
    if (row) {
      row.transactions.push(transaction)
      row.type = 'Grouped'
    } else rows.set(key, { key, type: transactionType, transactions: [transaction] })
  }
  return [...rows.values()].reverse()
}

export const getDisplayedTransaction = ({ transactions: [first, ...more] }: TransactionRow) => more.at(-1) ?? first
