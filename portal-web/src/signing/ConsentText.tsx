import type { SigningConsent } from '@tideline/sdk'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import type { ReactNode } from 'react'

/** Consent text with its checkbox and buttons. */
export function ConsentText({ consent, children }: { consent: SigningConsent; children: ReactNode }) {
  return (
    <Card title={consent.title}>
      <div className="stack">
        {consent.paragraphs.map((paragraph) => (
          <p key={paragraph} className="small">
            {paragraph}
          </p>
        ))}
        {children}
      </div>
    </Card>
  )
}
