import type { AdminAccount, AdminAccountCreate } from '@tideline/sdk'
import {
  BooleanInput,
  CheckboxGroupInput,
  Create,
  email,
  required,
  SaveButton,
  SimpleForm,
  TextInput,
  Toolbar,
  usePermissions,
  useRecordContext,
} from 'react-admin'
import { CreateToolbar } from '../kit/fields/CreateToolbar.tsx'
import { parsePhone } from '../kit/fields/parse-phone.ts'
import { RecordEdit } from '../kit/records/RecordEdit.tsx'
import { AccountSecuritySection } from './AccountSecuritySection.tsx'
import { roleChoices } from './labels.ts'

/**
 * The form's toolbar, without a Delete button. Accounts can only be deactivated, since the audit log shows their names.
 */
const SaveToolbar = () => {
  const { permissions: own = [] } = usePermissions<string[]>()
  return own.includes('readonly') ? null : (
    <Toolbar>
      <SaveButton />
    </Toolbar>
  )
}

const PersonFields = () => (
  <>
    <TextInput source="firstName" label="First name" validate={required()} />
    <TextInput source="lastName" label="Last name" validate={required()} />
    <TextInput source="phone" label="Phone" type="tel" parse={parsePhone} />
  </>
)

const Roles = () => (
  <CheckboxGroupInput
    source="roles"
    label="Roles"
    choices={roleChoices}
    row={false}
    // Keeps a role's description next to its checkbox when the description wraps.
    sx={{ display: 'block', '& .MuiFormControlLabel-root': { display: 'flex', marginRight: 0 } }}
  />
)

const Title = () => <>{useRecordContext<AdminAccount>()?.email ?? 'Account'}</>

/** The form for a user's name, agency, roles and log-in permission. */
export const AccountEdit = () => (
  <RecordEdit
    title={<Title />}
    transform={({ firstName, lastName, phone, agencyNo, roles, isActive }: AdminAccount) => ({
      ...{ firstName, lastName, phone: phone || null, agencyNo: agencyNo || null, roles, isActive },
    })}
  >
    <SimpleForm toolbar={<SaveToolbar />}>
      <AccountSecuritySection />
      <TextInput
        source="email"
        label="Email"
        readOnly
        helperText="The email address can’t be changed. Invite a new user instead."
      />
      <PersonFields />
      <TextInput source="agencyNo" label="Agency number" helperText="Leave blank for staff." />
      <Roles />
      <BooleanInput source="isActive" label="Can log in" helperText="Turning it off ends all sessions immediately." />
    </SimpleForm>
  </RecordEdit>
)

/** The form that invites a user by email. The email contains a link to set a password. */
export const AccountCreate = () => (
  <Create
    title="Invite user"
    redirect="list"
    transform={({ agencyNo, phone, ...person }: AdminAccountCreate) => ({
      ...person,
      agencyNo: agencyNo?.trim() || null,
      phone: phone || null,
    })}
  >
    <SimpleForm defaultValues={{ roles: ['internal'] }} toolbar={<CreateToolbar label="Send invitation" />}>
      <TextInput
        source="email"
        label="Email"
        validate={[required(), email()]}
        helperText="We will email a link to choose a password. It is valid for seven days."
      />
      <PersonFields />
      <TextInput
        source="agencyNo"
        label="Agency number"
        helperText="Leave blank for staff. Staff have the role internal."
      />
      <Roles />
    </SimpleForm>
  </Create>
)
