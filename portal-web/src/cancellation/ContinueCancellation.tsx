import type { CancellationStatus, PolicyConfirmation } from '@tideline/sdk'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'
import { type CancelStep, stepLeft } from './steps.ts'

const CancelWizard = lazyDialog(() => import('./CancelWizard.tsx'), 'CancelWizard')

/** The way back into a cancellation that was asked for, at the step that is left to this viewer; nothing where none is. */
export function ContinueCancellation({ policy, status }: { policy: PolicyConfirmation; status: CancellationStatus }) {
  // As it was when it was opened: the wizard itself moves on from there.
  const [pending, setPending] = useState<{ status: CancellationStatus; step: CancelStep }>()
  const step = stepLeft(status, policy.viewer)
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
