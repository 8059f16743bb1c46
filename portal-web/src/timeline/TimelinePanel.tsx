import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { useTransactionTypes } from '@tideline/web-kit/screen/useTransactionTypes.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { useState } from 'react'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { NoteForm } from './NoteForm.tsx'
import { TimelineItem } from './TimelineItem.tsx'
import { getTimelineFilters, getTimelineItems, type TimelineFilter, timelineFilters } from './timeline-items.ts'
import { getTimelineQuery } from './timeline-query.ts'
import './timeline.css'

/** Side panel with a policy's timeline. Users can filter it by kind and add notes. */
export function TimelinePanel({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const { policyNo, viewer } = policy
  const [filter, setFilter] = useState<TimelineFilter>('all')
  const timeline = useInfiniteQuery({ ...getTimelineQuery(policyNo, filter), placeholderData: keepPreviousData })
  const labels = useTransactionTypes()
  const items = getTimelineItems(timeline.data?.pages)
  const mayWrite = isActionAllowed(policy, 'addNote')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Timeline - Policy ${policyNo}`}
      size="side"
      footer={mayWrite && <NoteForm policy={policy} />}
    >
      <SelectField
        label="Show"
        options={getTimelineFilters(viewer.kind === 'internal')}
        value={filter}
        onChange={({ target }) =>
          setFilter(timelineFilters.find(({ value }) => value === target.value)?.value ?? 'all')
        }
      />
      <QueryState query={timeline} lines={8} label="Loading the timeline" problem="The timeline could not be loaded" />
      {timeline.isSuccess && items.length === 0 && <EmptyState title="Nothing to currently display" />}
      {/* Also rendered after an error, so that items from a different filter do not appear below the error message. */}
      {(timeline.isError || items.length > 0) && (
        <>
          <ol className="timeline" aria-label="What happened" aria-busy={timeline.isPlaceholderData}>
            {items.map((item) => (
              <TimelineItem key={`${item.type}-${item.id}`} policyNo={policyNo} item={item} labels={labels} />
            ))}
          </ol>
          {timeline.hasNextPage && (
            <Button
              variant="secondary"
              busy={timeline.isFetchingNextPage}
              busyLabel="Loading…"
              onClick={() => void timeline.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </>
      )}
    </Dialog>
  )
}
