/** The font of a typed signature on the screen and in documents. It loads only with the signing step. */
const face = '"Dancing Script"'

/** Returns a typed signature as a PNG data URL in the font that the signer saw, as wide as necessary. */
export async function renderTypedSignature(text: string): Promise<string> {
  // If the font cannot be loaded, the screen and the image both use the next one.
  await document.fonts.load(`64px ${face}`, text).catch(() => [])
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw a typed signature.')
  const font = `64px ${face}, cursive`
  context.font = font
  canvas.width = Math.min(1400, Math.ceil(context.measureText(text).width) + 48)
  canvas.height = 120
  // Setting the size resets the font.
  context.font = font
  context.fillStyle = '#14212e'
  context.textBaseline = 'middle'
  context.fillText(text, 24, 62, canvas.width - 48)
  return canvas.toDataURL('image/png')
}
