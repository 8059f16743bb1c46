import type { InstantAndId } from '../http/page.ts'

type Dated = { id: string } & ({ createdAt: string } | { noticeDate: string })

/**
 * Returns the sort key of a timeline item: the creation time, or the notice date of a claim, and the ID for a stable
 * order.
 */
export const getSortKey = (item: Dated): InstantAndId => [
  Date.parse('noticeDate' in item ? item.noticeDate : item.createdAt),
  item.id,
]

/** Returns whether the transaction's documents are shown without their signatures, as for P05 and P06. */
export const hidesSignatures = (transactionType: string) => ['P05', 'P06'].includes(transactionType)
