import type { PolicyConfirmation } from '@tideline/sdk'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { EmailText } from '@tideline/web-kit/ui/EmailText.tsx'
import { IconButton } from '@tideline/web-kit/ui/IconButton.tsx'
import { useState } from 'react'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { PendingEmailChange } from './PendingEmailChange.tsx'

const ChangeEmailDialog = lazyDialog(() => import('./ChangeEmailDialog.tsx'), 'ChangeEmailDialog')

/** Shows the insured's email address with an edit icon. Staff also see a pending change. */
export function InsuredEmail({ policy }: { policy: PolicyConfirmation }) {
  const [isOpen, setIsOpen] = useState(false)
  const { email, policyNo } = policy
  return (
    <>
      <span className="insured-email">
        {email ? <EmailText email={email} isLink /> : '–'}
        {isActionAllowed(policy, 'changeInsuredEmail') && (
          <IconButton label="Change the insured's email" icon="edit" onClick={() => setIsOpen(true)} />
        )}
      </span>
      {isActionAllowed(policy, 'changeInsuredEmail') && <PendingEmailChange policyNo={policyNo} />}
      {isOpen && <ChangeEmailDialog policyNo={policyNo} email={email} onClose={() => setIsOpen(false)} />}
    </>
  )
}
