import { QueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { Admin, CustomRoutes, Resource } from 'react-admin'
import { BrowserRouter, Navigate, Route } from 'react-router'
import { type BackOfficeResource, canOpenList, canOpenListPages } from './kit/resource.ts'
import { authProvider } from './shell/authProvider.ts'
import { dataProvider } from './shell/dataProvider.ts'
import { HomePage } from './shell/home/HomePage.tsx'
import { i18nProvider } from './shell/i18n.ts'
import { AppLayout } from './shell/layout/AppLayout.tsx'
import { LoginPage } from './shell/layout/LoginPage.tsx'
import { NotFoundPage, UnauthorizedRedirect } from './shell/layout/NotFoundPage.tsx'
import { AppSkeleton } from './shell/layout/PageSkeleton.tsx'
import { createPreferencesStore } from './shell/preferences/store.ts'
import { resources } from './shell/resources.ts'
import { darkTheme, lightTheme } from './shell/theme/theme.ts'
import { uiSettings } from './shell/ui-settings.ts'

// Stores saved filters with the user's account. The current filters of a list are in the URL.
const store = createPreferencesStore()

const PolicyBilling = lazy(() => import('./billing/BackOfficeBillingPage.tsx'))

/** Returns the props for react-admin's `Resource`. Omits the fields that only the back office uses. */
const getPages = ({
  collection: _,
  operation: __,
  pagesOperation: ___,
  label: ____,
  position: _____,
  group: ______,
  preview: _______,
  ...pages
}: BackOfficeResource) => pages

/** The back office. Pages that a role cannot open are hidden (ACC-2); the server enforces the same rule. */
export const BackOffice = () => {
  // Turns off retries because the SDK client already retries safe requests.
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }))
  return (
    <Admin
      queryClient={queryClient}
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      dashboard={HomePage}
      layout={AppLayout}
      catchAll={NotFoundPage}
      loading={AppSkeleton}
      loginPage={LoginPage}
      lightTheme={lightTheme}
      darkTheme={darkTheme}
      requireAuth
      store={store}
      defaultTheme={uiSettings.theme}
      disableTelemetry
      title="Tideline"
    >
      {/* `/billing` opens the payments list. The billing page of a policy requires no role (ACC-13). */}
      <CustomRoutes>
        <Route path="/billing" element={<Navigate to="/billing/payments" replace />} />
        <Route path="/billing/policies/:policyNo" element={<PolicyBilling />} />
      </CustomRoutes>
      {(roles: string[] | undefined) =>
        resources.flatMap((resource) => {
          if (canOpenList(roles ?? [], resource)) return <Resource key={resource.name} {...getPages(resource)} />
          if (!canOpenListPages(roles ?? [], resource)) return []
          const { name, edit } = getPages(resource)
          return <Resource key={name} name={name} list={UnauthorizedRedirect} {...(edit && { edit })} />
        })
      }
    </Admin>
  )
}

/** The back office with its router, under `/admin`. */
export const App = () => (
  <BrowserRouter basename="/admin">
    <BackOffice />
  </BrowserRouter>
)
