import { useQuery } from '@tanstack/react-query'
import type { Action, ActionKind } from '@tideline/sdk'
import { listActionsOptions } from '@tideline/sdk/query'
import { getActionItemTitle } from '@tideline/sdk/words'
import { formatNumber as shown } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { PaginationBar } from '@tideline/web-kit/ui/Pagination.tsx'
import { Link, useSearchParams } from 'react-router'
import './dashboard.css'
import { PolicyTaskList } from './PolicyTaskList.tsx'
import { formatResultCount } from './policy-search.ts'

interface ActionItemDisplay {
  /** What is needed and from whom, for example "Payment due from the insured or lender". */
  who: string
  /** The label of an item's date. */
  dateLabel: string
  one: (id: string) => string
}

/** How the page shows the action items of agencies that are not open tasks of a policy. */
const actionItemDisplays: Partial<Record<ActionKind, ActionItemDisplay>> = {
  licenses: { who: 'To be renewed by your agency', dateLabel: 'until', one: paths.agencyProfile },
  certificates: { who: 'To be reviewed by underwriting', dateLabel: 'since', one: (id) => paths.policy(id) },
}

function ActionItemsCard({ action, display }: { action: Action; display: ActionItemDisplay }) {
  const { kind, count, isCapped, oldest } = action
  return (
    <Card title={`${getActionItemTitle(kind)}: ${shown(count)}${isCapped ? ' or more' : ''}`}>
      <p className="muted">{display.who}</p>
      <ul className="dashboard-list">
        {oldest.map(({ id, title: name, detail, since }) => (
          // An agency can have several licenses.
          <li key={`${id} ${detail}`}>
            <Link to={display.one(id)} aria-label={`Open ${name}`}>
              {name}
            </Link>
            <span>{detail}</span>
            <span className="muted">
              {display.dateLabel} <DateText value={since} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Licenses and elevation certificates that need attention: the three oldest of each kind. */
function OtherActionItems() {
  const actions = useQuery({ ...listActionsOptions({ client: api.client }), meta: { errors: 'inline' } })
  return (
    <>
      <QueryState query={actions} lines={4} label="Loading action items" problem="Action items could not be loaded" />
      {(actions.data?.payload ?? []).map((action) => {
        const display = actionItemDisplays[action.kind]
        return display && action.count > 0 && <ActionItemsCard key={action.kind} {...{ action, display }} />
      })}
    </>
  )
}

/** Number of policies per page. */
const pageSize = 50

/** All open tasks of the agency and its sub-agencies by deadline, followed by licenses and elevation certificates. */
export function ActionItemsPage() {
  usePageTitle('Actions')
  const [address, setAddress] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(address.get('page')) || 1))
  const open = (next: number) =>
    setAddress((before) => {
      before.set('page', String(next))
      return before
    })
  return (
    <div className="stack">
      <h1>Actions</h1>
      <Card title="Open tasks">
        <PolicyTaskList take={pageSize} skip={(page - 1) * pageSize}>
          {({ shown, total, isCapped }) =>
            shown > 0 && (
              <PaginationBar status={formatResultCount({ page, pageSize }, shown, total, isCapped)}>
                <Button variant="secondary" disabled={page === 1} onClick={() => open(page - 1)}>
                  Previous
                </Button>
                <Button variant="secondary" disabled={page * pageSize >= total} onClick={() => open(page + 1)}>
                  Next
                </Button>
              </PaginationBar>
            )
          }
        </PolicyTaskList>
      </Card>
      <OtherActionItems />
    </div>
  )
}
