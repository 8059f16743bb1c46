import { getPreferences } from '@tideline/sdk/operations'
import { clearSession, writeSession } from '@tideline/web-kit/session/session.ts'
import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { mockServer, respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { render } from '@tideline/web-kit/testing/render.ts'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect } from 'vitest'
import { BackOffice } from '../App.tsx'

mockServer()
beforeEach(() => clearSession())

/** Sets the dark theme for the next back-office page of the test. */
export const setDarkTheme = () =>
  respondWith(getPreferences, { statusCode: 200, message: '', payload: { theme: 'dark', lists: [] } })

/** Waits for the dark theme. Fails if axe finds accessibility problems. */
export async function expectAccessibleInDarkTheme() {
  await expect.poll(() => getComputedStyle(document.body).backgroundColor).toBe('rgb(14, 22, 32)')
  await expectAccessible()
}

/** Opens a back-office page in a real browser as a staff member with the role `internal` and the given roles. */
export function renderBackOffice(address: string, ...roles: string[]) {
  writeSession({
    ...{ accountType: 'agent', token: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: 'agent' },
    data: {
      ...{ AgentId: '5b1c2d3e-0000-4000-8000-000000000002', Email: 'keeper@example.com', Company: 'Tideline' },
      ...{ FirstName: 'Kim', LastName: 'Keeper', accountType: 'agent', SuppressPromotionView: false },
      Roles: ['internal', ...roles].join(','),
    } as never,
  })
  return open(address)
}

export const renderLogInPage = () => open('/login')

const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <BackOffice />
    </MemoryRouter>,
  )
