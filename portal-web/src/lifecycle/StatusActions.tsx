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

const statusActions = [
  { action: 'finalizeCancel', label: 'Finalize Cancellation', Dialog: FinalizeDialog },
  { action: 'nonRenew', label: 'Non-Renew', Dialog: NonRenewDialog },
  { action: 'rescindNonRenewal', label: 'Rescind Non-Renewal', Dialog: RescindNonRenewalDialog },
  { action: 'bindHeldRenewal', label: 'Bind Renewal', Dialog: BindRenewalDialog },
  { action: 'reinstate', label: 'Reinstate Policy', Dialog: ReinstateDialog },
] as const

const offerActions = [
  { action: 'acceptReinstatementOffer', label: 'Reinstate Policy', Dialog: AcceptOfferDialog },
  { action: 'declineReinstatementOffer', label: 'Decline and Refund', Dialog: DeclineOfferDialog },
] as const

interface ActionButtonsProps {
  policy: PolicyConfirmation
  actions: typeof statusActions | typeof offerActions
}

/** Buttons for the actions that the viewer can perform. Each button opens a dialog. */
function ActionButtons({ policy, actions }: ActionButtonsProps) {
  const [opened, setOpened] = useState<string>()
  const Opened = actions.find(({ action }) => action === opened)?.Dialog
  return (
    <>
      {actions.map(
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

/** Buttons beside the policy status for the actions that the viewer can perform (POL-3). */
export const StatusActions = ({ policy }: { policy: PolicyConfirmation }) => (
  <>
    <CancelButton policy={policy} />
    <ActionButtons policy={policy} actions={statusActions} />
  </>
)

/** Buttons that accept or decline an open reinstatement offer (DEL-20). */
export const ReinstatementOfferActions = ({ policy }: { policy: PolicyConfirmation }) => (
  <ActionButtons policy={policy} actions={offerActions} />
)
