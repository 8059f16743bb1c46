import type { AdminAuditEntry } from '@tideline/sdk'
import { exportAdminAudit } from '@tideline/sdk/operations'
import { auditActions, auditSubjects } from '@tideline/sdk/words'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { AutocompleteInput, DataTable, DateInput, SearchInput, TextInput } from 'react-admin'
import { toChoices } from '../kit/fields/choices.ts'
import { SelectFilter } from '../kit/tables/filters.tsx'
import { ResourceList } from '../kit/tables/ResourceList.tsx'
import { actorKindLabels, formatAction, formatSubject } from './labels.ts'

const kinds = toChoices(actorKindLabels)

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Action, name or subject" />,
  <TextInput key="policyNo" source="policyNo" label="Policy" alwaysOn />,
  <SelectFilter key="actorKind" source="actorKind" label="Actor" choices={kinds} />,
  <TextInput key="actorName" source="actorName" label="Name" />,
  <AutocompleteInput key="action" source="action" label="Action" choices={[...auditActions]} />,
  <AutocompleteInput key="subjectKind" source="subjectKind" label="Target type" choices={[...auditSubjects]} />,
  <TextInput key="subjectId" source="subjectId" label="Target number or ID" />,
  <TextInput key="requestId" source="requestId" label="Request ID" />,
  <DateInput key="from" source="from" label="From" />,
  <DateInput key="to" source="to" label="To" />,
]

const Column = DataTable.Col<AdminAuditEntry>

/** The audit log, newest entries first. */
export default function AuditList() {
  return (
    <ResourceList<AdminAuditEntry>
      title="Audit Trail"
      noun={['entry', 'entries']}
      emptyHint="Changes by users, programs and jobs appear here."
      filters={filters}
      sort={{ field: 'at', order: 'DESC' }}
      rowClick="show"
      exportBy={exportAdminAudit}
    >
      <Column source="at" label="When" render={({ at }) => formatDateTime(at)} />
      <Column source="actorKind" label="Actor" disableSort render={({ actorKind }) => actorKindLabels[actorKind]} />
      <Column source="actorName" label="Name" disableSort />
      <Column source="action" label="Action" disableSort render={({ action }) => formatAction(action)} />
      <Column
        source="subjectId"
        label="Target"
        disableSort
        render={({ subjectKind, subjectId }) => formatSubject(subjectKind, subjectId)}
      />
      <Column source="policyNo" label="Policy" disableSort render={({ policyNo }) => policyNo ?? '–'} />
    </ResourceList>
  )
}
