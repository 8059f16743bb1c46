import { describe, expect, it } from 'vitest'
import { certificateLines as lines } from '../testing/certificate.ts'
import { parseElevationCertificate } from './elevation-certificate.ts'

describe('parseElevationCertificate', () => {
  it('returns the address, basis, datum and the elevations C2.a and C2.e [P135]', () => {
    expect(parseElevationCertificate(lines)).toEqual({
      isReadable: true,
      invalidReason: null,
      scannedAddress: '1200 Bayshore Demo Blvd, Tampa, FL 33606',
      elevationBasedOn: 'Finished Construction',
      c2a: 9.5,
      c2e: 11.2,
      datum: 'NAVD 1988',
    })
  })

  it('converts meters to feet and keeps negative elevations', () => {
    expect(parseElevationCertificate(['C2.a) Top of bottom floor: -1.5 meters']).c2a).toBe(-4.92)
  })

  it.each([
    [/^a\)/, 'The elevation C2.a was not found.'],
    [/^e\)/, 'The elevation C2.e was not found.'],
    [/^Datum/, 'The elevation datum was not found.'],
    [/^C1/, 'The basis of the elevations (C1) was not found.'],
  ])('names the missing value when line %s is missing', (pattern, reason) => {
    expect(parseElevationCertificate(lines.filter((line) => !pattern.test(line))).invalidReason).toBe(reason)
  })
})
