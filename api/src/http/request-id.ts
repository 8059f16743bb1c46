import { randomUUID } from 'node:crypto'

const shape = /^[A-Za-z0-9_-]{8,64}$/

/** Returns the caller's request id if it is well-formed, otherwise a new one. */
export const getRequestId = (given: string | undefined) => (given && shape.test(given) ? given : `req_${randomUUID()}`)
