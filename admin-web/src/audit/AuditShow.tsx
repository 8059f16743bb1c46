import { Stack, Typography } from '@mui/material'
import type { AdminAuditEntry } from '@tideline/sdk'
import { dayAndTime } from '@tideline/web-kit/formats/format.ts'
import { Show, useRecordContext } from 'react-admin'
import { Facts } from '../agencies/Facts.tsx'
import { kindWords } from './words.ts'

/** JSON as lines; a text that was cut stays as it is. */
function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

function Entry() {
  const entry = useRecordContext<AdminAuditEntry>()
  if (!entry) return null
  return (
    <Stack spacing={2} sx={{ padding: 2, minWidth: 0 }}>
      <Typography component="h1" variant="h5">
        {entry.action}
      </Typography>
      <Facts
        facts={{
          When: dayAndTime(entry.at),
          'Who acts': kindWords[entry.actorKind],
          Name: entry.actorName || '–',
          Subject: `${entry.subjectKind} ${entry.subjectId}`,
          Policy: entry.policyNo ?? '–',
          Request: entry.requestId ?? '–',
        }}
      />
      <Typography component="h2" variant="h6">
        What changed
      </Typography>
      <Typography component="pre" variant="body2" sx={{ overflowX: 'auto', fontFamily: 'monospace' }}>
        {inLines(entry.details ?? '{}')}
      </Typography>
    </Stack>
  )
}

/** One entry of the trail. */
export default function AuditShow() {
  return (
    <Show title="Audit entry">
      <Entry />
    </Show>
  )
}
