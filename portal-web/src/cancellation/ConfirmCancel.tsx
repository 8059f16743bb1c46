import type { CancelReason } from '@tideline/sdk'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { buildRequest, type CancelForm, validateCancelForm } from './cancellation-input.ts'
import { NotesFields } from './NotesFields.tsx'
import { ReasonFields } from './ReasonFields.tsx'
import { Refund } from './Refund.tsx'
import { validateCancellationDate } from './reasons.ts'
import { text } from './text.ts'
import type { CancelStepProps } from './useCancelWizard.ts'

interface ConfirmCancelProps extends CancelStepProps {
  reason: CancelReason
  form: CancelForm
  onForm: (part: Partial<CancelForm>) => void
  onClose: () => void
}

/** Confirms the single reason, which submits the cancellation request; the wizard then opens at Sign (CAN-9). */
export function ConfirmCancel({ policy, snapshot, send, reason, form, onForm, onClose }: ConfirmCancelProps) {
  const isInternal = policy.viewer.kind === 'internal'
  const problem = validateCancellationDate(reason, form.date)
  return (
    <FormDialog
      title={text.title}
      cancelLabel={text.keep}
      submitLabel={text.submit}
      busyLabel="Submitting…"
      danger
      disabledReason={validateCancelForm(reason, form, isInternal)}
      isBusy={!snapshot.matches({ reason: 'choosing' })}
      problem={undefined}
      onSubmit={() => send({ type: 'SUBMIT', request: buildRequest(reason, form, policy, true) })}
      onClose={onClose}
    >
      <p>{text.confirmQuestion}</p>
      <p className="muted">{text.submitsOnConfirm}</p>
      <ReasonFields
        {...{ isInternal, reason, problem }}
        reasons={[reason]}
        date={form.date}
        onReason={() => undefined}
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
      {!problem && (
        <Refund
          policyNo={policy.policyNo}
          reasonCode={reason.reasonCode}
          date={reason.effectiveDateRequired ? form.date : undefined}
          isSubmitting={!snapshot.matches({ reason: 'choosing' })}
        />
      )}
    </FormDialog>
  )
}
