import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../http/api-error.ts'
import { createPng, createSamplePng } from '../testing/png.ts'
import { parseSignatureImage } from './signature-image.ts'

const getCode = (dataUrl: string) =>
  parseSignatureImage(dataUrl).then(
    () => 'taken',
    (problem) => {
      if (problem instanceof ApiError) return problem.code
      throw problem
    },
  )
const encoded = (bytes: Uint8Array) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
const getBytes = (dataUrl: string) => Buffer.from(dataUrl.split(',')[1] ?? '', 'base64')
const white = [255, 255, 255, 255]
const clear = [0, 0, 0, 0]
const black = [0, 0, 0, 255]

describe('parseSignatureImage', () => {
  it('accepts only a complete, undamaged PNG image', async () => {
    expect(await getCode(createSamplePng())).toBe('taken')
    const bytes = getBytes(createSamplePng())
    for (const broken of [bytes.subarray(0, 8), bytes.subarray(0, 40), Buffer.from('GIF89a'), Buffer.alloc(0)])
      expect(await getCode(encoded(broken))).toBe('invalid_image')
    const damaged = Buffer.from(bytes)
    damaged[bytes.length - 20] = (damaged[bytes.length - 20] ?? 0) ^ 1
    expect(await getCode(encoded(damaged))).toBe('invalid_image')
  })

  it.each([
    ['fully transparent', 6, [...clear, ...clear], 'blank_signature'],
    ['transparent pixels of different colors', 6, [...clear, 255, 0, 0, 0], 'blank_signature'],
    ['white', 6, [...white, ...white], 'blank_signature'],
    ['white ink on a transparent background', 6, [...white, ...clear], 'blank_signature'],
    ['completely black', 6, [...black, ...black], 'blank_signature'],
    ['an invisible line', 6, [...clear, 0, 0, 0, 8], 'blank_signature'],
    ['black ink on a transparent background', 6, [...clear, ...black], 'taken'],
    ['black ink on white', 6, [...white, ...black], 'taken'],
    ['grey ink with alpha', 4, [0, 0, 90, 255], 'taken'],
    ['grey without ink', 4, [0, 0, 90, 0], 'blank_signature'],
    ['different colors', 2, [255, 255, 255, 20, 20, 120], 'taken'],
    ['a single color', 2, [20, 20, 120, 20, 20, 120], 'blank_signature'],
  ])('validates a two-pixel image: %s (PNG color type %i)', async (_, colourType, pixels, code) => {
    expect(await getCode(createPng({ width: 2, height: 1, colourType, rows: Buffer.from([0, ...pixels]) }))).toBe(code)
  })

  it('accepts images with packed bits or a color palette', async () => {
    const bits = (row: number) => createPng({ width: 8, height: 1, depth: 1, rows: Buffer.from([0, row]) })
    expect([await getCode(bits(0b1000_0000)), await getCode(bits(0)), await getCode(bits(0xff))]).toEqual([
      'taken',
      'blank_signature',
      'blank_signature',
    ])
    const palette = (row: number) =>
      createPng({
        width: 4,
        height: 1,
        depth: 2,
        colourType: 3,
        more: [['PLTE', Buffer.from([255, 255, 255, 0, 0, 0])]],
        rows: Buffer.from([0, row]),
      })
    expect([await getCode(palette(0b0100_0000)), await getCode(palette(0))]).toEqual(['taken', 'blank_signature'])
  })

  it('rejects images above two million pixels before decompression', async () => {
    const wide = (width: number, height: number) => {
      const rows = Buffer.alloc((width + 1) * height)
      rows[1] = 255
      return createPng({ width, height, rows })
    }
    expect(await getCode(wide(2000, 1000))).toBe('taken')
    expect(await getCode(wide(2000, 1001))).toBe('image_too_large')
    expect(await getCode(wide(4001, 1))).toBe('image_too_large')
    // This image has no pixel rows.
    expect(await getCode(createPng({ width: 4000, height: 4000, rows: Buffer.alloc(0) }))).toBe('image_too_large')
  })

  it('limits decompression to the image size and removes other PNG chunks', async () => {
    const bomb = createPng({ width: 2, height: 2, rows: Buffer.alloc(50_000_000) })
    expect(await getCode(bomb)).toBe('invalid_image')
    const profile = Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(50_000_000))])
    const hidden = createPng({ width: 2, height: 1, rows: Buffer.from([0, 0, 255]), more: [['iCCP', profile]] })
    expect((await parseSignatureImage(hidden)).byteLength).toBeLessThan(200)
  })
})
