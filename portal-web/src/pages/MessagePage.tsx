import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import type { ReactNode } from 'react'

/** A page that says one thing and offers a way on. */
export function MessagePage({ title, children }: { title: string; children?: ReactNode }) {
  usePageTitle(title)
  return (
    <div className="narrow">
      <section className="card stack">
        <h1>{title}</h1>
        {children}
      </section>
    </div>
  )
}
