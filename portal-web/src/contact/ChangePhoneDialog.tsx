import { changeOwnPhone } from '@tideline/sdk/operations'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useForm } from 'react-hook-form'
import { requiresCode } from '../payments/auto-pay.ts'
import { ConfirmIdentityDialog } from './ConfirmIdentityDialog.tsx'
import { contactText } from './text.ts'

const title = 'Change your phone number'

/** Dialog in which the policyholder changes their phone number (POL-17). */
export function ChangePhoneDialog({ policyNo, onClose }: { policyNo: string; onClose: () => void }) {
  const { control, handleSubmit, getValues } = useForm({ mode: 'onBlur', defaultValues: { phone: '' } })
  const change = useAction((phone: string) => api.call(changeOwnPhone, { path: { policyNo }, body: { phone } }), {
    changes: 'everything',
    successToast: 'Phone number changed.',
    onDone: onClose,
  })
  if (requiresCode(change.error))
    return (
      <ConfirmIdentityDialog
        {...{ title, policyNo, onClose }}
        onConfirmed={() => change.run(getValues('phone'))}
        onBack={change.reset}
      />
    )
  return (
    <FormDialog
      title={title}
      size="small"
      submitLabel="Change phone number"
      busyLabel="Changing…"
      isBusy={change.isBusy}
      problem={change.problem}
      onSubmit={handleSubmit(({ phone }) => change.run(phone))}
      onClose={onClose}
    >
      <p>{contactText.phoneIntro}</p>
      <MaskedInput
        name="phone"
        control={control}
        rules={{
          validate: (phone) => /^\d{3}-\d{3}-\d{4}$/.test(phone) || 'Enter a phone number with ten digits.',
        }}
        label="New phone"
        mask="phone"
        autoComplete="tel-national"
      />
    </FormDialog>
  )
}
