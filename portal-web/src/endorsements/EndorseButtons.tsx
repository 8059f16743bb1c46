import { useMutation } from '@tanstack/react-query'
import type { PolicyConfirmation } from '@tideline/sdk'
import { createEndorsementUrl } from '@tideline/sdk/operations'
import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { usePolicyPagePaths } from '@tideline/web-kit/screen/policy-page-paths.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { isActionAllowed } from '../base/policy-permissions.ts'

const EndorsementChoiceDialog = lazyDialog(() => import('./EndorsementChoiceDialog.tsx'), 'EndorsementChoiceDialog')

/**
 * The buttons Endorse and Internal Endorse, for viewers with permission (END-1). Endorse is the primary button if no
 * other task is open.
 */
export function EndorseButtons({ policy, isMain }: { policy: PolicyConfirmation; isMain: boolean }) {
  const navigate = useNavigate()
  const places = usePolicyPagePaths()
  const go = (to: string) => (to.startsWith('/') ? void navigate(to) : window.location.assign(to))
  const [isChoosing, setIsChoosing] = useState(false)
  const start = useMutation({
    mutationFn: () => api.call(createEndorsementUrl, { body: policy.policyNo }),
    // Opens the link, which can lead to a separate quoting system (PRI-6).
    onSuccess: ({ result: { link } }) => go(link.startsWith('/') ? places.portal(link) : link),
  })
  if (!isActionAllowed(policy, 'endorse') && !isActionAllowed(policy, 'internalEndorse')) return null
  return (
    <>
      {isActionAllowed(policy, 'endorse') && (
        <Button
          variant={isMain ? 'primary' : 'secondary'}
          busy={start.isPending}
          busyLabel="Preparing…"
          onClick={() => start.mutate()}
        >
          Endorse
        </Button>
      )}
      {isActionAllowed(policy, 'internalEndorse') && (
        <Button variant="secondary" onClick={() => setIsChoosing(true)}>
          Internal Endorse
        </Button>
      )}
      {isChoosing && <EndorsementChoiceDialog policy={policy} onClose={() => setIsChoosing(false)} />}
    </>
  )
}
