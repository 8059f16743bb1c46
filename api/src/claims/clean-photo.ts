import { crc32 } from 'node:zlib'
import { createUnprocessableError } from '../http/api-error.ts'
import { createExif, type PhotoPlace, readExif } from './exif.ts'

/** Maximum number of pixels, which limits the memory that a viewer needs for a photo (CLM-4). */
const maxPixels = 100_000_000

type PhotoType = 'image/jpeg' | 'image/png'

/** A photo without metadata. */
export interface CleanPhoto {
  bytes: Uint8Array
  /** Whether the photo contains the place where it was taken. */
  hasLocation: boolean
}

/** The message continues the name of the field. */
class DamagedPhotoError extends Error {
  constructor(message = 'the photo is damaged or incomplete.') {
    super(message)
  }
}

function assertDimensions(width: number, height: number): void {
  if (width === 0 || height === 0) throw new DamagedPhotoError()
  if (width * height > maxPixels) throw new DamagedPhotoError('a photo can have at most 100 megapixels.')
}

/** Returns the metadata that the photo keeps: its orientation, and its place if the policyholder consented. */
function getKeptExif(exif: Uint8Array | undefined, keepsLocation: boolean) {
  const known = exif ? readExif(exif) : { orientation: 1 }
  const place: PhotoPlace | undefined = keepsLocation && 'place' in known ? known.place : undefined
  const isNeeded = known.orientation !== 1 || place !== undefined
  return { exif: isNeeded ? createExif(known.orientation, place) : undefined, hasLocation: place !== undefined }
}

const exifHeader = Buffer.from('Exif\0\0', 'latin1')
const startOfImage = Buffer.from([0xff, 0xd8])
const endOfImage = Buffer.from([0xff, 0xd9])
/** Markers of the segments that a JPEG decoder needs: tables, restart interval, line count and frames. */
const isImageMarker = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) || (marker >= 0xdb && marker <= 0xdd)
const isFrameMarker = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
/** Application data (cameras store metadata, thumbnails and further pictures in it) and comments. */
const isMetadataMarker = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe

/** Returns the position of the marker that ends the compressed data of a scan. */
function findScanEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    const isData = next === 0x00 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return at
  }
  throw new DamagedPhotoError()
}

/**
 * Copies only the image of a JPEG file. Drops all application data, comments, and everything after the end of the image.
 */
function cleanJpeg(bytes: Buffer, keepsLocation: boolean): CleanPhoto {
  const kept: Uint8Array[] = []
  let exif: Uint8Array | undefined
  let hasFrame = false
  let hasScan = false
  let at = startOfImage.length
  for (;;) {
    if (bytes[at] !== 0xff) throw new DamagedPhotoError()
    const marker = bytes[at + 1]
    if (marker === undefined) throw new DamagedPhotoError()
    // A marker can be preceded by fill bytes.
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xd9) break
    if (at + 4 > bytes.length) throw new DamagedPhotoError()
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end < at + 4 || end > bytes.length) throw new DamagedPhotoError()
    const segment = bytes.subarray(at, end)
    const data = segment.subarray(4)
    if (isFrameMarker(marker)) {
      if (hasFrame || data.length < 6) throw new DamagedPhotoError()
      assertDimensions(data.readUInt16BE(3), data.readUInt16BE(1))
      hasFrame = true
    }
    at = end
    if (marker === 0xda) {
      if (!hasFrame) throw new DamagedPhotoError()
      hasScan = true
      at = findScanEnd(bytes, end)
      kept.push(bytes.subarray(end - segment.length, at))
    } else if (isImageMarker(marker)) kept.push(segment)
    else if (marker === 0xe1 && data.subarray(0, 6).equals(exifHeader)) exif ??= data.subarray(6)
    // The color transform of some editors. Decoders need it.
    else if (marker === 0xee && data.length === 12 && data.toString('latin1', 0, 5) === 'Adobe') kept.push(segment)
    else if (!isMetadataMarker(marker)) throw new DamagedPhotoError()
  }
  if (!hasScan) throw new DamagedPhotoError()
  const own = getKeptExif(exif, keepsLocation)
  const start: Uint8Array[] = [startOfImage]
  if (own.exif) {
    const header = Buffer.from([0xff, 0xe1, 0, 0])
    header.writeUInt16BE(2 + exifHeader.length + own.exif.length, 2)
    start.push(header, exifHeader, own.exif)
  }
  return { bytes: Buffer.concat([...start, ...kept, endOfImage]), hasLocation: own.hasLocation }
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
/** Chunks that a PNG decoder needs: header, palette, transparency and image data. */
const imageChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])

function createPngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  chunk.set(body, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** Copies only the image of a PNG file. Drops all other chunks, and everything after the end of the image. */
function cleanPng(bytes: Buffer, keepsLocation: boolean): CleanPhoto {
  const kept: Buffer[] = []
  let exif: Uint8Array | undefined
  let at = pngSignature.length
  let type = ''
  while (type !== 'IEND') {
    if (at + 12 > bytes.length) throw new DamagedPhotoError()
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) throw new DamagedPhotoError()
    type = bytes.toString('latin1', at + 4, at + 8)
    if (bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4))) throw new DamagedPhotoError()
    const data = bytes.subarray(at + 8, end - 4)
    if ((kept.length === 0) !== (type === 'IHDR')) throw new DamagedPhotoError()
    if (type === 'IHDR') {
      if (data.length !== 13) throw new DamagedPhotoError()
      assertDimensions(data.readUInt32BE(0), data.readUInt32BE(4))
    }
    if (imageChunks.has(type)) kept.push(bytes.subarray(at, end))
    else if (type === 'eXIf') exif ??= data
    at = end
  }
  const [header, ...rest] = kept
  if (!header || !rest.some((chunk) => chunk.toString('latin1', 4, 8) === 'IDAT')) throw new DamagedPhotoError()
  const own = getKeptExif(exif, keepsLocation)
  const metadata = own.exif ? [createPngChunk('eXIf', own.exif)] : []
  return { bytes: Buffer.concat([pngSignature, header, ...metadata, ...rest]), hasLocation: own.hasLocation }
}

/**
 * Removes all metadata from a JPEG or PNG photo without compressing it again (CLM-4). Keeps only the orientation and,
 * with consent, the coordinates at which the photo was taken. Everything that is not part of the image is dropped, so
 * that a file that is also another format, such as a ZIP file, loses its other part.
 *
 * @param options.field the form field with the photo, for error messages
 * @throws {ApiError} 422 if the photo is damaged, incomplete or has more than 100 megapixels
 */
export function cleanPhoto(
  content: Uint8Array,
  { field, mediaType, keepsLocation }: { field: string; mediaType: PhotoType; keepsLocation: boolean },
): CleanPhoto {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  try {
    return mediaType === 'image/jpeg' ? cleanJpeg(bytes, keepsLocation) : cleanPng(bytes, keepsLocation)
  } catch (problem) {
    if (!(problem instanceof DamagedPhotoError)) throw problem
    throw createUnprocessableError('damaged_photo', `${field}: ${problem.message}`, field)
  }
}
