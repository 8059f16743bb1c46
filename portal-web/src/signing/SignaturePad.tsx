import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { FieldLabel } from '@tideline/web-kit/ui/Field.tsx'
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import Pad from 'signature_pad'
import './signing.css'

export interface Drawing {
  toImage: () => string
}

interface SignaturePadProps {
  label: string
  onDrawn: (isDrawn: boolean) => void
  ref: Ref<Drawing>
}

const ink = '#14212e'

/** A box to draw in by finger, pen or mouse. The drawing survives a turned phone. */
export function SignaturePad({ label, onDrawn, ref }: SignaturePadProps) {
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const drawn = useRef(onDrawn)
  drawn.current = onDrawn
  const [isEmpty, setIsEmpty] = useState(true)

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const own = new Pad(element, { penColor: ink, minWidth: 1, maxWidth: 2.6 })
    pad.current = own
    const fit = () => {
      if (!element.offsetWidth) return
      const strokes = own.toData()
      const ratio = Math.min(2, Math.max(1, window.devicePixelRatio))
      element.width = element.offsetWidth * ratio
      element.height = element.offsetHeight * ratio
      element.getContext('2d')?.scale(ratio, ratio)
      own.clear()
      own.fromData(strokes)
    }
    const ended = () => {
      setIsEmpty(own.isEmpty())
      drawn.current(!own.isEmpty())
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
    setIsEmpty(true)
    onDrawn(false)
  }

  return (
    <div>
      <div className="sign-pad-head">
        <FieldLabel id={id}>{label}</FieldLabel>
        <Button variant="quiet" onClick={clear} {...(isEmpty && { disabled: true })}>
          Clear
        </Button>
      </div>
      <canvas ref={canvas} className="sign-canvas" role="img" aria-labelledby={id} />
    </div>
  )
}
