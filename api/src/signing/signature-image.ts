import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { convertIndexedToRgb, type DecodedPng, decode } from 'fast-png'
import { createUnprocessableError } from '../http/api-error.ts'

const inflateAsync = promisify(inflate)

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/**
 * PNG chunks that are needed to show an image. All other chunks, such as profiles and comments, are removed because
 * they could contain a decompression bomb.
 */
const needed = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']
const maxSide = 4000
/** Maximum number of pixels in a signature image. A wide window at double resolution needs half as many. */
const maxPixels = 2_000_000
/** Minimum brightness difference for visible ink, from 0 to 255. Compares the lightest and darkest pixels. */
const visibleContrast = 32

const createInvalidImageError = () =>
  createUnprocessableError('invalid_image', 'signedImage: this is not a PNG image.', 'signedImage')

/** Returns the needed chunks of a PNG file and checks their lengths and checksums. Throws if the file is not a PNG. */
function getChunks(bytes: Buffer): { type: string; chunk: Buffer; data: Buffer }[] {
  if (!bytes.subarray(0, 8).equals(signature)) throw createInvalidImageError()
  const chunks = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) throw createInvalidImageError()
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (needed.includes(type))
      chunks.push({ type, chunk: bytes.subarray(at, end), data: bytes.subarray(at + 8, end - 4) })
    if (type === 'IEND') return chunks
    at = end
  }
  throw createInvalidImageError()
}

/** Returns a function that calculates a pixel's brightness on white paper, from 0 to 255. */
function getLightness(picture: DecodedPng): (pixel: number) => number {
  const { data, channels, depth, width, transparency } = picture
  const most = 2 ** depth - 1
  const stride = Math.ceil((width * channels * depth) / 8)
  /** Returns one color channel of a pixel. Values of fewer than eight bits share a byte. */
  const sample = (pixel: number, channel: number): number => {
    if (depth >= 8) return data[pixel * channels + channel] ?? 0
    const bit = (pixel % width) * depth
    const byte = data[Math.floor(pixel / width) * stride + (bit >> 3)] ?? 0
    return (byte >> (8 - depth - (bit & 7))) & most
  }
  const colours = channels < 3 ? 1 : 3
  const hasAlpha = channels === 2 || channels === 4
  return (pixel) => {
    let sum = 0
    let isKey = transparency !== undefined && !hasAlpha
    for (let channel = 0; channel < colours; channel++) {
      const value = sample(pixel, channel)
      sum += value
      isKey &&= transparency?.[channel] === value
    }
    const alpha = hasAlpha ? sample(pixel, colours) / most : isKey ? 0 : 1
    return 255 * (1 - alpha + (alpha * sum) / (colours * most))
  }
}

/**
 * Returns whether the image contains a visible signature. Returns false for transparent, white or evenly filled images.
 */
function hasInk(picture: DecodedPng): boolean {
  const lightness = getLightness(picture)
  let [lightest, darkest] = [0, 255]
  for (let pixel = 0; pixel < picture.width * picture.height; pixel++) {
    const light = lightness(pixel)
    if (light > lightest) lightest = light
    if (light < darkest) darkest = light
    if (lightest - darkest >= visibleContrast) return true
  }
  return false
}

/** Replaces an image's palette indexes with colors. */
const convertPalette = (picture: DecodedPng): DecodedPng =>
  picture.palette
    ? { ...picture, data: convertIndexedToRgb(picture), depth: 8, channels: picture.palette[0]?.length ?? 3 }
    : picture

/**
 * Returns the PNG from a signature's data URL, without unneeded chunks. Checks the size before decompression. Throws
 * 422 if the PNG is invalid, too large or without visible ink.
 */
export async function parseSignatureImage(dataUrl: string): Promise<Uint8Array> {
  const chunks = getChunks(Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64'))
  const header = chunks[0]
  if (header?.type !== 'IHDR' || header.data.length !== 13) throw createInvalidImageError()
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)]
  if (width < 1 || height < 1 || chunks.filter(({ type }) => type === 'IHDR').length > 1)
    throw createInvalidImageError()
  if (width > maxSide || height > maxSide || width * height > maxPixels)
    throw createUnprocessableError(
      'image_too_large',
      `signedImage: the image is too large. It can have ${maxPixels.toLocaleString('en-US')} pixels, such as 2,000 by 1,000.`,
      'signedImage',
    )
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const clean = Buffer.concat([signature, ...chunks.map(({ chunk }) => chunk)])
  let picture: DecodedPng
  try {
    // Decompresses outside the main thread. The limit is the maximum for this image size: eight bytes per pixel, and
    // the row filters of seven passes.
    await inflateAsync(packed, { maxOutputLength: (width * 8 + 7) * (height + 7) })
    picture = convertPalette(decode(clean, { checkCrc: true }))
  } catch {
    throw createInvalidImageError()
  }
  if (!hasInk(picture))
    throw createUnprocessableError(
      'blank_signature',
      'signedImage: the image shows no signature. Please draw it or type your name.',
      'signedImage',
    )
  return new Uint8Array(clean)
}
