import { describe, expect, it } from 'vitest'
import {
  buildRegistrationRequest,
  isWebsiteUrl,
  parseLogoAlignment,
  toRegistrationForm,
  validateLogo,
} from './registration-form.ts'

const registration = {
  Id: '00000024-0000-4000-8001-000000000001',
  AgentNo: '100100',
  Name: 'Home page',
  Format: '{"align":"right"}',
  Logo: null,
  Disclosure: null,
  ReferralEmail: 'leads@example.com',
  ReferralPhone: '813-555-0100',
  ReferralWebsite: null,
  UseReferralEmailOnLeads: false,
  Source: null,
}

describe('widget registration', () => {
  it('has the index -1 if new, or its own Id and index if modified [D201]', () => {
    const { Name: _, ...rest } = registration
    const typed = { ...toRegistrationForm(undefined), email: 'leads@example.com', phone: '813-555-0100' }
    expect(buildRegistrationRequest('100100', typed, undefined, 7)).toEqual({
      ...rest,
      ...{ Id: undefined, Format: '{"align":"center"}', agentNo: '100100', index: -1 },
    })
    expect(buildRegistrationRequest('100100', toRegistrationForm(registration), registration, 1)).toEqual({
      ...registration,
      ...{ agentNo: '100100', index: 1 },
    })
  })

  it('centers the logo unless its alignment is set to right [D142]', () => {
    expect(['{"align":"right"}', '{"align":"center"}', '{}', 'null', 'right', ''].map(parseLogoAlignment)).toEqual([
      ...['right', 'center', 'center', 'center', 'center', 'center'],
    ])
  })
})

it('accepts only a website URL that a browser can open', () => {
  expect(['https://www.example.com', ' http://example.com/a?b '].filter((url) => !isWebsiteUrl(url))).toEqual([])
  const none = [
    'javascript:alert(1)',
    'www.example.com',
    'https://',
    'https://localhost',
    'https://a:b@example.com',
    '',
  ]
  expect(none.filter(isWebsiteUrl)).toEqual([])
})

it('accepts a logo only if it is a PNG, JPEG, GIF or WebP image of at most 100 kB', () => {
  expect(validateLogo({ type: 'image/png', size: 100_000 })).toBeUndefined()
  expect(validateLogo({ type: 'image/png', size: 100_001 })).toBe('The image can have at most 100 kB.')
  for (const type of ['image/svg+xml', 'application/pdf', ''])
    expect(validateLogo({ type, size: 1 })).toBe('Choose an image: PNG, JPEG, GIF or WebP.')
})
