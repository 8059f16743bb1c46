import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { listLockboxStepsOptions } from '@tideline/sdk/query'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getPayload } from '../kit/get-payload.ts'
import { Section } from '../kit/records/Section.tsx'

/** The history of a check, newest first. */
export function CheckHistory({ id }: { id: string }) {
  const query = useQuery({ ...listLockboxStepsOptions({ client: api.client, path: { id } }), select: getPayload })
  return (
    <Section title="History" query={query}>
      <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1 }}>
        {query.data?.map((step) => (
          <li key={step.id}>
            <Typography>{step.sentence}</Typography>
            <Typography color="text.secondary" variant="body2">
              {formatDateTime(step.at)}
              {step.byUserName ? `, ${step.byUserName}` : ''}
            </Typography>
          </li>
        ))}
      </Box>
    </Section>
  )
}
