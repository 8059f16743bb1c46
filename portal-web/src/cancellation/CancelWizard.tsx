import type { CancellationSummary, CancelReason, PolicyConfirmation } from '@tideline/sdk'
import { NoticeDialog } from '@tideline/web-kit/screen/NoticeDialog.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { useEffect, useState } from 'react'
import { ConfirmCodeForm } from '../signing/ConfirmCodeForm.tsx'
import { ConfirmCancelDialog } from './ConfirmCancelDialog.tsx'
import { type CancelStep, getCancelSteps, getRequiredDocumentSlots } from './cancel-steps.ts'
import { emptyCancelForm } from './cancellation-input.ts'
import { ReasonStep } from './ReasonStep.tsx'
import { SignRequestStep } from './SignRequestStep.tsx'
import { cancellationText, getCancelErrorMessage, getCancelOutcomeMessage } from './text.ts'
import { UploadStep } from './UploadStep.tsx'
import { useCancelWizard } from './useCancelWizard.ts'

export interface CancelWizardProps {
  policy: PolicyConfirmation
  /** The reasons to choose from. If there is only one, the viewer confirms it. */
  reasons: CancelReason[]
  /** A pending cancellation and the viewer's remaining step. */
  pending?: { status: CancellationSummary; step: CancelStep } | undefined
  /** Whether the wizard closes after the request is submitted. The page behind the wizard then shows the next steps. */
  closesOnSubmit?: boolean
  onClose: () => void
}

/** The cancel wizard. The viewer selects or confirms a reason, uploads documents and signs (CAN-11). */
export function CancelWizard({ policy, reasons, pending, closesOnSubmit = false, onClose }: CancelWizardProps) {
  const [form, setForm] = useState(emptyCancelForm)
  const [only] = reasons
  const isAutomatic = !pending && reasons.length === 1
  const status = pending?.status
  const documents = status?.missingDocuments ?? []
  const { snapshot, send } = useCancelWizard({
    policyNo: policy.policyNo,
    party: policy.viewer.party,
    isAutomatic,
    remainingStep: pending?.step,
    steps: getCancelSteps(
      status?.reasonCode ? { reasonCode: status.reasonCode, policyCancelDocs: documents } : undefined,
      false,
    ),
    slots: getRequiredDocumentSlots(documents),
    status,
  })
  const { context } = snapshot
  const onForm = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }))
  const isClosed = closesOnSubmit && !snapshot.matches('reason') && !snapshot.matches('start')
  useEffect(() => {
    if (isClosed) onClose()
  }, [isClosed, onClose])
  if (isClosed) return null

  if (snapshot.matches({ reason: 'rejected' }))
    // The specification requires a separate dialog for a failure. The form behind the dialog keeps its values.
    return (
      <NoticeDialog title={cancellationText.errorTitle} onClose={() => send({ type: 'BACK' })}>
        <p>{getCancelErrorMessage(context.error)}</p>
      </NoticeDialog>
    )
  if (snapshot.matches({ reason: 'confirming_code' }) || snapshot.matches({ sign: 'confirming_code' }))
    return (
      <Dialog open onOpenChange={onClose} title={cancellationText.title}>
        <ConfirmCodeForm
          policyNo={policy.policyNo}
          onConfirmed={() => send({ type: 'CODE_CONFIRMED' })}
          onBack={() => send({ type: 'BACK' })}
        />
      </Dialog>
    )
  const step = { policy, snapshot, send, onClose }
  if (snapshot.matches('reason'))
    return isAutomatic && only ? (
      <ConfirmCancelDialog {...step} {...{ form, onForm }} reason={only} />
    ) : (
      <ReasonStep {...step} {...{ form, onForm, reasons }} />
    )
  if (snapshot.matches('upload')) return <UploadStep {...step} />
  if (snapshot.matches('sign')) return <SignRequestStep {...step} />
  if (!snapshot.matches({ completed: 'shown' })) return null
  const outcome = getCancelOutcomeMessage(context.status, context.request?.notifies ?? true, policy.email)
  return (
    <NoticeDialog title={outcome.title} onClose={onClose}>
      <p>{outcome.text}</p>
    </NoticeDialog>
  )
}
