import type { ReactNode } from 'react'
import { AppBar, Layout, Menu, TitlePortal, UserMenu, useGetIdentity } from 'react-admin'
import { KeyboardShortcuts } from './KeyboardShortcuts.tsx'

/** The menu's accessible name is what it shows: who is signed in. */
const WhoMenu = () => {
  const { identity } = useGetIdentity()
  return <UserMenu label={identity?.fullName ?? 'Profile'} />
}

const TopBar = () => (
  <AppBar color="primary" userMenu={<WhoMenu />}>
    <TitlePortal />
  </AppBar>
)

const SideMenu = () => (
  <Menu>
    <Menu.DashboardItem primaryText="Home" />
    <Menu.ResourceItems />
  </Menu>
)

export const AppLayout = ({ children }: { children: ReactNode }) => (
  <Layout
    appBar={TopBar}
    menu={SideMenu}
    sx={{ minWidth: 0, '& .RaLayout-appFrame, & .RaLayout-content': { minWidth: 0 } }}
  >
    {children}
    <KeyboardShortcuts />
  </Layout>
)
