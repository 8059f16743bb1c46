import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

interface Picture {
  width: number
  height: number
  /** PNG color type: 0 grayscale, 2 color, 3 palette, 4 grayscale with alpha, 6 color with alpha. */
  colourType?: number
  depth?: number
  /** Rows before compression. Each row starts with its filter byte. */
  rows: Uint8Array
  /** Chunks between the header and the rows. */
  more?: [type: string, data: Buffer][]
}

/** Creates an image of any kind as a PNG data URL. */
export function createPng({ width, height, colourType = 0, depth = 8, rows, more = [] }: Picture): string {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colourType], 8)
  const bytes = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...more.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return `data:image/png;base64,${bytes.toString('base64')}`
}

/** Creates a small PNG data URL with a dark half and a light half. Each `shade` below 128 creates a different image. */
export const createSamplePng = (shade = 0): string =>
  createPng({ width: 2, height: 2, rows: Buffer.from([0, shade, 255, 0, shade, 255]) })
