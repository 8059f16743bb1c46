import type { PolicyConfirmation } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'
import { todayOf } from '@tideline/web-kit/labels/labels.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { lazy, Suspense, useState } from 'react'

const CancelDialog = lazy(() => import('./CancelDialog.tsx').then(({ CancelDialog }) => ({ default: CancelDialog })))
const GuidanceDialog = lazy(() =>
  import('./GuidanceDialog.tsx').then(({ GuidanceDialog }) => ({ default: GuidanceDialog })),
)

/**
 * Cancel Policy, where there is a policy to cancel (spec 2 §6). Once it is in force, agents and insureds are told where to
 * turn to instead (decision 53).
 */
export function CancelButton({ policy, tellsResult = true }: { policy: PolicyConfirmation; tellsResult?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const isOffered = policy.canCancelPolicy && !isEarthquake(policy.productId) && !policy.viewer.isReadonly
  const isGuided = policy.viewer.kind !== 'internal' && policy.inceptionDate <= todayOf(new Date())
  return (
    <>
      {isOffered && (
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          Cancel Policy
        </Button>
      )}
      {/* What became of the request is read when the policy cannot be cancelled any more. */}
      {isOpen && (
        <Suspense fallback={null}>
          {isGuided ? (
            <GuidanceDialog onClose={close} />
          ) : (
            <CancelDialog policy={policy} tellsResult={tellsResult} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}
