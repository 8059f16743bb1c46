import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { createPreloadableComponent } from './create-preloadable-component.tsx'

const Step = ({ name }: { name: string }) => <p>The step of {name}</p>

function Placeholder({ onShown }: { onShown: () => void }) {
  onShown()
  return null
}

const showIt = async (load: () => Promise<{ Step: typeof Step }>, isAhead: boolean) => {
  const Part = createPreloadableComponent(load, 'Step')
  if (isAhead) {
    Part.preload()
    await vi.waitFor(() => expect(load).toHaveBeenCalled())
    await Promise.resolve()
  }
  const placeholderShown = vi.fn()
  const screen = await renderScreen(
    <Suspense fallback={<Placeholder onShown={placeholderShown} />}>
      <Part name="Marina" />
    </Suspense>,
  )
  await expect.element(screen.getByText('The step of Marina')).toBeVisible()
  return { screen, stoodIn: placeholderShown }
}

it('shows a preloaded component immediately, without a placeholder', async () => {
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
