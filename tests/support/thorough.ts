/** Whether this is the nightly run (`pnpm verify`), which takes longer than `pnpm test` may. */
export const isThorough = process.env.TIDELINE_THOROUGH === 'yes'

/** The number of random cases of a property: all in the nightly run, a fifth otherwise. Each run draws other cases. */
export const getRuns = (all: number): number => (isThorough ? all : Math.ceil(all / 5))
