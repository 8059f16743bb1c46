import type { CancelReason } from '@tideline/sdk'
import { getCancelSteps, getRequiredDocumentSlots } from './cancel-steps.ts'
import { buildCancellationInput, type CancelFormValues, validateCancelForm } from './cancellation-input.ts'
import { NotesFields } from './NotesFields.tsx'
import { ReasonFields } from './ReasonFields.tsx'
import { RefundPreview } from './RefundPreview.tsx'
import { validateCancellationDate } from './reasons.ts'
import { cancellationText } from './text.ts'
import { useCancellationPreview } from './useCancellationPreview.ts'
import type { CancelStepProps } from './useCancelWizard.ts'
import { WizardFrame } from './WizardFrame.tsx'

interface ReasonStepProps extends CancelStepProps {
  reasons: CancelReason[]
  form: CancelFormValues
  onForm: (part: Partial<CancelFormValues>) => void
  onClose: () => void
}

/**
 * The step for the reason and date of the cancellation. Staff can add a note and turn off notifications (NOTE-2). Each
 * question appears after the previous one, then the preview (UI-14). Submits the request.
 */
export function ReasonStep({ policy, snapshot, send, reasons, form, onForm, onClose }: ReasonStepProps) {
  const isInternal = policy.viewer.kind === 'internal'
  const reason = reasons.find(({ reasonCode }) => reasonCode === form.reasonCode)
  const problem = reason && validateCancellationDate(reason, form.date)
  const input = {
    policyNo: policy.policyNo,
    reasonCode: problem ? undefined : reason?.reasonCode,
    date: reason?.effectiveDateRequired ? form.date : undefined,
    isSubmitting: !snapshot.matches({ reason: 'choosing' }),
  }
  const { preview } = useCancellationPreview(input)
  return (
    <WizardFrame
      step="reason"
      steps={getCancelSteps(reason, false)}
      isSubmitted={false}
      isBegun={form.notes !== '' || form.reasonCode !== ''}
      isBusy={!snapshot.matches({ reason: 'choosing' })}
      busyLabel="Submitting…"
      nextLabel={cancellationText.submitRequest(preview?.effectiveDate)}
      notYet={validateCancelForm(reason, form, isInternal)}
      onNext={() => reason && send({ type: 'SUBMIT', request: buildCancellationInput(reason, form, policy, false) })}
      onSkip={() =>
        send({
          type: 'SKIP',
          steps: getCancelSteps(reason, false),
          slots: getRequiredDocumentSlots(reason?.policyCancelDocs ?? []),
        })
      }
      onClose={onClose}
    >
      <ReasonFields
        {...{ reasons, isInternal, reason, problem }}
        date={form.date}
        onReason={(reasonCode) => onForm({ reasonCode, date: '' })}
        onDate={(date) => onForm({ date })}
      />
      {reason && isInternal && (
        <NotesFields
          notes={form.notes}
          notifies={form.notifies}
          onNotes={(notes) => onForm({ notes })}
          onNotifies={(notifies) => onForm({ notifies })}
        />
      )}
      {input.reasonCode && (
        <RefundPreview input={input} viewer={policy.viewer.kind} notifies={!isInternal || form.notifies} />
      )}
      {!preview && <p className="muted">{cancellationText.submitsRequest(getCancelSteps(reason, false))}</p>}
    </WizardFrame>
  )
}
