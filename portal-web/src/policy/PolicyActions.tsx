import type { PolicyConfirmation } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'
import { paths } from '@tideline/web-kit/paths.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { hasFlag } from '../base/hash-flag.ts'
import { mayOf, whyNotOf } from '../base/may-of.ts'
import type { PolicyCard } from '../base/policy-card.ts'

const NotificationsDialog = lazyDialog(() => import('./NotificationsDialog.tsx'), 'NotificationsDialog')
const TimelinePanel = lazyDialog(() => import('../timeline/TimelinePanel.tsx'), 'TimelinePanel')
const ResendLinkDialog = lazyDialog(() => import('./ResendLinkDialog.tsx'), 'ResendLinkDialog')

/** Below the map: mail the link again, see what was written and what happened for agents and staff, the way to all own policies for policyholders (spec 2 §2). */
export function PolicyActions({ policy }: { policy: PolicyConfirmation }) {
  const { viewer, policyNo, productId } = policy
  const [isResending, setIsResending] = useState(false)
  const [isLookingBack, setIsLookingBack] = useState(false)
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  // The address may open the dialog (spec 2 §2); then the page says what became of it.
  const isAsked = viewer.kind !== 'insured' && mayOf(policy, 'resendLink') && hasFlag(hash, 'resendEmailLinkModalOpen')
  const stopResending = () => {
    setIsResending(false)
    if (isAsked) void navigate({ pathname, search, hash: '' }, { replace: true, preventScrollReset: true })
  }
  // The notifications have an address of their own (spec 3 §2), so that they can be linked to.
  const policyPath = pathname.replace(/\/notifications\/?$/, '')
  const [isReading, setIsReading] = useState(viewer.kind !== 'insured' && policyPath !== pathname)
  const stopReading = () => {
    setIsReading(false)
    if (policyPath !== pathname) void navigate(policyPath, { replace: true })
  }
  const readonlyReason = viewer.isReadonly ? 'Your role is read-only.' : undefined
  return (
    <div className="row">
      {viewer.kind === 'insured' ? (
        <Button
          variant="secondary"
          disabledReason={readonlyReason}
          onClick={() => void navigate(paths.policyholderSelect(isEarthquake(productId) ? 'earthquake' : 'flood'))}
        >
          View All Policies
        </Button>
      ) : (
        <>
          <Button
            variant="secondary"
            disabledReason={
              mayOf(policy, 'resendLink') ? undefined : (whyNotOf(policy, 'resendLink') ?? readonlyReason)
            }
            onClick={() => setIsResending(true)}
          >
            Resend Email Link
          </Button>
          <Button variant="secondary" onClick={() => setIsReading(true)}>
            View Notifications
          </Button>
          <Button variant="secondary" onClick={() => setIsLookingBack(true)}>
            View Timeline
          </Button>
        </>
      )}
      {isLookingBack && <TimelinePanel policy={policy} onClose={() => setIsLookingBack(false)} />}
      {isReading && <NotificationsDialog policyNo={policyNo} onClose={stopReading} />}
      {(isResending || isAsked) && <ResendLinkDialog policy={policy} ofThePage={isAsked} onClose={stopResending} />}
    </div>
  )
}

export const card: PolicyCard = { column: 'side', place: 20, ofPolicy: PolicyActions }
