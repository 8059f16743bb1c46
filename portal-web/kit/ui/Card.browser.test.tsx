import { describe, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { renderScreen } from '../testing/render-screen.tsx'
import { Card } from './Card.tsx'

/** Emulates a medium, such as print. The empty string restores the default. */
const emulateMedia = (media: string) =>
  (cdp() as unknown as { send: (method: string, parameters: object) => Promise<void> }).send(
    'Emulation.setEmulatedMedia',
    { media },
  )

const open = (isBeside = false) =>
  renderScreen(
    <Card
      title="Coverages"
      fold="collapsed"
      summary="2 coverages"
      actions={isBeside && <button type="button">Edit</button>}
    >
      <p id="limit">Building Property $250,000</p>
    </Card>,
  )

describe('collapsed card', () => {
  it('expands when the browser opens a link to its content (UI-28)', async () => {
    const screen = await open()
    const title = screen.getByRole('button', { name: 'Coverages' })
    await expect.element(title).toHaveAttribute('aria-expanded', 'false')
    await expect.element(screen.getByText('Building Property $250,000')).not.toBeVisible()
    window.location.hash = '#limit'
    await expect.element(title).toHaveAttribute('aria-expanded', 'true')
    await expect.element(screen.getByText('Building Property $250,000')).toBeVisible()
    window.location.hash = ''
  })

  it('contains text that the browser can find on the page (UI-28)', async () => {
    const screen = await open()
    const body = screen.getByText('Building Property $250,000').element().parentElement
    expect(body?.getAttribute('hidden')).toBe('until-found')
    expect(body && getComputedStyle(body).display).toBe('block')
  })

  it('prints its content without the summary (UI-28)', async () => {
    const screen = await open()
    await emulateMedia('print')
    await expect.element(screen.getByText('Building Property $250,000')).toBeVisible()
    await expect.element(screen.getByText('2 coverages')).not.toBeVisible()
    await emulateMedia('')
    await expect.element(screen.getByText('Building Property $250,000')).not.toBeVisible()
  })

  it.each([
    [1280, 1],
    [390, 0],
  ])('shows its actions only in a wide window (%i px)', async (width, count) => {
    await page.viewport(width, 800)
    const screen = await open(true)
    await expect.element(screen.getByText('2 coverages')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Edit' }).elements()).toHaveLength(count)
    await page.viewport(1280, 800)
  })
})
