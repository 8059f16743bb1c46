import type { PolicyConfirmation } from '@tideline/sdk'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'
import { isActionAllowed } from '../base/policy-permissions.ts'

const CancelDialog = lazyDialog(() => import('./CancelDialog.tsx'), 'CancelDialog')
const GuidanceDialog = lazyDialog(() => import('./GuidanceDialog.tsx'), 'CancellationGuidanceDialog')

interface CancelButtonProps {
  policy: PolicyConfirmation
  /** Whether the wizard closes after the request is submitted. The page behind the wizard then shows the next steps. */
  closesOnSubmit?: boolean
}

/**
 * The Cancel Policy button. Shown if the viewer can cancel the policy or if the server refers the viewer to support
 * (CAN-8).
 */
export function CancelButton({ policy, closesOnSubmit = false }: CancelButtonProps) {
  const [opened, setOpened] = useState<'form' | 'guidance'>()
  const close = () => setOpened(undefined)
  const mayCancel = isActionAllowed(policy, 'cancel')
  const isOffered = mayCancel || isActionAllowed(policy, 'cancelThroughSupport')
  return (
    <>
      {isOffered && (
        <Button variant="secondary" onClick={() => setOpened(mayCancel ? 'form' : 'guidance')}>
          Cancel Policy
        </Button>
      )}
      {/* Keeps the dialogs open after the cancellation so that the viewer can read the result. */}
      {opened === 'guidance' && <GuidanceDialog policyNo={policy.policyNo} onClose={close} />}
      {opened === 'form' && <CancelDialog {...{ policy, closesOnSubmit }} onClose={close} />}
    </>
  )
}
