import type { PolicyConfirmation, TimelineItem } from '@tideline/sdk'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { Section } from '@tideline/web-kit/screen/Section.tsx'
import { useTransactionTypes } from '@tideline/web-kit/screen/useTransactionTypes.ts'
import type { PolicyCard } from '../base/policy-card.ts'
import { TimelineFilterField, TimelineList } from './TimelineList.tsx'
import { getTimelineItemTitle } from './timeline-item-title.ts'
import { useTimeline } from './useTimeline.ts'

/** Describes an item in one line: "Policy Application uploaded · 11/28/2026". */
const describeItem = (item: TimelineItem, labels: ReadonlyMap<string, string>) =>
  `${getTimelineItemTitle(item, labels)} · ${formatDate(item.type === 'claim' ? item.noticeDate : item.createdAt)}`

function Activity({ policy }: { policy: PolicyConfirmation }) {
  const timeline = useTimeline(policy.policyNo)
  const labels = useTransactionTypes()
  const { query, items, filter } = timeline
  const latest = filter === 'all' ? items[0] : undefined
  return (
    <Section
      title="Activity"
      fold="collapsed"
      subject="the activity"
      query={query}
      summary={() => latest && describeItem(latest, labels)}
      lead={<TimelineFilterField {...{ policy, timeline }} />}
      empty={() => (items.length === 0 ? 'Nothing to currently display' : undefined)}
    >
      {() => <TimelineList {...{ policyNo: policy.policyNo, timeline }} />}
    </Section>
  )
}

/**
 * Card with everything that happened on the policy, newest first: transactions, payments, documents, claims and notes
 * (UI-29). For agents and staff, like the timeline panel.
 */
export const ActivityCard = ({ policy }: { policy: PolicyConfirmation }) =>
  policy.viewer.kind === 'insured' ? null : <Activity policy={policy} />

export const card: PolicyCard = { column: 'main', order: 110, isDeferred: true, PolicyComponent: ActivityCard }
