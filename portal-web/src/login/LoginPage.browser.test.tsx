import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { LoginPage } from './LoginPage.tsx'

it('shows the log-in password when Show password is selected', async () => {
  const screen = await renderScreen(<LoginPage />)
  const password = screen.getByLabelText('Password')
  await password.fill('Tideline-Demo-1')
  await expect.element(password).toHaveAttribute('type', 'password')
  await screen.getByRole('checkbox', { name: 'Show password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
  await expect.element(password).toHaveValue('Tideline-Demo-1')
})
