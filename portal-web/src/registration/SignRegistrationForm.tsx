import type { AgencyRegistration } from '@tideline/sdk'
import { signAgencyRegistration } from '@tideline/sdk/operations'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { type FormEvent, useState } from 'react'
import type { PointGroup } from 'signature_pad'
import { ConsentText } from '../signing/ConsentText.tsx'
import { exportDrawing } from '../signing/drawn-image.ts'
import { SignaturePad } from '../signing/SignaturePad.tsx'
import { maxNameLength } from '../signing/signature-form.ts'
import { TypedSignatureImages } from '../signing/TypedSignatureImages.tsx'
import { useTypedSignatureImage } from '../signing/useTypedSignatureImage.ts'

interface SignFormProps {
  registration: AgencyRegistration
  signerName: string
}

/** The documents, the consent, and one signature for all of them. */
export function SignRegistrationForm({ registration, signerName }: SignFormProps) {
  const { agencyNo, consent, documents } = registration
  const [name, setName] = useState(signerName)
  const [isTyped, setIsTyped] = useState(false)
  const [strokes, setStrokes] = useState<PointGroup[]>([])
  const [hasConsented, setHasConsented] = useState(false)
  const typed = useTypedSignatureImage(name.trim(), isTyped)
  const sign = useAction(
    async () => {
      const signedImage = isTyped ? await typed.picture() : exportDrawing(strokes)
      const signature = { signedByName: name.trim(), signedImage, consented: true as const }
      const body = { ...signature, consentVersion: consent.version }
      return api.call(signAgencyRegistration, { path: { agencyNo }, body })
    },
    { changes: ['getAgencyRegistration'], successToast: 'Your agreements are signed.' },
  )
  const reason = !hasConsented
    ? 'Agree to sign electronically first.'
    : !name.trim()
      ? 'Enter your full name.'
      : !isTyped && strokes.length === 0
        ? 'Draw your signature.'
        : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!reason) sign.run(undefined)
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      {documents.map(({ registrationDocId, docName, docText }) => (
        <Card key={registrationDocId} title={docName} as="article">
          <div className="stack-tight">
            {docText.split('\n\n').map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </Card>
      ))}
      <ConsentText consent={consent}>
        <Checkbox
          label={consent.checkboxLabel}
          checked={hasConsented}
          onChange={(event) => setHasConsented(event.target.checked)}
        />
      </ConsentText>
      <Card title="Your signature">
        <div className="stack">
          <TextField
            label="Full name"
            autoComplete="name"
            maxLength={maxNameLength}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Checkbox
            label="Use a text signature"
            checked={isTyped}
            onChange={(event) => setIsTyped(event.target.checked)}
          />
          <div hidden={isTyped}>
            <SignaturePad label="Draw your signature" strokes={strokes} onDrawn={setStrokes} />
          </div>
          {isTyped && <TypedSignatureImages images={[typed.image]} />}
        </div>
      </Card>
      {sign.problem && <Alert tone="error">{sign.problem.text}</Alert>}
      <Button type="submit" disabledReason={reason} busy={sign.isBusy} busyLabel="Signing…">
        Sign agreements
      </Button>
    </form>
  )
}
