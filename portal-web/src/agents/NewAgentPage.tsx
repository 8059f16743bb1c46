import { createAgency, sendAgencyRegistration } from '@tideline/sdk/operations'
import { agencyTypes } from '@tideline/sdk/words'
import { MaskedInput } from '@tideline/web-kit/forms/MaskedInput.tsx'
import { paths } from '@tideline/web-kit/paths.ts'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { FieldGrid } from '@tideline/web-kit/ui/FieldGrid.tsx'
import { SelectField } from '@tideline/web-kit/ui/SelectField.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { buildAgencyCreateRequest, type NewAgentForm, newAgentResolver } from './new-agent.ts'

/**
 * `/agents/new` and `/agents/:parentId/new`: the page where staff create an agency. The agency's first contact receives
 * the registration link.
 */
export function NewAgentPage() {
  const { parentId } = useParams()
  const title = parentId ? `New sub-agency of ${parentId}` : 'New agency'
  usePageTitle(title)
  const navigate = useNavigate()
  const { register, control, handleSubmit, formState } = useForm<NewAgentForm>({
    resolver: newAgentResolver,
    reValidateMode: 'onBlur',
    defaultValues: {
      ...{ company: '', type: 'retail', addr1: '', city: '', state: '', zip: '', phone: '', email: '' },
      ...{ firstName: '', lastName: '' },
    },
  })
  /**
   * Number of the created agency. If the email fails, a retry sends only the email and does not create a second agency.
   */
  const createdAgencyNo = useRef<string>(undefined)
  const create = useAction(
    async (form: NewAgentForm) => {
      createdAgencyNo.current ??= (
        await api.call(createAgency, { body: buildAgencyCreateRequest(form, parentId ?? null) })
      ).payload.agencyNo
      const { firstName: FirstName, lastName: LastName, email: Email } = form
      const [path, body] = [{ agencyNo: createdAgencyNo.current }, { FirstName, LastName, Email }]
      await api.call(sendAgencyRegistration, { path, body })
      return createdAgencyNo.current
    },
    {
      changes: ['getAgencyDetail'],
      successToast: 'The agency was created and the registration link was sent.',
      onDone: (agencyNo) => navigate(paths.agencyProfile(agencyNo)),
    },
  )
  const { errors } = formState
  return (
    <div className="narrow stack">
      <h1>{title}</h1>
      <Card>
        <form className="stack" noValidate onSubmit={handleSubmit((values) => create.run(values))}>
          {create.problem && <Alert tone="error">{create.problem.text}</Alert>}
          <TextField label="Company" error={errors.company?.message} {...register('company')} />
          <SelectField
            label="Kind"
            options={agencyTypes.map(({ id, name }) => ({ value: id, label: name }))}
            {...register('type')}
          />
          <TextField label="Street address" error={errors.addr1?.message} {...register('addr1')} />
          <FieldGrid most={3}>
            <TextField label="City" error={errors.city?.message} {...register('city')} />
            <TextField label="State" maxLength={2} error={errors.state?.message} {...register('state')} />
            <MaskedInput name="zip" control={control} label="ZIP code" mask="zip" />
          </FieldGrid>
          <MaskedInput name="phone" control={control} label="Phone" mask="phone" />
          <h2>Registration contact</h2>
          <FieldGrid>
            <TextField label="First name" error={errors.firstName?.message} {...register('firstName')} />
            <TextField label="Last name" error={errors.lastName?.message} {...register('lastName')} />
          </FieldGrid>
          <TextField
            label="Email"
            type="email"
            help="We will send the registration link to this address."
            error={errors.email?.message}
            {...register('email')}
          />
          <Button type="submit" busy={create.isBusy} busyLabel="Creating…">
            Create and send link
          </Button>
        </form>
      </Card>
    </div>
  )
}
