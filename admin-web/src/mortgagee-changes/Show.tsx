import { Button, Typography } from '@mui/material'
import type {
  AdminMortgageeChange,
  MortgageeChangeDecision,
  MortgageeChangeProof,
  QuoteLienholder,
} from '@tideline/sdk'
import { getMortgageeChangeProof } from '@tideline/sdk/operations'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { formatDate, formatDateTime } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { downloadFile } from '@tideline/web-kit/ui/download-file.ts'
import { useState } from 'react'
import { Show, useNotify, usePermissions, useRecordContext } from 'react-admin'
import { Alert } from '../kit/Alert.tsx'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { PolicyLink } from '../kit/records/PolicyLink.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { WrappingRow } from '../kit/records/WrappingRow.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { useAction } from '../kit/useAction.ts'
import { DecisionDialog, decisionVerbs } from './actions/DecisionDialog.tsx'
import { changeStatusLabels, formatChange, proofTypeLabels } from './labels.ts'

/** A button that downloads a file. Browsers do not display it, because it comes from outside. */
function ProofButton({ change, proof }: { change: AdminMortgageeChange; proof: MortgageeChangeProof }) {
  const notify = useNotify()
  const download = useAction(
    async () => {
      const path = { policyNo: change.policyNo, mortgageeChangeId: change.id, proofId: proof.id }
      const file = await api.call(getMortgageeChangeProof, { path, parseAs: 'blob' as const })
      downloadFile(file as unknown as Blob, `${change.policyNo}_${proof.fileName}`)
    },
    { changes: [], onFailed: (problem) => notify(getErrorMessage(problem), { type: 'error' }) },
  )
  return (
    <Button size="small" variant="outlined" loading={download.isBusy} onClick={() => download.run()}>
      Download {proof.fileName}
    </Button>
  )
}

const formatLienholder = ({ name, addr1, addr2, city, state, zip, mortgage_clause }: QuoteLienholder) =>
  [name, mortgage_clause, addr1, addr2, `${city}, ${state} ${zip}`].filter(Boolean).join(', ')

interface Row {
  key: string
  before: QuoteLienholder | undefined
  after: QuoteLienholder | undefined
}

/** Pairs the lienholders before and after the change, in the order of the policy. */
function getRows({ before, after }: AdminMortgageeChange): Row[] {
  const added = after.filter(({ lienholderId }) => !lienholderId)
  return [
    ...before.map((one) => ({
      key: one.lienholderId ?? one.name,
      before: one,
      after: after.find(({ lienholderId }) => lienholderId === one.lienholderId),
    })),
    ...added.map((one, index) => ({ key: `added-${index}`, before: undefined, after: one })),
  ]
}

function formatRowChange({ before, after }: Row): string {
  if (!before) return 'Added'
  if (!after) return 'Removed'
  return formatLienholder(before) === formatLienholder(after) && before.loan_number === after.loan_number
    ? 'Unchanged'
    : 'Replaced'
}

const Lienholder = ({ lienholder }: { lienholder: QuoteLienholder | undefined }) =>
  lienholder ? (
    <>
      {formatLienholder(lienholder)}
      <br />
      Loan number {lienholder.loan_number || 'not known'}
    </>
  ) : (
    '–'
  )

function Comparison({ change }: { change: AdminMortgageeChange }) {
  return (
    <SimpleTable
      label="Lienholders before and after the change"
      rows={getRows(change)}
      rowKey={({ key }) => key}
      columns={[
        { heading: 'Change', cell: formatRowChange },
        { heading: 'Before', cell: ({ before }) => <Lienholder lienholder={before} /> },
        { heading: 'After', cell: ({ after }) => <Lienholder lienholder={after} /> },
      ]}
    />
  )
}

/** What staff must check before they decide. */
function Warnings({ change }: { change: AdminMortgageeChange }) {
  const { openClaimNumbers, emailChangedAt, kind } = change
  return (
    <>
      {openClaimNumbers.length > 0 ? (
        <Alert severity="warning">
          Open claims: {openClaimNumbers.join(', ')}.{' '}
          {kind === 'add'
            ? 'Check whom the claim payment belongs to.'
            : 'A lienholder cannot be replaced or removed until they are closed.'}
        </Alert>
      ) : null}
      {emailChangedAt ? (
        <Alert severity="warning">
          The policyholder’s email address was changed on {formatDate(emailChangedAt)}. Call the policyholder before you
          approve the change.
        </Alert>
      ) : null}
    </>
  )
}

function Change() {
  const change = useRecordContext<AdminMortgageeChange>()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const [decision, setDecision] = useState<MortgageeChangeDecision['decision']>()
  if (!change) return null
  const { policyNo, status, dueOn, decidedAt, decidedByUserName } = change
  const isOpen = status === 'open'
  const mayDecide = !roles.includes('readonly')
  return (
    <RecordLayout
      title={`${formatChange(change)}, ${policyNo}`}
      status={<StateTag {...changeStatusLabels[status]} />}
      activity={{ policyNo }}
      actions={
        isOpen && mayDecide ? (
          <>
            <Button variant="contained" onClick={() => setDecision('approve')}>
              {decisionVerbs.approve}
            </Button>
            <Button variant="outlined" onClick={() => setDecision('reject')}>
              {decisionVerbs.reject}
            </Button>
          </>
        ) : undefined
      }
    >
      {isOpen ? <Warnings change={change} /> : null}
      <DescriptionList
        facts={{
          Policy: (
            <>
              <PolicyLink policyNo={policyNo} /> {change.insuredName}
            </>
          ),
          Requested: formatDateTime(change.createdAt),
          ...(isOpen && { 'Decide by': formatDate(dueOn) }),
          ...(decidedAt && {
            [decidedByUserName ? 'Decided' : 'Closed']:
              `${formatDateTime(decidedAt)}${decidedByUserName ? ` by ${decidedByUserName}` : ''}`,
          }),
          ...(change.reason && { Reason: change.reason }),
          Billing: change.isBilledToLender ? 'The first mortgagee is billed' : 'The insured is billed',
          Message: change.note ?? '',
          Proof: proofTypeLabels[change.proofType],
        }}
      />
      <WrappingRow>
        {change.proofs.map((proof) => (
          <ProofButton key={proof.id} change={change} proof={proof} />
        ))}
      </WrappingRow>
      <Typography variant="body2" color="textSecondary">
        The files come from the policyholder. Check the lender’s name and the loan number against the documents.
      </Typography>
      <Comparison change={change} />
      {isOpen && !mayDecide ? <Alert severity="info">You have read-only access.</Alert> : null}
      {decision ? <DecisionDialog change={change} decision={decision} onClose={() => setDecision(undefined)} /> : null}
    </RecordLayout>
  )
}

/** The page of a mortgagee change request, with the proof, the lienholders before and after, and the decision (UI-18). */
export default function MortgageeChangeShow() {
  return (
    <Show title="Mortgagee change" actions={false}>
      <Change />
    </Show>
  )
}
