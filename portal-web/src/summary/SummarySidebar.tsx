import { ErrorFace } from '@tideline/web-kit/screen/ErrorFace.tsx'
import { usePlaces } from '@tideline/web-kit/screen/places.ts'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { Link } from 'react-router'
import { useShowProduct } from '../base/product.ts'
import { CoverageTable } from './CoverageTable.tsx'
import { PolicyMap } from './PolicyMap.tsx'
import { PremiumFacts } from './PremiumFacts.tsx'
import { PropertyFacts } from './PropertyFacts.tsx'
import './summary.css'
import { useConfirmation, usePlace, useTransactions } from '../base/usePolicy.ts'

/** The policy beside the wizard: map, address, View Policy, premium, property, coverages (spec 1 §2). */
export function SummarySidebar({ policyNo }: { policyNo: string }) {
  const places = usePlaces()
  const confirmation = useConfirmation(policyNo)
  const transactions = useTransactions(policyNo)
  const { location, isPending: isLocating } = usePlace(policyNo)
  const policy = confirmation.data?.payload
  const current = transactions.data?.at(-1)
  useShowProduct(policy?.productId)
  return (
    <aside className="summary" aria-label="Policy summary">
      {isLocating ? (
        <Skeleton height={200} label="Loading the map" />
      ) : (
        <PolicyMap
          location={location}
          countyFips={current?.countyFips}
          height={200}
          label={`Map of ${policy?.address ?? 'the insured property'}`}
          canAct={policy ? !policy.viewer.isReadonly : false}
        />
      )}
      {confirmation.isError && <ErrorFace error={confirmation.error} onRetry={() => void confirmation.refetch()} />}
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
        <ErrorFace
          title="Property and coverages could not be loaded"
          error={transactions.error}
          onRetry={() => void transactions.refetch()}
        />
      )}
      {current && (
        <>
          <section>
            <h2 className="summary-title">Property Info</h2>
            <PropertyFacts transaction={current} />
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
