import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createJpeg, sampleExif, samplePlace } from '../testing/photo.ts'
import { createPng } from '../testing/png.ts'
import { cleanPhoto } from './clean-photo.ts'
import { createExif, readExif } from './exif.ts'

const jpeg = (bytes: Uint8Array, keepsLocation = false) =>
  cleanPhoto(bytes, { field: 'photo', mediaType: 'image/jpeg', keepsLocation })
const png = (bytes: Uint8Array, keepsLocation = false) =>
  cleanPhoto(bytes, { field: 'photo', mediaType: 'image/png', keepsLocation })
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const toBytes = (dataUrl: string) => Buffer.from(dataUrl.split(',')[1] ?? '', 'base64')
const rows = Buffer.from([0, 9, 255, 0, 9, 255])
const aPng = (more: [string, Buffer][] = []) => toBytes(createPng({ width: 2, height: 2, rows, more }))
const damaged = expect.objectContaining({ code: 'damaged_photo' })
const getExif = (bytes: Uint8Array, header = 'Exif\0\0') => {
  const at = text(bytes).indexOf(header)
  return at < 0 ? undefined : readExif(bytes.subarray(at + header.length))
}

describe('cleanPhoto for JPEG (CLM-4)', () => {
  it('removes the location but keeps the orientation', () => {
    const clean = jpeg(createJpeg({ exif: sampleExif }))
    expect(clean.hasLocation).toBe(false)
    expect(getExif(clean.bytes)).toEqual({ orientation: 6 })
  })

  it('keeps the location with consent', () => {
    const clean = jpeg(createJpeg({ exif: sampleExif }), true)
    expect(clean.hasLocation).toBe(true)
    expect(getExif(clean.bytes)).toEqual({ orientation: 6, place: samplePlace })
  })

  it('adds no metadata to an upright photo, with or without consent', () => {
    const plain = createJpeg()
    for (const keepsLocation of [false, true])
      expect(jpeg(createJpeg({ exif: createExif(1, undefined) }), keepsLocation)).toEqual({
        bytes: plain,
        hasLocation: false,
      })
  })

  it('removes all other metadata: owner, device, thumbnails, comments, and color profiles', () => {
    const secret = Buffer.from('SECRET-OWNER')
    const more = Array.from({ length: 16 }, (_, n): [number, Buffer] => [0xe0 + n, secret])
    const clean = jpeg(createJpeg({ exif: sampleExif, more: [...more, [0xfe, secret]] }), true)
    expect(text(clean.bytes)).not.toContain('SECRET')
  })

  it('keeps the color transform of Adobe editors, without further data', () => {
    const adobe = Buffer.concat([Buffer.from('Adobe'), Buffer.from([0, 100, 0, 0, 0, 0, 1])])
    expect(text(jpeg(createJpeg({ more: [[0xee, adobe]] })).bytes)).toContain('Adobe')
    const longer = Buffer.concat([adobe, Buffer.from('SECRET')])
    expect(text(jpeg(createJpeg({ more: [[0xee, longer]] })).bytes)).not.toContain('Adobe')
  })

  it('drops everything after the end of the image, such as a ZIP file', () => {
    const clean = jpeg(createJpeg({ after: Buffer.from('PK\x03\x04 hidden archive') }))
    expect(text(clean.bytes)).not.toContain('PK')
    expect(clean.bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
  })

  it('returns its own result unchanged', () => {
    const { bytes } = jpeg(createJpeg({ exif: sampleExif }), true)
    expect(jpeg(bytes, true).bytes).toEqual(bytes)
  })

  it('accepts 100 megapixels but not one row more', () => {
    expect(jpeg(createJpeg({ width: 10_000, height: 10_000 })).hasLocation).toBe(false)
    expect(() => jpeg(createJpeg({ width: 10_000, height: 10_001 }))).toThrow('at most 100 megapixels')
    expect(() => jpeg(createJpeg({ width: 65_535, height: 65_535 }))).toThrow('at most 100 megapixels')
    expect(() => jpeg(createJpeg({ width: 0 }))).toThrow(damaged)
  })

  it('rejects a photo that is cut off at any byte', () => {
    const whole = createJpeg({ exif: sampleExif })
    for (let length = 2; length < whole.length; length++)
      expect(() => jpeg(whole.subarray(0, length)), String(length)).toThrow(damaged)
  })

  it('never throws anything other than a damaged photo, whichever byte is changed', () => {
    const whole = createJpeg({ exif: sampleExif, more: [[0xfe, Buffer.from('comment')]] })
    for (let at = 2; at < whole.length; at++)
      for (const value of [0x00, 0xff, 0xd8, 0xda, 0xfe]) {
        const changed = Buffer.from(whole)
        changed[at] = value
        try {
          expect(jpeg(changed, true).bytes.length).toBeLessThanOrEqual(whole.length + 200)
        } catch (error) {
          expect(error, `${at} ${value}`).toEqual(damaged)
        }
      }
  })
})

describe('cleanPhoto for PNG (CLM-4)', () => {
  const secret = Buffer.from('Author\0SECRET-OWNER')

  it('keeps only the image: no text, time, profile or animation, and nothing after its end', () => {
    const kinds = ['tEXt', 'iTXt', 'zTXt', 'tIME', 'iCCP', 'acTL', 'eXIf', 'prVt']
    const file = Buffer.concat([aPng(kinds.map((type) => [type, secret])), Buffer.from('PK\x03\x04 hidden archive')])
    expect(png(file)).toEqual({ bytes: aPng(), hasLocation: false })
  })

  it('keeps the orientation, and the location only with consent', () => {
    const file = aPng([['eXIf', Buffer.from(sampleExif)]])
    expect(getExif(png(file).bytes, 'eXIf')).toEqual({ orientation: 6 })
    const kept = png(file, true)
    expect(kept.hasLocation).toBe(true)
    expect(getExif(kept.bytes, 'eXIf')).toEqual({ orientation: 6, place: samplePlace })
    expect(png(kept.bytes, true)).toEqual(kept)
  })

  it('rejects huge dimensions, which would exhaust the memory of a viewer', () => {
    const huge = toBytes(createPng({ width: 200_000, height: 200_000, rows }))
    expect(() => png(huge)).toThrow('at most 100 megapixels')
  })

  it('rejects a photo that is cut off at any byte, and one with a wrong checksum', () => {
    const whole = aPng()
    for (let length = 8; length < whole.length; length++)
      expect(() => png(whole.subarray(0, length)), String(length)).toThrow(damaged)
    const changed = Buffer.from(whole)
    changed[20] = 7
    expect(() => png(changed)).toThrow(damaged)
  })

  it('rejects a file without an image or whose header is not first', () => {
    const chunk = (type: string) => {
      const body = Buffer.from(type)
      const bytes = Buffer.alloc(12)
      bytes.set(body, 4)
      bytes.writeUInt32BE(crc32(body), 8)
      return bytes
    }
    const signature = aPng().subarray(0, 8)
    expect(() => png(Buffer.concat([signature, chunk('IEND')]))).toThrow(damaged)
    expect(() => png(Buffer.concat([signature, chunk('IDAT'), chunk('IEND')]))).toThrow(damaged)
    const header = aPng().subarray(8, 33)
    expect(() => png(Buffer.concat([signature, header, chunk('IEND')]))).toThrow(damaged)
    expect(() => png(Buffer.concat([signature, header, header, chunk('IDAT'), chunk('IEND')]))).toThrow(damaged)
  })
})

describe('readExif', () => {
  /** Converts big-endian EXIF data to little-endian, as most cameras write it. */
  const little = (exif: Uint8Array) => {
    const bytes = Buffer.from(exif)
    const swap = (at: number, size: 2 | 4) => bytes.subarray(at, at + size).reverse()
    bytes.write('II', 0, 'latin1')
    swap(2, 2)
    swap(4, 4)
    const directory = (at: number, count: number) => {
      swap(at, 2)
      for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12) {
        swap(entry, 2)
        swap(entry + 2, 2)
        swap(entry + 4, 4)
        const type = bytes.readUInt16LE(entry + 2)
        if (type === 3) swap(entry + 8, 2)
        if (type === 4 || type === 5) swap(entry + 8, 4)
      }
      swap(at + 2 + count * 12, 4)
    }
    directory(8, 2)
    directory(38, 5)
    for (let at = 104; at < bytes.length; at += 4) swap(at, 4)
    return bytes
  }

  it('reads both byte orders', () => {
    expect(readExif(sampleExif)).toEqual({ orientation: 6, place: samplePlace })
    expect(readExif(little(sampleExif))).toEqual({ orientation: 6, place: samplePlace })
  })

  it.each([
    ['no data', new Uint8Array()],
    ['an unknown byte order', Buffer.from('XX\0*\0\0\0\x08', 'latin1')],
    ['a directory outside of the data', Buffer.from('MM\0*\xff\xff\xff\xff', 'latin1')],
  ])('treats %s as upright and without a place', (_, exif) => {
    expect(readExif(exif)).toEqual({ orientation: 1 })
  })

  it.each([
    [
      'latitude of 91 degrees',
      {
        ...samplePlace,
        latitude: [
          [91, 1],
          [0, 1],
          [0, 1],
        ],
      },
    ],
    [
      'division by zero',
      {
        ...samplePlace,
        longitude: [
          [82, 0],
          [0, 0],
          [0, 1],
        ],
      },
    ],
    ['unknown reference', { ...samplePlace, latitudeReference: '<' }],
  ])('ignores a place with an invalid value: %s', (_, place) => {
    expect(readExif(createExif(3, place as typeof samplePlace))).toEqual({ orientation: 3 })
  })

  it('treats an orientation outside of 1 to 8 as upright', () => {
    expect(readExif(createExif(9, undefined))).toEqual({ orientation: 1 })
    expect(readExif(createExif(8, undefined))).toEqual({ orientation: 8 })
  })
})
