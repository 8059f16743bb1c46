import { Card } from '@mui/material'
import type { AdminAccount, AdminApiKeyWrite } from '@tideline/sdk'
import { createAdminApiKey } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import {
  AutocompleteInput,
  CheckboxGroupInput,
  DateInput,
  ReferenceInput,
  required,
  SimpleForm,
  TextInput,
  Title,
  useRedirect,
} from 'react-admin'
import { Alert } from '../kit/Alert.tsx'
import { SecretDialog } from '../kit/dialogs/SecretDialog.tsx'
import { CreateToolbar } from '../kit/fields/CreateToolbar.tsx'
import { useAction } from '../kit/useAction.ts'
import { getDateInOneYear, getEndOfDate, scopeChoices } from './labels.ts'

const getName = (account?: AdminAccount) =>
  account ? `${account.firstName} ${account.lastName} (${account.email})` : ''

/** The form for a new API key, with account, scopes and expiration date. After saving, shows the new key once. */
export default function KeyCreate() {
  const redirect = useRedirect()
  const make = useAction(
    ({ expiresAt, ...input }: AdminApiKeyWrite) =>
      api.call(createAdminApiKey, { body: { ...input, expiresAt: getEndOfDate(expiresAt) } }),
    { changes: [] },
  )
  const { result } = make
  return (
    <Card sx={{ marginTop: 2 }}>
      <Title title="New API key" />
      {make.problem ? (
        <Alert severity="error" sx={{ margin: 2 }}>
          {make.problem.text}
        </Alert>
      ) : null}
      <SimpleForm
        toolbar={<CreateToolbar label="Create key" />}
        defaultValues={{ expiresAt: getDateInOneYear(), scopes: [] }}
        onSubmit={(input: unknown) => make.run(input as AdminApiKeyWrite)}
      >
        <TextInput source="name" label="Description" validate={required()} />
        <ReferenceInput source="accountId" reference="accounts" sort={{ field: 'email', order: 'ASC' }}>
          <AutocompleteInput
            label="Acts as"
            optionText={getName}
            filterToQuery={(q: string) => (q ? { q } : {})}
            helperText="Yourself or an agent. The key has the same access as this account."
            validate={required()}
            fullWidth
          />
        </ReferenceInput>
        <CheckboxGroupInput
          source="scopes"
          label="Permissions"
          choices={scopeChoices}
          validate={required()}
          // Fills the columns top to bottom, so that an area's read and write scopes are below each other.
          sx={{
            '& .MuiFormGroup-root': { display: 'block', columns: { xs: 1, sm: 2 } },
            '& .MuiFormControlLabel-root': { display: 'flex', breakInside: 'avoid' },
          }}
        />
        <DateInput source="expiresAt" label="Expires" helperText="Within two years." validate={required()} />
      </SimpleForm>
      {result ? (
        <SecretDialog
          ownerName={result.key.name}
          label="Key"
          secret={result.secret}
          onClose={() => redirect('show', 'apiKeys', result.key.id)}
        />
      ) : null}
    </Card>
  )
}
