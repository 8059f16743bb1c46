import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { FieldLabel } from '@tideline/web-kit/ui/Field.tsx'
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import Pad, { type PointGroup } from 'signature_pad'
import './signing.css'

export interface Drawing {
  toImage: () => string
}

interface SignaturePadProps {
  label: string
  /** What was drawn before, for instance until the page was loaded again. */
  strokes: PointGroup[]
  onDrawn: (strokes: PointGroup[]) => void
  ref: Ref<Drawing>
}

const ink = '#14212e'

/** A box to draw in by finger, pen or mouse. The drawing survives a turned phone. */
export function SignaturePad({ label, strokes, onDrawn, ref }: SignaturePadProps) {
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const drawn = useRef(onDrawn)
  drawn.current = onDrawn
  const before = useRef(strokes)
  const [isEmpty, setIsEmpty] = useState(strokes.length === 0)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const own = new Pad(element, { penColor: ink, minWidth: 1, maxWidth: 2.6 })
    pad.current = own
    own.fromData(before.current)
    const fit = () => {
      if (!element.offsetWidth) return
      const known = own.toData()
      const ratio = Math.min(2, Math.max(1, window.devicePixelRatio))
      element.width = element.offsetWidth * ratio
      element.height = element.offsetHeight * ratio
      element.getContext('2d')?.scale(ratio, ratio)
      own.clear()
      own.fromData(known)
    }
    const ended = () => {
      before.current = own.toData()
      setIsEmpty(own.isEmpty())
      drawn.current(before.current)
    }
    const sizes = new ResizeObserver(fit)
    sizes.observe(element)
    own.addEventListener('endStroke', ended)
    return () => {
      sizes.disconnect()
      own.off()
    }
  }, [])

  useImperativeHandle(ref, () => ({ toImage: () => pad.current?.toDataURL('image/png') ?? '' }), [])

  const clear = () => {
    pad.current?.clear()
    before.current = []
    setIsEmpty(true)
    onDrawn([])
  }

  return (
    <div>
      <div className="sign-pad-head">
        <FieldLabel id={id}>{label}</FieldLabel>
        {!isEmpty && (
          <Button variant="quiet" onClick={clear}>
            Clear<span className="visually-hidden"> what you drew: {label}</span>
          </Button>
        )}
      </div>
      <canvas ref={canvas} className="sign-canvas" role="img" aria-labelledby={id} />
    </div>
  )
}
