import { Box, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { listLockboxSteps } from '@tideline/sdk/operations'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Section } from '../kit/records/Section.tsx'

/** The history of a check, newest first. */
export function CheckHistory({ id }: { id: string }) {
  const { data, isPending, error, refetch } = useQuery({
    queryKey: ['lockbox', 'steps', id],
    queryFn: async () => (await api.call(listLockboxSteps, { path: { id } })).payload,
  })
  return (
    <Section title="History" isPending={isPending} error={error} retry={refetch}>
      <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1 }}>
        {data?.map((step) => (
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
