import { TidelineError } from '@tideline/sdk'

/** The second step of a log-in: entering a two-factor code, or setting up two-factor authentication. */
export type TwoFactorStepKind = 'code' | 'setUp'

const kinds: Readonly<Record<string, TwoFactorStepKind>> = {
  missing_second_factor_code: 'code',
  second_factor_not_set_up: 'setUp',
}

/** Returns the second step that an error requires, or undefined for any other error. */
export const getTwoFactorStep = (problem: unknown): TwoFactorStepKind | undefined =>
  problem instanceof TidelineError ? kinds[problem.code] : undefined
