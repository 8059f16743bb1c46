import type { CancelReason } from '@tideline/sdk'
import { getCancelSteps, getRequiredDocumentSlots } from './cancel-steps.ts'
import { buildCancellationInput, type CancelFormValues, validateCancelForm } from './cancellation-input.ts'
import { NotesFields } from './NotesFields.tsx'
import { ReasonFields } from './ReasonFields.tsx'
import { RefundPreview } from './RefundPreview.tsx'
import { validateCancellationDate } from './reasons.ts'
import { cancellationText } from './text.ts'
import type { CancelStepProps } from './useCancelWizard.ts'
import { WizardFrame } from './WizardFrame.tsx'

interface ReasonStepProps extends CancelStepProps {
  reasons: CancelReason[]
  form: CancelFormValues
  onForm: (part: Partial<CancelFormValues>) => void
  onClose: () => void
}

/**
 * The step for the reason and date of the cancellation. Staff can add a note and turn off notifications (NOTE-2).
 * Submits the request.
 */
export function ReasonStep({ policy, snapshot, send, reasons, form, onForm, onClose }: ReasonStepProps) {
  const isInternal = policy.viewer.kind === 'internal'
  const reason = reasons.find(({ reasonCode }) => reasonCode === form.reasonCode)
  const problem = reason && validateCancellationDate(reason, form.date)
  return (
    <WizardFrame
      step="reason"
      steps={getCancelSteps(reason, false)}
      isSubmitted={false}
      isBegun={form.notes !== '' || form.reasonCode !== ''}
      isBusy={!snapshot.matches({ reason: 'choosing' })}
      busyLabel="Submitting…"
      nextLabel={cancellationText.submitRequest}
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
      {isInternal && (
        <NotesFields
          notes={form.notes}
          notifies={form.notifies}
          onNotes={(notes) => onForm({ notes })}
          onNotifies={(notifies) => onForm({ notifies })}
        />
      )}
      {reason && !problem && (
        <RefundPreview
          policyNo={policy.policyNo}
          reasonCode={reason.reasonCode}
          date={reason.effectiveDateRequired ? form.date : undefined}
          isSubmitting={!snapshot.matches({ reason: 'choosing' })}
        />
      )}
      <p className="muted">{cancellationText.submitsRequest(getCancelSteps(reason, false))}</p>
    </WizardFrame>
  )
}
