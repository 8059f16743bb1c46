/** From a day to a day, both included; without an end it goes on. */
export interface Period {
  from: string
  to: string | null
}

/** The first of the periods that has a day in common with the wished one. */
export const sharedPeriod = <Each extends Period>(periods: readonly Each[], wish: Period): Each | undefined =>
  periods.find(({ from, to }) => (wish.to === null || from <= wish.to) && (to === null || wish.from <= to))
