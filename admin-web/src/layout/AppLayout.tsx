import FullscreenIcon from '@mui/icons-material/Fullscreen'
import FullscreenExitIcon from '@mui/icons-material/FullscreenExit'
import { IconButton, ListItemText, MenuItem, type Theme, useMediaQuery } from '@mui/material'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { Logo } from '@tideline/web-kit/ui/Logo.tsx'
import { type CSSProperties, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import {
  AppBar,
  Layout,
  Logout,
  Menu,
  Sidebar,
  type SidebarProps,
  UserMenu,
  useGetIdentity,
  usePermissions,
  useSidebarState,
  useUserMenu,
} from 'react-admin'
import { Link, useLocation } from 'react-router'
import { policies } from '../policies/index.ts'
import { mayOpen } from '../resource.ts'
import { KeyboardShortcuts } from './KeyboardShortcuts.tsx'
import { navOf } from './nav.ts'
import { PageTitle } from './PageTitle.tsx'
import { SiteBanner } from './SiteBanner.tsx'
import { uiSettings } from './ui-settings.ts'

const ChangePassword = lazy(() => import('../account/ChangePassword.tsx'))
const ResetPassword = lazy(() => import('../account/ResetPassword.tsx'))

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

/** The menu's accessible name is what it shows: who is signed in. */
function WhoMenu() {
  const { identity } = useGetIdentity()
  const { permissions: roles = [] } = usePermissions<string[]>()
  const [opened, setOpened] = useState<Dialog>()
  const close = () => setOpened(undefined)
  return (
    <>
      <UserMenu label={identity?.fullName ?? 'Profile'}>
        <UserItem label="Change password" onChoose={() => setOpened('change')} />
        {roles.includes('superuser') ? (
          <UserItem label="Reset an account’s password" onChoose={() => setOpened('reset')} />
        ) : null}
        <Logout />
      </UserMenu>
      <Suspense fallback={null}>
        {opened === 'change' ? <ChangePassword onClose={close} /> : null}
        {opened === 'reset' ? <ResetPassword onClose={close} /> : null}
      </Suspense>
    </>
  )
}

function FullscreenToggle() {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    const follow = () => setIsFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [])
  const toggle = () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen())
  return (
    <IconButton
      color="inherit"
      aria-label={isFull ? 'Leave full screen' : 'Full screen'}
      aria-pressed={isFull}
      onClick={() => void toggle()}
    >
      {isFull ? <FullscreenExitIcon /> : <FullscreenIcon />}
    </IconButton>
  )
}

/** The logo's two colours, turned around for the dark bar. */
const logoColours = {
  display: 'flex',
  marginRight: 12,
  '--accent': '#ffffff',
  '--accent-ink': '#0b5fa5',
} as CSSProperties

/** To the policies: the list here for those who may open it, else the portal's search. */
function LogoLink() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  const { brand } = useSettings()
  const shared = { 'aria-label': `${brand}, go to policies`, style: logoColours }
  return mayOpen(roles, policies) ? (
    <Link to="/policies" {...shared}>
      <Logo />
    </Link>
  ) : (
    <a href="/policies" {...shared}>
      <Logo />
    </a>
  )
}

const TopBar = () => (
  <AppBar color="primary" userMenu={<WhoMenu />} alwaysOn={uiSettings.header.fixed}>
    <LogoLink />
    <PageTitle />
    <FullscreenToggle />
  </AppBar>
)

/** On narrow screens the navigation starts hidden and hides again when one has gone somewhere (spec 3 §1). */
function HideWhenNarrow() {
  const [, setOpen] = useSidebarState()
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const { pathname } = useLocation()
  const hide = useRef(setOpen)
  hide.current = setOpen
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere is what hides it
  useEffect(() => {
    if (isNarrow) hide.current(false)
  }, [isNarrow, pathname])
  return null
}

function SideMenu() {
  const { permissions: roles = [] } = usePermissions<string[]>()
  return (
    <Menu>
      {navOf(roles).map(({ label, to }) =>
        to === '/profile' ? (
          // The profile is the portal's page.
          <MenuItem key={to} component="a" href={to} sx={{ color: 'text.secondary' }}>
            {label}
          </MenuItem>
        ) : (
          <Menu.Item key={to} to={to} primaryText={label} />
        ),
      )}
    </Menu>
  )
}

const SideNav = (props: SidebarProps) => <Sidebar {...props} appBarAlwaysOn={uiSettings.header.fixed} />

export const AppLayout = ({ children }: { children: ReactNode }) => (
  <Layout
    appBar={TopBar}
    menu={SideMenu}
    sidebar={SideNav}
    appBarAlwaysOn={uiSettings.header.fixed}
    sx={{ minWidth: 0, '& .RaLayout-appFrame, & .RaLayout-content': { minWidth: 0 } }}
  >
    <SiteBanner />
    {children}
    <KeyboardShortcuts />
    <HideWhenNarrow />
  </Layout>
)
