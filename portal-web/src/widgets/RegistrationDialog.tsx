import { useQuery } from '@tanstack/react-query'
import type { WidgetRegistration } from '@tideline/sdk'
import { saveWidgetRegistration } from '@tideline/sdk/operations'
import { getWidgetRegistrationOptions } from '@tideline/sdk/query'
import { zEmail, zPhone } from '@tideline/sdk/zod'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getVersionHeader } from '@tideline/web-kit/session/versions.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { Skeleton } from '@tideline/web-kit/ui/Skeleton.tsx'
import { TextArea, TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useMemo } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { LogoField } from './LogoField.tsx'
import {
  buildRegistrationRequest,
  isWebsiteUrl,
  type RegistrationForm,
  toRegistrationForm,
} from './registration-form.ts'
import { getRegistrationError, widgetText } from './text.ts'

interface RegistrationDialogProps {
  agentNo: string
  /** Registration to edit, or undefined for a new one. */
  registration: WidgetRegistration | undefined
  /** Index of the registration in the list, or -1 for a new one. */
  index: number
  onClose: () => void
}

const alignments = [
  { value: 'center', label: 'Center' },
  { value: 'right', label: 'Right' },
]

export function RegistrationDialog({ agentNo, registration, index, onClose }: RegistrationDialogProps) {
  // Loads the registration each time the dialog opens, so that the form shows the version that `If-Match` refers to
  // (API-13).
  const current = useQuery({
    ...getWidgetRegistrationOptions({ client: api.client, path: { agentNo, id: registration?.Id ?? '' } }),
    enabled: registration !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  const before = current.data
  const headers = useMemo(
    () => (before ? getVersionHeader(`/api/v4/agent/widget/${before.AgentNo}/${before.Id}`) : {}),
    [before],
  )
  const isLoaded = registration === undefined || before !== undefined
  const { register, control, handleSubmit, formState } = useForm<RegistrationForm>({
    mode: 'onTouched',
    defaultValues: toRegistrationForm(undefined),
    ...(before ? { values: toRegistrationForm(before) } : {}),
  })
  const save = useAction(
    (form: RegistrationForm) =>
      api.call(saveWidgetRegistration, { body: buildRegistrationRequest(agentNo, form, before, index), headers }),
    {
      changes: ['listWidgetRegistrations'],
      successToast: registration ? 'The registration was saved.' : 'The widget was registered.',
      formatError: getRegistrationError('update'),
      onDone: onClose,
    },
  )
  const { errors, isValid } = formState
  return (
    <FormDialog
      title={registration ? widgetText.modifyTitle : widgetText.newTitle}
      submitLabel="Save"
      busyLabel="Saving…"
      disabledReason={
        isLoaded ? (isValid ? undefined : 'Fill in a valid referral email and phone.') : 'One moment, please.'
      }
      isBusy={save.isBusy}
      problem={save.problem}
      onSubmit={handleSubmit((form) => save.run(form))}
      onClose={onClose}
    >
      {current.isLoading && <Skeleton label="Loading the registration" height={420} />}
      {isLoaded && (
        <>
          <TextField label="Name" optional maxLength={200} {...register('name')} />
          <FieldGrid>
            <TextField
              label="Referral Email"
              type="email"
              maxLength={254}
              error={errors.email?.message}
              {...register('email', {
                validate: (typed) => zEmail.safeParse(typed.trim()).success || widgetText.email,
              })}
            />
            <MaskedInput
              name="phone"
              control={control}
              label="Referral Phone"
              mask="phone"
              placeholder="###-###-####"
              rules={{ validate: (typed) => zPhone.safeParse(typed).success || widgetText.phone }}
            />
          </FieldGrid>
          <TextField
            label="Referral Website"
            optional
            type="url"
            maxLength={2000}
            placeholder="https://"
            error={errors.website?.message}
            {...register('website', {
              validate: (typed) => typed.trim() === '' || isWebsiteUrl(typed) || widgetText.website,
            })}
          />
          <Checkbox label="Use referral email on leads" {...register('isEmailForLeads')} />
          <FieldGrid>
            <Controller
              name="logo"
              control={control}
              render={({ field }) => <LogoField value={field.value} onValueChange={field.onChange} />}
            />
            <SelectField label="Logo alignment" options={alignments} {...register('align')} />
          </FieldGrid>
          <TextArea label="Disclosure" optional maxLength={4000} {...register('disclosure')} />
          <TextField label="Source" optional maxLength={50} {...register('source')} />
        </>
      )}
      {current.error && <Alert tone="error">{getRegistrationError('fetch')(current.error)}</Alert>}
    </FormDialog>
  )
}
