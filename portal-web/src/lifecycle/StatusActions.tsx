import type { PolicyConfirmation } from '@tideline/sdk'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'
import { isActionAllowed } from '../base/policy-permissions.ts'
import { CancelButton } from '../cancellation/CancelButton.tsx'

const FinalizeDialog = lazyDialog(() => import('./FinalizeCancellationDialog.tsx'), 'FinalizeCancellationDialog')
const NonRenewDialog = lazyDialog(() => import('./NonRenewDialog.tsx'), 'NonRenewDialog')
const RescindNonRenewalDialog = lazyDialog(() => import('./RescindNonRenewalDialog.tsx'), 'RescindNonRenewalDialog')
const BindRenewalDialog = lazyDialog(() => import('./BindRenewalDialog.tsx'), 'BindRenewalDialog')
const AcceptOfferDialog = lazyDialog(() => import('./AcceptOfferDialog.tsx'), 'AcceptOfferDialog')
const DeclineOfferDialog = lazyDialog(() => import('./DeclineOfferDialog.tsx'), 'DeclineOfferDialog')
const ReinstateDialog = lazyDialog(() => import('./ReinstateDialog.tsx'), 'ReinstateDialog')

const steps = [
  { action: 'finalizeCancel', label: 'Finalize Cancellation', Dialog: FinalizeDialog },
  { action: 'nonRenew', label: 'Non-Renew', Dialog: NonRenewDialog },
  { action: 'rescindNonRenewal', label: 'Rescind Non-Renewal', Dialog: RescindNonRenewalDialog },
  { action: 'bindHeldRenewal', label: 'Bind Renewal', Dialog: BindRenewalDialog },
  { action: 'acceptReinstatementOffer', label: 'Reinstate Policy', Dialog: AcceptOfferDialog },
  { action: 'declineReinstatementOffer', label: 'Decline and Refund', Dialog: DeclineOfferDialog },
  { action: 'reinstate', label: 'Reinstate Policy', Dialog: ReinstateDialog },
] as const

/** Buttons beside the policy status, for the actions that the viewer is allowed to perform (POL-3). */
export function StatusActions({ policy }: { policy: PolicyConfirmation }) {
  const [opened, setOpened] = useState<(typeof steps)[number]['action']>()
  const Opened = steps.find(({ action }) => action === opened)?.Dialog
  return (
    <>
      <CancelButton policy={policy} />
      {steps.map(
        ({ action, label }) =>
          isActionAllowed(policy, action) && (
            <Button key={action} variant="secondary" onClick={() => setOpened(action)}>
              {label}
            </Button>
          ),
      )}
      {Opened && <Opened policy={policy} onClose={() => setOpened(undefined)} />}
    </>
  )
}
