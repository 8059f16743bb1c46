import { clearSession, writeSession } from '@tideline/web-kit/session/session.ts'
import { render } from '@tideline/web-kit/testing/render.ts'
import { standInForTheServer } from '@tideline/web-kit/testing/server.ts'
import { MemoryRouter } from 'react-router'
import { beforeEach } from 'vitest'
import { BackOffice } from '../App.tsx'

standInForTheServer()
beforeEach(() => clearSession())

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
