import { show } from '@tideline/web-kit/testing/show.tsx'
import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { fetched } from './fetched.tsx'

const Step = ({ name }: { name: string }) => <p>The step of {name}</p>

function StandIn({ onShown }: { onShown: () => void }) {
  onShown()
  return null
}

const showIt = async (load: () => Promise<{ Step: typeof Step }>, isAhead: boolean) => {
  const Part = fetched(load, 'Step')
  if (isAhead) {
    Part.ahead()
    await vi.waitFor(() => expect(load).toHaveBeenCalled())
    await Promise.resolve()
  }
  const stoodIn = vi.fn()
  const screen = await show(
    <Suspense fallback={<StandIn onShown={stoodIn} />}>
      <Part name="Marina" />
    </Suspense>,
  )
  await expect.element(screen.getByText('The step of Marina')).toBeVisible()
  return { screen, stoodIn }
}

it('shows a preloaded component at once without a placeholder', async () => {
  const { stoodIn } = await showIt(
    vi.fn(async () => ({ Step })),
    true,
  )
  expect(stoodIn).not.toHaveBeenCalled()
})

it('loads a component on demand when it was not preloaded', async () => {
  const { stoodIn } = await showIt(
    vi.fn(async () => ({ Step })),
    false,
  )
  expect(stoodIn).toHaveBeenCalled()
})

it('loads a component again when preloading failed', async () => {
  const load = vi.fn(async () => ({ Step })).mockRejectedValueOnce(new Error('no connection'))
  const { screen } = await showIt(load, true)
  await expect.element(screen.getByText('The step of Marina')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})
