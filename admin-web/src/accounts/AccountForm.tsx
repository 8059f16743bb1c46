import type { AdminAccount, AdminAccountCreate } from '@tideline/sdk'
import {
  BooleanInput,
  CheckboxGroupInput,
  Create,
  Edit,
  email,
  required,
  SaveButton,
  SimpleForm,
  TextInput,
  Toolbar,
  usePermissions,
  useRecordContext,
} from 'react-admin'
import { parsePhone } from '../fields.tsx'
import { AccountAccess } from './AccountAccess.tsx'
import { roles } from './labels.ts'

/** An account is switched off and never deleted: what somebody did keeps a name. */
const SaveOnly = () => {
  const { permissions: own = [] } = usePermissions<string[]>()
  return own.includes('readonly') ? null : (
    <Toolbar>
      <SaveButton />
    </Toolbar>
  )
}

const Person = () => (
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
    choices={roles}
    row={false}
    // What a role opens stands beside its box, also where it takes two lines.
    sx={{ display: 'block', '& .MuiFormControlLabel-root': { display: 'flex', marginRight: 0 } }}
  />
)

const Title = () => <>{useRecordContext<AdminAccount>()?.email ?? 'Account'}</>

/** Name, agency, roles and whether somebody may log in. */
export const AccountEdit = () => (
  <Edit
    title={<Title />}
    mutationMode="pessimistic"
    transform={({ firstName, lastName, phone, agencyNo, roles, isActive }: AdminAccount) => ({
      ...{ firstName, lastName, phone: phone || null, agencyNo: agencyNo || null, roles, isActive },
    })}
  >
    <SimpleForm toolbar={<SaveOnly />}>
      <AccountAccess />
      <TextInput
        source="email"
        label="Email"
        readOnly
        helperText="The email address can’t be changed. Invite a new user instead."
      />
      <Person />
      <TextInput source="agencyNo" label="Agency no." helperText="Leave blank for staff." />
      <Roles />
      <BooleanInput source="isActive" label="Can log in" helperText="Turning it off ends all sessions immediately." />
    </SimpleForm>
  </Edit>
)

/** Invites somebody by a mailed link, which sets the password. */
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
    <SimpleForm defaultValues={{ roles: ['internal'] }}>
      <TextInput
        source="email"
        label="Email"
        validate={[required(), email()]}
        helperText="We will email a link to choose a password. It is valid for seven days."
      />
      <Person />
      <TextInput
        source="agencyNo"
        label="Agency no."
        helperText="Leave blank for staff. Staff have the role internal."
      />
      <Roles />
    </SimpleForm>
  </Create>
)
