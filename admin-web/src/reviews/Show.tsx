import { Button, TextField, Typography } from '@mui/material'
import type { AdminReview, ReviewDecisionType } from '@tideline/sdk'
import { decideReview } from '@tideline/sdk/operations'
import { zPolicyNo } from '@tideline/sdk/zod'
import { formatDate } from '@tideline/web-kit/formats/format.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { Show, usePermissions, useRecordContext } from 'react-admin'
import { Alert } from '../kit/Alert.tsx'
import { PreviewedActionDialog } from '../kit/dialogs/PreviewedActionDialog.tsx'
import { ReasonField } from '../kit/fields/ReasonField.tsx'
import { DescriptionList } from '../kit/records/DescriptionList.tsx'
import { PolicyLink } from '../kit/records/PolicyLink.tsx'
import { RecordLayout } from '../kit/records/RecordLayout.tsx'
import { StateTag } from '../kit/tables/StateChip.tsx'
import { decisionDetails, formatReviewAmount, stateLabels } from './labels.ts'

/** The dialog that confirms a decision. Shows the effect and asks for a reason. */
function DecisionDialog({
  review,
  decision,
  onClose,
}: {
  review: AdminReview
  decision: ReviewDecisionType
  onClose: () => void
}) {
  const [note, setNote] = useState('')
  const [typed, setTyped] = useState(review.suggestedPolicyNo ?? '')
  const { policyNo, reviewId } = review
  const { verb, describeEffect: what, done } = decisionDetails[decision]
  const toPolicyNo = typed.trim().toUpperCase()
  const needsPolicy = decision === 'transfer'
  const missing =
    needsPolicy && !zPolicyNo.safeParse(toPolicyNo).success
      ? 'Enter the number of the new policy.'
      : note.trim() === ''
        ? 'Enter a reason.'
        : undefined
  return (
    <PreviewedActionDialog
      title={`${verb}: ${formatReviewAmount(review)} of ${policyNo}?`}
      submitLabel={verb}
      disabledReason={missing}
      act={(dryRun) =>
        api.call(decideReview, {
          path: { policyNo, reviewId },
          body: { decision, note: note.trim(), ...(needsPolicy && { toPolicyNo }) },
          ...dryRun,
        })
      }
      successMessage={done(formatReviewAmount(review))}
      previewInput={missing ? undefined : toPolicyNo}
      preview={({ payload }) => (
        <DescriptionList
          facts={{
            'Status after': stateLabels[payload.state],
            'Amount on hold': formatReviewAmount(payload),
            ...(needsPolicy && { 'Applied to': toPolicyNo }),
          }}
        />
      )}
      onClose={onClose}
    >
      <Typography>{what(formatReviewAmount(review))}</Typography>
      {needsPolicy ? (
        <TextField
          label="New policy"
          helperText={
            review.suggestedPolicyNo ? 'Suggested: the latest policy of the same insured and property.' : undefined
          }
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          required
          fullWidth
          margin="normal"
        />
      ) : null}
      <ReasonField
        value={note}
        helperText="Saved with the decision and as a private note on the policy."
        onChange={setNote}
      />
    </PreviewedActionDialog>
  )
}

function Review() {
  const review = useRecordContext<AdminReview>()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const [deciding, setDeciding] = useState<ReviewDecisionType>()
  if (!review) return null
  const mayDecide = !roles.includes('readonly')
  return (
    <RecordLayout
      title={`Refund review of ${formatReviewAmount(review)}, ${review.policyNo}`}
      status={<StateTag word={stateLabels[review.state]} tone={review.state === 'open' ? 'pending' : 'ended'} />}
      activity={{ policyNo: review.policyNo }}
      actions={
        mayDecide
          ? review.availableDecisions.map((decision, index) => (
              <Button
                key={decision}
                variant={index === 0 ? 'contained' : 'outlined'}
                onClick={() => setDeciding(decision)}
              >
                {decisionDetails[decision].verb}
              </Button>
            ))
          : undefined
      }
    >
      <DescriptionList
        facts={{
          'Reason held': review.title,
          Policy: (
            <>
              <PolicyLink policyNo={review.policyNo} /> {review.insuredName}
            </>
          ),
          'Amount on hold': formatReviewAmount(review),
          'Cancellation reason': review.reasonName ?? '–',
          Since: formatDate(review.createdAt),
          ...(review.decidedByUserName && {
            Decided: `${formatDate(review.decidedAt)} by ${review.decidedByUserName}`,
          }),
        }}
      />
      <Typography>{review.detail}</Typography>
      {review.availableDecisions.length > 0 && !mayDecide ? (
        <Alert severity="info">You have read-only access.</Alert>
      ) : null}
      {deciding ? <DecisionDialog review={review} decision={deciding} onClose={() => setDeciding(undefined)} /> : null}
    </RecordLayout>
  )
}

/** The page of a refund review, with the amount, the reason for the review and the decision. */
export default function ReviewShow() {
  return (
    <Show title="Refund review" actions={false}>
      <Review />
    </Show>
  )
}
