import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { FieldError, FieldLabel } from '@tideline/web-kit/ui/Field.tsx'
import { useEffect, useId, useRef } from 'react'
import Pad, { type PointGroup } from 'signature_pad'
import { fitStrokes } from './strokes.ts'
import './signing.css'

interface SignaturePadProps {
  label: string
  /** Strokes drawn so far, in this tab or another tab. */
  strokes: PointGroup[]
  error?: string | undefined
  onDrawn: (strokes: PointGroup[]) => void
}

const ink = '#14212e'

/** Drawing area for a finger, pen, or mouse. Keeps the drawing when a phone is rotated. */
export function SignaturePad({ label, strokes, error, onDrawn }: SignaturePadProps) {
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const drawn = useRef(onDrawn)
  drawn.current = onDrawn
  // Strokes in their original size. The drawing area scales them down if necessary.
  const own = useRef(strokes)

  const show = useRef(() => {
    const element = canvas.current
    if (!element?.offsetWidth || !pad.current) return
    const box = { width: element.offsetWidth, height: element.offsetHeight }
    const ratio = Math.min(2, Math.max(1, window.devicePixelRatio))
    element.width = box.width * ratio
    element.height = box.height * ratio
    element.getContext('2d')?.scale(ratio, ratio)
    pad.current.clear()
    if (own.current.length > 0) pad.current.fromData(fitStrokes(own.current, box))
  })

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const newPad = new Pad(element, { penColor: ink, minWidth: 1, maxWidth: 2.6 })
    pad.current = newPad
    const ended = () => {
      own.current = [...newPad.toData()]
      drawn.current(own.current)
    }
    const sizes = new ResizeObserver(show.current)
    sizes.observe(element)
    newPad.addEventListener('endStroke', ended)
    return () => {
      sizes.disconnect()
      newPad.off()
    }
  }, [])

  useEffect(() => {
    if (strokes === own.current) return
    own.current = strokes
    show.current()
  }, [strokes])

  const clear = () => {
    onDrawn([])
    // The Clear button disappears together with the drawing, so the focus moves to the drawing area.
    canvas.current?.focus({ preventScroll: true })
  }

  return (
    <div className="sign-pad" data-invalid={error ? '' : undefined}>
      <div className="sign-pad-head">
        <FieldLabel id={id}>{label}</FieldLabel>
        {strokes.length > 0 && (
          <Button variant="quiet" onClick={clear}>
            Clear<span className="visually-hidden"> what you drew: {label}</span>
          </Button>
        )}
      </div>
      <canvas
        ref={canvas}
        tabIndex={-1}
        className="sign-canvas"
        role="img"
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      {error && (
        <FieldError id={`${id}-error`} role="alert">
          {error}
        </FieldError>
      )}
    </div>
  )
}
