import { useQuery } from '@tanstack/react-query'
import { getProfileOptions, searchPoliciesOptions } from '@tideline/sdk/query'
import { formatNumber } from '@tideline/web-kit/formats/format.ts'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Link, Navigate } from 'react-router'
import './dashboard.css'
import { PolicyTaskList } from './PolicyTaskList.tsx'
import { RecentChangesCard } from './RecentChangesCard.tsx'

/** Number of open tasks and of policies that the dashboard shows. Their pages list all of them. */
const shownTasks = 10
const shownPolicies = 5

/** The newest policies of the agency. */
function OwnPolicies() {
  const policies = useQuery({
    ...searchPoliciesOptions({ client: api.client, query: { SearchScope: 1, take: shownPolicies, skip: 0 } }),
    meta: { errors: 'inline' },
  })
  const found = policies.data?.payload
  return (
    <Card title="Your policies" actions={<Link to={paths.policies()}>All policies</Link>}>
      <QueryState query={policies} lines={4} label="Loading your policies" problem="The policies could not be loaded" />
      {found?.policies.length === 0 && (
        <EmptyState
          title="You have no policies yet"
          text="Start a quote in the quoting system. Once it is bound, the policy appears here to sign and pay."
        />
      )}
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

/** Dashboard that agents see after log-in: policies with open tasks by deadline, recent changes, and the newest policies. */
export function DashboardPage() {
  usePageTitle('Dashboard')
  const { FirstName } = useSession()?.data ?? {}
  // Reloads the profile, so that cached data from before a log-in or an approval does not cause a wrong redirect.
  const profile = useQuery({
    ...getProfileOptions({ client: api.client }),
    refetchOnMount: 'always',
    meta: { errors: 'inline' },
  })
  const isFresh = profile.isFetchedAfterMount
  // Until an agency is approved, it can open only its registration (AGY-1).
  if (isFresh && profile.data?.payload.agent?.isApproved === false)
    return <Navigate to={paths.registration()} replace />
  const title = <h1>{FirstName ? `Welcome, ${FirstName}` : 'Welcome'}</h1>
  if (!isFresh || !profile.data)
    return (
      <div className="stack">
        {title}
        <QueryState
          query={profile}
          lines={8}
          label="Loading the dashboard"
          problem="The dashboard could not be loaded"
        />
      </div>
    )
  return (
    <div className="stack">
      {title}
      <Card title="Open tasks">
        <PolicyTaskList take={shownTasks}>
          {({ total, isCapped, filter }) =>
            total > shownTasks && (
              <p>
                <Link to={paths.actions({ filter: filter === 'all' ? undefined : filter })}>
                  View all {formatNumber(total)}
                  {isCapped ? '+' : ''}
                </Link>
              </p>
            )
          }
        </PolicyTaskList>
      </Card>
      <RecentChangesCard />
      <OwnPolicies />
    </div>
  )
}
