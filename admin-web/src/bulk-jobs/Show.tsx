import { Box } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Title } from 'react-admin'
import { useParams } from 'react-router'
import { Section } from '../kit/records/Section.tsx'
import { JobProgress } from './JobProgress.tsx'
import { actionLabels } from './labels.ts'
import { getJobQuery } from './useJob.ts'

/** The page of one bulk job with its progress. */
export default function BulkJobShow() {
  const { id = '' } = useParams()
  const { data: job } = useQuery(getJobQuery(id))
  return (
    <Box sx={{ paddingY: 2, minWidth: 0, maxWidth: 800 }}>
      <Title title={job ? actionLabels[job.action].title : 'Job'} />
      <Section title={job?.note || 'Progress'}>
        <JobProgress jobId={id} />
      </Section>
    </Box>
  )
}
