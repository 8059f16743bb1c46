import type { OperationId } from './http/operation.ts'

/** Operations of the contract that are not built yet; they answer 501. Empty when the work is complete. */
export const pending = {} as const satisfies Partial<Record<OperationId, 'pending'>>

export type Pending = keyof typeof pending
