import { useQuery } from '@tanstack/react-query'
import type { Claim, PolicyConfirmation } from '@tideline/sdk'
import { createClaim, updateClaim } from '@tideline/sdk/operations'
import { getClaimOptions, getClaimOptionsOptions } from '@tideline/sdk/query'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { getToday } from '@tideline/web-kit/labels/labels.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getVersionHeader } from '@tideline/web-kit/session/versions.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextArea, TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useMemo } from 'react'
import { useForm } from 'react-hook-form'
import {
  buildClaimCreateRequest,
  buildClaimUpdateRequest,
  type ClaimForm,
  getEmptyClaimForm,
  toClaimForm,
  validateClaimDates,
} from './claim-form.ts'

interface ClaimDialogProps {
  policy: PolicyConfirmation
  /** The claim to edit; undefined for a first notice of loss. */
  claim: Claim | undefined
  onClose: () => void
}

const choices = (list: readonly { code: string; label: string }[] | undefined) =>
  (list ?? []).map(({ code, label }) => ({ value: code, label }))

/** A dialog that reports a loss or edits a claim. Only staff can edit the status, adjuster and amounts. */
export function ClaimDialog({ policy, claim, onClose }: ClaimDialogProps) {
  const { policyNo, inceptionDate, expirationDate, isPolicyCancelled: isCancelled, viewer } = policy
  const isInternal = viewer.kind === 'internal'
  const cover = { inceptionDate, expirationDate, isCancelled, today: getToday(new Date()) }
  const options = useQuery({
    ...getClaimOptionsOptions({ client: api.client }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  // Loads the claim each time the dialog opens, so that the form shows the version that `If-Match` refers to (API-13).
  const current = useQuery({
    ...getClaimOptions({ client: api.client, path: { claimID: claim?.id ?? '' } }),
    enabled: claim !== undefined,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own' },
  })
  const before = current.data?.payload.claim
  const headers = useMemo(() => (before ? getVersionHeader(`/api/v1/claims/${before.id}`) : {}), [before])
  const isLoaded = options.data !== undefined && (claim === undefined || before !== undefined)
  const loadError = options.error ?? current.error
  const { register, control, handleSubmit, formState, setFocus } = useForm<ClaimForm>({
    defaultValues: getEmptyClaimForm(cover.today),
    ...(before ? { values: toClaimForm(before) } : {}),
    shouldFocusError: false,
  })
  const save = useAction(
    async (form: ClaimForm) => {
      if (before)
        await api.call(updateClaim, {
          path: { claimID: before.id },
          body: buildClaimUpdateRequest(before, form, isInternal),
          headers,
        })
      else await api.call(createClaim, { body: buildClaimCreateRequest(policyNo, form) })
    },
    {
      changes: 'everything',
      successToast: claim ? 'The claim was saved.' : 'The claim was reported.',
      onDone: onClose,
    },
  )
  const { errors } = formState
  const day = (field: 'dateOfLoss' | 'noticeDate') =>
    register(field, { validate: (_, form) => validateClaimDates(form, cover)[field] ?? true })
  return (
    <FormDialog
      title={claim ? `Claim ${claim.claimNumber}` : 'Report a Claim'}
      submitLabel={claim ? 'Save' : 'Report'}
      busyLabel="Saving…"
      disabledReason={isLoaded ? undefined : 'One moment, please.'}
      isBusy={save.isBusy}
      problem={save.problem}
      summary={{ errors, sent: formState.submitCount, onGo: (field) => setFocus(field as keyof ClaimForm) }}
      onSubmit={handleSubmit((form) => save.run(form))}
      onClose={onClose}
    >
      {/* Waits for the claim and the options, because a select without its options would lose the value. */}
      {isLoaded && (
        <>
          <FieldGrid most={3}>
            <TextField label="Date of loss" type="date" error={errors.dateOfLoss?.message} {...day('dateOfLoss')} />
            <TextField label="Date of notice" type="date" error={errors.noticeDate?.message} {...day('noticeDate')} />
            <SelectField
              label="Cause of loss"
              options={choices(options.data?.payload.causesOfLoss)}
              {...register('causeOfLoss')}
            />
            {claim && isInternal && (
              <SelectField label="Status" options={choices(options.data?.payload.statuses)} {...register('status')} />
            )}
          </FieldGrid>
          <TextArea label="What happened" optional maxLength={4000} {...register('description')} />
          <FieldGrid>
            <MaskedInput name="contactPhone" control={control} label="Contact phone" optional mask="phone" />
            <TextField label="Contact note" optional maxLength={200} {...register('contactNote')} />
          </FieldGrid>
          {claim && isInternal && (
            <FieldGrid>
              <TextField label="Adjuster name" optional maxLength={200} {...register('adjusterName')} />
              <TextField label="Adjuster email" type="email" optional {...register('adjusterEmail')} />
              <MaskedInput name="adjusterPhone" control={control} label="Adjuster phone" optional mask="phone" />
              <MaskedInput name="extension" control={control} label="Extension" optional mask="digits" maxLength={10} />
              <MaskedInput name="reserve" control={control} label="Reserve" mask="money" />
              <MaskedInput name="paid" control={control} label="Paid" mask="money" />
            </FieldGrid>
          )}
        </>
      )}
      {loadError && <Alert tone="error">{getErrorMessage(loadError)}</Alert>}
    </FormDialog>
  )
}
