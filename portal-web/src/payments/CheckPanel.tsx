import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm } from 'react-hook-form'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { MaskedField } from '../ui/MaskedField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { type CheckEntry, checkForm, checkLimits, checkOf, isFilled } from './check-form.ts'
import type { PanelProps } from './panel.ts'

/** Applies a check that has arrived; only for the agencies that the settings name, and for staff. */
export function CheckPanel({ snapshot, send, isBusy, payReason }: PanelProps) {
  const form = useForm<CheckEntry>({
    resolver: zodResolver(checkForm),
    mode: 'onBlur',
    defaultValues: { checkNo: '', payeeName: '', memo: '', amount: '', createdAt: '' },
  })
  const { errors } = form.formState
  const isComplete = isFilled(form.watch())
  return (
    <form
      className="stack"
      noValidate
      onSubmit={form.handleSubmit((entry) => send({ type: 'ON_MAKE_CHECK_PAYMENT', check: checkOf(entry) }))}
    >
      {snapshot.context.problem && <Alert tone="error">{snapshot.context.problem}</Alert>}
      <div className="pay-grid">
        <Controller
          name="checkNo"
          control={form.control}
          render={({ field }) => (
            <MaskedField
              label="Check number"
              mask="digits"
              maxLength={checkLimits.checkNo}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              inputRef={field.ref}
              error={errors.checkNo?.message}
            />
          )}
        />
        <Controller
          name="amount"
          control={form.control}
          render={({ field }) => (
            <MaskedField
              label="Amount"
              mask="money"
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              inputRef={field.ref}
              error={errors.amount?.message}
            />
          )}
        />
      </div>
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
          disabledReason={payReason ?? (isComplete ? undefined : 'Fill in every field.')}
        >
          Apply check
        </Button>
      </div>
    </form>
  )
}
