import { useQuery } from '@tanstack/react-query'
import type { PolicyDetails } from '@tideline/sdk'
import { listOwnPoliciesOptions } from '@tideline/sdk/query'
import { isEarthquake } from '@tideline/sdk/words'
import { paths } from '@tideline/web-kit/paths.ts'
import { QueryFace } from '@tideline/web-kit/screen/QueryFace.tsx'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useSession } from '@tideline/web-kit/session/session.ts'
import { EmptyState } from '@tideline/web-kit/ui/EmptyState.tsx'
import { Tabs } from '@tideline/web-kit/ui/Tabs.tsx'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { byAddress } from './by-address.ts'
import { PolicyCard } from './PolicyCard.tsx'
import './policyholder.css'
import { text } from './text.ts'

type Tab = 'flood' | 'earthquake'

function Cards({ policies, line }: { policies: readonly PolicyDetails[]; line: string }) {
  if (policies.length === 0) return <EmptyState title={`You have no ${line} policies`} />
  return (
    <div className="policy-cards">
      {byAddress(policies).flatMap(({ terms }) =>
        terms.map((policy, index) => (
          <PolicyCard
            key={policy.policyId}
            policy={policy}
            note={index === 0 && terms.length > 1 ? text.manyTerms : undefined}
          />
        )),
      )}
    </div>
  )
}

/** Every policy of the verified insured, flood and earthquake apart. */
export function SelectPage() {
  usePageTitle('Your policies')
  const session = useSession()
  // The way to sign in again clears the session before it leaves this page; where it leads stays.
  const [deepLink] = useState(session?.deepLink)
  const [address, setAddress] = useSearchParams()
  const own = useQuery({
    ...listOwnPoliciesOptions({ client: api.client }),
    enabled: session?.accountType === 'policyholder',
    meta: { errors: 'face' },
  })
  const policies = own.data?.payload
  if (!session || policies?.length === 0)
    return <Navigate replace to={deepLink ? paths.policyholderAuthenticate(deepLink) : paths.policyholderGenerate()} />
  const flood = policies?.filter(({ productId }) => !isEarthquake(productId)) ?? []
  const earthquake = policies?.filter(({ productId }) => isEarthquake(productId)) ?? []
  const first: Tab = flood.length === 0 && earthquake.length > 0 ? 'earthquake' : 'flood'
  const asked = address.get('tab')
  return (
    <div className="stack">
      <h1>Your policies</h1>
      <QueryFace query={own} height={280} label="Loading your policies" problem="Your policies could not be loaded" />
      {policies && (
        <Tabs<Tab>
          label="Kinds of policies"
          value={asked === 'flood' || asked === 'earthquake' ? asked : first}
          onValueChange={(tab) => setAddress({ tab })}
          tabs={[
            { value: 'flood', label: 'Flood', content: <Cards policies={flood} line="flood" /> },
            { value: 'earthquake', label: 'Earthquake', content: <Cards policies={earthquake} line="earthquake" /> },
          ]}
        />
      )}
    </div>
  )
}
