import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderScreen } from '../testing/render-screen.tsx'
import { showAlert } from './alert-queue.ts'

it('takes the focus, keeps it and returns it when the user closes the alert by keyboard (UI-43)', async () => {
  const screen = await renderScreen(<button type="button">Endorse</button>)
  const opener = screen.getByRole('button', { name: 'Endorse' })
  ;(opener.element() as HTMLElement).focus()
  showAlert({ title: 'Error', text: 'We could not reach the server.' })
  const alert = screen.getByRole('alertdialog', { name: 'Error' })
  await expect.element(alert).toHaveFocus()
  const ok = alert.getByRole('button', { name: 'OK' })
  for (let stop = 0; stop < 3; stop++) {
    await userEvent.tab()
    await expect.element(ok).toHaveFocus()
  }
  await userEvent.keyboard('{Enter}')
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})
