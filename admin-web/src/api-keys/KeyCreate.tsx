import { Alert, Card } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import type { AdminAccount, AdminApiKeyWrite } from '@tideline/sdk'
import { createAdminApiKey } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import {
  AutocompleteInput,
  CheckboxGroupInput,
  DateInput,
  ReferenceInput,
  required,
  SaveButton,
  SimpleForm,
  TextInput,
  Title,
  Toolbar,
  useRedirect,
} from 'react-admin'
import { SecretDialog } from '../kit/dialogs/SecretDialog.tsx'
import { getDateInOneYear, getEndOfDate, scopeChoices } from './labels.ts'

const getName = (account?: AdminAccount) =>
  account ? `${account.firstName} ${account.lastName} (${account.email})` : ''

const SaveOnly = () => (
  <Toolbar>
    <SaveButton label="Create key" alwaysEnable />
  </Toolbar>
)

/** The form for a new API key, with account, scopes and expiration date. After saving, shows the new key once. */
export default function KeyCreate() {
  const redirect = useRedirect()
  const make = useMutation({
    mutationFn: ({ expiresAt, ...input }: AdminApiKeyWrite) =>
      api.call(createAdminApiKey, { body: { ...input, expiresAt: getEndOfDate(expiresAt) } }),
  })
  return (
    <Card sx={{ marginTop: 2 }}>
      <Title title="New key" />
      {make.isError ? (
        <Alert severity="error" sx={{ margin: 2 }}>
          {make.error.message}
        </Alert>
      ) : null}
      <SimpleForm
        toolbar={<SaveOnly />}
        defaultValues={{ expiresAt: getDateInOneYear(), scopes: [] }}
        onSubmit={(input: unknown) => make.mutate(input as AdminApiKeyWrite)}
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
          label="May"
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
      {make.data ? (
        <SecretDialog
          ownerName={make.data.key.name}
          label="Key"
          secret={make.data.secret}
          onClose={() => redirect('show', 'apiKeys', make.data.key.id)}
        />
      ) : null}
    </Card>
  )
}
