import type { ReactNode } from 'react'
import { AppBar, Layout, Menu, TitlePortal } from 'react-admin'
import { KeyboardShortcuts } from './KeyboardShortcuts.tsx'

const TopBar = () => (
  <AppBar color="primary">
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
