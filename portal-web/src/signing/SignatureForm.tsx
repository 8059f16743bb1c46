import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { type ReactNode, useId, useRef, useState } from 'react'
import { initialsOf } from './initials.ts'
import type { Ink } from './ink.ts'
import { type Drawing, SignaturePad } from './SignaturePad.tsx'
import { nameLimit, notApplicable } from './signature-form.ts'
import type { Signature } from './slots.ts'
import { text } from './text.ts'
import { typedImage } from './typed-image.ts'
import './signing.css'

interface SignatureFormProps {
  ink: Ink
  needsElanyNotice: boolean
  /** Whatever the signer changes, so that it is kept. */
  onChange: (more: Partial<Ink>) => void
  onApply: (signature: Signature) => void
  /** On a phone it comes up over the document; leaving it loses nothing. */
  sheet?: { onClose: () => void } | undefined
}

const title = 'Your signature'

/** The signature, made once: name, initials, both drawn, or both as text for who does not draw. */
export function SignatureForm({ ink, needsElanyNotice, onChange, onApply, sheet }: SignatureFormProps) {
  const [isNameLeft, setIsNameLeft] = useState(false)
  const [cannotApply, setCannotApply] = useState(false)
  const signature = useRef<Drawing>(null)
  const initialsDrawing = useRef<Drawing>(null)
  const { name, isTyped, elanyNoticeAccepted } = ink
  const initials = ink.initials ?? initialsOf(name)
  const reason = notApplicable({
    name,
    initials,
    hasDrawnSignature: ink.signatureStrokes.length > 0,
    hasDrawnInitials: ink.initialsStrokes.length > 0,
    isTyped,
    needsElanyNotice,
    elanyNoticeAccepted,
  })
  const titleId = useId()
  const formId = useId()

  const apply = async () => {
    if (reason) return
    const made = { name: name.trim(), initials: initials.trim(), isTyped, elanyNoticeAccepted }
    const imageOf = (drawing: Drawing | null, words: string) =>
      isTyped || !drawing ? typedImage(words) : drawing.toImage()
    try {
      const signatureImage = await imageOf(signature.current, made.name)
      const initialsImage = await imageOf(initialsDrawing.current, made.initials)
      onApply({ ...made, signatureImage, initialsImage })
    } catch {
      setCannotApply(true)
    }
  }

  const nameError = name.trim() ? (reason?.startsWith('Your name') ? reason : undefined) : 'Enter your full name.'
  const button = (
    <Button type="submit" form={formId} block disabledReason={reason}>
      Apply
    </Button>
  )
  const form = (
    <form
      id={formId}
      className={sheet ? 'sign-form sign-form-sheet stack' : 'sign-form stack'}
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void apply()
      }}
    >
      {!sheet && <h3 id={titleId}>{title}</h3>}
      <p className="muted small">You make it once. You then place it in each document yourself.</p>
      <div className="sign-names">
        <TextField
          label="Full name"
          autoComplete="name"
          required
          value={name}
          error={isNameLeft || name.trim().length > nameLimit ? nameError : undefined}
          onChange={(event) => onChange({ name: event.target.value })}
          onBlur={() => setIsNameLeft(true)}
        />
        <TextField
          label="Initials"
          required
          value={initials}
          maxLength={10}
          onChange={(event) => onChange({ initials: event.target.value.replace(/\s/g, '') })}
        />
      </div>
      <Checkbox
        label="Use a text signature"
        checked={isTyped}
        onChange={(event) => onChange({ isTyped: event.target.checked })}
      />
      {isTyped && (
        <div className="sign-typed" aria-hidden="true">
          <span>{name || ' '}</span>
          <span>{initials || ' '}</span>
        </div>
      )}
      {/* What is drawn stays while somebody looks at the text signature. */}
      <div className="sign-pads" hidden={isTyped}>
        <SignaturePad
          ref={signature}
          label="Draw your signature"
          strokes={ink.signatureStrokes}
          onDrawn={(signatureStrokes) => onChange({ signatureStrokes })}
        />
        <SignaturePad
          ref={initialsDrawing}
          label="Draw your initials"
          strokes={ink.initialsStrokes}
          onDrawn={(initialsStrokes) => onChange({ initialsStrokes })}
        />
      </div>
      {needsElanyNotice && !isTyped && (
        <Checkbox
          label={text.sign.elany}
          checked={elanyNoticeAccepted}
          onChange={(event) => onChange({ elanyNoticeAccepted: event.target.checked })}
        />
      )}
      {cannotApply && <Alert tone="error">This browser cannot make a picture of your signature.</Alert>}
      {!sheet && <div className="stack-tight">{button}</div>}
    </form>
  )
  return sheet ? (
    <Sheet titleId={titleId} footer={button} onClose={sheet.onClose}>
      {form}
    </Sheet>
  ) : (
    form
  )
}

function Sheet({
  titleId,
  footer,
  onClose,
  children,
}: {
  titleId: string
  footer: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={<span id={titleId}>{title}</span>}
      size="sheet"
      footer={footer}
    >
      {children}
    </Dialog>
  )
}
