import type { CancellationSummary, PolicyConfirmation } from '@tideline/sdk'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'
import { type CancelStep, getRemainingCancelStep } from './cancel-steps.ts'

const CancelWizard = lazyDialog(() => import('./CancelWizard.tsx'), 'CancelWizard')

/**
 * A button that resumes a pending cancellation at the viewer's remaining step. Renders no button if no step remains.
 */
export function ContinueCancellationButton({
  policy,
  status,
}: {
  policy: PolicyConfirmation
  status: CancellationSummary
}) {
  // The cancellation's state when the wizard was opened. Later updates of the status do not affect the open wizard.
  const [pending, setPending] = useState<{ status: CancellationSummary; step: CancelStep }>()
  const step = getRemainingCancelStep(status, policy.viewer)
  return (
    <>
      {step && (
        <div className="row">
          <Button onClick={() => setPending({ status, step })}>
            {step === 'upload' ? 'Upload missing documents' : 'Sign the request'}
          </Button>
        </div>
      )}
      {pending && <CancelWizard policy={policy} reasons={[]} pending={pending} onClose={() => setPending(undefined)} />}
    </>
  )
}
