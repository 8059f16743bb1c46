import { describe, expect, test } from 'vitest'
import { getChanges } from './changes.ts'
import { actionName, subjectName } from './labels.ts'

describe('an entry of the trail', () => {
  test('tells a field a line, before and after, in the units of people', () => {
    expect(
      getChanges(
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

  test('tells a value that has no name', () => {
    expect(getChanges('{"before":"a@example.com","after":null}')).toEqual([
      { name: 'Value', before: 'a@example.com', after: '–' },
    ])
  })

  test('takes what stands beside the old values for the new ones', () => {
    expect(getChanges('{"roles":["internal"],"before":{"roles":["internal","superuser"]}}')).toEqual([
      { name: 'Roles', before: 'internal, superuser', after: 'internal' },
    ])
  })

  test('tells what it knows where nothing was changed, and a text that was cut as it is', () => {
    expect(getChanges('{"reasonCode":"13","parts":[]}')).toEqual([
      { name: 'Reason code', after: '13' },
      { name: 'Parts', after: '–' },
    ])
    expect(getChanges('{"cut":"in the mid')).toEqual([{ name: 'Details', after: '{"cut":"in the mid' }])
    expect(getChanges('{}')).toEqual([])
  })

  test('is called what the contract calls it, and taken apart where the contract has no word yet', () => {
    expect(actionName('policy.cancel')).toBe('Finalized a cancellation')
    expect(actionName('newThing.doIt')).toBe('New thing do it')
    expect(subjectName('importJob')).toBe('Import')
    expect(subjectName('newThing')).toBe('New thing')
  })
})
