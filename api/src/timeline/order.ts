import type { TimeSortKey } from '../http/page.ts'

type Dated = { id: string } & ({ createdAt: string } | { noticeDate: string })

/**
 * Returns the sort key of a timeline item: its creation time and its id. For a claim, the notice date replaces the
 * creation time. The id keeps the order stable.
 */
export const getTimelineSortKey = (item: Dated): TimeSortKey => [
  Date.parse('noticeDate' in item ? item.noticeDate : item.createdAt),
  item.id,
]

/**
 * Returns whether the documents of a transaction are shown without signatures. This applies to the transaction types
 * P05 and P06.
 */
export const shouldHideSignatures = (transactionType: string) => ['P05', 'P06'].includes(transactionType)
