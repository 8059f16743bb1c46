import { useQuery } from '@tanstack/react-query'
import type { QuoteLienholder } from '@tideline/sdk'
import { getCataloguesOptions } from '@tideline/sdk/query'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { api } from '@tideline/web-kit/session/api.ts'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { isLienholderFormComplete, type LienholderForm, toLienholderForm } from './lienholder-form.ts'
import { lienholderText } from './text.ts'

interface EntryDialogProps {
  start: QuoteLienholder
  isBusy: boolean
  onSave: (entry: LienholderForm) => void
  onClose: () => void
}

/** A dialog with the form of a lienholder. Saving binds the endorsement. */
export function LienholderFormDialog({ start, isBusy, onSave, onClose }: EntryDialogProps) {
  const { register, control, handleSubmit } = useForm<LienholderForm>({ defaultValues: toLienholderForm(start) })
  const [isMissing, setIsMissing] = useState(false)
  const catalogues = useQuery({ ...getCataloguesOptions({ client: api.client }), meta: { errors: 'own' } })
  const states = catalogues.data?.payload.states ?? [{ code: start.state, name: start.state }]
  return (
    <FormDialog
      title="Edit Lienholder"
      submitLabel="Save"
      busyLabel="Saving…"
      isBusy={isBusy}
      problem={isMissing ? { text: lienholderText.missing } : undefined}
      onSubmit={handleSubmit((entry) => {
        setIsMissing(!isLienholderFormComplete(entry))
        if (isLienholderFormComplete(entry)) onSave(entry)
      })}
      onClose={onClose}
    >
      <TextField label="Name" maxLength={200} {...register('name')} />
      <TextField label="Address" maxLength={200} {...register('addr1')} />
      <TextField label="Address line 2" maxLength={200} optional {...register('addr2')} />
      <FieldGrid>
        <TextField label="City" maxLength={100} {...register('city')} />
        <SelectField
          label="State"
          options={states.map(({ code, name }) => ({ value: code, label: name }))}
          {...register('state')}
        />
        <MaskedInput name="zip" control={control} label="ZIP code" mask="zip" />
        <TextField label="Loan number" maxLength={50} {...register('loan_number')} />
      </FieldGrid>
      <TextField label="Mortgage clause" maxLength={200} optional {...register('mortgage_clause')} />
    </FormDialog>
  )
}
