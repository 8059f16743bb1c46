import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { CheckFields, useCheckForm } from '../../payments/CheckFields.tsx'
import { checkOf } from '../../payments/check-form.ts'
import type { PanelProps } from './panel.ts'

/** Applies a check in the wizard; only for the agencies that the settings name, and for staff. */
export function CheckPanel({ snapshot, send, isBusy, payReason }: PanelProps) {
  const { form, notYet } = useCheckForm()
  const { problem } = snapshot.context
  return (
    <form
      className="stack"
      noValidate
      onSubmit={form.handleSubmit((entry) => send({ type: 'ON_MAKE_CHECK_PAYMENT', check: checkOf(entry) }))}
    >
      <CheckFields form={form} />
      {problem && <Alert tone="error">{problem}</Alert>}
      <div className="row">
        <Button type="submit" busy={isBusy} busyLabel="Applying…" disabledReason={payReason ?? notYet}>
          Apply check
        </Button>
      </div>
    </form>
  )
}
