import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is the nightly run (`pnpm verify`). */
    isThorough: boolean
  }
}

/**
 * Returns all cases in the nightly run, otherwise every `step`-th case, beginning with the first. Use it for cases that
 * render the same component with other data.
 */
export const selectCases = <Case>(cases: readonly Case[], step: number): Case[] =>
  cases.filter((_, index) => inject('isThorough') || index % step === 0)
