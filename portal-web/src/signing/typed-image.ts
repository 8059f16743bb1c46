/** A typed signature as a PNG data URL: the text in a slanted hand, as wide as it needs. */
export function typedImage(text: string): string {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw a typed signature.')
  const font = 'italic 64px "Snell Roundhand", "Segoe Script", "Brush Script MT", Georgia, serif'
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
