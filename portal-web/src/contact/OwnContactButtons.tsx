import type { PolicyConfirmation } from '@tideline/sdk'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'
import { getDenialReason, isActionAllowed } from '../base/policy-permissions.ts'

const ChangeOwnEmailDialog = lazyDialog(() => import('./ChangeOwnEmailDialog.tsx'), 'ChangeOwnEmailDialog')
const ChangePhoneDialog = lazyDialog(() => import('./ChangePhoneDialog.tsx'), 'ChangePhoneDialog')
const ChangeMailingAddressDialog = lazyDialog(
  () => import('./ChangeMailingAddressDialog.tsx'),
  'ChangeMailingAddressDialog',
)

interface OwnContactButtonsProps {
  policy: PolicyConfirmation
  /** State of the current mailing address. */
  mailingState: string
}

/** Buttons with which the policyholder changes their email, phone number and mailing address. */
export function OwnContactButtons({ policy, mailingState }: OwnContactButtonsProps) {
  const [open, setOpen] = useState<'email' | 'phone' | 'address'>()
  const { policyNo, email } = policy
  const onClose = () => setOpen(undefined)
  return (
    <>
      <div className="row">
        <Button variant="secondary" onClick={() => setOpen('email')}>
          Change email
        </Button>
        <Button variant="secondary" onClick={() => setOpen('phone')}>
          Change phone
        </Button>
        <Button
          variant="secondary"
          disabledReason={
            isActionAllowed(policy, 'changeOwnMailingAddress')
              ? undefined
              : (getDenialReason(policy, 'changeOwnMailingAddress') ?? 'Not now.')
          }
          onClick={() => setOpen('address')}
        >
          Change mailing address
        </Button>
      </div>
      {open === 'email' && <ChangeOwnEmailDialog {...{ policyNo, email, onClose }} />}
      {open === 'phone' && <ChangePhoneDialog {...{ policyNo, onClose }} />}
      {open === 'address' && <ChangeMailingAddressDialog {...{ policyNo, onClose }} state={mailingState} />}
    </>
  )
}
