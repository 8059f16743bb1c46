import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import type { PolicyCard } from '../base/policy-card.ts'
import { usePolicyConfirmation, usePolicyTransactions, usePropertyLocation } from '../base/usePolicy.ts'
import { PolicyMap } from './PolicyMap.tsx'

/** Card with a map of the insured property. */
export function MapCard({ policyNo }: { policyNo: string }) {
  const { location, isPending } = usePropertyLocation(policyNo)
  const policy = usePolicyConfirmation(policyNo).data?.payload
  const current = usePolicyTransactions(policyNo).data?.at(-1)
  return (
    <Card title="Map" fold="collapsed" className="map-card">
      {isPending ? (
        <Skeleton height={450} label="Loading the map" />
      ) : (
        <PolicyMap
          location={location}
          countyFips={current?.countyFips}
          label={`Map of ${policy?.address ?? 'the insured property'}`}
          canAct={policy ? !policy.viewer.isReadonly : false}
        />
      )}
    </Card>
  )
}

export const card: PolicyCard = { column: 'side', order: 60, isDeferred: true, NumberComponent: MapCard }
