import type { OperationId } from './http/operation.ts'

/**
 * Operations of the contract that are not built yet; they answer 501 with the standard error. Empty when the work is
 * complete. An operation that gets its handler leaves this list, or the types do not fit.
 */
export const pending = {} as const satisfies Partial<Record<OperationId, 'pending'>>

export type Pending = keyof typeof pending
