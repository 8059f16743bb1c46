import { describe, expect, it } from 'vitest'
import { getLinkTokenExpiry, getLinkTokenState } from './link-token.ts'

const now = 1_795_274_245_000
const token = (text: string) => btoa(text)

describe('link token', () => {
  it('contains the expiry time after .TD in milliseconds, base64-encoded [P198]', () => {
    expect(getLinkTokenExpiry(token(`abc.def.TD${now}`))).toBe(now)
  })
  it.each([
    ['an empty value', ''],
    ['invalid base64', '%%%'],
    ['no .TD marker', token('abc')],
    ['no number after .TD', token('abc.TDsoon')],
  ])('is invalid with %s [P198] [P199]', (_what, text) => expect(getLinkTokenState(text, now)).toBe('invalid'))
  it('is valid before its expiry and expired afterward [P199]', () => {
    expect(getLinkTokenState(token(`abc.TD${now + 1}`), now)).toBe('valid')
    expect(getLinkTokenState(token(`abc.TD${now}`), now)).toBe('expired')
  })
  it('is accepted in URL-encoded form', () => {
    expect(getLinkTokenState(encodeURIComponent(token(`ab.TD${now + 1}`)), now)).toBe('valid')
  })
})
