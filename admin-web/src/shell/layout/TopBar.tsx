import { IconButton, ListItemText, MenuItem, type Theme } from '@mui/material'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Logo } from '@tideline/web-kit/ui/Logo.tsx'
import { Maximize2, Minimize2 } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { AppBar, LoadingIndicator, UserMenu, useGetIdentity, useLogout, usePermissions, useUserMenu } from 'react-admin'
import { Link } from 'react-router'
import { canOpenList } from '../../kit/resource.ts'
import { policiesResource } from '../../policies/index.ts'
import { ThemeMenuItems } from '../preferences/ThemeMenuItems.tsx'
import { SearchBarButton } from '../search/SearchButton.tsx'
import { uiSettings } from '../ui-settings.ts'
import { PageTitle } from './PageTitle.tsx'

const ChangePassword = lazy(() => import('../account/ChangePasswordDialog.tsx'))
const ResetPassword = lazy(() => import('../account/ResetPasswordDialog.tsx'))

type Dialog = 'change' | 'reset'

function UserItem({ label, onChoose }: { label: string; onChoose: () => void }) {
  const menu = useUserMenu()
  return (
    <MenuItem
      onClick={() => {
        menu?.onClose()
        onChoose()
      }}
    >
      <ListItemText>{label}</ListItemText>
    </MenuItem>
  )
}

/** The user menu. Its accessible name is the user's displayed name. */
function ProfileMenu() {
  const { identity } = useGetIdentity()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const logOut = useLogout()
  const [opened, setOpened] = useState<Dialog>()
  const close = () => setOpened(undefined)
  return (
    <>
      <UserMenu label={identity?.fullName ?? 'Profile'}>
        <UserItem label="Change password" onChoose={() => setOpened('change')} />
        {roles.includes('superuser') ? <UserItem label="Reset password" onChoose={() => setOpened('reset')} /> : null}
        <ThemeMenuItems />
        {/* Replaces react-admin's menu item because its label is "Logout". */}
        <UserItem label="Log out" onChoose={() => void logOut()} />
      </UserMenu>
      <Suspense fallback={null}>
        {opened === 'change' ? <ChangePassword onClose={close} /> : null}
        {opened === 'reset' ? <ResetPassword onClose={close} /> : null}
      </Suspense>
    </>
  )
}

/** A button that switches to full screen. Hidden on phones. */
function FullscreenToggle() {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const follow = () => setIsFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const toggle = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  const Shape = isFull ? Minimize2 : Maximize2
  return (
    <IconButton
      color="inherit"
      aria-label={isFull ? 'Leave full screen' : 'Full screen'}
      aria-pressed={isFull}
      onClick={() => void toggle()}
      sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
    >
      <Shape size={18} aria-hidden="true" />
    </IconButton>
  )
}

/**
 * A logo that links to the policies list, or to the portal's search if the user cannot open the list. Hidden on phones
 * to save space for the page title.
 */
function LogoLink() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const { brand } = useSettings()
  const shared = { 'aria-label': `${brand}, go to policies`, className: 'bar-logo' }
  return canOpenList(roles, policiesResource) ? (
    <Link to="/policies" {...shared}>
      <Logo />
    </Link>
  ) : (
    <a href="/policies" {...shared}>
      <Logo />
    </a>
  )
}

/** The top bar, with the page's background color and a bottom border. */
export const TopBar = () => (
  <AppBar
    color="inherit"
    elevation={0}
    userMenu={<ProfileMenu />}
    toolbar={<LoadingIndicator />}
    alwaysOn={uiSettings.header.fixed}
    sx={{
      backgroundColor: 'background.paper',
      borderBottom: 1,
      borderColor: 'divider',
      borderRadius: 0,
      '& .bar-logo': {
        display: { xs: 'none', sm: 'flex' },
        marginRight: 1.5,
        // The two colors of the logo.
        '--accent': ({ palette }: Theme) => palette.primary.main,
        '--accent-ink': ({ palette }: Theme) => palette.background.paper,
      },
      // The user's name shrinks to make room for the page title.
      '& .RaUserMenu-userButton': { maxWidth: { xs: 56, sm: 'none' }, overflow: 'hidden' },
    }}
  >
    <LogoLink />
    <PageTitle />
    <SearchBarButton />
    <FullscreenToggle />
  </AppBar>
)
