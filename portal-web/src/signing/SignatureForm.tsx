import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { useId, useRef, useState } from 'react'
import { initialsOf } from './initials.ts'
import { type Drawing, SignaturePad } from './SignaturePad.tsx'
import { nameLimit, notApplicable } from './signature-form.ts'
import type { Signature } from './slots.ts'
import { text } from './text.ts'
import { typedImage } from './typed-image.ts'
import './signing.css'

interface SignatureFormProps {
  /** Who is signed in; the signer may write the name otherwise. */
  name: string
  needsElanyNotice: boolean
  onApply: (signature: Signature) => void
}

/** The signature, made once: name, initials, both drawn, or both as text for who does not draw. */
export function SignatureForm({ name: knownName, needsElanyNotice, onApply }: SignatureFormProps) {
  const [name, setName] = useState(knownName)
  const [ownInitials, setOwnInitials] = useState<string>()
  const [isTyped, setIsTyped] = useState(false)
  const [hasDrawnSignature, setHasDrawnSignature] = useState(false)
  const [hasDrawnInitials, setHasDrawnInitials] = useState(false)
  const [elanyNoticeAccepted, setElanyNoticeAccepted] = useState(false)
  const [isNameLeft, setIsNameLeft] = useState(false)
  const signature = useRef<Drawing>(null)
  const initialsDrawing = useRef<Drawing>(null)
  const initials = ownInitials ?? initialsOf(name)
  const reason = notApplicable({
    name,
    initials,
    hasDrawnSignature,
    hasDrawnInitials,
    isTyped,
    needsElanyNotice,
    elanyNoticeAccepted,
  })
  const titleId = useId()

  const apply = () => {
    if (reason) return
    const drawnOr = (drawing: Drawing | null, words: string) =>
      isTyped || !drawing ? typedImage(words) : drawing.toImage()
    onApply({
      name: name.trim(),
      initials: initials.trim(),
      signatureImage: drawnOr(signature.current, name.trim()),
      initialsImage: drawnOr(initialsDrawing.current, initials.trim()),
      isTyped,
      elanyNoticeAccepted,
    })
  }

  const nameError = name.trim() ? (reason?.startsWith('Your name') ? reason : undefined) : 'Enter your full name.'
  return (
    <form
      className="sign-form stack"
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <h3 id={titleId}>Your signature</h3>
      <div className="sign-names">
        <TextField
          label="Full name"
          autoComplete="name"
          required
          value={name}
          help={`At most ${nameLimit} characters`}
          error={isNameLeft || name.trim().length > nameLimit ? nameError : undefined}
          onChange={(event) => setName(event.target.value)}
          onBlur={() => setIsNameLeft(true)}
        />
        <TextField
          label="Initials"
          required
          value={initials}
          maxLength={10}
          help="Made from your name"
          onChange={(event) => setOwnInitials(event.target.value.replace(/\s/g, ''))}
        />
      </div>
      <Checkbox
        label="Use a text signature"
        help="Signs with your typed name instead of a drawing; works without a mouse or a touch screen."
        checked={isTyped}
        onChange={(event) => setIsTyped(event.target.checked)}
      />
      {isTyped ? (
        <div className="sign-typed" aria-hidden="true">
          <span>{name || ' '}</span>
          <span>{initials || ' '}</span>
        </div>
      ) : (
        <div className="sign-pads">
          <SignaturePad ref={signature} label="Draw your signature" onDrawn={setHasDrawnSignature} />
          <SignaturePad ref={initialsDrawing} label="Draw your initials" onDrawn={setHasDrawnInitials} />
        </div>
      )}
      {needsElanyNotice && !isTyped && (
        <Checkbox
          label={text.sign.elany}
          checked={elanyNoticeAccepted}
          onChange={(event) => setElanyNoticeAccepted(event.target.checked)}
        />
      )}
      <Alert tone="info">Your signature is made once. You then place it in each document yourself.</Alert>
      <div className="row">
        <Button type="submit" disabledReason={reason}>
          Apply
        </Button>
      </div>
    </form>
  )
}
