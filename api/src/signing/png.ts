import { inflateSync } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const sideAtMost = 4000

/**
 * The bytes of a PNG data URL, or undefined when they are not a PNG picture that can be stamped into a document: the
 * whole file is looked at, so that a broken one is refused when it is sent and not when it is stamped.
 */
export function readPng(dataUrl: string): Uint8Array | undefined {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  if (!bytes.subarray(0, 8).equals(signature)) return undefined
  const data: Buffer[] = []
  let isMeasured = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (at + 12 + length > bytes.length) return undefined
    if (type === 'IHDR') {
      const [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)]
      if (width < 1 || height < 1 || width > sideAtMost || height > sideAtMost) return undefined
      isMeasured = true
    }
    if (type === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length))
    if (type === 'IEND') return isMeasured && inflates(Buffer.concat(data)) ? new Uint8Array(bytes) : undefined
    at += 12 + length
  }
  return undefined
}

function inflates(data: Buffer): boolean {
  try {
    // A few bytes can stand for gigabytes: no picture of the allowed size is larger than this.
    return inflateSync(data, { maxOutputLength: sideAtMost * sideAtMost * 4 }).length > 0
  } catch {
    return false
  }
}
