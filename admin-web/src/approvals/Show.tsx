import { Button, Link as MuiLink, Typography } from '@mui/material'
import type { AdminApproval, AdminApprovalDecision } from '@tideline/sdk'
import { decideAdminApproval } from '@tideline/sdk/operations'
import { formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { useState } from 'react'
import { Show, usePermissions, useRecordContext } from 'react-admin'
import { Link } from 'react-router'
import { Alert } from '../kit/Alert.tsx'
import { PreviewedActionDialog } from '../kit/dialogs/PreviewedActionDialog.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { formatApprovalChanges, formatApprovalTitle, stateLabels } from './labels.ts'

type Decision = AdminApprovalDecision['decision']

const verbs: Record<Decision, string> = { approve: 'Approve change', decline: 'Decline change' }

function Changes({ approval }: { approval: AdminApproval }) {
  return (
    <SimpleTable
      label="Requested change"
      rows={formatApprovalChanges(approval)}
      rowKey={({ field }) => field}
      columns={[
        { heading: 'Field', cell: ({ field }) => field },
        { heading: 'Before', cell: ({ before }) => before },
        { heading: 'After', cell: ({ after }) => after },
      ]}
    />
  )
}

function DecisionDialog(props: { approval: AdminApproval; decision: Decision; onClose: () => void }) {
  const { approval, decision, onClose } = props
  return (
    <PreviewedActionDialog
      title={`${verbs[decision]}?`}
      submitLabel={verbs[decision]}
      danger={decision === 'decline'}
      act={(dryRun) => api.call(decideAdminApproval, { path: { id: approval.id }, body: { decision }, ...dryRun })}
      successMessage={decision === 'approve' ? 'Change approved and applied' : 'Change declined'}
      previewInput={`${approval.id} ${decision}`}
      preview={(decided) => <Changes approval={decided} />}
      onClose={onClose}
    >
      <Typography gutterBottom>
        {formatApprovalTitle(approval)}, requested by {approval.requestedBy}.{' '}
        {decision === 'approve' ? 'The change takes effect immediately.' : 'Nothing changes.'}
      </Typography>
    </PreviewedActionDialog>
  )
}

function ApprovalDetails() {
  const approval = useRecordContext<AdminApproval>()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const ownId = useSession()?.data?.AgentId
  const [deciding, setDeciding] = useState<Decision>()
  if (!approval) return null
  const isOwn = approval.requestedByAccountId === ownId
  const canDecide = !roles.includes('readonly') && (isOwn || roles.includes(approval.requiredRole))
  const isPending = approval.state === 'pending'
  return (
    <RecordLayout
      title={formatApprovalTitle(approval)}
      status={<StateTag word={stateLabels[approval.state]} tone={isPending ? 'pending' : 'ended'} />}
      activity={{ subjectId: approval.entityId }}
      actions={
        isPending && canDecide ? (
          <>
            {isOwn ? null : (
              <Button variant="contained" onClick={() => setDeciding('approve')}>
                {verbs.approve}
              </Button>
            )}
            <Button variant="outlined" onClick={() => setDeciding('decline')}>
              {verbs.decline}
            </Button>
          </>
        ) : undefined
      }
    >
      <Typography>
        Requested by {approval.requestedBy} on {formatDateTime(approval.requestedAt)}. {stateLabels[approval.state]}
        {isPending ? ` until ${formatDateTime(approval.expiresAt)}` : ''}
        {approval.decidedBy && approval.decidedAt
          ? ` by ${approval.decidedBy} on ${formatDateTime(approval.decidedAt)}`
          : ''}
        .
      </Typography>
      {approval.kind === 'delinquencyPlan' ? (
        <MuiLink component={Link} to={`/delinquencyPlans/${approval.entityId}/show`}>
          View delinquency plan
        </MuiLink>
      ) : null}
      <Changes approval={approval} />
      {isPending && isOwn ? (
        <Alert severity="info">You requested this change. Someone else must approve it.</Alert>
      ) : null}
      {isPending && !canDecide ? (
        <Alert severity="info">Deciding on this request requires the role {approval.requiredRole}.</Alert>
      ) : null}
      {deciding ? (
        <DecisionDialog approval={approval} decision={deciding} onClose={() => setDeciding(undefined)} />
      ) : null}
    </RecordLayout>
  )
}

/** The page of a change that requires a second approver, with the requester, the change and the decision. */
export default function ApprovalShow() {
  return (
    <Show title="Approval" actions={false}>
      <ApprovalDetails />
    </Show>
  )
}
