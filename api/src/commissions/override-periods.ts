/** A period with its first and last date. Both dates are included. A period without a last date is open-ended. */
export interface OverridePeriod {
  from: string
  to: string | null
}

/** Returns the first period that overlaps the requested period. */
export const findOverlappingPeriod = <Each extends OverridePeriod>(
  periods: readonly Each[],
  input: OverridePeriod,
): Each | undefined =>
  periods.find(({ from, to }) => (input.to === null || from <= input.to) && (to === null || input.from <= to))
