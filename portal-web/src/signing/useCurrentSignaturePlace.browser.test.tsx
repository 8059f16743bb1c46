import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useCurrentSignaturePlace } from './useCurrentSignaturePlace.ts'

/** A document with one signature place, which states whether the place is visible. */
function OnePlace() {
  const root = useRef<HTMLDivElement>(null)
  const papers = useRef({})
  const { isSeen } = useCurrentSignaturePlace(root, 'place', papers.current)
  return (
    <div ref={root}>
      <span data-place="place">{isSeen ? 'visible' : 'not visible'}</span>
    </div>
  )
}

afterEach(() => vi.unstubAllGlobals())

it('uses the latest of several changes that a busy browser reports together', async () => {
  class BusyObserver {
    constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
      setTimeout(() => report([{ isIntersecting: false }, { isIntersecting: true }]))
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', BusyObserver)
  const screen = await renderScreen(<OnePlace />)
  await expect.element(screen.getByText('visible', { exact: true })).toBeVisible()
})
