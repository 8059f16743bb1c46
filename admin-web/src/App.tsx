import { Admin, memoryStore, Resource } from 'react-admin'
import { BrowserRouter } from 'react-router'
import { authProvider } from './authProvider.ts'
import { dataProvider } from './dataProvider.ts'
import { AppLayout } from './layout/AppLayout.tsx'
import { Dashboard } from './layout/Dashboard.tsx'
import { LoginPage } from './layout/LoginPage.tsx'
import { NoSuchPage, Unauthorized } from './layout/NoSuchPage.tsx'
import { uiSettings } from './layout/ui-settings.ts'
import { type BackOfficeResource, mayOpen, mayOpenPages } from './resource.ts'
import { resources } from './resources.ts'
import { darkTheme, lightTheme } from './theme.ts'

// Nothing but the session is kept in the browser (spec 3 §3); lists keep their filters in the address.
const store = memoryStore()

/** What react-admin takes of a list of ours. */
const pagesOf = ({ collection: _, role: __, pagesFor: ___, label: ____, place: _____, ...pages }: BackOfficeResource) =>
  pages

/** The back office. What a role may not see is not there (spec 3 §6); the server refuses it all the same. */
export const BackOffice = () => (
  <Admin
    authProvider={authProvider}
    dataProvider={dataProvider}
    dashboard={Dashboard}
    layout={AppLayout}
    catchAll={NoSuchPage}
    loginPage={LoginPage}
    lightTheme={lightTheme}
    darkTheme={darkTheme}
    requireAuth
    store={store}
    defaultTheme={uiSettings.theme}
    disableTelemetry
    title="Tideline"
  >
    {(roles: string[] | undefined) =>
      resources.flatMap((resource) => {
        if (mayOpen(roles ?? [], resource)) return <Resource key={resource.name} {...pagesOf(resource)} />
        if (!mayOpenPages(roles ?? [], resource)) return []
        const { name, edit } = pagesOf(resource)
        return <Resource key={name} name={name} list={Unauthorized} {...(edit && { edit })} />
      })
    }
  </Admin>
)

/** The back office at its addresses. */
export const App = () => (
  <BrowserRouter basename="/admin">
    <BackOffice />
  </BrowserRouter>
)
