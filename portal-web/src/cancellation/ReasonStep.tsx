import type { CancelReason } from '@tideline/sdk'
import { NotesFields } from './NotesFields.tsx'
import { ReasonFields } from './ReasonFields.tsx'
import { Refund } from './Refund.tsx'
import { dateProblem } from './reasons.ts'
import { slotsOf, stepsOf } from './steps.ts'
import type { CancelStepProps } from './useCancelWizard.ts'
import { WizardFrame } from './WizardFrame.tsx'
import { type CancelForm, wishOf, wishProblem } from './wish.ts'

interface ReasonStepProps extends CancelStepProps {
  reasons: CancelReason[]
  form: CancelForm
  onForm: (part: Partial<CancelForm>) => void
  onClose: () => void
}

/** Why the policy is cancelled and from when; staff note it and say whether anybody is written to (NOTE-2). */
export function ReasonStep({ policy, snapshot, send, reasons, form, onForm, onClose }: ReasonStepProps) {
  const isInternal = policy.viewer.kind === 'internal'
  const reason = reasons.find(({ reasonCode }) => reasonCode === form.reasonCode)
  const problem = reason && dateProblem(reason, form.date)
  return (
    <WizardFrame
      step="reason"
      steps={stepsOf(reason, false)}
      isAsked={false}
      isBegun={form.notes !== ''}
      isBusy={!snapshot.matches({ reason: 'choosing' })}
      busyLabel="Cancelling…"
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
        />
      )}
    </WizardFrame>
  )
}
