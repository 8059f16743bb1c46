import { type Session, writeSession } from '@tideline/web-kit/session/session.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { AutoPayOptIn } from './AutoPayOptIn.tsx'

it.each([
  ['', 1],
  ['internal', 1],
  ['nopayoptin', 0],
  ['internal,nopayoptin', 0],
])('shows the renewal auto-pay checkbox to users with the roles "%s" %i times [P242]', async (Roles, times) => {
  const data = { AgentId: 'agent', Email: 'agent@example.com', Roles } as NonNullable<Session['data']>
  writeSession({ accountType: 'agent', token: 'token', expiresAt: '2099-01-01T00:00:00.000Z', user: 'agent', data })
  const screen = await renderScreen(
    <>
      <p>Pay by card</p>
      <AutoPayOptIn value={false} onValueChange={() => undefined} />
    </>,
  )
  await expect.element(screen.getByText('Pay by card')).toBeVisible()
  expect(screen.getByRole('checkbox').elements()).toHaveLength(times)
})
