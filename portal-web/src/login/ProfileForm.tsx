import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AuthData, ProfileUpdate } from '@tideline/sdk'
import { updateProfile } from '@tideline/sdk/operations'
import { getProfileQueryKey } from '@tideline/sdk/query'
import { zProfileUpdate } from '@tideline/sdk/zod'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { contractResolver } from '@tideline/web-kit/forms/contract-resolver.ts'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { readSession, writeSession } from '@tideline/web-kit/session/session.ts'
import { getVersionHeader } from '@tideline/web-kit/session/versions.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'

const resolver = contractResolver<ProfileUpdate>(zProfileUpdate, {
  FirstName: 'Enter your first name',
  LastName: 'Enter your last name',
  Phone: 'Enter ten digits, like 813-555-0142',
})

/** Form for the user's own name and phone. Only a superuser can change the email and roles. */
export function ProfileForm({ data, onDone }: { data: AuthData; onDone: () => void }) {
  const queries = useQueryClient()
  const { register, control, handleSubmit, formState } = useForm<ProfileUpdate>({
    resolver,
    reValidateMode: 'onBlur',
    defaultValues: { FirstName: data.FirstName, LastName: data.LastName, Phone: data.Phone },
  })
  const [headers] = useState(() => getVersionHeader('/api/v1/accounts/profile'))
  const save = useMutation({
    mutationFn: (body: ProfileUpdate) => api.call(updateProfile, { body, headers }),
    meta: { errors: 'own' },
    onSuccess: async ({ payload }) => {
      const session = readSession()
      // Updates the user's name in the page header.
      if (session) writeSession({ ...session, data: payload.data })
      await queries.invalidateQueries({ queryKey: getProfileQueryKey({ client: api.client }) })
      showToast({ tone: 'success', title: 'Your profile was saved.' })
      onDone()
    },
  })
  const { errors } = formState
  return (
    <form className="stack" noValidate onSubmit={handleSubmit((values) => save.mutate(values))}>
      {save.isError && <Alert tone="error">{getErrorMessage(save.error)}</Alert>}
      <TextField
        label="First name"
        autoComplete="given-name"
        maxLength={50}
        error={errors.FirstName?.message}
        {...register('FirstName')}
      />
      <TextField
        label="Last name"
        autoComplete="family-name"
        maxLength={50}
        error={errors.LastName?.message}
        {...register('LastName')}
      />
      <MaskedInput
        name="Phone"
        control={control}
        label="Phone"
        optional
        help="Leave blank to use your agency’s phone number."
        mask="phone"
        autoComplete="tel"
        whenEmpty={null}
      />
      <div className="row">
        <Button type="submit" busy={save.isPending} busyLabel="Saving…">
          Save
        </Button>
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
