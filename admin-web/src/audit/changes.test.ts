import { describe, expect, test } from 'vitest'
import { parseAuditChanges } from './changes.ts'
import { formatAction, formatSubjectKind } from './labels.ts'

describe('audit log entry detail view', () => {
  test('lists each field with its old and new value, formatted by type', () => {
    expect(
      parseAuditChanges(
        JSON.stringify({
          before: { amountCents: 10_050, inceptionDate: '2026-12-15', isActive: true },
          after: { amountCents: 20_000, inceptionDate: '2026-12-15', isActive: false },
        }),
      ),
    ).toEqual([
      { name: 'Amount', before: '$100.50', after: '$200.00' },
      { name: 'Inception date', before: '12/15/2026', after: '12/15/2026' },
      { name: 'Is active', before: 'Yes', after: 'No' },
    ])
  })

  test('labels the numbers of records as numbers', () => {
    expect(parseAuditChanges('{"agencyNo":"100100"}')).toEqual([{ name: 'Agency number', after: '100100' }])
  })

  test('labels a value “Value” when the details have no field name', () => {
    expect(parseAuditChanges('{"before":"a@example.com","after":null}')).toEqual([
      { name: 'Value', before: 'a@example.com', after: '–' },
    ])
  })

  test('shows the fields next to `before` as the new values', () => {
    expect(parseAuditChanges('{"roles":["internal"],"before":{"roles":["internal","superuser"]}}')).toEqual([
      { name: 'Roles', before: 'internal, superuser', after: 'internal' },
    ])
  })

  test('shows details without old values, and shows truncated JSON unparsed', () => {
    expect(parseAuditChanges('{"reasonCode":"13","parts":[]}')).toEqual([
      { name: 'Reason code', after: '13' },
      { name: 'Parts', after: '–' },
    ])
    expect(parseAuditChanges('{"cut":"in the mid')).toEqual([{ name: 'Details', after: '{"cut":"in the mid' }])
    expect(parseAuditChanges('{}')).toEqual([])
  })

  test('uses the contract labels for actions and subjects, and splits unknown names into words', () => {
    expect(formatAction('policy.cancel')).toBe('Finalized a cancellation')
    expect(formatAction('newThing.doIt')).toBe('New thing do it')
    expect(formatSubjectKind('importJob')).toBe('Import')
    expect(formatSubjectKind('newThing')).toBe('New thing')
  })
})
