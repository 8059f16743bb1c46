import { Stack } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { BulkJob } from '@tideline/sdk'
import { formatDateTime, formatDuration } from '@tideline/web-kit/formats/format.ts'
import { useParams } from 'react-router'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { Section } from '../kit/records/Section.tsx'
import { JobPage } from './JobPage.tsx'
import { JobProgress } from './JobProgress.tsx'
import { actionLabels } from './labels.ts'
import { getJobQuery } from './useJob.ts'

/** Who requested the job and when, and for an ended job, when it ended and how long it took. */
function JobFacts({ job: { requestedBy, createdAt, finishedAt } }: { job: BulkJob }) {
  return (
    <DescriptionList
      facts={{
        'Requested by': requestedBy,
        Requested: formatDateTime(createdAt),
        ...(finishedAt !== null && {
          Ended: formatDateTime(finishedAt),
          Duration: formatDuration(Date.parse(finishedAt) - Date.parse(createdAt)),
        }),
      }}
    />
  )
}

/** The page of one bulk job with its requester, times and progress. */
export default function BulkJobShow() {
  const { id = '' } = useParams()
  const { data: job } = useQuery(getJobQuery(id))
  return (
    <JobPage title={job ? actionLabels[job.action].title : 'Job'}>
      <Section title={job?.note || 'Progress'}>
        <Stack spacing={2}>
          {job ? <JobFacts job={job} /> : null}
          <JobProgress jobId={id} />
        </Stack>
      </Section>
    </JobPage>
  )
}
