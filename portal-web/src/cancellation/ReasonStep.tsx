import type { CancelReason } from '@tideline/sdk'
import { NotesFields } from './NotesFields.tsx'
import { ReasonFields } from './ReasonFields.tsx'
import { Refund } from './Refund.tsx'
import { dateProblem } from './reasons.ts'
import { slotsOf, stepsOf } from './steps.ts'
import { text } from './text.ts'
import type { CancelStepProps } from './useCancelWizard.ts'
import { WizardFrame } from './WizardFrame.tsx'
import { type CancelForm, wishOf, wishProblem } from './wish.ts'

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
  const problem = reason && dateProblem(reason, form.date)
  return (
    <WizardFrame
      step="reason"
      steps={stepsOf(reason, false)}
      isAsked={false}
      isBegun={form.notes !== '' || form.reasonCode !== ''}
      isBusy={!snapshot.matches({ reason: 'choosing' })}
      busyLabel="Submitting…"
      nextLabel={text.submitRequest}
      notYet={wishProblem(reason, form, isInternal)}
      onNext={() => reason && send({ type: 'ASK', wish: wishOf(reason, form, policy, false) })}
      onSkip={() =>
        send({ type: 'SKIP', steps: stepsOf(reason, false), slots: slotsOf(reason?.policyCancelDocs ?? []) })
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
      <p className="muted">{text.submitsRequest(stepsOf(reason, false))}</p>
    </WizardFrame>
  )
}
