import type { TimeSortKey } from '../http/page.ts'

type Dated = { id: string } & ({ createdAt: string } | { noticeDate: string })

/**
 * Returns the sort key of a timeline item: its creation time and its id. Claims use the notice date instead of the
 * creation time. The id keeps the order stable.
 */
export const getTimelineSortKey = (item: Dated): TimeSortKey => [
  Date.parse('noticeDate' in item ? item.noticeDate : item.createdAt),
  item.id,
]

/**
 * Returns whether a transaction's documents are shown without signatures. True for the transaction types P05 and P06.
 */
export const shouldHideSignatures = (transactionType: string) => ['P05', 'P06'].includes(transactionType)
