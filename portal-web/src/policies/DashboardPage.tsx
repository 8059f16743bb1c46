import { useQuery } from '@tanstack/react-query'
import type { SearchPoliciesData } from '@tideline/sdk'
import { getProfileOptions, searchPoliciesOptions } from '@tideline/sdk/query'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Link, Navigate } from 'react-router'
import './dashboard.css'

type Waiting = NonNullable<SearchPoliciesData['query']>['waitsFor']

/** Number of policies shown in each list. The search shows all of them. */
const shown = 5

interface ListProps {
  title: string
  waitsFor?: Waiting
  none: string
  /** Text shown when the list is empty. */
  text: string
  /** True if the list is hidden while it is empty. */
  isRare?: boolean
}

function PolicyList({ title, waitsFor, none, text, isRare }: ListProps) {
  const policies = useQuery({
    ...searchPoliciesOptions({
      client: api.client,
      query: { SearchScope: 1, take: shown, skip: 0, ...(waitsFor && { waitsFor }) },
    }),
    meta: { errors: 'face' },
  })
  const found = policies.data?.payload
  if (isRare && !found?.policies.length && !policies.error) return null
  const all = `${paths.policies()}${waitsFor ? `?waitsFor=${waitsFor}` : ''}`
  return (
    <Card title={title} actions={found && found.resultCount > shown && <Link to={all}>All {found.resultCount}</Link>}>
      <QueryState query={policies} lines={4} label={`Loading: ${title}`} problem="The policies could not be loaded" />
      {found?.policies.length === 0 && <EmptyState title={none} text={text} />}
      {found && found.policies.length > 0 && (
        <ul className="dashboard-list">
          {found.policies.map(({ policyNo, insuredName, address }) => (
            <li key={policyNo}>
              <Link to={paths.policy(policyNo)}>{policyNo}</Link>
              <span>
                {insuredName}, {address}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Dashboard that agents see after log-in: policies that need action, and the agent's newest policies. */
export function DashboardPage() {
  usePageTitle('Dashboard')
  const { FirstName } = useSession()?.data ?? {}
  // Reloads the profile, so that cached data from before a log-in or an approval does not cause a wrong redirect.
  const profile = useQuery({
    ...getProfileOptions({ client: api.client }),
    refetchOnMount: 'always',
    meta: { errors: 'face' },
  })
  const isFresh = profile.isFetchedAfterMount
  // Until an agency is approved, it can open only its registration (AGY-1).
  if (isFresh && profile.data?.payload.agent?.isApproved === false)
    return <Navigate to={paths.registration()} replace />
  if (!isFresh || !profile.data)
    return (
      <QueryState query={profile} lines={8} label="Loading the dashboard" problem="The dashboard could not be loaded" />
    )
  return (
    <div className="stack">
      <h1>{FirstName ? `Welcome, ${FirstName}` : 'Welcome'}</h1>
      <p>
        <Link to={paths.actions()}>Action items for your agency</Link>
      </p>
      <PolicyList
        title="To sign"
        waitsFor="signature"
        none="No policies awaiting signature"
        text="Policies appear here when they are bound, until everyone has signed."
      />
      <PolicyList
        title="To pay"
        waitsFor="payment"
        none="No policies awaiting payment"
        text="Policies appear here while a payment is due."
      />
      <PolicyList
        title="Missing documents"
        waitsFor="documents"
        none="No cancellations with missing documents"
        text="Cancellations appear here while a document is missing."
        isRare
      />
      <PolicyList
        title="Cancellations in progress"
        waitsFor="cancellation"
        none="No pending cancellations"
        text="Cancellations appear here until they are complete."
        isRare
      />
      <PolicyList
        title="Your policies"
        none="You have no policies yet"
        text="Start a quote in the quoting system. Once it is bound, the policy appears here to sign and pay."
      />
    </div>
  )
}
