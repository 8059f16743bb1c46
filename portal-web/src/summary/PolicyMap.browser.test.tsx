import { getAddressData, getPublicSettings } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { PolicyMap } from './PolicyMap.tsx'

const { geocode, polygon } = getExample(getAddressData).payload

async function open(zoom?: number) {
  const screen = await renderScreen(
    <PolicyMap location={{ geocode, polygon }} label="Map of the house" {...(zoom !== undefined && { zoom })} />,
  )
  const zoomIn = screen.getByRole('button', { name: 'Zoom in' })
  const zoomOut = screen.getByRole('button', { name: 'Zoom out' })
  await expect.element(screen.getByRole('img', { name: 'Map of the house' })).toBeVisible()
  return { screen, zoomIn, zoomOut }
}
/** Returns how many times a button can be clicked before it is disabled. */
async function getSteps(button: Awaited<ReturnType<typeof open>>['zoomIn']) {
  let steps = 0
  while (!button.element().hasAttribute('disabled')) {
    await button.click()
    steps++
  }
  return steps
}

it('limits the map zoom to 2 through 20 and starts at 19 with a height of 450 pixels [C149] [D038]', async () => {
  const { screen, zoomIn, zoomOut } = await open()
  expect(await getSteps(zoomIn)).toBe(1)
  expect(await getSteps(zoomOut)).toBe(18)
  expect(screen.getByRole('figure').element().getBoundingClientRect().height).toBe(450)
})

it.each([
  [1, 0, 18],
  [99, 18, 0],
])('limits a map zoom of %i to the nearest allowed value [C149] [P296]', async (zoom, out, into) => {
  const { zoomIn, zoomOut } = await open(zoom)
  expect(await getSteps(zoomOut)).toBe(out)
  if (out === 0) expect(await getSteps(zoomIn)).toBe(into)
})

it('shows the map with satellite imagery and labels from the configured provider [P296]', async () => {
  const { payload, ...rest } = getExample(getPublicSettings)
  // Inline image, so that the test sends no requests.
  const tile = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='
  const map = {
    imageryUrl: `${tile}#imagery/{z}/{x}/{y}`,
    tileUrl: `${tile}#names/{z}/{x}/{y}`,
    attribution: '© Tiles Inc.',
  }
  respondWith(getPublicSettings, { ...rest, payload: { ...payload, map } })
  const { screen, zoomOut } = await open(20)
  await expect.element(screen.getByText('© Tiles Inc.')).toBeVisible()
  const kinds = () =>
    [...document.querySelectorAll('image')].map((one) => one.getAttribute('href')?.split('#')[1] ?? '')
  expect(new Set(kinds().map((one) => one.split('/').slice(0, 2).join('/')))).toEqual(
    new Set(['imagery/20', 'names/20']),
  )
  await zoomOut.click()
  await expect.poll(() => kinds().every((one) => one.includes('/19/'))).toBe(true)
})
