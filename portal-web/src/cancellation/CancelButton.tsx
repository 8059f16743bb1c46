import type { PolicyConfirmation } from '@tideline/sdk'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'
import { getPermissions } from '../base/may-of.ts'

const CancelDialog = lazyDialog(() => import('./CancelDialog.tsx'), 'CancelDialog')
const GuidanceDialog = lazyDialog(() => import('./GuidanceDialog.tsx'), 'GuidanceDialog')

interface CancelButtonProps {
  policy: PolicyConfirmation
  /** The page behind goes on by itself once it was asked for. */
  endsWhenAsked?: boolean
}

/**
 * Cancel Policy, where the server says that it may be cancelled (CAN-8), or that the viewer is told where to turn to
 * instead (CAN-8).
 */
export function CancelButton({ policy, endsWhenAsked = false }: CancelButtonProps) {
  const [opened, setOpened] = useState<'form' | 'guidance'>()
  const close = () => setOpened(undefined)
  const mayCancel = getPermissions(policy, 'cancel')
  const isOffered = mayCancel || getPermissions(policy, 'cancelThroughSupport')
  return (
    <>
      {isOffered && (
        <Button variant="secondary" onClick={() => setOpened(mayCancel ? 'form' : 'guidance')}>
          Cancel Policy
        </Button>
      )}
      {/* What became of the request is read when the policy cannot be cancelled any more. */}
      {opened === 'guidance' && <GuidanceDialog policyNo={policy.policyNo} onClose={close} />}
      {opened === 'form' && <CancelDialog {...{ policy, endsWhenAsked }} onClose={close} />}
    </>
  )
}
