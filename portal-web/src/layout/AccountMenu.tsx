import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { Icon } from '@tideline/web-kit/ui/Icon.tsx'
import { Menu } from '@tideline/web-kit/ui/Menu.tsx'
import './layout.css'
import { useMutation } from '@tanstack/react-query'
import { createHandOff } from '@tideline/sdk/operations'
import { paths } from '@tideline/web-kit/paths.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { reloadPage } from '@tideline/web-kit/session/navigation.ts'
import { signOut } from '@tideline/web-kit/session/sign-in.ts'
import { useSession } from '@tideline/web-kit/session/useSession.ts'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { ConfirmDialog } from '@tideline/web-kit/ui/ConfirmDialog.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type AccountMenuItem, getAccountMenuItems } from './header.ts'

const ChangePasswordDialog = lazyDialog(() => import('../login/ChangePasswordDialog.tsx'), 'ChangePasswordDialog')

/** The account menu of agents and staff. Its items depend on the user's role. */
export function AccountMenu({ name }: { name: string }) {
  const session = useSession()
  const { isProduction } = useSettings()
  const navigate = useNavigate()
  const [opened, setOpened] = useState<AccountMenuItem>()
  const close = () => setOpened(undefined)
  const [given, ...others] = name.split(' ')
  // Opens the upload page in a new tab. A handoff token gives the page this session for 30 minutes. The tab is created
  // during the click because browsers block tabs that are opened later.
  const toBulkUpload = useMutation({
    mutationFn: async (tab: Window | null) => {
      const { payload } = await api.call(createHandOff, { body: { target: 'bulkUpload' } }).catch((error) => {
        tab?.close()
        throw error
      })
      if (tab) tab.location.href = payload.link
      else window.location.assign(payload.link)
    },
  })
  const choose: Record<AccountMenuItem, () => void> = {
    'User Profile': () => window.open(paths.profile(), '_blank', 'noopener'),
    // The back office uses the same session.
    'Back Office': () => window.location.assign(paths.backOffice()),
    'Bulk Upload': () => toBulkUpload.mutate(window.open('', '_blank')),
    'Change Password': () => setOpened('Change Password'),
    'Sign Out': () => setOpened('Sign Out'),
  }
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet">
            <span className="menu-name">
              {given || 'Menu'}
              <span className="menu-others"> {others.join(' ')}</span>
            </span>
            <Icon name="open" />
          </Button>
        }
        entries={getAccountMenuItems(session, { isProduction }).map((item) => ({
          label: item,
          note: item === 'User Profile' || item === 'Bulk Upload' ? 'opens in a new tab' : undefined,
          onSelect: choose[item],
        }))}
      />
      <ConfirmDialog
        open={opened === 'Sign Out'}
        onOpenChange={close}
        title="Please Confirm"
        confirmLabel="Yes"
        cancelLabel="No"
        onConfirm={async () => {
          close()
          signOut()
          // The reload also clears the user's data from memory (D104).
          await navigate(paths.login())
          reloadPage()
        }}
      >
        Are you sure you want to sign out?
      </ConfirmDialog>
      {opened === 'Change Password' && <ChangePasswordDialog onClose={close} />}
    </>
  )
}
