/** A period with its first and last date, both included. Without a last date, it is open-ended. */
export interface Period {
  from: string
  to: string | null
}

/** Returns the first period that overlaps the requested one. */
export const findOverlap = <Each extends Period>(periods: readonly Each[], wish: Period): Each | undefined =>
  periods.find(({ from, to }) => (wish.to === null || from <= wish.to) && (to === null || wish.from <= to))
