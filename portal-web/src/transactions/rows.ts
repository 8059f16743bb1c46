import type { PolicyTransaction } from '@tideline/sdk'

/** A transaction, or endorsements of one group as one row of type Grouped. */
export interface TransactionRow {
  key: string
  type: PolicyTransaction['transactionType']
  /** The transactions of the row, oldest first; the last one is what the row shows. */
  transactions: [PolicyTransaction, ...PolicyTransaction[]]
}

/** The rows of the grid, newest first; endorsements that share a group are one (POL-13). */
export function getRows(oldestFirst: readonly PolicyTransaction[]): TransactionRow[] {
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

/** The transaction that a row shows: its last one. */
export const getShown = ({ transactions: [first, ...more] }: TransactionRow) => more.at(-1) ?? first
