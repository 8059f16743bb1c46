import { TidelineError } from '@tideline/sdk'

/** What a log-in lacks besides the password: a code, or a second factor that is set up first. */
export type SecondStepKind = 'code' | 'setUp'

const kinds: Readonly<Record<string, SecondStepKind>> = {
  second_factor_needed: 'code',
  missing_second_factor: 'setUp',
}

/** The step that an error asks for; nothing for every other error. */
export const getSecondStep = (problem: unknown): SecondStepKind | undefined =>
  problem instanceof TidelineError ? kinds[problem.code] : undefined
