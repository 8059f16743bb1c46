import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { describe, expect, it } from 'vitest'
import { readingOf } from './elevation-certificate.ts'
import { readCertificate } from './read-certificate.ts'

const lines = [
  'A2. Building Street Address (including Apt., Unit, Suite, and/or Bldg. No.) or P.O. Route and Box No.: 1200 Bayshore Demo Blvd',
  'City: Tampa State: FL ZIP Code: 33606',
  'C1. Building elevations are based on: [ ] Construction Drawings* [ ] Building Under Construction* [x] Finished Construction',
  'Datum used for building elevations: [ ] NGVD 1929 [x] NAVD 1988',
  'a) Top of bottom floor (including basement, crawlspace, or enclosure floor): 9.5 feet',
  'b) Top of the next higher floor: 19.1 feet',
  'e) Lowest elevation of Machinery and Equipment (M&E) servicing the building: 11.2 feet',
]

describe('reading an elevation certificate', () => {
  it('finds address, basis, datum and the elevations C2.a and C2.e [P135]', () => {
    expect(readingOf(lines)).toEqual({
      invalidReason: null,
      scannedAddress: '1200 Bayshore Demo Blvd, Tampa, FL 33606',
      elevationBasedOn: 'Finished Construction',
      c2a: 9.5,
      c2e: 11.2,
      datum: 'NAVD 1988',
    })
  })

  it('turns meters into feet and keeps what is below the datum', () => {
    expect(readingOf(['C2.a) Top of bottom floor: -1.5 meters']).c2a).toBe(-4.92)
  })

  it.each([
    [/^a\)/, 'The elevation C2.a was not found.'],
    [/^e\)/, 'The elevation C2.e was not found.'],
    [/^Datum/, 'The elevation datum was not found.'],
    [/^C1/, 'What the elevations are based on (C1) was not found.'],
  ])('says what is missing without the line %s', (pattern, reason) => {
    expect(readingOf(lines.filter((line) => !pattern.test(line))).invalidReason).toBe(reason)
  })

  it('reads printed text and filled fields of a PDF as one line', async () => {
    const pdf = await PDFDocument.create()
    const page = pdf.addPage()
    const font = await pdf.embedFont(StandardFonts.Helvetica)
    lines.forEach((line, index) => {
      const isField = line.startsWith('a)')
      page.drawText(isField ? 'a) Top of bottom floor:' : line, { x: 30, y: 700 - index * 20, size: 8, font })
      if (!isField) return
      const field = pdf.getForm().createTextField('c2a')
      field.setText('12.75')
      field.addToPage(page, { x: 300, y: 700 - index * 20 - 2, width: 80, height: 14 })
    })
    expect(await readCertificate(await pdf.save())).toMatchObject({ c2a: 12.75, c2e: 11.2, invalidReason: null })
  })

  it('says so when there is no text, or no PDF', async () => {
    const scan = await PDFDocument.create()
    scan.addPage()
    expect((await readCertificate(await scan.save())).invalidReason).toMatch(/no text/)
    expect((await readCertificate(new TextEncoder().encode('a photo'))).invalidReason).toMatch(/PDF/)
  })
})
