/** Problem that a lint tool reports. */
export interface LintProblem {
  rule: string
  /** Path in the contract, separated by points. */
  location: string
  message: string
  /** Operation that contains the problem. */
  operationId: string | undefined
}

/** Places where a rule is wrong for the contract (`rules/spectral-exceptions.mjs`). */
export interface LintException {
  rule: string
  reason: string
  /** The operations to which the exception applies. */
  operations?: string[]
  /** Text that the location and message of each problem contain, if the exception does not list operations. */
  text?: string
}

/**
 * Returns a line for each problem without an exception, for each exception without a problem, and for each exception
 * without a reason.
 */
export function applyExceptions(problems: readonly LintProblem[], exceptions: readonly LintException[]): string[] {
  const format = ({ location, message }: LintProblem) => `${location}: ${message}`
  const matches = ({ rule, text }: LintException, operationId: string | undefined, problem: LintProblem) =>
    rule === problem.rule &&
    (operationId === undefined
      ? text !== undefined && format(problem).includes(text)
      : operationId === problem.operationId)
  const places = exceptions.flatMap((exception) =>
    (exception.operations ?? [undefined]).map((operationId) => ({ exception, operationId })),
  )
  return [
    ...problems
      .filter((problem) => !places.some(({ exception, operationId }) => matches(exception, operationId, problem)))
      .map((problem) => `${problem.rule} ${format(problem)}`),
    ...places
      .filter(({ exception, operationId }) => !problems.some((problem) => matches(exception, operationId, problem)))
      .map(
        ({ exception, operationId }) =>
          `${exception.rule} ${operationId ?? exception.text}: remove this exception, because nothing needs it.`,
      ),
    ...exceptions
      .filter(({ reason }) => !/^\w.{19,}\.$/.test(reason))
      .map(({ rule }) => `${rule}: add the reason of the exception as a sentence.`),
  ]
}
