import { Typography } from '@mui/material'
import type { AdminMortgageeChange, MortgageeChangeDecided, MortgageeChangeDecision } from '@tideline/sdk'
import { decideMortgageeChange } from '@tideline/sdk/operations'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { formatPayerChange } from '@tideline/web-kit/labels/payer-change.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { useState } from 'react'
import { PreviewedActionDialog } from '../../kit/dialogs/PreviewedActionDialog.tsx'
import { ReasonField } from '../../kit/fields/ReasonField.tsx'
import { DescriptionList } from '../../kit/records/DescriptionList.tsx'
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
  return (
    <PreviewedActionDialog
      title={`${decisionVerbs[decision]}: ${formatChange(change)}, ${change.policyNo}?`}
      submitLabel={decisionVerbs[decision]}
      danger={isRejection}
      disabledReason={isRejection && reason === '' ? 'Enter a reason.' : undefined}
      // The preview is shown before a reason is entered, which the server requires.
      act={(dryRun) =>
        api.call(decideMortgageeChange, {
          path,
          body: { decision, ...(isRejection && { reason: dryRun ? 'Preview' : reason }) },
          ...dryRun,
        })
      }
      successMessage={isRejection ? 'Mortgagee change rejected' : 'Mortgagee change approved'}
      previewInput={`${change.id} ${decision}`}
      preview={({ payload }) => (
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
      onClose={onClose}
    >
      <Typography gutterBottom>{effects[decision]}</Typography>
      {isRejection ? (
        <ReasonField value={typed} helperText="Emailed to the policyholder and the agency." onChange={setTyped} />
      ) : null}
    </PreviewedActionDialog>
  )
}
