import { Box, Checkbox, Stack, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { PayoutAgency, PayoutApprovalReason, PayoutPreview, PayoutStatement } from '@tideline/sdk'
import { createPayoutBatch } from '@tideline/sdk/operations'
import { previewPayoutOptions } from '@tideline/sdk/query'
import { formatMoney, formatMonth } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { Title } from 'react-admin'
import { Link, useNavigate } from 'react-router'
import { ActionButton } from '../kit/ActionButton.tsx'
import { Alert } from '../kit/Alert.tsx'
import { FormDialog } from '../kit/dialogs/FormDialog.tsx'
import { getPayload } from '../kit/get-payload.ts'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { Section } from '../kit/records/Section.tsx'
import { SimpleTable } from '../kit/tables/SimpleTable.tsx'
import { useAction } from '../kit/useAction.ts'
import { approvalReasonLabels, exclusionLabels } from './labels.ts'

const sum = (statements: readonly PayoutStatement[]) =>
  statements.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100

const Agencies = ({ agencies }: { agencies: PayoutAgency[] }) => (
  <SimpleTable<PayoutAgency>
    label="Total by agency"
    rows={agencies}
    rowKey={({ agencyNo }) => agencyNo}
    columns={[
      { heading: 'Agency', cell: ({ agencyName, agencyNo }) => `${agencyName} (${agencyNo})` },
      { heading: 'Statements', isNumber: true, cell: ({ statementCount }) => statementCount },
      { heading: 'Total', isNumber: true, cell: ({ total }) => formatMoney(total) },
      { heading: 'Excluded', cell: ({ exclusion }) => (exclusion ? exclusionLabels[exclusion] : '') },
    ]}
  />
)

const formatCount = (count: number) => (count === 1 ? '1 statement' : `${count} statements`)

/** Returns why a second person must approve a batch of these statements (COM-5, COM-9, COM-10), or an empty list. */
function getApprovalReasons(chosen: readonly PayoutStatement[], approvalAbove: number): string[] {
  const count = (reason: PayoutApprovalReason) =>
    chosen.filter(({ approvalReason }) => approvalReason === reason).length
  const paidEarlier = count('earlierBatch')
  const decided = count('ownDecision')
  return [
    ...(sum(chosen) > approvalAbove ? [`The total is above ${formatMoney(approvalAbove)}.`] : []),
    ...(paidEarlier > 0 ? [`An earlier batch may have paid ${formatCount(paidEarlier)}.`] : []),
    ...(decided > 0
      ? [`You, or a person who is not independent of you, decided on the amount of ${formatCount(decided)}.`]
      : []),
  ]
}

/** The next step after the batch is created: the bank file, or the approval by a second person with its reasons. */
function NextStep({ approvalReasons }: { approvalReasons: readonly string[] }) {
  if (approvalReasons.length === 0) return <Typography>You can download the bank file next.</Typography>
  return (
    <>
      <Typography>A second person must approve the batch before you can download the bank file:</Typography>
      <Box component="ul" sx={{ margin: 0, paddingLeft: 3, typography: 'body1' }}>
        {approvalReasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </Box>
    </>
  )
}

function Selection({ preview }: { preview: PayoutPreview }) {
  const payable = preview.statements.filter(({ exclusion }) => exclusion === null)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isConfirming, setIsConfirming] = useState(false)
  const navigate = useNavigate()
  const chosen = payable.filter(({ statementId }) => !left.has(statementId))
  const total = sum(chosen)
  const create = useAction(
    () => api.call(createPayoutBatch, { body: { statementIds: chosen.map(({ statementId }) => statementId) } }),
    {
      changes: [],
      successMessage: 'The payout batch was created.',
      onDone: ({ payload }) => void navigate(`/payouts/${payload.batchId}`),
    },
  )
  const toggle = (id: string) =>
    setLeft((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])))
  return (
    <>
      <SimpleTable<PayoutStatement>
        label="Statements to pay"
        rows={preview.statements}
        rowKey={({ statementId }) => statementId}
        columns={[
          {
            heading: 'Pay',
            cell: ({ statementId, agencyName, exclusion, ...statement }) => (
              <Checkbox
                size="small"
                disabled={exclusion !== null}
                checked={exclusion === null && !left.has(statementId)}
                onChange={() => toggle(statementId)}
                slotProps={{ input: { 'aria-label': `Pay ${agencyName}, ${formatMonth(statement)}` } }}
              />
            ),
          },
          {
            heading: 'Agency',
            isTitle: true,
            cell: ({ agencyName, agencyNo }) => `${agencyName} (${agencyNo})`,
          },
          {
            heading: 'Month',
            cell: ({ statementId, ...statement }) => (
              <Link to={`/commissions/${statementId}`}>{formatMonth(statement)}</Link>
            ),
          },
          { heading: 'Amount', isNumber: true, cell: ({ amount }) => formatMoney(amount) },
          { heading: 'Excluded', cell: ({ exclusion }) => (exclusion ? exclusionLabels[exclusion] : '') },
          {
            heading: 'Requires approval',
            cell: ({ approvalReason }) => (approvalReason ? approvalReasonLabels[approvalReason] : ''),
          },
        ]}
      />
      <Stack direction="row" spacing={2} sx={{ marginTop: 2, alignItems: 'center' }}>
        <Typography role="status">
          {chosen.length} of {payable.length} statements selected: {formatMoney(total)}
        </Typography>
        <ActionButton
          variant="contained"
          disabledReason={chosen.length === 0 ? 'Select a statement to pay.' : undefined}
          onClick={() => setIsConfirming(true)}
        >
          Create payout batch
        </ActionButton>
      </Stack>
      {isConfirming ? (
        <FormDialog
          title={`Create payout batch of ${formatMoney(total)}?`}
          submitLabel="Create payout batch"
          isBusy={create.isBusy}
          problem={create.problem}
          onSubmit={() => create.run()}
          onClose={() => setIsConfirming(false)}
        >
          <Typography gutterBottom>{formatCount(chosen.length)}.</Typography>
          <NextStep approvalReasons={getApprovalReasons(chosen, preview.approvalAbove)} />
        </FormDialog>
      ) : null}
    </>
  )
}

/** The page that previews a payout of closed commission statements and creates the batch. */
export default function PayoutCreatePage() {
  const query = useQuery({ ...previewPayoutOptions({ client: api.client }), select: getPayload, gcTime: 0 })
  const { data } = query
  return (
    <RecordLayout title="New payout batch">
      <Title title="New payout batch" />
      {data?.isCapped ? (
        <Alert severity="info">The first 1,000 statements are shown. Pay these first, then create another batch.</Alert>
      ) : null}
      <Section
        title="Statements to pay"
        query={query}
        empty={
          data?.statements.length === 0
            ? 'No statements to pay. Closed commission statements above $0.00 appear here.'
            : undefined
        }
      >
        {data ? <Selection preview={data} /> : null}
      </Section>
      {data && data.agencies.length > 0 ? (
        <Section title="Total by agency" query={query}>
          <Agencies agencies={data.agencies} />
        </Section>
      ) : null}
    </RecordLayout>
  )
}
