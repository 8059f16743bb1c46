import { useQuery } from '@tanstack/react-query'
import type { PolicyDetails } from '@tideline/sdk'
import { listOwnPoliciesOptions } from '@tideline/sdk/query'
import { isEarthquake } from '@tideline/sdk/words'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { reloadPage } from '@tideline/web-kit/session/navigation.ts'
import { signOut } from '@tideline/web-kit/session/sign-in.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Pagination } from '@tideline/web-kit/ui/Pagination.tsx'
import { pageSize } from '@tideline/web-kit/ui/pagination.ts'
import { Tabs } from '@tideline/web-kit/ui/Tabs.tsx'
import { useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { arrangePolicies } from './arrange-policies.ts'
import { PolicyCard } from './PolicyCard.tsx'
import { ShowAllPoliciesForm } from './ShowAllPoliciesForm.tsx'
import './policyholder.css'
import { describeOtherPolicies, policyholderText } from './text.ts'

type Tab = 'flood' | 'earthquake'

/** Returns the page number in the URL, at most the last page. */
const parsePage = (address: URLSearchParams, total: number) => {
  const page = Number(address.get('page') ?? 1)
  return Number.isInteger(page) && page > 1 ? Math.min(page, Math.max(1, Math.ceil(total / pageSize))) : 1
}

/**
 * Shows the policies of a product line, ten per page. Policies that need nothing can be hidden behind one line. All
 * policies are already loaded, so changing the page sends no request.
 */
function Cards({ policies, line }: { policies: readonly PolicyDetails[]; line: string }) {
  const [address, setAddress] = useSearchParams()
  if (policies.length === 0) return <EmptyState title={`You have no ${line} policies`} />
  const { shown, others, noted } = arrangePolicies(policies)
  const isExpanded = address.has('all')
  const listed = isExpanded ? [...shown, ...others] : shown
  const page = parsePage(address, listed.length)
  const onPage = listed.slice((page - 1) * pageSize, page * pageSize)
  const change = (name: string, value: string | undefined) =>
    setAddress(
      (before) => {
        before.delete(name)
        if (value !== undefined) before.set(name, value)
        return before
      },
      { preventScrollReset: name === 'all' },
    )
  return (
    <div className="stack">
      <div className="policy-cards">
        {onPage.map((policy) => (
          <PolicyCard
            key={policy.policyId}
            policy={policy}
            note={noted.has(policy.policyId) ? policyholderText.manyTerms : undefined}
          />
        ))}
      </div>
      {listed.length > pageSize && (
        <Pagination
          page={page}
          shown={onPage.length}
          total={listed.length}
          onPage={(next) => change('page', next > 1 ? String(next) : undefined)}
        />
      )}
      {others.length > 0 && (
        <p className="policies-others">
          <span>{describeOtherPolicies(others.length)}</span>
          <Button
            variant="quiet"
            aria-expanded={isExpanded}
            onClick={() => change('all', isExpanded ? undefined : 'true')}
          >
            {isExpanded ? 'Hide' : 'Show'}
            <span className="visually-hidden"> other policies</span>
          </Button>
        </p>
      )}
    </div>
  )
}

/**
 * The policies that the session can access, separated into flood and earthquake. If the session is limited to one
 * policy, the user can request access to all (ACC-6).
 */
export function PolicySelectionPage() {
  usePageTitle('Your policies')
  const session = useSession()
  // Keeps the deep link. Logging in again clears the session while this page is still open.
  const [deepLink] = useState(session?.deepLink)
  const [address, setAddress] = useSearchParams()
  const own = useQuery({
    ...listOwnPoliciesOptions({ client: api.client }),
    enabled: session?.accountType === 'policyholder',
    meta: { errors: 'inline' },
  })
  const navigate = useNavigate()
  const [isLeaving, setIsLeaving] = useState(false)
  const logOut = async () => {
    setIsLeaving(true)
    signOut()
    await navigate(paths.splash())
    // The reload also clears the policies from memory.
    reloadPage()
  }
  const policies = own.data?.payload
  if (isLeaving) return null
  if (!session || policies?.length === 0)
    return <Navigate replace to={deepLink ? paths.policyholderAuthenticate(deepLink) : paths.policyholderGenerate()} />
  const flood = policies?.filter(({ productId }) => !isEarthquake(productId)) ?? []
  const earthquake = policies?.filter(({ productId }) => isEarthquake(productId)) ?? []
  const first: Tab = flood.length === 0 && earthquake.length > 0 ? 'earthquake' : 'flood'
  const tabParam = address.get('tab')
  return (
    <div className="stack">
      <div className="policies-head">
        <h1>Your policies</h1>
        <div className="policies-head-actions">
          <Link to={paths.policyholderAllDocuments()}>Your documents</Link>
          <Button variant="quiet" onClick={logOut}>
            Log out
          </Button>
        </div>
      </div>
      <QueryState query={own} height={280} label="Loading your policies" problem="Your policies could not be loaded" />
      {policies && (
        <Tabs<Tab>
          label="Policy types"
          value={tabParam === 'flood' || tabParam === 'earthquake' ? tabParam : first}
          onValueChange={(tab) => setAddress({ tab })}
          tabs={[
            { value: 'flood', label: 'Flood', content: <Cards policies={flood} line="flood" /> },
            { value: 'earthquake', label: 'Earthquake', content: <Cards policies={earthquake} line="earthquake" /> },
          ]}
        />
      )}
      {own.data?.isLimited && policies?.[0] && <ShowAllPoliciesForm policyNo={policies[0].policyNo} />}
    </div>
  )
}
