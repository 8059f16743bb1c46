/** Position of a field in a line: its first column (starting at 1) and its width. */
export type ColumnRange = readonly [from: number, width: number]

/**
 * Layout of a bank's lockbox file: fixed width, one record per line, with the record type in the first column. Layouts
 * are configurable because they vary by bank (LBX-1).
 */
export interface LockboxLayout {
  /** Record 1: file date, `YYMMDD`. */
  file: { date: ColumnRange }
  /** Record 5: start of a lockbox. */
  lockbox: { lockboxNo: ColumnRange; date: ColumnRange }
  /** Record 6: a check. Amounts are in cents. */
  check: { batch: ColumnRange; item: ColumnRange; amount: ColumnRange; checkNo: ColumnRange }
  /**
   * Record 4: remittance data of the preceding check. Batch, item and sequence number are set only if the bank has
   * these columns.
   */
  remittance: {
    reference: ColumnRange
    payer: ColumnRange
    batch?: ColumnRange
    item?: ColumnRange
    sequence?: ColumnRange
  }
  /** Record 7: totals of a batch. Lockbox and date are set only if the bank has these columns. */
  batchTotal: {
    batch: ColumnRange
    count: ColumnRange
    amount: ColumnRange
    lockboxNo?: ColumnRange
    date?: ColumnRange
  }
  /** Record 8: totals of a lockbox. Lockbox and date are set only if the bank has these columns. */
  lockboxTotal: { count: ColumnRange; amount: ColumnRange; lockboxNo?: ColumnRange; date?: ColumnRange }
  /** Record 9: number of lines in the file, including this line. */
  trailer: { lines: ColumnRange }
}

/** The layout that most banks use. */
export const defaultLockboxLayout: LockboxLayout = {
  file: { date: [24, 6] },
  lockbox: { lockboxNo: [8, 7], date: [15, 6] },
  check: { batch: [2, 3], item: [5, 3], amount: [8, 10], checkNo: [37, 10] },
  remittance: { reference: [12, 20], payer: [32, 49], batch: [2, 3], item: [5, 3], sequence: [9, 2] },
  batchTotal: { batch: [2, 3], count: [21, 3], amount: [24, 10], lockboxNo: [8, 7], date: [15, 6] },
  lockboxTotal: { count: [21, 4], amount: [25, 10], lockboxNo: [8, 7], date: [15, 6] },
  trailer: { lines: [2, 6] },
}

/** Returns a field of a line, trimmed. */
export const readColumnText = (line: string, [from, width]: ColumnRange): string =>
  line.slice(from - 1, from - 1 + width).trim()
