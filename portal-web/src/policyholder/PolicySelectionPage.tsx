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
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { groupPoliciesByAddress } from './group-policies-by-address.ts'
import { PolicyCard } from './PolicyCard.tsx'
import { ShowAllPoliciesForm } from './ShowAllPoliciesForm.tsx'
import './policyholder.css'
import { policyholderText } from './text.ts'

type Tab = 'flood' | 'earthquake'

/**
 * Shows the policies of a product line, ten per page. All policies are already loaded, so changing the page sends no
 * request.
 */
function Cards({ policies, line }: { policies: readonly PolicyDetails[]; line: string }) {
  const [page, setPage] = useState(1)
  if (policies.length === 0) return <EmptyState title={`You have no ${line} policies`} />
  const all = groupPoliciesByAddress(policies).flatMap(({ terms }) =>
    terms.map((policy, index) => ({
      policy,
      note: index === 0 && terms.length > 1 ? policyholderText.manyTerms : undefined,
    })),
  )
  const shown = all.slice((page - 1) * pageSize, page * pageSize)
  return (
    <div className="stack">
      <div className="policy-cards">
        {shown.map(({ policy, note }) => (
          <PolicyCard key={policy.policyId} policy={policy} note={note} />
        ))}
      </div>
      {all.length > pageSize && <Pagination page={page} shown={shown.length} total={all.length} onPage={setPage} />}
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
        <Button variant="quiet" onClick={logOut}>
          Log out
        </Button>
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
