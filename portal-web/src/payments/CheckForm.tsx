import { zodResolver } from '@hookform/resolvers/zod'
import type { CheckPaymentRequest } from '@tideline/sdk'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useForm } from 'react-hook-form'
import { type CheckEntry, checkForm, checkLimits, checkOf, isFilled } from './check-form.ts'

interface CheckFormProps {
  isBusy: boolean
  /** What stopped the last attempt. */
  problem: string | undefined
  /** Why no check can be applied now. */
  reason: string | undefined
  onApply: (check: CheckPaymentRequest) => void
}

/** A check that has arrived: number, amount, remitter, memo and deposit date (spec 1 §5). */
export function CheckForm({ isBusy, problem, reason, onApply }: CheckFormProps) {
  const form = useForm<CheckEntry>({
    resolver: zodResolver(checkForm),
    mode: 'onBlur',
    defaultValues: { checkNo: '', payeeName: '', memo: '', amount: '', createdAt: '' },
  })
  const { errors } = form.formState
  const isComplete = isFilled(form.watch())
  return (
    <form className="stack" noValidate onSubmit={form.handleSubmit((entry) => onApply(checkOf(entry)))}>
      {problem && <Alert tone="error">{problem}</Alert>}
      <FieldGrid>
        <MaskedInput
          name="checkNo"
          control={form.control}
          label="Check number"
          mask="digits"
          maxLength={checkLimits.checkNo}
        />
        <MaskedInput name="amount" control={form.control} label="Amount" mask="money" />
      </FieldGrid>
      <TextField
        label="Remitter name"
        maxLength={checkLimits.payeeName}
        error={errors.payeeName?.message}
        {...form.register('payeeName')}
      />
      <TextField
        label="Memo"
        maxLength={checkLimits.memo}
        help={`At most ${checkLimits.memo} characters`}
        error={errors.memo?.message}
        {...form.register('memo')}
      />
      <TextField label="Deposit date" type="date" error={errors.createdAt?.message} {...form.register('createdAt')} />
      <div className="row">
        <Button
          type="submit"
          busy={isBusy}
          busyLabel="Applying…"
          disabledReason={reason ?? (isComplete ? undefined : 'Fill in every field.')}
        >
          Apply check
        </Button>
      </div>
    </form>
  )
}
