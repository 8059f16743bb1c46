import { Typography } from '@mui/material'
import type { AdminSetting, AdminSettingDetail } from '@tideline/sdk'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { Undo2 } from 'lucide-react'
import { useMemo } from 'react'
import {
  BooleanInput,
  DeleteWithConfirmButton,
  RecordContextProvider,
  SaveButton,
  SimpleForm,
  TextInput,
  Toolbar,
  useRecordContext,
} from 'react-admin'
import { RecordEdit } from '../kit/records/RecordEdit.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { formatSettingKey, formatSettingValue, toFormInput, toSettingJson } from './labels.ts'

/** A setting with its value converted to form input. */
type Form = Omit<AdminSettingDetail, 'value'> & { value: string | boolean }

const EditToolbar = () => (
  <Toolbar sx={{ justifyContent: 'space-between' }}>
    <SaveButton />
    <DeleteWithConfirmButton
      label="Restore default"
      icon={<Undo2 size={18} aria-hidden="true" />}
      color="primary"
      confirmTitle="Restore the default value?"
      confirmContent="The change takes effect immediately everywhere. The history keeps every change."
    />
  </Toolbar>
)

/** The input for a setting. Its type depends on the type of the setting. The help text shows the setting's rule. */
function Value({ setting: { kind, rule, defaultValue } }: { setting: Form }) {
  const help = `Must be ${rule}. Default: ${formatSettingValue(defaultValue)}`
  if (kind === 'flag') return <BooleanInput source="value" helperText={help} />
  return (
    <TextInput
      source="value"
      label={kind === 'list' ? 'Value, one entry per line' : 'Value'}
      helperText={help}
      multiline={kind === 'list' || kind === 'json'}
    />
  )
}

function History({ setting: { history } }: { setting: Form }) {
  return (
    <section>
      <Typography component="h2" variant="h6" gutterBottom>
        History
      </Typography>
      {history.length === 0 ? (
        <Typography color="text.secondary">Never changed.</Typography>
      ) : (
        <SimpleTable
          label="Changes"
          rows={history}
          rowKey={({ at, after }) => `${at} ${after}`}
          columns={[
            { heading: 'Date', cell: ({ at }) => formatDateTime(at) },
            { heading: 'Changed by', cell: ({ by }) => by },
            { heading: 'Before', cell: ({ before }) => formatSettingValue(before) },
            { heading: 'After', cell: ({ after }) => formatSettingValue(after) },
          ]}
        />
      )}
    </section>
  )
}

function SettingForm() {
  const record = useRecordContext<AdminSetting | AdminSettingDetail>()
  // The list page's cached row has no history, so the form waits for the full record.
  const setting = useMemo(
    () => record && 'history' in record && { ...record, value: toFormInput(record.value, record.kind) },
    [record],
  )
  if (!setting) return null
  return (
    <RecordContextProvider value={setting}>
      <SimpleForm toolbar={<EditToolbar />}>
        <Typography>{setting.description}</Typography>
        <Value setting={setting} />
        <History setting={setting} />
      </SimpleForm>
    </RecordContextProvider>
  )
}

function Title() {
  const setting = useRecordContext<AdminSettingDetail>()
  return <>{setting ? formatSettingKey(setting.key) : 'Setting'}</>
}

/** The form for a setting, with its rule and history. If a value is invalid, the error message contains the rule. */
export default function SettingEdit() {
  return (
    <RecordEdit
      title={<Title />}
      mutationMode="pessimistic"
      transform={(form: Form) => ({ value: toSettingJson(form.value, form) })}
    >
      <SettingForm />
    </RecordEdit>
  )
}
