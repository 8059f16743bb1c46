import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Section } from '../kit/records/Section.tsx'
import { JobPage } from './JobPage.tsx'
import { JobProgress } from './JobProgress.tsx'
import { actionLabels } from './labels.ts'
import { getJobQuery } from './useJob.ts'

/** The page of one bulk job with its progress. */
export default function BulkJobShow() {
  const { id = '' } = useParams()
  const { data: job } = useQuery(getJobQuery(id))
  return (
    <JobPage title={job ? actionLabels[job.action].title : 'Job'}>
      <Section title={job?.note || 'Progress'}>
        <JobProgress jobId={id} />
      </Section>
    </JobPage>
  )
}
