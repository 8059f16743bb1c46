import { zodResolver } from '@hookform/resolvers/zod'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { type CheckFormValues, checkFieldMaxLengths, checkFormSchema, isCheckFormComplete } from './check-form.ts'

/** Returns the form for a received check, and the reason why the check cannot be applied yet. */
export function useCheckForm() {
  const form = useForm<CheckFormValues>({
    resolver: zodResolver(checkFormSchema),
    mode: 'onBlur',
    defaultValues: { checkNo: '', payeeName: '', memo: '', amount: '', createdAt: '' },
  })
  return { form, notYet: isCheckFormComplete(form.watch()) ? undefined : 'Fill in all fields.' }
}

/** Fields for a check's number, amount, remitter, memo, and deposit date (PAY-11). */
export function CheckFields({ form }: { form: UseFormReturn<CheckFormValues> }) {
  const { errors } = form.formState
  return (
    <>
      <FieldGrid>
        <MaskedInput
          name="checkNo"
          control={form.control}
          label="Check number"
          mask="digits"
          maxLength={checkFieldMaxLengths.checkNo}
        />
        <MaskedInput name="amount" control={form.control} label="Amount" mask="money" />
      </FieldGrid>
      <TextField
        label="Remitter name"
        maxLength={checkFieldMaxLengths.payeeName}
        error={errors.payeeName?.message}
        {...form.register('payeeName')}
      />
      <TextField
        label="Memo"
        maxLength={checkFieldMaxLengths.memo}
        help={`At most ${checkFieldMaxLengths.memo} characters`}
        error={errors.memo?.message}
        {...form.register('memo')}
      />
      <TextField label="Deposit date" type="date" error={errors.createdAt?.message} {...form.register('createdAt')} />
    </>
  )
}
