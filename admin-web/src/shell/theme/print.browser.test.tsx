import { listAdminLetters } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { afterEach, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { renderBackOffice, setDarkTheme } from '../../testing/render-back-office.tsx'

const emulateMedia = (media: string) =>
  (cdp() as unknown as { send: (method: string, parameters: object) => Promise<void> }).send(
    'Emulation.setEmulatedMedia',
    { media },
  )

afterEach(async () => {
  await emulateMedia('')
  await page.viewport(1280, 800)
})

it('prints the title and all columns of a list in dark text, without navigation and buttons (UI-44)', async () => {
  await page.viewport(900, 800)
  setDarkTheme()
  const letters = getExample(listAdminLetters).map((letter) => ({
    ...letter,
    recipientName: 'Bartholomew Featherstonehaugh-Example Family Revocable Living Trust',
  }))
  respondWith(listAdminLetters, letters)
  const screen = await renderBackOffice('/print-queue')
  const recipient = screen.getByRole('columnheader', { name: 'Recipient' })
  await expect.element(screen.getByText(/^Hidden to fit the window: Recipient/)).toBeVisible()
  await expect.poll(() => getComputedStyle(document.body).backgroundColor).toBe('rgb(14, 22, 32)')
  await emulateMedia('print')
  await expect.element(recipient).toBeVisible()
  expect(screen.getByText(/^Hidden to fit the window/).elements()).not.toContainEqual(expect.toSatisfy(isShown))
  await expect.element(screen.getByText('Print Queue', { exact: true }).first()).toBeVisible()
  const text = screen.getByRole('cell', { name: /^Bartholomew/ }).first()
  expect(getComputedStyle(text.element()).color).toBe('rgb(20, 33, 46)')
  expect(getComputedStyle(document.body).backgroundColor).toBe('rgba(0, 0, 0, 0)')
  expect([...document.querySelectorAll('button, .MuiButton-root')].filter(isShown)).toEqual([])
  expect(screen.getByRole('menuitem').elements().filter(isShown)).toEqual([])
})

const isShown = (element: Element) => element.getClientRects().length > 0
