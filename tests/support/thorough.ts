/** Whether this is the nightly run (`pnpm verify`), which may take longer than `pnpm test`. */
export const isThorough = process.env.TIDELINE_THOROUGH === 'yes'

/** Returns the number of random cases for a property test: all in the nightly run, otherwise a tenth. Each run uses different cases. */
export const getRunCount = (all: number): number => (isThorough ? all : Math.ceil(all / 10))
