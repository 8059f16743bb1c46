import { useTheme } from '@mui/material'
import { QueryClientProvider } from '@tanstack/react-query'
import { paths } from '@tideline/web-kit/paths.ts'
import { type PolicyPagePaths, PolicyPagePathsContext } from '@tideline/web-kit/screen/policy-page-paths.ts'
import { clearCachedUserData } from '@tideline/web-kit/session/clear-user-data.ts'
import { setRouter } from '@tideline/web-kit/session/navigation.ts'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { alertQueue } from '@tideline/web-kit/ui/alert-queue.ts'
import { BlockingAlerts } from '@tideline/web-kit/ui/BlockingAlerts.tsx'
import { OverlayContainer } from '@tideline/web-kit/ui/overlay-container.ts'
import { Toaster } from '@tideline/web-kit/ui/Toaster.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLogoutIfAccessDenied } from 'react-admin'
import { createPortal } from 'react-dom'
import '@tideline/web-kit/theme/theme.css'
import './portal-frame.css'

const of = encodeURIComponent

/**
 * URLs for links on embedded portal pages. Policies and claims open in the back office; all other pages open in the
 * portal.
 */
const portalUrls: PolicyPagePaths = {
  policy: (policyNo) => `/policies/${of(policyNo)}`,
  claim: (policyNo, claimId) => `/policies/${of(policyNo)}/claims/${of(claimId)}`,
  portal: (path) => `${window.location.origin}${path}`,
}

clearCachedUserData(queryClient)

/**
 * Opens the back office's log-in page when the session expires, and returns to the current page after log-in. Stays on the
 * page if the server is busy. All other URLs load the portal.
 */
function useBackOfficeLogIn() {
  const signInAgain = useRef<ReturnType<typeof useLogoutIfAccessDenied>>(undefined)
  signInAgain.current = useLogoutIfAccessDenied()
  useEffect(
    () =>
      setRouter({
        navigate: async (path) => {
          // The embedded page shows its own error state with Retry.
          if (path.startsWith(paths.overloaded())) return
          if (!path.startsWith('/login')) return window.location.assign(path)
          // Removes open alerts, which would otherwise block the next user who logs in. The log-in page shows its own
          // message.
          for (const { id } of alertQueue.items()) alertQueue.remove(id)
          await signInAgain.current?.({ status: 401 })
        },
      }),
    [],
  )
}

/**
 * Renders a portal page inside the back office with the portal's query cache and styles. `vite.config.ts` limits these
 * styles to elements of the class `portal`. Dialogs and toasts are rendered in a separate `portal` element at the end
 * of the document.
 *
 * @param name the route name of the portal page
 */
export function PortalFrame({ name, children }: { name: string; children: ReactNode }) {
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  const isDark = useTheme().palette.mode === 'dark'
  const className = isDark ? 'portal portal-dark' : 'portal'
  useBackOfficeLogIn()
  return (
    <QueryClientProvider client={queryClient}>
      <PolicyPagePathsContext value={portalUrls}>
        <OverlayContainer value={overlay}>
          <div className={className} data-route={name}>
            {children}
          </div>
          {createPortal(
            <div className={`${className} portal-overlay`} ref={setOverlay}>
              <BlockingAlerts />
              <Toaster />
            </div>,
            document.body,
          )}
        </OverlayContainer>
      </PolicyPagePathsContext>
    </QueryClientProvider>
  )
}
