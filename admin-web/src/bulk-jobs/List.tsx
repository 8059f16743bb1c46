import { Box, Card, Link as MuiLink, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material'
import type { BulkJob } from '@tideline/sdk'
import { listBulkJobsInfiniteOptions } from '@tideline/sdk/query'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Link, useSearchParams } from 'react-router'
import { PlainList } from '../kit/records/PlainList.tsx'
import { paddedBlockStyle } from '../kit/records/RecordLayout.tsx'
import { SectionState } from '../kit/records/Section.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { usePagedList } from '../kit/tables/usePagedList.tsx'
import { JobPage } from './JobPage.tsx'
import { actionLabels, formatProgress, isInProgress, statusLabels } from './labels.ts'

const JobCard = ({ job }: { job: BulkJob }) => (
  <Card component="li" variant="outlined" sx={paddedBlockStyle}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <MuiLink component={Link} to={`/jobs/${job.id}`} sx={{ fontWeight: 600, flex: '1 1 200px' }}>
        {actionLabels[job.action].title}
      </MuiLink>
      <StateTag {...statusLabels[job.status]} />
    </Box>
    <Typography>{formatProgress(job)}</Typography>
    <Typography variant="body2" color="text.secondary">
      {formatDateTime(job.createdAt)}
      {job.isOwn ? '' : ` · ${job.requestedBy}`}
      {job.note ? ` · ${job.note}` : ''}
    </Typography>
  </Card>
)

/** Bulk jobs, newest first: the user's own jobs or the jobs of all users (UI-26). The URL contains the choice. */
export default function BulkJobList() {
  const [params, setParams] = useSearchParams()
  const scope = params.get('scope') === 'all' ? 'all' : 'own'
  const {
    rows: jobs,
    query,
    more,
  } = usePagedList(listBulkJobsInfiniteOptions({ client: api.client, query: { take: 20, scope } }), {
    refetchInterval: (jobs) => (jobs.some(isInProgress) ? 2000 : false),
  })
  return (
    <JobPage title="Jobs">
      <ToggleButtonGroup
        exclusive
        size="small"
        color="primary"
        aria-label="Requested by"
        value={scope}
        onChange={(_, next: 'own' | 'all' | null) => next && setParams(next === 'all' ? { scope: next } : {})}
        sx={{ marginBottom: 2 }}
      >
        <ToggleButton value="own">Your jobs</ToggleButton>
        <ToggleButton value="all">Jobs of all users</ToggleButton>
      </ToggleButtonGroup>
      <SectionState
        query={query}
        empty={
          jobs.length === 0 ? 'No jobs yet. Select policies in the policy list to start a bulk action.' : undefined
        }
      >
        <PlainList label="Jobs" spacing={1.5}>
          {jobs.map((job) => (
            <JobCard key={job.id} job={job} />
          ))}
        </PlainList>
        {more}
      </SectionState>
    </JobPage>
  )
}
