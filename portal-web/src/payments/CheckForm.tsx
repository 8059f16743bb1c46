import type { CheckPaymentRequest } from '@tideline/sdk'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { type ComponentType, type ReactNode, useId } from 'react'
import { CheckFields, useCheckForm } from './CheckFields.tsx'
import { toCheckRequest } from './check-form.ts'

interface CheckFormProps {
  isBusy: boolean
  /** Error message of the last attempt. */
  problem: string | undefined
  /** Reason why a check cannot be applied now. */
  reason: string | undefined
  /** Component that contains the button. By default, the button is below the fields. */
  at?: ComponentType<{ children: ReactNode }>
  onApply: (check: CheckPaymentRequest) => void
}

const Below = ({ children }: { children: ReactNode }) => <div className="row">{children}</div>

/** Form for a received check in the payment step, with its own button. */
export function CheckForm({ isBusy, problem, reason, at: Place = Below, onApply }: CheckFormProps) {
  const { form, notYet } = useCheckForm()
  const formId = useId()
  return (
    <form
      id={formId}
      className="stack"
      noValidate
      onSubmit={form.handleSubmit((entry) => onApply(toCheckRequest(entry)))}
    >
      <CheckFields form={form} />
      {problem && <Alert tone="error">{problem}</Alert>}
      <Place>
        <Button type="submit" form={formId} busy={isBusy} busyLabel="Applying…" disabledReason={reason ?? notYet}>
          Apply check
        </Button>
      </Place>
    </form>
  )
}
