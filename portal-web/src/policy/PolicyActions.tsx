import type { PolicyConfirmation } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'
import { paths } from '@tideline/web-kit/paths.ts'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { Menu } from '@tideline/web-kit/ui/Menu.tsx'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { hasHashFlag } from '../base/hash-flag.ts'
import { getDenialReason, isActionAllowed } from '../base/policy-permissions.ts'

const NotificationsDialog = lazyDialog(() => import('./NotificationsDialog.tsx'), 'NotificationsDialog')
const TimelinePanel = lazyDialog(() => import('../timeline/TimelinePanel.tsx'), 'TimelinePanel')
const ResendLinkDialog = lazyDialog(() => import('./ResendLinkDialog.tsx'), 'ResendLinkDialog')

/**
 * Actions in the page header. Agents and staff see the timeline, notifications, and resend action; policyholders see a
 * link to all their policies.
 */
export function PolicyActions({ policy }: { policy: PolicyConfirmation }) {
  const { viewer, policyNo, productId } = policy
  const [isResending, setIsResending] = useState(false)
  const [isTimelineOpen, setIsLookingBack] = useState(false)
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  // A flag in the URL can also open the dialog. In that case, the page itself shows the result.
  const isRequestedByUrl =
    viewer.kind !== 'insured' && isActionAllowed(policy, 'resendLink') && hasHashFlag(hash, 'resendEmailLinkModalOpen')
  const stopResending = () => {
    setIsResending(false)
    if (isRequestedByUrl) void navigate({ pathname, search, hash: '' }, { replace: true, preventScrollReset: true })
  }
  // Notifications have their own URL, so that users can link to them.
  const policyPath = pathname.replace(/\/notifications\/?$/, '')
  const [isReading, setIsReading] = useState(viewer.kind !== 'insured' && policyPath !== pathname)
  const stopReading = () => {
    setIsReading(false)
    if (policyPath !== pathname) void navigate(policyPath, { replace: true })
  }
  const readonlyReason = viewer.isReadonly ? 'You have read-only access.' : undefined
  if (viewer.kind === 'insured')
    return (
      <Button
        variant="secondary"
        disabledReason={readonlyReason}
        onClick={() => void navigate(paths.policyholderSelect(isEarthquake(productId) ? 'earthquake' : 'flood'))}
      >
        View All Policies
      </Button>
    )
  return (
    <>
      <Button variant="secondary" onClick={() => setIsLookingBack(true)}>
        View Timeline
      </Button>
      <Menu
        trigger={
          <Button variant="secondary">
            More
            <Icon name="open" />
          </Button>
        }
        entries={[
          {
            label: 'Resend Email Link',
            disabledReason: isActionAllowed(policy, 'resendLink')
              ? undefined
              : (getDenialReason(policy, 'resendLink') ?? readonlyReason ?? 'Not now.'),
            onSelect: () => setIsResending(true),
          },
          { label: 'View Notifications', onSelect: () => setIsReading(true) },
        ]}
      />
      {isTimelineOpen && <TimelinePanel policy={policy} onClose={() => setIsLookingBack(false)} />}
      {isReading && <NotificationsDialog policyNo={policyNo} onClose={stopReading} />}
      {(isResending || isRequestedByUrl) && (
        <ResendLinkDialog policy={policy} isOpenedByUrl={isRequestedByUrl} onClose={stopResending} />
      )}
    </>
  )
}
