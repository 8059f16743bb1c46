import { TidelineError } from '@tideline/sdk'

/** What a log-in needs after the password: a two-factor code, or setting up two-factor authentication first. */
export type TwoFactorStepKind = 'code' | 'setUp'

const kinds: Readonly<Record<string, TwoFactorStepKind>> = {
  second_factor_needed: 'code',
  missing_second_factor: 'setUp',
}

/** Returns the second step that an error requires, or undefined for any other error. */
export const getTwoFactorStep = (problem: unknown): TwoFactorStepKind | undefined =>
  problem instanceof TidelineError ? kinds[problem.code] : undefined
