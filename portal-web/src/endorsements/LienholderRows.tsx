import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { type Control, useFieldArray, useFormContext } from 'react-hook-form'
import { emptyLienholder, type QuoteForm } from './quote-form.ts'

const most = 10
const needed = 'Please fill out the missing fields.'

/** The lienholders of the quote, edited by staff. */
export function LienholderRows({
  control,
  states,
}: {
  control: Control<QuoteForm>
  states: readonly { value: string; label: string }[]
}) {
  const { register, formState } = useFormContext<QuoteForm>()
  const { fields, append, remove } = useFieldArray({ control, name: 'lienholders' })
  return (
    <div className="stack">
      {fields.map((field, index) => {
        const at = `lienholders.${index}` as const
        const errors = formState.errors.lienholders?.[index]
        return (
          <fieldset key={field.id} className="endorsement-lienholder">
            <legend>Lienholder {index + 1}</legend>
            <TextField
              label="Name"
              maxLength={200}
              error={errors?.name?.message}
              {...register(`${at}.name`, { required: needed })}
            />
            <FieldGrid>
              <TextField
                label="Address"
                maxLength={200}
                error={errors?.addr1?.message}
                {...register(`${at}.addr1`, { required: needed })}
              />
              <TextField label="Address line 2" optional maxLength={200} {...register(`${at}.addr2`)} />
              <TextField
                label="City"
                maxLength={100}
                error={errors?.city?.message}
                {...register(`${at}.city`, { required: needed })}
              />
              <SelectField label="State" options={states} {...register(`${at}.state`)} />
              <MaskedInput
                name={`${at}.zip`}
                control={control}
                rules={{ required: needed, pattern: { value: /^\d{5}$/, message: needed } }}
                label="ZIP code"
                mask="zip"
              />
              <TextField
                label="Loan number"
                maxLength={50}
                error={errors?.loan_number?.message}
                {...register(`${at}.loan_number`, { required: needed })}
              />
              <TextField label="Mortgage clause" optional maxLength={200} {...register(`${at}.mortgage_clause`)} />
            </FieldGrid>
            <Button variant="quiet" onClick={() => remove(index)}>
              Remove lienholder {index + 1}
            </Button>
          </fieldset>
        )
      })}
      <div>
        <Button
          variant="secondary"
          disabledReason={fields.length < most ? undefined : `A policy has at most ${most} lienholders.`}
          onClick={() => append(emptyLienholder)}
        >
          Add a lienholder
        </Button>
      </div>
    </div>
  )
}
