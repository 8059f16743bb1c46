import { type Theme, useMediaQuery } from '@mui/material'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Layout, Sidebar, type SidebarProps, useSidebarState } from 'react-admin'
import { useLocation } from 'react-router'
import { UnsavedPreferencesWarning } from '../preferences/UnsavedPreferencesWarning.tsx'
import { PreviewPanel } from '../preview/PreviewPanel.tsx'
import { SearchBox } from '../search/SearchBox.tsx'
import { menuContainerId, uiSettings } from '../ui-settings.ts'
import { ErrorPage } from './ErrorPage.tsx'
import { KeyboardShortcuts } from './KeyboardShortcuts.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { SideMenu } from './SideMenu.tsx'
import { SiteBanner } from './SiteBanner.tsx'
import { TopBar } from './TopBar.tsx'

/** Hides the navigation on narrow screens when the app loads and after each navigation. */
function NarrowScreenSidebar() {
  const [, setOpen] = useSidebarState()
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const { pathname } = useLocation()
  const show = useRef(setOpen)
  show.current = setOpen
  // biome-ignore lint/correctness/useExhaustiveDependencies: `pathname` is listed because each navigation hides the menu
  useEffect(() => {
    if (isNarrow) show.current(false)
  }, [isNarrow, pathname])
  // Shows the navigation again when the window becomes wider, for example after a tablet is rotated.
  useEffect(() => show.current(!isNarrow), [isNarrow])
  return null
}

/** The navigation, after the element that contains open menus. On narrow screens it is a dialog over the page, which needs a name. */
function SideNav(props: SidebarProps) {
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true })
  return (
    <>
      <div id={menuContainerId} />
      <Sidebar
        {...props}
        {...(isNarrow && { slotProps: { paper: { 'aria-label': 'Menu' } } })}
        appBarAlwaysOn={uiSettings.header.fixed}
      />
    </>
  )
}

export const AppLayout = ({ children }: { children: ReactNode }) => (
  <Layout
    appBar={TopBar}
    menu={SideMenu}
    sidebar={SideNav}
    error={ErrorPage}
    appBarAlwaysOn={uiSettings.header.fixed}
    sx={{ minWidth: 0, '& .RaLayout-appFrame, & .RaLayout-content': { minWidth: 0 } }}
  >
    <SiteBanner />
    <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
    <KeyboardShortcuts />
    <SearchBox />
    <PreviewPanel />
    <UnsavedPreferencesWarning />
    <NarrowScreenSidebar />
  </Layout>
)
