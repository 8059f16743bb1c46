import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import type { PolicyCard } from '../base/policy-card.ts'
import { usePolicyConfirmation } from '../base/usePolicy.ts'
import { PremiumFacts } from '../summary/PremiumFacts.tsx'

/** Card with the premium of the term and the amount due. */
export function PremiumCard({ policyNo }: { policyNo: string }) {
  const policy = usePolicyConfirmation(policyNo).data?.payload
  return (
    <Card title="Premium" className="policy-premium">
      {policy ? <PremiumFacts policy={policy} /> : <Skeleton lines={5} />}
    </Card>
  )
}

export const card: PolicyCard = { column: 'side', order: 10, NumberComponent: PremiumCard }
