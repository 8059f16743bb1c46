/** Font of a typed signature, on the screen and in documents. It loads only in the signing step. */
const face = '"Dancing Script"'

/**
 * Renders a typed signature as a PNG data URL. The image is as wide as the text and uses the same font as the screen.
 */
export async function renderTypedSignature(text: string): Promise<string> {
  // If the font fails to load, the screen and the image both use the fallback font.
  await document.fonts.load(`64px ${face}`, text).catch(() => [])
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw a typed signature.')
  const font = `64px ${face}, cursive`
  context.font = font
  canvas.width = Math.min(1400, Math.ceil(context.measureText(text).width) + 48)
  canvas.height = 120
  // Sets the font again, because resizing the canvas resets it.
  context.font = font
  context.fillStyle = '#14212e'
  context.textBaseline = 'middle'
  context.fillText(text, 24, 62, canvas.width - 48)
  return canvas.toDataURL('image/png')
}
