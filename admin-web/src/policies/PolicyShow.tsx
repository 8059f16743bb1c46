import { Box, Button, Card, CardContent, Stack, Typography } from '@mui/material'
import type { AdminPolicy } from '@tideline/sdk'
import { ShowBase, Title, useShowContext } from 'react-admin'
import { PolicyCoverages } from './PolicyCoverages.tsx'
import { PolicyDocuments } from './PolicyDocuments.tsx'
import { PolicyFacts } from './PolicyFacts.tsx'
import { PolicyPayments } from './PolicyPayments.tsx'
import { PolicyTransactions } from './PolicyTransactions.tsx'
import { Face } from './Section.tsx'
import { StatusChip } from './StatusChip.tsx'

function PolicyPage() {
  const { record, isPending, error, refetch } = useShowContext<AdminPolicy & { id: string }>()
  return (
    <Face isPending={isPending} error={error} retry={refetch}>
      {record ? (
        <Stack spacing={2} sx={{ marginTop: 2 }}>
          <Title title={`Policy ${record.policyNo}`} />
          <Card>
            <CardContent>
              <Stack
                direction={{ xs: 'column', md: 'row' }}
                spacing={2}
                sx={{ alignItems: { xs: 'flex-start', md: 'center' } }}
              >
                <Typography component="h1" variant="h5">
                  {record.policyNo}
                </Typography>
                <StatusChip status={record.status} />
                <Box sx={{ flex: 1 }} />
                <Button href={`/policy/embed/${record.policyNo}`} target="_blank" rel="noreferrer" variant="outlined">
                  Open in the portal
                </Button>
              </Stack>
              <PolicyFacts policy={record} />
            </CardContent>
          </Card>
          <PolicyCoverages policyNo={record.policyNo} />
          <PolicyPayments policyNo={record.policyNo} />
          <PolicyDocuments policyNo={record.policyNo} />
          <PolicyTransactions policyNo={record.policyNo} />
        </Stack>
      ) : null}
    </Face>
  )
}

/** One policy for staff. Sections load and fail alone. */
const PolicyShow = () => (
  <ShowBase>
    <PolicyPage />
  </ShowBase>
)

export default PolicyShow
