import { useQuery } from '@tanstack/react-query'
import { changeOwnMailingAddress } from '@tideline/sdk/operations'
import { getCataloguesOptions } from '@tideline/sdk/query'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { QueryState } from '@tideline/web-kit/screen/QueryState.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useForm } from 'react-hook-form'
import { requiresCode } from '../payments/auto-pay.ts'
import { ConfirmIdentityDialog } from './ConfirmIdentityDialog.tsx'
import { contactText } from './text.ts'

const title = 'Change your mailing address'

export interface MailingAddressForm {
  addr1: string
  addr2: string
  city: string
  state: string
  zip: string
}

interface ChangeMailingAddressDialogProps {
  policyNo: string
  /** State of the current mailing address. */
  state: string
  onClose: () => void
}

/** Dialog in which the policyholder changes the mailing address of a policy (POL-18). */
export function ChangeMailingAddressDialog({ policyNo, state, onClose }: ChangeMailingAddressDialogProps) {
  const { register, control, handleSubmit, getValues, formState } = useForm<MailingAddressForm>({
    mode: 'onBlur',
    defaultValues: { addr1: '', addr2: '', city: '', state, zip: '' },
  })
  const catalogues = useQuery({ ...getCataloguesOptions({ client: api.client }), meta: { errors: 'inline' } })
  const change = useAction(
    ({ addr1, addr2, city, ...form }: MailingAddressForm) => {
      const second = addr2.trim()
      return api.call(changeOwnMailingAddress, {
        path: { policyNo },
        body: { ...form, addr1: addr1.trim(), city: city.trim(), ...(second && { addr2: second }) },
      })
    },
    { changes: 'everything', successToast: 'Mailing address changed.', onDone: onClose },
  )
  if (requiresCode(change.error))
    return (
      <ConfirmIdentityDialog
        {...{ title, policyNo, onClose }}
        onConfirmed={() => change.run(getValues())}
        onBack={change.reset}
      />
    )
  const { errors } = formState
  const states = catalogues.data?.payload.states
  const required = (message: string) => ({ validate: (text: string) => text.trim() !== '' || message })
  return (
    <FormDialog
      title={title}
      submitLabel="Change address"
      busyLabel="Changing…"
      disabledReason={states ? undefined : 'One moment, please.'}
      isBusy={change.isBusy}
      problem={change.problem}
      onSubmit={handleSubmit((form) => change.run(form))}
      onClose={onClose}
    >
      <p>{contactText.addressIntro}</p>
      <p className="muted">{contactText.propertyAddress}</p>
      <QueryState query={catalogues} lines={4} label="Loading the states" problem="The states could not be loaded" />
      {/* Waits for the states, because a select without its options would lose the value. */}
      {states && (
        <>
          <TextField
            label="Street address"
            required
            maxLength={200}
            autoComplete="address-line1"
            error={errors.addr1?.message}
            {...register('addr1', required('Enter the street address.'))}
          />
          <TextField
            label="Apartment or suite"
            optional
            maxLength={200}
            autoComplete="address-line2"
            {...register('addr2')}
          />
          <FieldGrid>
            <TextField
              label="City"
              required
              maxLength={100}
              autoComplete="address-level2"
              error={errors.city?.message}
              {...register('city', required('Enter the city.'))}
            />
            <SelectField
              label="State"
              options={states.map(({ code, name }) => ({ value: code, label: name }))}
              {...register('state')}
            />
            <MaskedInput
              name="zip"
              control={control}
              rules={{ validate: (zip) => /^\d{5}$/.test(zip) || 'Enter a ZIP code with five digits.' }}
              label="ZIP code"
              mask="zip"
              autoComplete="postal-code"
            />
          </FieldGrid>
        </>
      )}
    </FormDialog>
  )
}
