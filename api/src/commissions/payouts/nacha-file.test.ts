import { describe, expect, it } from 'vitest'
import type { NachaSettings } from '../../settings/nacha-settings.ts'
import { buildNachaFile, type NachaEntry } from './nacha-file.ts'

const settings: NachaSettings = {
  ...{ immediateDestination: '110000000', immediateDestinationName: 'Example Bank' },
  ...{ immediateOrigin: '1591234567', immediateOriginName: 'Tideline' },
  ...{ companyName: 'Tideline', companyId: '1591234567', secCode: 'CCD', entryDescription: 'Commission' },
  ...{ lineEnding: 'LF', fillsBlocks: true },
}
const at = { createdAt: new Date('2026-11-20T15:04:05Z'), effectiveDate: '2026-11-23', batchNo: 7 }
const entry = (more: Partial<NachaEntry> = {}): NachaEntry => ({
  ...{ routingNo: '021000021', accountNo: '000123456789', amountCents: 409_251 },
  ...{ receiverId: '100100', receiverName: 'Harborview Insurance Group' },
  ...more,
})
const getLines = (entries: NachaEntry[], more: Partial<NachaSettings> = {}) =>
  buildNachaFile({ ...settings, ...more }, entries, at)
    .split('\n')
    .slice(0, -1)

describe('buildNachaFile', () => {
  it('writes every field of an ACH file with two credits', () => {
    const lines = getLines([entry(), entry({ routingNo: '110000000', amountCents: 1, receiverId: '100110' })])
    expect(lines.slice(0, 6)).toEqual([
      '101 11000000015912345672611201504A094101EXAMPLE BANK           TIDELINE               PAYOUT07',
      '5220TIDELINE        BATCH 7             1591234567CCDCOMMISSION      261123   1110000000000007',
      '622021000021000123456789     0000409251100100         HARBORVIEW INSURANCE G  0110000000000001',
      '622110000000000123456789     0000000001100110         HARBORVIEW INSURANCE G  0110000000000002',
      '822000000200131000020000000000000000004092521591234567                         110000000000007',
      '9000001000001000000020013100002000000000000000000409252                                       ',
    ])
  })

  it('pads the last block of ten records with lines of nines', () => {
    const lines = getLines(Array.from({ length: 7 }, () => entry()))
    expect(lines).toHaveLength(20)
    expect(lines.every((line) => line.length === 94)).toBe(true)
    expect(lines.slice(11)).toEqual(Array(9).fill('9'.repeat(94)))
    expect(lines[10]?.slice(0, 13)).toBe('9000001000002')
  })

  it('omits padding lines if they are disabled in the bank settings', () => {
    expect(getLines([entry()], { fillsBlocks: false })).toHaveLength(5)
  })

  it('keeps only the last ten digits of the entry hash', () => {
    const [, , ...rest] = getLines(Array.from({ length: 400 }, () => entry({ routingNo: '999999992' })))
    const control = rest.find((line) => line.startsWith('8')) ?? ''
    expect(control.slice(10, 20)).toBe(String((400n * 99_999_999n) % 10_000_000_000n).padStart(10, '0'))
  })

  it('converts agency names to uppercase ASCII letters', () => {
    expect(getLines([entry({ receiverName: 'Peña & Söhne' })])[2]).toContain('PENA & SOHNE')
  })

  it('throws an error for an amount that is too long for its field', () => {
    expect(() => getLines([entry({ amountCents: 10_000_000_000 })])).toThrow('does not fit')
  })

  it('throws an error for a record that is not 94 characters long', () => {
    expect(() => getLines([entry({ routingNo: '02100002' })])).toThrow('A record of type 6 has 93 characters.')
  })

  it('writes only the last two digits of the batch number into the reference code', () => {
    expect(buildNachaFile(settings, [entry()], { ...at, batchNo: 1107 }).slice(0, 94)).toMatch(/PAYOUT07$/)
  })

  it('truncates the immediate origin to ten characters', () => {
    expect(getLines([entry()], { immediateOrigin: '15912345678' })[0]).toMatch(/^101 1100000001591234567261120/)
  })

  it('ends each line with the configured line ending', () => {
    const build = (lineEnding: NachaSettings['lineEnding']) =>
      buildNachaFile({ ...settings, lineEnding }, [entry()], at)
    expect(build('CRLF').split('\r\n')).toHaveLength(11)
    expect(build('LF')).not.toContain('\r')
  })
})
