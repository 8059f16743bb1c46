import { Link, Typography } from '@mui/material'
import type { AdminAuditEntry } from '@tideline/sdk'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { Show, useRecordContext } from 'react-admin'
import { Link as RouterLink } from 'react-router'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { parseAuditChanges } from './changes.ts'
import { actorKindLabels, formatAction, formatSubjectKind } from './labels.ts'

function Changes({ details }: { details: string }) {
  const changes = parseAuditChanges(details)
  if (changes.length === 0) return <Typography color="text.secondary">No further details.</Typography>
  const isChange = changes.some(({ before }) => before !== undefined)
  return (
    <SimpleTable
      label="Changes"
      rows={changes}
      rowKey={({ name }) => name}
      columns={[
        { heading: 'Field', cell: ({ name }) => name },
        ...(isChange ? [{ heading: 'Before', cell: ({ before = '' }: { before?: string }) => before }] : []),
        { heading: isChange ? 'After' : 'Value', cell: ({ after }) => after },
      ]}
    />
  )
}

function Entry() {
  const entry = useRecordContext<AdminAuditEntry>()
  if (!entry) return null
  const { policyNo } = entry
  return (
    <RecordLayout title={formatAction(entry.action)} activity={{ subjectId: entry.subjectId }}>
      <DescriptionList
        facts={{
          When: formatDateTime(entry.at),
          Actor: actorKindLabels[entry.actorKind],
          Name: entry.actorName || '–',
          [formatSubjectKind(entry.subjectKind)]: entry.subjectId,
          ...(policyNo && {
            Policy: (
              <Link component={RouterLink} to={`/policies/${policyNo}`}>
                {policyNo}
              </Link>
            ),
          }),
          'Request ID': entry.requestId ?? '–',
        }}
      />
      <Typography component="h2" variant="h6">
        Changes
      </Typography>
      <Changes details={entry.details ?? '{}'} />
    </RecordLayout>
  )
}

export default function AuditShow() {
  return (
    <Show title="Audit entry">
      <Entry />
    </Show>
  )
}
