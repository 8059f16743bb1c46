import type { CancelReason } from '@tideline/sdk'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { buildCancellationInput, type CancelFormValues, validateCancelForm } from './cancellation-input.ts'
import { NotesFields } from './NotesFields.tsx'
import { ReasonFields } from './ReasonFields.tsx'
import { RefundPreview } from './RefundPreview.tsx'
import { validateCancellationDate } from './reasons.ts'
import { cancellationText } from './text.ts'
import { useCancellationPreview } from './useCancellationPreview.ts'
import type { CancelStepProps } from './useCancelWizard.ts'

interface ConfirmCancelProps extends CancelStepProps {
  reason: CancelReason
  form: CancelFormValues
  onForm: (part: Partial<CancelFormValues>) => void
  onClose: () => void
}

/**
 * A dialog that confirms the only available reason and submits the cancellation request. The wizard then continues with
 * the signature (CAN-9).
 */
export function ConfirmCancelDialog({ policy, snapshot, send, reason, form, onForm, onClose }: ConfirmCancelProps) {
  const isInternal = policy.viewer.kind === 'internal'
  const problem = validateCancellationDate(reason, form.date)
  const input = {
    policyNo: policy.policyNo,
    reasonCode: problem ? undefined : reason.reasonCode,
    date: reason.effectiveDateRequired ? form.date : undefined,
    isSubmitting: !snapshot.matches({ reason: 'choosing' }),
  }
  const { preview } = useCancellationPreview(input)
  return (
    <FormDialog
      title={cancellationText.title}
      cancelLabel={cancellationText.keep}
      submitLabel={cancellationText.submit}
      busyLabel="Submitting…"
      danger
      disabledReason={validateCancelForm(reason, form, isInternal)}
      isBusy={!snapshot.matches({ reason: 'choosing' })}
      problem={undefined}
      onSubmit={() => send({ type: 'SUBMIT', request: buildCancellationInput(reason, form, policy, true) })}
      onClose={onClose}
    >
      <p>{cancellationText.confirmQuestion}</p>
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
      {input.reasonCode && (
        <RefundPreview input={input} viewer={policy.viewer.kind} notifies={!isInternal || form.notifies} />
      )}
      {!preview && <p className="muted">{cancellationText.submitsOnConfirm}</p>}
    </FormDialog>
  )
}
