import Pad, { type PointGroup } from 'signature_pad'
import { getFrame } from './strokes.ts'

/** Fine enough for paper, whatever the screen is that it was drawn on. */
const dotsPerPixel = 3
const widestInDots = 1600

/** What was drawn, as a PNG data URL that fills its frame: on paper it is as large as its place lets it be. */
export function drawnImage(strokes: PointGroup[]): string {
  const frame = getFrame(strokes)
  const by = Math.min(dotsPerPixel, widestInDots / frame.width)
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(frame.width * by)
  canvas.height = Math.ceil(frame.height * by)
  const pad = new Pad(canvas)
  canvas.getContext('2d')?.setTransform(by, 0, 0, by, -frame.x * by, -frame.y * by)
  pad.fromData(strokes, { clear: false })
  pad.off()
  return canvas.toDataURL('image/png')
}
