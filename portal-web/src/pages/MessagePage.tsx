import { usePageTitle } from '@tideline/web-kit/screen/usePageTitle.ts'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import type { ReactNode } from 'react'

/** Page with a message and optional links. */
export function MessagePage({ title, children }: { title: string; children?: ReactNode }) {
  usePageTitle(title)
  return (
    <div className="narrow">
      <Card className="stack">
        <h1>{title}</h1>
        {children}
      </Card>
    </div>
  )
}
