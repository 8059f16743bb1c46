import type { TimelineItem, TimelineTransaction } from '@tideline/sdk'
import { coverageLetters, isFlag } from '@tideline/sdk/words'
import { money, wholeMoney } from '@tideline/web-kit/formats/format.ts'

export const filters = [
  { value: 'all', label: 'All' },
  { value: 'transactions', label: 'Transactions' },
  { value: 'payments', label: 'Payments' },
  { value: 'documents', label: 'Documents' },
  { value: 'claims', label: 'Claims' },
  { value: 'notes', label: 'Notes' },
  { value: 'callLogs', label: 'Call Logs' },
] as const

export type Filter = (typeof filters)[number]['value']

/** The items of all pages that have come, an empty list where none could be loaded. */
export const getItems = (pages: readonly { payload: { items: TimelineItem[] } }[] | undefined): TimelineItem[] =>
  pages?.flatMap(({ payload }) => payload.items) ?? []

/** Call logs are for staff. */
export const filtersFor = (isInternal: boolean) => filters.filter(({ value }) => isInternal || value !== 'callLogs')

/** The loss avoided has no limit that an endorsement changes. */
const changing = coverageLetters.filter((letter) => letter !== 'C')
const signed = (dollars: number) => `${dollars > 0 ? '+' : '−'}${wholeMoney(Math.abs(dollars))}`

/** A flag of 1 was added; any other value but 0 was removed. */
export const flagText = (delta: number) => (delta === 0 ? undefined : delta === 1 ? 'Added' : 'Removed')

/** What an endorsement changed, a line each; new business and renewals changed nothing. */
export function getChanges(item: TimelineTransaction): string[] {
  if (!/^(EB|Grouped)/.test(item.transactionType)) return []
  return [
    ...changing.flatMap((letter) => {
      if (isFlag(letter)) return []
      const delta = item[`coverage${letter}Delta`]
      return delta ? [`Coverage ${letter}: ${signed(delta)}`] : []
    }),
    ...changing.filter(isFlag).flatMap((letter) => {
      const text = flagText(item[`coverage${letter}Delta`])
      return text ? [`Coverage ${letter}: ${text}`] : []
    }),
    ...(item.deductibleDelta ? [`Deductible: ${signed(item.deductibleDelta)}`] : []),
  ]
}

/** A total beside the words of an endorsement. */
export const premiumText = (total: number) => `Total premium ${money(total)}`
