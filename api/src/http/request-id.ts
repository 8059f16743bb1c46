import { randomUUID } from 'node:crypto'

const shape = /^[A-Za-z0-9_-]{8,64}$/

/** The caller's request id when it is well-formed, else a new one. */
export const requestIdFrom = (given: string | undefined) => (given && shape.test(given) ? given : `req_${randomUUID()}`)
