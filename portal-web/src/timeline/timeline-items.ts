import type { TimelineItem, TimelineTransaction } from '@tideline/sdk'
import { coverageLetters, isYesNoCoverage } from '@tideline/sdk/words'
import { formatMoney, formatWholeDollars } from '@tideline/web-kit/formats/format.ts'

export const timelineFilters = [
  { value: 'all', label: 'All' },
  { value: 'transactions', label: 'Transactions' },
  { value: 'payments', label: 'Payments' },
  { value: 'documents', label: 'Documents' },
  { value: 'claims', label: 'Claims' },
  { value: 'notes', label: 'Notes' },
  { value: 'callLogs', label: 'Call Logs' },
] as const

export type TimelineFilter = (typeof timelineFilters)[number]['value']

/** Returns the items of all loaded pages, or an empty list if none could be loaded. */
export const getTimelineItems = (
  pages: readonly { payload: { items: TimelineItem[] } }[] | undefined,
): TimelineItem[] => pages?.flatMap(({ payload }) => payload.items) ?? []

/** Returns the filters for the viewer. Only staff can filter call logs. */
export const getTimelineFilters = (isInternal: boolean) =>
  timelineFilters.filter(({ value }) => isInternal || value !== 'callLogs')

/** Coverages with a limit that an endorsement can change: all except coverage C (loss avoidance). */
const changing = coverageLetters.filter((letter) => letter !== 'C')
const signed = (dollars: number) => `${dollars > 0 ? '+' : '−'}${formatWholeDollars(Math.abs(dollars))}`

/**
 * Formats the change of a yes-or-no value: "Added" for 1, undefined for 0 (no change), and "Removed" for any other
 * value.
 */
export const formatFlagChange = (delta: number) => (delta === 0 ? undefined : delta === 1 ? 'Added' : 'Removed')

/** Returns one line for each change of an endorsement. New business and renewals have none. */
export function formatEndorsementChanges(item: TimelineTransaction): string[] {
  if (!/^(EB|Grouped)/.test(item.transactionType)) return []
  return [
    ...changing.flatMap((letter) => {
      if (isYesNoCoverage(letter)) return []
      const delta = item[`coverage${letter}Delta`]
      return delta ? [`Coverage ${letter}: ${signed(delta)}`] : []
    }),
    ...changing.filter(isYesNoCoverage).flatMap((letter) => {
      const text = formatFlagChange(item[`coverage${letter}Delta`])
      return text ? [`Coverage ${letter}: ${text}`] : []
    }),
    ...(item.deductibleDelta ? [`Deductible: ${signed(item.deductibleDelta)}`] : []),
  ]
}

/** Formats the total premium for an endorsement's description. */
export const formatTotalPremium = (total: number) => `Total premium ${formatMoney(total)}`
