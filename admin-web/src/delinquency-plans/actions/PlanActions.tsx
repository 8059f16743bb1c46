import { Button, Link as MuiLink, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { type AdminApproval, type AdminDelinquencyPlan, TidelineError } from '@tideline/sdk'
import { activateDelinquencyPlan, pauseDelinquency, resumeDelinquency } from '@tideline/sdk/operations'
import { previewDelinquencyPlanOptions } from '@tideline/sdk/query'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { useGetList, usePermissions } from 'react-admin'
import { Link } from 'react-router'
import { Alert } from '../../kit/Alert.tsx'
import { ActionDialog } from '../../kit/dialogs/ActionDialog.tsx'
import { getPayload } from '../../kit/get-payload.ts'
import { SectionState } from '../../kit/records/Section.tsx'
import { WrappingRow } from '../../kit/records/WrappingRow.tsx'
import { DryRunTable } from '../DryRunTable.tsx'

interface DialogProps {
  plan: AdminDelinquencyPlan
  onClose: () => void
}

/** Returns the error's message if the change is pending approval. Throws all other errors. */
function getPendingMessage(error: unknown): string {
  if (error instanceof TidelineError && error.code === 'approval_pending') return error.message
  throw error
}

function ActivateDialog({ plan: { version }, onClose }: DialogProps) {
  const query = useQuery({
    ...previewDelinquencyPlanOptions({ client: api.client, path: { version } }),
    select: getPayload,
  })
  return (
    <ActionDialog
      title={`Activate version ${version}?`}
      submitLabel="Activate plan"
      disabledReason={
        query.data ? undefined : query.isError ? 'The preview could not be loaded.' : 'Loading the preview.'
      }
      act={() =>
        api
          .call(activateDelinquencyPlan, { path: { version } })
          .then(() => `Version ${version} is active.`)
          .catch(getPendingMessage)
      }
      successMessage={(message) => message}
      onClose={onClose}
    >
      <Typography gutterBottom>
        The active version is replaced. The next hourly run starts these steps. Amounts that were due before the first
        activation start no step. A second person must approve the activation under Approvals.
      </Typography>
      <SectionState query={query}>{query.data ? <DryRunTable today={query.data} /> : null}</SectionState>
    </ActionDialog>
  )
}

function PauseDialog({ onClose }: DialogProps) {
  return (
    <ActionDialog
      title="Pause delinquency plan?"
      submitLabel="Pause plan"
      danger
      act={() => api.call(pauseDelinquency, {})}
      successMessage="The delinquency plan is paused."
      onClose={onClose}
    >
      <Typography>
        No step starts and no policy is cancelled for nonpayment until the plan is resumed. Payments still rescind
        notices of cancellation.
      </Typography>
    </ActionDialog>
  )
}

function ResumeDialog({ onClose }: DialogProps) {
  return (
    <ActionDialog
      title="Resume delinquency plan?"
      submitLabel="Resume plan"
      act={() => api.call(resumeDelinquency, {})}
      successMessage="The delinquency plan is active again."
      onClose={onClose}
    >
      <Typography>
        The next hourly run starts the steps that are due, up to the daily limit. Policies whose notice ended during the
        pause are cancelled tomorrow at the earliest.
      </Typography>
    </ActionDialog>
  )
}

const dialogs = { activate: ActivateDialog, pause: PauseDialog, resume: ResumeDialog }

/** States who requested the activation of a draft, with a link to the approval. */
function PendingActivation({ approval }: { approval: AdminApproval }) {
  return (
    <Alert severity="info">
      {approval.requestedBy} requested the activation on {formatDateTime(approval.requestedAt)}. A second person must
      approve it by {formatDateTime(approval.expiresAt)}.{' '}
      <MuiLink component={Link} to={`/approvals/${approval.id}/show`}>
        View approval
      </MuiLink>
    </Alert>
  )
}

/** The button that activates a draft. While the activation is pending, shows its approval instead. */
function DraftActions({ plan, onActivate }: { plan: AdminDelinquencyPlan; onActivate?: (() => void) | undefined }) {
  const query = useGetList<AdminApproval>('approvals', {
    filter: { kind: 'delinquencyPlan', entityId: plan.id, state: 'pending' },
    sort: { field: 'requestedAt', order: 'DESC' },
    pagination: { page: 1, perPage: 1 },
  })
  const approval = query.data?.[0]
  return (
    <SectionState query={query}>
      {approval ? (
        <PendingActivation approval={approval} />
      ) : (
        onActivate && (
          <WrappingRow>
            <Button variant="contained" onClick={onActivate}>
              Activate plan
            </Button>
          </WrappingRow>
        )
      )}
    </SectionState>
  )
}

/** The buttons that activate a draft, or pause and resume the active version. */
export function PlanActions({ plan }: { plan: AdminDelinquencyPlan }) {
  const [opened, setOpened] = useState<keyof typeof dialogs>()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const canChange = !roles.includes('readonly')
  const Dialog = opened && dialogs[opened]
  const toggle = plan.isPaused ? 'resume' : 'pause'
  return (
    <>
      {plan.state === 'draft' && (
        <DraftActions plan={plan} onActivate={canChange ? () => setOpened('activate') : undefined} />
      )}
      {plan.state === 'active' && canChange && (
        <WrappingRow>
          <Button
            variant="outlined"
            {...(toggle === 'pause' && { color: 'error' as const })}
            onClick={() => setOpened(toggle)}
          >
            {toggle === 'pause' ? 'Pause plan' : 'Resume plan'}
          </Button>
        </WrappingRow>
      )}
      {Dialog ? <Dialog plan={plan} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}
