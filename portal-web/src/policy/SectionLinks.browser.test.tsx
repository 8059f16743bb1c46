import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { SectionLinks } from './SectionLinks.tsx'

/** Page with two sections. The first section grows after it has loaded. */
function Page() {
  const column = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  return (
    <>
      <div ref={column}>
        {['overview', 'coverages'].map((id) => (
          <section key={id} className="card">
            <div className="card-header">
              <h2 id={id}>{id}</h2>
            </div>
            <div style={{ height: id === 'overview' ? height : 3000 }} />
          </section>
        ))}
      </div>
      <SectionLinks column={column} />
      <button type="button" style={{ position: 'fixed', bottom: 0 }} onClick={() => setHeight(window.innerHeight)}>
        Load
      </button>
    </>
  )
}

it('updates the marked section link when an earlier section loads, without scrolling', async () => {
  const screen = await renderScreen(<Page />)
  await expect.element(screen.getByRole('link', { name: 'coverages' })).toHaveAttribute('aria-current', 'true')
  await screen.getByRole('button', { name: 'Load' }).click()
  await expect.element(screen.getByRole('link', { name: 'overview' })).toHaveAttribute('aria-current', 'true')
  await expect.element(screen.getByRole('link', { name: 'coverages' })).not.toHaveAttribute('aria-current')
})
