import { describe, expect, it } from 'vitest'
import { createPng, createSamplePng } from '../testing/png.ts'
import { formatLogoAlignment, parseLogoAlignment, validateLogo, validateWebsite } from './widget.ts'

const encoded = (kind: string, bytes: Uint8Array | string) =>
  `data:image/${kind};base64,${Buffer.from(bytes).toString('base64')}`
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const createPngOfSize = (width: number, height: number) =>
  createPng({ width, height, rows: new Uint8Array((width + 1) * height) })

describe('parseLogoAlignment', () => {
  it('returns center or right from the saved JSON, and center by default [D142]', () => {
    expect([
      parseLogoAlignment('{"align":"center"}'),
      parseLogoAlignment('{"align":"right"}'),
      parseLogoAlignment('{ "align": "right" }'),
    ]).toEqual([...['center', 'right', 'right']])
    expect(parseLogoAlignment(undefined)).toBe('center')
    expect(JSON.parse(formatLogoAlignment('right'))).toEqual({ align: 'right' })
  })
})

describe('validateLogo', () => {
  it('returns a logo unchanged if its content matches its declared type', () => {
    for (const logo of [createSamplePng(), encoded('gif', gif)]) expect(validateLogo(logo)).toBe(logo)
    expect([validateLogo(null), validateLogo('')]).toEqual([null, null])
  })

  it.each([
    [
      'an SVG with a script',
      encoded('svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['an SVG without a script', encoded('svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['an SVG declared as a PNG', encoded('png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['an HTML page', encoded('png', '<!doctype html><script>alert(1)</script>')],
    ['a GIF declared as a PNG', encoded('png', gif)],
    ['only the first bytes of a PNG', encoded('png', Buffer.from('89504e470d0a1a0a', 'hex'))],
    ['an empty image', 'data:image/png;base64,'],
  ])('rejects %s as a logo', (_, logo) => {
    expect(() => validateLogo(logo)).toThrow('Logo: choose a PNG, JPEG, GIF or WebP image.')
  })

  it('accepts logos of at most 100 kB and 2,000 by 2,000 pixels', () => {
    expect(validateLogo(createPngOfSize(2000, 1))).toBeTruthy()
    expect(() => validateLogo(createPngOfSize(2001, 1))).toThrow(
      'Logo: the image can have at most 2,000 pixels per side.',
    )
    expect(() => validateLogo(createPngOfSize(1, 2001))).toThrow('at most 2,000 pixels per side')
    const padded = (bytes: number) => encoded('gif', Buffer.concat([gif, Buffer.alloc(bytes - gif.length)]))
    expect(validateLogo(padded(100_000))).toBeTruthy()
    expect(() => validateLogo(padded(100_001))).toThrow('Logo: the image can have at most 100 kB.')
  })
})

describe('validateWebsite', () => {
  it('accepts a website URL or an empty value', () => {
    for (const url of ['https://harborview.example.com', 'http://www.example.com/quote?from=site'])
      expect(validateWebsite(url)).toBe(url)
    expect([validateWebsite(''), validateWebsite(null)]).toEqual([null, null])
  })

  it.each([
    'javascript:alert(1)',
    'JavaScript://example.com/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'https://',
    'https://user:secret@example.com',
    'https://localhost',
    '//example.com',
    'example.com',
  ])('rejects the website %s', (url) => {
    expect(() => validateWebsite(url)).toThrow('Please enter a valid url')
  })
})
