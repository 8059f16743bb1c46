import { TextField, Typography } from '@mui/material'
import type { AdminMortgageeChange, MortgageeChangeDecided, MortgageeChangeDecision } from '@tideline/sdk'
import { decideMortgageeChange } from '@tideline/sdk/operations'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { formatPayerChange } from '@tideline/web-kit/labels/payer-change.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { DryRunPreview } from '../../kit/dialogs/DryRunPreview.tsx'
import { FormDialog } from '../../kit/dialogs/FormDialog.tsx'
import { DescriptionList } from '../../kit/records/DescriptionList.tsx'
import { useAction } from '../../kit/useAction.ts'
import { dryRunHeaders, useDryRun } from '../../kit/useDryRun.ts'
import { formatChange } from '../labels.ts'

type Decision = MortgageeChangeDecision['decision']

export const decisionVerbs: Record<Decision, string> = { approve: 'Approve change', reject: 'Reject change' }

const effects: Record<Decision, string> = {
  approve: 'The lienholders change with an endorsement without premium. The declarations page is reissued.',
  reject: 'The lienholders stay as they are.',
}
const recipients = { policyholder: 'Policyholder', agency: 'Agency' } as const

/** Describes who is billed after the decision. */
const formatBilling = ({ lenderBilledAfter, amountDue }: MortgageeChangeDecided) =>
  `${lenderBilledAfter ?? 'The insured'} is billed${amountDue > 0 ? `, ${formatMoney(amountDue)} is due` : ''}. This does not change.`

/** Lists who is billed instead, for the policy and its renewal (BIL-18). */
const formatPayerChanges = ({ payerChanges }: MortgageeChangeDecided) =>
  Object.fromEntries(payerChanges.map((change) => [`Billing of ${change.policyNo}`, formatPayerChange(change)]))

interface DecisionDialogProps {
  change: AdminMortgageeChange
  decision: Decision
  onClose: () => void
}

/** The dialog that confirms a decision. Shows what it changes and who is emailed (UI-18). */
export function DecisionDialog({ change, decision, onClose }: DecisionDialogProps) {
  const [typed, setTyped] = useState('')
  const reason = typed.trim()
  const isRejection = decision === 'reject'
  const path = { policyNo: change.policyNo, mortgageeChangeId: change.id }
  const decide = useAction(
    () => api.call(decideMortgageeChange, { path, body: { decision, ...(isRejection && { reason }) } }),
    {
      changes: 'everything',
      successMessage: isRejection ? 'Mortgagee change rejected' : 'Mortgagee change approved',
      onDone: onClose,
    },
  )
  // The reason does not change the result, so the dry run uses another one and is not repeated while the user types.
  const dryRun = useDryRun(
    () =>
      api.call(decideMortgageeChange, {
        path,
        body: { decision, ...(isRejection && { reason: 'Preview' }) },
        headers: dryRunHeaders,
      }),
    `${change.id} ${decision}`,
  )
  return (
    <FormDialog
      title={`${decisionVerbs[decision]}: ${formatChange(change)}, ${change.policyNo}?`}
      submitLabel={decisionVerbs[decision]}
      danger={isRejection}
      disabledReason={dryRun.disabledReason ?? (isRejection && reason === '' ? 'Enter a reason.' : undefined)}
      isBusy={decide.isBusy}
      problem={decide.problem}
      onSubmit={() => decide.run()}
      onClose={onClose}
    >
      <Typography gutterBottom>{effects[decision]}</Typography>
      {isRejection ? (
        <TextField
          label="Reason"
          helperText="Emailed to the policyholder and the agency."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          required
          fullWidth
          multiline
          margin="normal"
          slotProps={{ htmlInput: { maxLength: 1000 } }}
        />
      ) : null}
      <DryRunPreview dryRun={dryRun}>
        {({ payload }) => (
          <DescriptionList
            facts={{
              ...(payload.effectiveDate && { 'Effective date': formatDate(payload.effectiveDate) }),
              ...(payload.renewalPolicyNo && { 'Also changes renewal': payload.renewalPolicyNo }),
              ...(payload.payerChanges.length > 0 ? formatPayerChanges(payload) : { Billing: formatBilling(payload) }),
              'Proof of insurance': isRejection
                ? 'Stays as it is.'
                : 'Links remain valid because they do not name lienholders.',
              Emails: payload.emailRecipients.map((one) => recipients[one]).join(', ') || 'None: no email address',
              Letters: payload.letterRecipients.join(', ') || 'None',
            }}
          />
        )}
      </DryRunPreview>
    </FormDialog>
  )
}
