import type { CheckPaymentRequest } from '@tideline/sdk'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { CheckFields, useCheckForm } from './CheckFields.tsx'
import { checkOf } from './check-form.ts'

interface CheckFormProps {
  isBusy: boolean
  /** What stopped the last attempt. */
  problem: string | undefined
  /** Why no check can be applied now. */
  reason: string | undefined
  onApply: (check: CheckPaymentRequest) => void
}

/** A check that has arrived, where it is paid with: the form with its own button. */
export function CheckForm({ isBusy, problem, reason, onApply }: CheckFormProps) {
  const { form, notYet } = useCheckForm()
  return (
    <form className="stack" noValidate onSubmit={form.handleSubmit((entry) => onApply(checkOf(entry)))}>
      <CheckFields form={form} />
      {problem && <Alert tone="error">{problem}</Alert>}
      <div className="row">
        <Button type="submit" busy={isBusy} busyLabel="Applying…" disabledReason={reason ?? notYet}>
          Apply check
        </Button>
      </div>
    </form>
  )
}
