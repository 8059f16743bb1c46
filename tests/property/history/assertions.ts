import { isDeepStrictEqual } from 'node:util'

const formatValue = (value: unknown) => JSON.stringify(value, null, 1)?.replaceAll(/\n\s*/g, ' ')

/** Throws unless the product's value equals the model's. Does not need a test runner, because campaigns run without one. */
export function assertSame(actual: unknown, expected: unknown, subject: string): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new Error(`${subject}:\n  product: ${formatValue(actual)}\n  model:   ${formatValue(expected)}`)
}

export function assertAtLeast(actual: number, minimum: number, subject: string): void {
  if (!(actual >= minimum)) throw new Error(`${subject}: ${actual} is less than ${minimum}`)
}

interface Response {
  status: number
  body: unknown
}

/** Throws an error if a response does not have the expected status. */
export function assertStatus(
  { status, body }: Response,
  expected: number | readonly number[],
  subject = 'the request',
): void {
  if ([expected].flat().includes(status)) return
  throw new Error(`${subject} returned ${status}, not ${[expected].flat().join(' or ')}: ${formatValue(body)}`)
}
