import { readFormInput } from '@tideline/web-kit/forms/form-storage.ts'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { useSaveFormInput } from '@tideline/web-kit/forms/useSaveFormInput.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useForm } from 'react-hook-form'
import { validatePhone, validateZip } from './identity.ts'
import { linkRequestStorageKeys } from './link-request-draft.ts'

interface ProofFormProps {
  kind: 'phone' | 'zip'
  /** Email address or policy number from step 1. */
  identity: string
  value: string
  busy: boolean
  onBack: () => void
  onSubmit: (value: string) => void
}

/**
 * Step 2 of requesting a link: the phone number for an email address (2a), or the ZIP code for a policy number (2b).
 */
export function VerificationForm({ kind, identity, value, busy, onBack, onSubmit }: ProofFormProps) {
  const { control, handleSubmit } = useForm({
    mode: 'onBlur',
    defaultValues: { value: readFormInput<{ value: string }>(linkRequestStorageKeys[kind]).value ?? value },
  })
  useSaveFormInput(linkRequestStorageKeys[kind], control)
  const isPhone = kind === 'phone'
  return (
    <form className="stack" noValidate onSubmit={handleSubmit((values) => onSubmit(values.value))}>
      <h1>{isPhone ? 'Your phone number' : 'Your ZIP code'}</h1>
      <p className="muted">
        For <strong>{identity}</strong>
      </p>
      <MaskedInput
        name="value"
        control={control}
        rules={{ validate: (typed) => (isPhone ? validatePhone(typed) : validateZip(typed)) ?? true }}
        label={isPhone ? 'Phone' : 'ZIP code'}
        help={isPhone ? 'The number on your policy' : 'The ZIP code of the insured property'}
        mask={kind}
        autoComplete={isPhone ? 'tel-national' : 'postal-code'}
        autoFocus
      />
      <Button type="submit" block busy={busy} busyLabel="Sending…">
        Email me a link
      </Button>
      <Button variant="quiet" block onClick={onBack}>
        Back
      </Button>
    </form>
  )
}
