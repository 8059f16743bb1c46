/** Where a field stands in its line: first column, counted from 1, and width. */
export type Column = readonly [from: number, width: number]

/**
 * How a bank writes its lockbox file: fixed width, one line a record, the first column names its type. Banks vary it,
 * so it is data (LBX-1; domain note 8).
 */
export interface LockboxLayout {
  /** 1: the day of the file, `YYMMDD`. */
  file: { date: Column }
  /** 5: a lockbox begins. */
  lockbox: { lockboxNo: Column; date: Column }
  /** 6: a check. Amounts are cents. */
  check: { batch: Column; item: Column; amount: Column; checkNo: Column }
  /** 4: what came with the check before it; batch, item and its number among them, unless the bank has no such columns. */
  remittance: { reference: Column; payer: Column; batch?: Column; item?: Column; sequence?: Column }
  /** 7: what a batch sums to, with lockbox and day unless the bank has no such columns. */
  batchTotal: { batch: Column; count: Column; amount: Column; lockboxNo?: Column; date?: Column }
  /** 8: what a lockbox sums to, as the batch. */
  lockboxTotal: { count: Column; amount: Column; lockboxNo?: Column; date?: Column }
  /** 9: how many lines the file has, this one included. */
  trailer: { lines: Column }
}

/** The widths that most banks use. */
export const defaultLayout: LockboxLayout = {
  file: { date: [24, 6] },
  lockbox: { lockboxNo: [8, 7], date: [15, 6] },
  check: { batch: [2, 3], item: [5, 3], amount: [8, 10], checkNo: [37, 10] },
  remittance: { reference: [12, 20], payer: [32, 49], batch: [2, 3], item: [5, 3], sequence: [9, 2] },
  batchTotal: { batch: [2, 3], count: [21, 3], amount: [24, 10], lockboxNo: [8, 7], date: [15, 6] },
  lockboxTotal: { count: [21, 4], amount: [25, 10], lockboxNo: [8, 7], date: [15, 6] },
  trailer: { lines: [2, 6] },
}

/** A field of a line, without the blanks around it. */
export const getColumn = (line: string, [from, width]: Column): string => line.slice(from - 1, from - 1 + width).trim()
