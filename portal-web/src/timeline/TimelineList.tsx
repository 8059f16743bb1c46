import type { PolicyConfirmation } from '@tideline/sdk'
import { useTransactionTypes } from '@tideline/web-kit/screen/useTransactionTypes.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TimelineItem } from './TimelineItem.tsx'
import { getTimelineFilters, timelineFilters } from './timeline-items.ts'
import './timeline.css'
import type { Timeline } from './useTimeline.ts'

/** Field that filters a timeline by kind. */
export const TimelineFilterField = ({
  policy,
  timeline: { filter, setFilter },
}: {
  policy: PolicyConfirmation
  timeline: Timeline
}) => (
  <SelectField
    label="Show"
    options={getTimelineFilters(policy.viewer.kind === 'internal')}
    value={filter}
    onChange={({ target }) => setFilter(timelineFilters.find(({ value }) => value === target.value)?.value ?? 'all')}
  />
)

/** The loaded items of a timeline, and a button that loads more. */
export function TimelineList({ policyNo, timeline: { query, items } }: { policyNo: string; timeline: Timeline }) {
  const labels = useTransactionTypes()
  return (
    <>
      <ol className="timeline" aria-label="What happened" aria-busy={query.isPlaceholderData}>
        {items.map((item) => (
          <TimelineItem key={`${item.type}-${item.id}`} policyNo={policyNo} item={item} labels={labels} />
        ))}
      </ol>
      {query.hasNextPage && (
        <Button
          variant="secondary"
          busy={query.isFetchingNextPage}
          busyLabel="Loading…"
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}
