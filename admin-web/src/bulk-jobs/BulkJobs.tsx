import { Box, Button, Card, Link as MuiLink, Stack, Typography } from '@mui/material'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { BulkJob } from '@tideline/sdk'
import { listBulkJobs } from '@tideline/sdk/operations'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Title } from 'react-admin'
import { Link, useParams } from 'react-router'
import { Section, SectionState } from '../kit/records/Section.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { JobProgress } from './JobProgress.tsx'
import { actionLabels, formatProgress, isInProgress, statusLabels } from './labels.ts'
import { getJobQuery } from './useJob.ts'

const JobCard = ({ job }: { job: BulkJob }) => (
  <Card component="li" variant="outlined" sx={{ padding: 2, minWidth: 0 }}>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
      <MuiLink component={Link} to={`/jobs/${job.id}`} sx={{ fontWeight: 600, flex: '1 1 200px' }}>
        {actionLabels[job.action].title}
      </MuiLink>
      <StateTag {...statusLabels[job.status]} />
    </Box>
    <Typography>{formatProgress(job)}</Typography>
    <Typography variant="body2" color="text.secondary">
      {formatDateTime(job.createdAt)}
      {job.note ? ` · ${job.note}` : ''}
    </Typography>
  </Card>
)

/** The user's bulk jobs, newest first. */
export function BulkJobList() {
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['bulk jobs'],
    queryFn: async ({ pageParam }) =>
      (await api.call(listBulkJobs, { query: { take: 20, ...(pageParam ? { cursor: pageParam } : {}) } })).payload,
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isInProgress)) ? 2000 : false),
  })
  const jobs = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Box sx={{ paddingY: 2, minWidth: 0, maxWidth: 800 }}>
      <Title title="Jobs" />
      <SectionState
        isPending={isPending}
        error={error}
        retry={refetch}
        empty={
          jobs.length === 0 ? 'No jobs yet. Select policies in the policy list to start a bulk action.' : undefined
        }
      >
        <Stack component="ul" spacing={1.5} aria-label="Jobs" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {jobs.map((job) => (
            <JobCard key={job.id} job={job} />
          ))}
        </Stack>
        {hasNextPage ? (
          <Button onClick={() => fetchNextPage()} disabled={isFetchingNextPage} sx={{ marginTop: 1 }}>
            Show more
          </Button>
        ) : null}
      </SectionState>
    </Box>
  )
}

export function BulkJobShow() {
  const { id = '' } = useParams()
  const { data: job } = useQuery(getJobQuery(id))
  return (
    <Box sx={{ paddingY: 2, minWidth: 0, maxWidth: 800 }}>
      <Title title={job ? actionLabels[job.action].title : 'Job'} />
      <Section title={job?.note || 'Progress'} isPending={false} error={null} retry={() => undefined}>
        <JobProgress jobId={id} />
      </Section>
    </Box>
  )
}
