/** The exit codes that scripts rely on: 0 success, 1 failed or rejected, 2 usage error, 3 not logged in. */
export type ExitCode = 0 | 1 | 2 | 3

/** An error that ends the command with a message for the user and an exit code for scripts. */
export class CommandError extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = 1) {
    super(message)
    this.name = 'Failure'
    this.exitCode = exitCode
  }
}

export const createUsageError = (message: string) => new CommandError(message, 2)

export const createNotLoggedInError = (
  message = 'You are not logged in. Run `tideline login`, or set TIDELINE_TOKEN.',
) => new CommandError(message, 3)

interface ServerError extends Error {
  status: number
  code: string
  errors: readonly { message: string; field?: string }[]
  requestId: string
}

// Checks the name instead of the class, because the SDK is loaded only when a call is made.
export const isTidelineError = (error: unknown): error is ServerError =>
  error instanceof Error && error.name === 'TidelineError'

const isParserError = (error: unknown): error is Error & { exitCode: number } =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('commander.')

export function getExitCode(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode
  if (isTidelineError(error)) return error.status === 401 ? 3 : 1
  if (isParserError(error)) return error.exitCode === 0 ? 0 : 2
  return 1
}

/** Returns the message for the user. Empty if the parser has already printed it. */
export function getErrorMessage(error: unknown): string {
  if (isParserError(error)) return ''
  if (!isTidelineError(error)) return error instanceof Error ? error.message : String(error)
  const others = error.errors.map(({ message }) => message).filter((message) => message !== error.message)
  const hint = error.status === 401 ? ['Run `tideline login`.'] : []
  return [error.message, ...others.map((message) => `- ${message}`), ...hint, `(request ${error.requestId})`].join('\n')
}
