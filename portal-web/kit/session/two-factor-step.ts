import { TidelineError } from '@tideline/sdk'

/** The second step of a log-in: entering a two-factor code, or setting up two-factor authentication. */
export type TwoFactorStepKind = 'code' | 'setUp'

const kinds: Readonly<Record<string, TwoFactorStepKind>> = {
  second_factor_needed: 'code',
  missing_second_factor: 'setUp',
}

/** Returns the second step that an error requires, or undefined for any other error. */
export const getTwoFactorStep = (problem: unknown): TwoFactorStepKind | undefined =>
  problem instanceof TidelineError ? kinds[problem.code] : undefined
