import { isDeepStrictEqual } from 'node:util'

const shown = (value: unknown) => JSON.stringify(value, null, 1)?.replaceAll(/\n\s*/g, ' ')

/** Throws unless the product and the model agree. Needs no test runner, because campaigns run without one. */
export function assertSame(told: unknown, reckoned: unknown, words: string): void {
  if (isDeepStrictEqual(told, reckoned)) return
  throw new Error(`${words}:\n  the product tells ${shown(told)}\n  the reckoner tells ${shown(reckoned)}`)
}

export function assertAtLeast(told: number, least: number, words: string): void {
  if (!(told >= least)) throw new Error(`${words}: ${told} is less than ${least}`)
}

interface Answered {
  status: number
  body: unknown
}

/** Throws unless a response has the expected status. */
export function assertStatus({ status, body }: Answered, expected: number | readonly number[], words = 'a call'): void {
  if ([expected].flat().includes(status)) return
  throw new Error(`${words} is answered ${status}, not ${[expected].flat().join(' or ')}: ${shown(body)}`)
}
