import Pad, { type PointGroup } from 'signature_pad'
import { getStrokesFrame } from './strokes.ts'

/** Resolution of the image in dots per pixel, high enough for print on any screen. */
const dotsPerPixel = 3
const widestInDots = 1600

/** Exports the drawing as a PNG data URL without empty margins, so that the drawing fills its place in the document. */
export function exportDrawing(strokes: PointGroup[]): string {
  const frame = getStrokesFrame(strokes)
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
