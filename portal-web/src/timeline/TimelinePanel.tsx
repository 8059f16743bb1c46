import type { PolicyConfirmation } from '@tideline/sdk'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { NoteForm } from './NoteForm.tsx'
import { TimelineFilterField, TimelineList } from './TimelineList.tsx'
import { useTimeline } from './useTimeline.ts'

/** Side panel with a policy's timeline. Users can filter it by kind and add notes. */
export function TimelinePanel({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const { policyNo } = policy
  const timeline = useTimeline(policyNo)
  const { query, items } = timeline
  const mayWrite = isActionAllowed(policy, 'addNote')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Timeline - Policy ${policyNo}`}
      size="side"
      footer={mayWrite && <NoteForm policy={policy} />}
    >
      <TimelineFilterField {...{ policy, timeline }} />
      <QueryState query={query} lines={8} label="Loading the timeline" problem="The timeline could not be loaded" />
      {query.isSuccess && items.length === 0 && <EmptyState title="Nothing to currently display" />}
      {/* Also rendered after an error, so that items from a different filter do not appear below the error message. */}
      {(query.isError || items.length > 0) && <TimelineList {...{ policyNo, timeline }} />}
    </Dialog>
  )
}
