type Dated = { id: string } & ({ createdAt: string } | { noticeDate: string })

const at = (item: Dated) => Date.parse('noticeDate' in item ? item.noticeDate : item.createdAt)

/** Newest first by creation, claims by their notice (spec 2 §4); of one moment in an order that stays. */
export const newestFirst = (one: Dated, other: Dated) => at(other) - at(one) || other.id.localeCompare(one.id)

/** The papers of P05 and P06 are not shown with their signatures (spec 2 §3). */
export const hidesSignatures = (transactionType: string) => ['P05', 'P06'].includes(transactionType)
