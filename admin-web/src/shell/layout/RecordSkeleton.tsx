import { Card, Skeleton, Stack } from '@mui/material'
import { Title, useResourceContext } from 'react-admin'
import { resources } from '../resources.ts'

/** The widths of the lines: labels and values of different lengths. */
const lineWidths = ['38%', '52%', '44%', '60%', '48%', '40%']

/** The placeholder for the page of a record that is loading: its title and facts. */
export function RecordSkeleton() {
  const resource = useResourceContext()
  return (
    <Card sx={{ marginTop: '1em' }}>
      <Title title={resources.find(({ name }) => name === resource)?.label ?? ''} />
      <Stack spacing={1} role="progressbar" aria-label="Loading" sx={{ padding: 2 }}>
        <Skeleton variant="rounded" width="45%" height={36} />
        {lineWidths.map((width) => (
          <Skeleton key={width} variant="text" width={width} />
        ))}
      </Stack>
    </Card>
  )
}
