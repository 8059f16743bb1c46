import type { RegistrationForm } from '@tideline/sdk'
import { saveAgencyRegistration } from '@tideline/sdk/operations'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getVersionHeader } from '@tideline/web-kit/session/versions.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  buildPageRequest,
  getRegistrationValues,
  type RegistrationField,
  type RegistrationValues,
} from './registration-steps.ts'

interface PageFormProps {
  agencyNo: string
  form: RegistrationForm
  page: readonly RegistrationField[]
  onSaved: () => void
}

/** A page of the registration. Its button saves the page, so that the agency can continue later. */
export function RegistrationPageForm({ agencyNo, form, page, onSaved }: PageFormProps) {
  const { register, control, handleSubmit, formState } = useForm<RegistrationValues>({
    defaultValues: getRegistrationValues(page, form),
    reValidateMode: 'onBlur',
  })
  const [headers] = useState(() => getVersionHeader(`/api/v1/agencies/${agencyNo}/registration`))
  const save = useAction(
    (values: RegistrationValues) =>
      api.call(saveAgencyRegistration, { path: { agencyNo }, body: buildPageRequest(values, form), headers }),
    { changes: ['getAgencyRegistration'], onDone: onSaved },
  )
  return (
    <form className="stack" noValidate onSubmit={handleSubmit((values) => save.run(values))}>
      {save.problem && <Alert tone="error">{save.problem.text}</Alert>}
      {page.map(({ name, missing, mask, optional, ...field }) => {
        const rules = { validate: (text: string) => optional === true || text.trim() !== '' || missing }
        return mask ? (
          <MaskedInput key={name} name={name} control={control} rules={rules} mask={mask} {...field} />
        ) : (
          <TextField
            key={name}
            {...field}
            {...(optional && { optional })}
            error={formState.errors[name]?.message}
            {...register(name, rules)}
          />
        )
      })}
      <Button type="submit" busy={save.isBusy} busyLabel="Saving…">
        Save and continue
      </Button>
    </form>
  )
}
