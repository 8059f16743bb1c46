import { getPreferences } from '@tideline/sdk/operations'
import { clearSession, writeSession } from '@tideline/web-kit/session/session.ts'
import { expectAccessible } from '@tideline/web-kit/testing/accessible.ts'
import { render } from '@tideline/web-kit/testing/render.ts'
import { mockServer, respondWith } from '@tideline/web-kit/testing/server.ts'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect } from 'vitest'
import { BackOffice } from '../App.tsx'

mockServer()
beforeEach(() => clearSession())

/** Whoever opens the back office next in this test has chosen the dark theme. */
export const chooseDark = () =>
  respondWith(getPreferences, { statusCode: 200, message: '', payload: { theme: 'dark', lists: [] } })

/** Fails with what axe finds once the dark theme shows. */
export async function expectAccessibleInTheDark() {
  await expect.poll(() => getComputedStyle(document.body).backgroundColor).toBe('rgb(14, 22, 32)')
  await expectAccessible()
}

/** Opens an address of the back office in a real browser, as a member of staff with these roles beside `internal`. */
export function showBackOffice(address: string, ...roles: string[]) {
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

/** Opens the log-in of the back office. */
export const showLogIn = () => open('/login')

const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <BackOffice />
    </MemoryRouter>,
  )
