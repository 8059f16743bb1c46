import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { TextField } from '@tideline/web-kit/ui/TextField.tsx'
import { type ReactNode, useId, useRef, useState } from 'react'
import { exportDrawing } from './drawn-image.ts'
import { getInitials } from './initials.ts'
import type { SignatureInput } from './place-signatures.ts'
import { SignaturePad } from './SignaturePad.tsx'
import type { SignatureDraft } from './signature-draft.ts'
import { isNameTooLong, type SignatureProblems, validateSignature } from './signature-form.ts'
import { TypedSignatureImages } from './TypedSignatureImages.tsx'
import { signingText } from './text.ts'
import { useTypedSignatureImage } from './useTypedSignatureImage.ts'
import './signing.css'

interface SignatureFormProps {
  ink: SignatureDraft
  needsElanyNotice: boolean
  /** True if a document requires initials. Otherwise, the form does not ask the signer to draw them. */
  needsInitials: boolean
  /** Called after every change with the new values, so that the caller can save them. */
  onChange: (more: Partial<SignatureDraft>) => void
  onApply: (signature: SignatureInput) => void
  /** Set on a phone, where the form opens over the document. Closing the form keeps the input. */
  sheet?: { onClose: () => void } | undefined
}

const title = 'Your signature'

/**
 * Form that creates one signature and initials for all documents, either drawn or typed. Initials are drawn only if a
 * document requires them.
 */
export function SignatureForm({ ink, needsElanyNotice, needsInitials, onChange, onApply, sheet }: SignatureFormProps) {
  const [wasNameBlurred, setIsNameLeft] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [cannotApply, setCannotApply] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  const { name, isTyped, elanyNoticeAccepted } = ink
  const initials = ink.initials ?? getInitials(name)
  const typed = {
    signature: useTypedSignatureImage(name.trim(), isTyped),
    initials: useTypedSignatureImage(initials.trim(), isTyped),
  }
  const problems = validateSignature({
    name,
    initials,
    hasDrawnSignature: ink.signatureStrokes.length > 0,
    hasDrawnInitials: ink.initialsStrokes.length > 0,
    isTyped,
    needsInitials,
    needsElanyNotice,
    elanyNoticeAccepted,
  })
  const shown: SignatureProblems = isSubmitted
    ? problems
    : { name: wasNameBlurred || isNameTooLong(name) ? problems.name : undefined }
  const titleId = useId()
  const formId = useId()

  const apply = async () => {
    setIsSubmitted(true)
    if (Object.values(problems).some(Boolean)) return showFirstProblem()
    const input = { name: name.trim(), initials: initials.trim(), isTyped, elanyNoticeAccepted }
    try {
      const signatureImage = isTyped ? await typed.signature.picture() : exportDrawing(ink.signatureStrokes)
      const drawnInitials = needsInitials ? exportDrawing(ink.initialsStrokes) : ''
      const initialsImage = isTyped ? await typed.initials.picture() : drawnInitials
      onApply({ ...input, signatureImage, initialsImage })
    } catch {
      setCannotApply(true)
    }
  }
  /** Scrolls to the first invalid field or drawing area and focuses it, once it is rendered. */
  const showFirstProblem = () =>
    requestAnimationFrame(() => {
      const first = box.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid] canvas')
      first?.focus({ preventScroll: true })
      first?.scrollIntoView({ block: 'nearest' })
    })

  const button = (
    <Button type="submit" form={formId} block disabledReason={isNameTooLong(name) ? problems.name : undefined}>
      Apply
    </Button>
  )
  const form = (
    <form
      ref={box}
      id={formId}
      className={sheet ? 'sign-form sign-form-sheet stack' : 'sign-form stack'}
      aria-labelledby={titleId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isNameTooLong(name)) void apply()
      }}
    >
      {!sheet && <h3 id={titleId}>{title}</h3>}
      <p className="muted small">Create it once, then add it to each document.</p>
      <div className="sign-names">
        <TextField
          label="Full name"
          autoComplete="name"
          required
          value={name}
          error={shown.name}
          onChange={(event) => onChange({ name: event.target.value })}
          onBlur={() => setIsNameLeft(true)}
        />
        <TextField
          label="Initials"
          required
          error={shown.initials}
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
      {isTyped && <TypedSignatureImages images={[typed.signature.image, typed.initials.image]} />}
      {/* Hides the drawing instead of removing it, so that it is kept while the typed signature is shown. */}
      <div className="sign-pads" hidden={isTyped}>
        <SignaturePad
          label="Draw your signature"
          strokes={ink.signatureStrokes}
          error={shown.signature}
          onDrawn={(signatureStrokes) => onChange({ signatureStrokes })}
        />
        {needsInitials && (
          <SignaturePad
            label="Draw your initials"
            strokes={ink.initialsStrokes}
            error={shown.drawnInitials}
            onDrawn={(initialsStrokes) => onChange({ initialsStrokes })}
          />
        )}
      </div>
      {needsElanyNotice && !isTyped && (
        <Checkbox
          label={signingText.sign.elany}
          error={shown.elany}
          checked={elanyNoticeAccepted}
          onChange={(event) => onChange({ elanyNoticeAccepted: event.target.checked })}
        />
      )}
      {cannotApply && (
        <Alert tone="error">This browser can’t save an image of your signature. Try another browser.</Alert>
      )}
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
