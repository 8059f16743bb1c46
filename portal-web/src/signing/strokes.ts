import type { PointGroup } from 'signature_pad'

/** Space in pixels between a drawing and the edge of its frame. */
const edge = 8

const getBounds = (strokes: readonly PointGroup[]) => {
  const points = strokes.flatMap((stroke) => stroke.points)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

const scaled = (strokes: readonly PointGroup[], by: number): PointGroup[] =>
  strokes.map((stroke) => ({
    ...stroke,
    dotSize: stroke.dotSize * by,
    minWidth: stroke.minWidth * by,
    maxWidth: stroke.maxWidth * by,
    points: stroke.points.map((point) => ({ ...point, x: point.x * by, y: point.y * by })),
  }))

/**
 * Scales strokes down to fit the box. The strokes can come from a larger box, for example before a phone was rotated.
 */
export function fitStrokes(strokes: readonly PointGroup[], box: { width: number; height: number }): PointGroup[] {
  const { right, bottom } = getBounds(strokes)
  const by = Math.min(1, (box.width - edge) / right, (box.height - edge) / bottom)
  return by > 0 && by < 1 ? scaled(strokes, by) : [...strokes]
}

/**
 * Returns the smallest frame that contains all strokes. The frame has a minimum size, so that a dot is not enlarged.
 */
export function getStrokesFrame(strokes: readonly PointGroup[]) {
  const { left, right, top, bottom } = getBounds(strokes)
  const width = Math.max(120, right - left + 2 * edge)
  const height = Math.max(40, bottom - top + 2 * edge)
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height }
}
