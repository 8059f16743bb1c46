import { Admin, Resource } from 'react-admin'
import { BrowserRouter } from 'react-router'
import { authProvider } from './authProvider.ts'
import { dataProvider } from './dataProvider.ts'
import { AppLayout } from './layout/AppLayout.tsx'
import { Dashboard } from './layout/Dashboard.tsx'
import { LoginPage } from './layout/LoginPage.tsx'
import { policies } from './policies/index.ts'
import { roleMay } from './roles.ts'
import { darkTheme, lightTheme } from './theme.ts'

/** The back office. What a role may not see is not there (spec 3 §6); the server refuses it all the same. */
export const App = () => (
  <BrowserRouter basename="/admin">
    <Admin
      authProvider={authProvider}
      dataProvider={dataProvider}
      dashboard={Dashboard}
      layout={AppLayout}
      loginPage={LoginPage}
      lightTheme={lightTheme}
      darkTheme={darkTheme}
      requireAuth
      disableTelemetry
      title="Tideline"
    >
      {(roles: string[] | undefined) => (roleMay(roles ?? [], 'policies') ? <Resource {...policies} /> : null)}
    </Admin>
  </BrowserRouter>
)
