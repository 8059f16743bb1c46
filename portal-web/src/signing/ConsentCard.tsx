import type { SigningConsent } from '@tideline/sdk'
import { ActionBar } from '@tideline/web-kit/ui/ActionBar.tsx'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { useRef, useState } from 'react'
import { ConsentText } from './ConsentText.tsx'

interface ConsentCardProps {
  consent: SigningConsent
  problem: string | undefined
  isBusy: boolean
  onConsent: () => void
  onDecline: () => void
}

/**
 * Card shown before the first signature: intent to sign, consent to electronic records, and the right to paper copies
 * (SIGN-3).
 */
export function ConsentCard({ consent, problem, isBusy, onConsent, onDecline }: ConsentCardProps) {
  const [isTicked, setIsTicked] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const agree = () => {
    setIsSubmitted(true)
    if (isTicked) onConsent()
    else box.current?.focus()
  }
  return (
    <ConsentText consent={consent}>
      <Checkbox
        ref={box}
        label={consent.checkboxLabel}
        error={isSubmitted && !isTicked ? 'Check the box to continue.' : undefined}
        checked={isTicked}
        onChange={(event) => setIsTicked(event.target.checked)}
      />
      {problem && <Alert tone="error">{problem}</Alert>}
      <ActionBar>
        <Button busy={isBusy} busyLabel="Recording…" onClick={agree}>
          Agree and continue
        </Button>
      </ActionBar>
      <div className="row">
        <Button variant="quiet" onClick={onDecline}>
          Decline to sign
        </Button>
      </div>
    </ConsentText>
  )
}
