import { usePolicyPagePaths } from '@tideline/web-kit/screen/policy-page-paths.ts'
import { QueryErrorState } from '@tideline/web-kit/screen/QueryErrorState.tsx'
import { DetailList } from '@tideline/web-kit/ui/DetailList.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { CoverageTable } from './CoverageTable.tsx'
import { PremiumFacts } from './PremiumFacts.tsx'
import { getPropertyFacts } from './property-facts.ts'
import './summary.css'
import { usePolicyConfirmation, usePolicyTransactions, usePropertyLocation } from '../base/usePolicy.ts'

const mapSkeleton = <Skeleton height={200} label="Loading the map" />

// Loads the map last, after the documents or the payment form.
const PolicyMap = lazy(() => import('./PolicyMap.tsx').then(({ PolicyMap }) => ({ default: PolicyMap })))

/** Policy summary beside the wizard: map, address, View Policy link, premium, property, and coverages. */
export function SummarySidebar({ policyNo }: { policyNo: string }) {
  const places = usePolicyPagePaths()
  const confirmation = usePolicyConfirmation(policyNo)
  const transactions = usePolicyTransactions(policyNo)
  const { location, isPending: isLocating } = usePropertyLocation(policyNo)
  const policy = confirmation.data?.payload
  const current = transactions.data?.at(-1)
  return (
    <aside className="summary" aria-label="Policy summary">
      {isLocating ? (
        mapSkeleton
      ) : (
        <Suspense fallback={mapSkeleton}>
          <PolicyMap
            location={location}
            countyFips={current?.countyFips}
            height={200}
            zoom={20}
            label={`Map of ${policy?.address ?? 'the insured property'}`}
            canAct={policy ? !policy.viewer.isReadonly : false}
          />
        </Suspense>
      )}
      {confirmation.isError && (
        <QueryErrorState error={confirmation.error} onRetry={() => void confirmation.refetch()} />
      )}
      {confirmation.isPending && <Skeleton lines={6} label="Loading the policy" />}
      {policy && (
        <>
          <div>
            <p className="summary-address">{policy.address ?? policy.address1}</p>
            <Link to={places.policy(policyNo)}>View Policy</Link>
            <span className="muted"> {policyNo}</span>
          </div>
          <section>
            <h2 className="summary-title">Premium</h2>
            <PremiumFacts policy={policy} />
          </section>
        </>
      )}
      {transactions.isError && (
        <QueryErrorState
          title="Property and coverages could not be loaded"
          error={transactions.error}
          onRetry={() => void transactions.refetch()}
        />
      )}
      {current && (
        <>
          <section>
            <h2 className="summary-title">Property Info</h2>
            <DetailList facts={getPropertyFacts(current)} />
          </section>
          <section>
            <h2 className="summary-title">Coverages</h2>
            <CoverageTable transaction={current} />
          </section>
        </>
      )}
    </aside>
  )
}
