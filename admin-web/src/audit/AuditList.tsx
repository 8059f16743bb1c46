import DownloadIcon from '@mui/icons-material/GetApp'
import type { AdminAuditEntry, AdminAuditSort } from '@tideline/sdk'
import { exportAdminAudit } from '@tideline/sdk/operations'
import { dayAndTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import {
  Button,
  DataTable,
  DateInput,
  downloadCSV,
  FilterButton,
  List,
  SearchInput,
  SelectInput,
  TextInput,
  TopToolbar,
  useListContext,
  useNotify,
} from 'react-admin'
import { oneLine } from '../fields.tsx'
import { kindWords } from './words.ts'

const kinds = Object.entries(kindWords).map(([id, name]) => ({ id, name }))

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Action, name or subject" />,
  <TextInput key="policyNo" source="policyNo" label="Policy" alwaysOn />,
  <SelectInput key="actorKind" source="actorKind" label="Who acts" choices={kinds} />,
  <TextInput key="actorName" source="actorName" label="Name" />,
  <TextInput key="action" source="action" label="Action" />,
  <TextInput key="subjectKind" source="subjectKind" label="Kind of subject" />,
  <TextInput key="subjectId" source="subjectId" label="Subject" />,
  <TextInput key="requestId" source="requestId" label="Request" />,
  <DateInput key="from" source="from" label="From" />,
  <DateInput key="to" source="to" label="To" />,
]

/** What the list shows, all pages of it; the server writes the file and its audit entry. */
function ExportAudit() {
  const { sort, filterValues } = useListContext()
  const [busy, setBusy] = useState(false)
  const notify = useNotify()
  const run = async () => {
    setBusy(true)
    try {
      const query = { sort: [sort.field, sort.order] as AdminAuditSort, filter: filterValues }
      downloadCSV(await api.call(exportAdminAudit, { query, parseAs: 'text' }), 'audit')
    } catch (problem) {
      notify(problem instanceof Error ? problem.message : 'The export failed.', { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button label={busy ? 'Exporting …' : 'Export'} onClick={run} disabled={busy}>
      <DownloadIcon />
    </Button>
  )
}

const Actions = () => (
  <TopToolbar>
    <FilterButton />
    <ExportAudit />
  </TopToolbar>
)

const Column = DataTable.Col<AdminAuditEntry>

/** Who did what, newest first. */
export default function AuditList() {
  return (
    <List
      title="Audit Trail"
      filters={filters}
      actions={<Actions />}
      sort={{ field: 'at', order: 'DESC' }}
      perPage={25}
      empty={false}
    >
      <DataTable size="small" rowClick="show" bulkActionButtons={false} sx={oneLine}>
        <Column source="at" label="When" render={({ at }) => dayAndTime(at)} />
        <Column source="actorKind" label="Who acts" disableSort render={({ actorKind }) => kindWords[actorKind]} />
        <Column source="actorName" label="Name" disableSort />
        <Column source="action" label="Action" disableSort />
        <Column source="subjectKind" label="Kind" disableSort />
        <Column source="subjectId" label="Subject" disableSort />
        <Column source="policyNo" label="Policy" disableSort render={({ policyNo }) => policyNo ?? '–'} />
      </DataTable>
    </List>
  )
}
