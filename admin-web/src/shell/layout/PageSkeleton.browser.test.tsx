import { expectAccessible } from '@tideline/web-kit/testing/expect-accessible.ts'
import { expect, it, vi } from 'vitest'
import { renderBackOffice } from '../../testing/render-back-office.tsx'

const { loaded, load } = vi.hoisted(() => {
  let load = () => {}
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  return { loaded, load: () => load() }
})
vi.mock('../../moratoriums/List.tsx', async () => {
  await loaded
  return { default: () => <p>The list</p> }
})

it('shows a skeleton under the page title while the page’s code loads', async () => {
  const screen = await renderBackOffice('/moratoriums', 'superuser')
  await expect.element(screen.getByRole('main').getByRole('progressbar', { name: 'Loading' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Moratoriums', level: 1 })).toBeVisible()
  await expectAccessible()
  load()
  await expect.element(screen.getByText('The list')).toBeVisible()
  expect(screen.getByRole('main').getByRole('progressbar', { name: 'Loading' }).elements()).toEqual([])
})
