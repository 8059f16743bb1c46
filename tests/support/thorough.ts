/** Whether this is the nightly run (`pnpm verify`), which may take longer than `pnpm test`. */
export const isThorough = process.env.TIDELINE_THOROUGH === 'yes'

/** Returns the number of random cases for a property test: all in the nightly run, otherwise a twentieth. Each run uses different cases. */
export const getRunCount = (all: number): number => (isThorough ? all : Math.ceil(all / 20))

/**
 * Returns all cases in the nightly run, otherwise every `step`-th case, beginning with the first. Use it for cases that
 * test the same code with other values.
 */
export const selectCases = <Case>(cases: readonly Case[], step: number): readonly Case[] =>
  isThorough ? cases : cases.filter((_, index) => index % step === 0)
