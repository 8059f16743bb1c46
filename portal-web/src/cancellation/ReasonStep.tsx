import type { CancelReason } from '@tideline/sdk'
import { buildRequest, type CancelForm, validateCancelForm } from './cancellation-input.ts'
import { NotesFields } from './NotesFields.tsx'
import { ReasonFields } from './ReasonFields.tsx'
import { Refund } from './Refund.tsx'
import { validateCancellationDate } from './reasons.ts'
import { getSlots, getSteps } from './steps.ts'
import { text } from './text.ts'
import type { CancelStepProps } from './useCancelWizard.ts'
import { WizardFrame } from './WizardFrame.tsx'

interface ReasonStepProps extends CancelStepProps {
  reasons: CancelReason[]
  form: CancelForm
  onForm: (part: Partial<CancelForm>) => void
  onClose: () => void
}

/** Reason and date of the cancellation; staff add a note and can suppress notifications (NOTE-2). Submits the request. */
export function ReasonStep({ policy, snapshot, send, reasons, form, onForm, onClose }: ReasonStepProps) {
  const isInternal = policy.viewer.kind === 'internal'
  const reason = reasons.find(({ reasonCode }) => reasonCode === form.reasonCode)
  const problem = reason && validateCancellationDate(reason, form.date)
  return (
    <WizardFrame
      step="reason"
      steps={getSteps(reason, false)}
      isAsked={false}
      isBegun={form.notes !== '' || form.reasonCode !== ''}
      isBusy={!snapshot.matches({ reason: 'choosing' })}
      busyLabel="Submitting…"
      nextLabel={text.submitRequest}
      notYet={validateCancelForm(reason, form, isInternal)}
      onNext={() => reason && send({ type: 'SUBMIT', request: buildRequest(reason, form, policy, false) })}
      onSkip={() =>
        send({ type: 'SKIP', steps: getSteps(reason, false), slots: getSlots(reason?.policyCancelDocs ?? []) })
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
        <Refund
          policyNo={policy.policyNo}
          reasonCode={reason.reasonCode}
          date={reason.effectiveDateRequired ? form.date : undefined}
          isSubmitting={!snapshot.matches({ reason: 'choosing' })}
        />
      )}
      <p className="muted">{text.submitsRequest(getSteps(reason, false))}</p>
    </WizardFrame>
  )
}
