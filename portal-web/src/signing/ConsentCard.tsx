import type { SigningConsent } from '@tideline/sdk'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { useState } from 'react'

interface ConsentCardProps {
  consent: SigningConsent
  problem: string | undefined
  isBusy: boolean
  onConsent: () => void
  onDecline: () => void
}

/** Before the first signature: intent, consent to electronic records, the right to paper (decision 71). */
export function ConsentCard({ consent, problem, isBusy, onConsent, onDecline }: ConsentCardProps) {
  const [isTicked, setIsTicked] = useState(false)
  return (
    <Card title={consent.title}>
      <div className="stack">
        {consent.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <Checkbox
          label={consent.checkboxLabel}
          checked={isTicked}
          onChange={(event) => setIsTicked(event.target.checked)}
        />
        {problem && <Alert tone="error">{problem}</Alert>}
        <div className="row">
          <Button
            busy={isBusy}
            busyLabel="Recording…"
            disabledReason={isTicked ? undefined : 'Tick the box to go on.'}
            onClick={onConsent}
          >
            Agree and continue
          </Button>
          <Button variant="quiet" onClick={onDecline}>
            Decline to sign
          </Button>
        </div>
      </div>
    </Card>
  )
}
