import { useQuery } from '@tanstack/react-query'
import type { Action, ActionKind } from '@tideline/sdk'
import { listActionsOptions } from '@tideline/sdk/query'
import { getActionItemTitle } from '@tideline/sdk/words'
import { formatNumber as shown } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Link } from 'react-router'
import './dashboard.css'

interface ActionItemDisplay {
  /** What is needed and from whom, for example "Payment due from the insured or lender". */
  who: string
  /** The URL of the full list, if there is one. */
  list?: string
  /** The action for one item. */
  act: string
  one: (id: string) => string
}

const waitingFor = (what: string) => `${paths.policies()}?waitsFor=${what}`

/**
 * Display settings for each kind of action item that agencies handle, the most urgent first. Staff handle all other
 * kinds.
 */
const actionItemDisplays: Partial<Record<ActionKind, ActionItemDisplay>> = {
  documents: {
    who: 'Upload needed from you or the insured.',
    list: waitingFor('documents'),
    act: 'Open',
    one: (id) => paths.policy(id),
  },
  signature: {
    who: 'Signatures needed',
    list: waitingFor('signature'),
    act: 'Sign',
    one: (id) => paths.policy(id, 'signatureAgentModalOpen'),
  },
  payment: {
    who: 'Payment due from the insured or lender',
    list: waitingFor('payment'),
    act: 'Pay',
    one: (id) => paths.policy(id, 'paymentModalOpen'),
  },
  renewalHolds: {
    who: 'Past-due payment needed from the insured or lender',
    list: waitingFor('renewalHold'),
    act: 'Pay',
    one: (id) => paths.policy(id, 'paymentModalOpen'),
  },
  licenses: { who: 'To be renewed by your agency', act: 'Open', one: (id) => paths.agencyProfile(id) },
  cancellations: {
    who: 'To be completed by underwriting',
    list: waitingFor('cancellation'),
    act: 'Open',
    one: (id) => paths.policy(id),
  },
  certificates: { who: 'To be reviewed by underwriting', act: 'Open', one: (id) => paths.policy(id) },
}

function Waits({ action: { kind, count, isCapped, oldest }, way }: { action: Action; way: ActionItemDisplay }) {
  const title = getActionItemTitle(kind)
  return (
    <Card
      title={`${title}: ${shown(count)}${isCapped ? ' or more' : ''}`}
      actions={way.list && <Link to={way.list}>View all</Link>}
    >
      <p className="muted">{way.who}</p>
      <ul className="dashboard-list">
        {oldest.map(({ id, title: name, detail, since }) => (
          // An agency can have several licenses.
          <li key={`${id} ${detail}`}>
            <Link to={way.one(id)} aria-label={`${way.act} ${name}`}>
              {name}
            </Link>
            <span>{detail}</span>
            <span className="muted">
              {kind === 'licenses' ? 'until' : 'since'} <DateText value={since} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/**
 * The action items of the agency and its sub-agencies. Shows the three oldest items of each kind, with a link to the
 * full list.
 */
export function ActionItemsPage() {
  usePageTitle('Actions')
  const actions = useQuery({ ...listActionsOptions({ client: api.client }), meta: { errors: 'face' } })
  const found = actions.data?.payload
  const waiting = (Object.entries(actionItemDisplays) as [ActionKind, ActionItemDisplay][]).flatMap(([kind, way]) =>
    (found ?? []).filter((action) => action.kind === kind && action.count > 0).map((action) => ({ action, way })),
  )
  return (
    <div className="stack">
      <h1>Actions</h1>
      <QueryState query={actions} lines={8} label="Loading action items" problem="Action items could not be loaded" />
      {found && waiting.length === 0 && (
        <EmptyState
          title="No action items"
          text="Policies to sign, pay, upload documents for or renew appear here."
          action={<Link to={paths.policies()}>All policies</Link>}
        />
      )}
      {waiting.map(({ action, way }) => (
        <Waits key={action.kind} action={action} way={way} />
      ))}
    </div>
  )
}
