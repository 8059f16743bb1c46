/** The face of a typed signature, on the screen and on paper; it comes with the signing step only. */
const face = '"Dancing Script"'

/** A typed signature as a PNG data URL, in the face that the signer was shown, as wide as it needs. */
export async function typedImage(text: string): Promise<string> {
  // Without the face (a device that could not fetch it) the screen shows the next one, and so does the picture.
  await document.fonts.load(`64px ${face}`, text).catch(() => [])
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw a typed signature.')
  const font = `64px ${face}, cursive`
  context.font = font
  canvas.width = Math.min(1400, Math.ceil(context.measureText(text).width) + 48)
  canvas.height = 120
  // Setting the size has reset the font.
  context.font = font
  context.fillStyle = '#14212e'
  context.textBaseline = 'middle'
  context.fillText(text, 24, 62, canvas.width - 48)
  return canvas.toDataURL('image/png')
}
