import { Alert } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import type { AdminPolicy, BulkAction } from '@tideline/sdk'
import { startBulkJob } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { AskFirst, type Question } from '../tables/AskFirst.tsx'
import { Chosen, type ChosenProps } from '../tables/Chosen.tsx'
import { JobProgress } from './JobProgress.tsx'

interface Deed extends Omit<Question, 'title'> {
  action: BulkAction
  title: (policies: number) => string
}

interface DialogProps extends Deed {
  rows: readonly AdminPolicy[]
  onClose: () => void
}

function StartJob({ rows, onClose, action, title, ...question }: DialogProps) {
  const start = useMutation({
    mutationFn: async (note: string) => {
      const policyNos = rows.map(({ policyNo }) => policyNo)
      return (await api.call(startBulkJob, { body: { action, policyNos, ...(note ? { note } : {}) } })).payload
    },
  })
  return (
    <AskFirst
      {...question}
      title={title(rows.length)}
      isBusy={start.isPending}
      problem={
        start.error ? (
          <Alert severity="error" sx={{ marginTop: 1 }}>
            {start.error.message}
          </Alert>
        ) : null
      }
      begun={start.data && { content: <JobProgress jobId={start.data.id} />, leave: 'Close' }}
      onConfirm={(note) => start.mutate(note)}
      onClose={onClose}
    />
  )
}

/** Has something done to the policies that are ticked, by a job of the server, and shows how far it is. */
export const StartForChosen = ({ label, none, may, ...deed }: ChosenProps<AdminPolicy> & Deed) => (
  <Chosen<AdminPolicy> label={label} none={none} may={may}>
    {(rows, close) => <StartJob {...deed} rows={rows} onClose={close} />}
  </Chosen>
)
