import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listPolicyEventsOptions } from '@tideline/sdk/query'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageParam } from '@tideline/web-kit/screen/usePageParam.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { Pagination } from '@tideline/web-kit/ui/Pagination.tsx'
import { pageSize } from '@tideline/web-kit/ui/pagination.ts'
import { Link } from 'react-router'
import './dashboard.css'
import { describePolicyEvent } from './policy-events.ts'

/** The latest changes to the agency's policies, ten per page (UI-15). The page is stored in the URL. */
export function RecentChangesCard() {
  const [page, openPage] = usePageParam('changes')
  const changes = useQuery({
    ...listPolicyEventsOptions({ client: api.client, query: { take: pageSize, skip: (page - 1) * pageSize } }),
    placeholderData: keepPreviousData,
    meta: { errors: 'inline' },
  })
  const found = changes.data?.payload
  return (
    <Card title="Recent changes">
      <QueryState
        query={changes}
        height={pageSize * 45}
        label="Loading recent changes"
        problem="Recent changes could not be loaded"
      />
      {found && found.resultCount === 0 && (
        <EmptyState
          title="No recent changes"
          text="Payments, signatures and other changes to your policies appear here."
        />
      )}
      {found && found.resultCount > 0 && (
        <div className="stack" aria-busy={changes.isPlaceholderData}>
          <ul className="dashboard-list">
            {found.items.map(({ event, policyNo, insuredName }) => {
              const { text, detail, isProblem } = describePolicyEvent(event)
              return (
                <li key={event.id} className="recent-change">
                  <span className={isProblem ? 'recent-change-text task-overdue' : 'recent-change-text'}>
                    {isProblem && <Icon name="attention" />}
                    {text}
                    {detail && <span className="muted"> {detail}</span>}
                  </span>
                  <span>
                    <Link to={paths.policy(policyNo)}>{policyNo}</Link> {insuredName}
                  </span>
                  <time className="muted small" dateTime={event.occurredAt}>
                    {formatDateTime(event.occurredAt)}
                  </time>
                </li>
              )
            })}
          </ul>
          {found.resultCount > pageSize && (
            <Pagination
              label="Pages of recent changes"
              page={page}
              shown={found.items.length}
              total={found.resultCount}
              onPage={openPage}
            />
          )}
        </div>
      )}
    </Card>
  )
}
