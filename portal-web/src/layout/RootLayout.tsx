import { lazyDialog } from '@tideline/web-kit/screen/lazy-dialog.tsx'
import { useSettings } from '@tideline/web-kit/settings/useSettings.ts'
import { getScreenTheme, type Theme } from '@tideline/web-kit/theme/theme.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useMatches, useNavigation } from 'react-router'
import { useCurrentProduct } from '../base/current-product.ts'
import { Announcements } from './Announcements.tsx'
import { Header } from './Header.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { useFocusOnNavigation } from './useFocusOnNavigation.ts'
import { useShortcuts } from './useShortcuts.ts'
import './layout.css'

const ChatWidget = lazyDialog(() => import('./ChatWidget.tsx'), 'ChatWidget')
const ShortcutsDialog = lazyDialog(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog')

/** Layout options of a route. */
export interface RouteHandle {
  theme?: Theme
  /** True to render the screen without the page layout, in the full window. */
  isFullWindow?: boolean
}

/**
 * The layout of all pages: header, content, alerts, and toasts. The theme depends on the product on the screen, or
 * otherwise on the route.
 */
export function RootLayout() {
  const { features, banner, chat } = useSettings()
  const productId = useCurrentProduct()
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined
  const isLoading = useNavigation().state === 'loading'
  const theme = getScreenTheme(handle, productId, features)
  const { isListed, hide } = useShortcuts()
  useFocusOnNavigation('main')
  useEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header />
      <OfflineBar />
      {isLoading && <div className="progress" role="progressbar" aria-label="Loading the page" />}
      {banner && (
        <div className="site-banner">
          <Alert tone="warning">{banner}</Alert>
        </div>
      )}
      <main id="main" className={handle?.isFullWindow ? 'main-bare' : 'main'} tabIndex={-1}>
        <Outlet />
      </main>
      {chat.enabled && <ChatWidget />}
      <Announcements />
      {isListed && <ShortcutsDialog onClose={hide} />}
      <ScrollRestoration />
    </>
  )
}
