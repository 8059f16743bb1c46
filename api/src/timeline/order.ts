import type { MomentAndId } from '../http/page.ts'

type Dated = { id: string } & ({ createdAt: string } | { noticeDate: string })

/** By creation, claims by their notice; of one moment in an order that stays. */
export const placeInTime = (item: Dated): MomentAndId => [
  Date.parse('noticeDate' in item ? item.noticeDate : item.createdAt),
  item.id,
]

/** The papers of P05 and P06 are not shown with their signatures. */
export const hidesSignatures = (transactionType: string) => ['P05', 'P06'].includes(transactionType)
