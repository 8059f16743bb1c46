import { getFieldLabel, getRequestFields, labeledFields } from '@tideline/openapi/field-labels.ts'
import { findFieldLabel } from '@tideline/sdk/words'
import { describe, expect, test } from 'vitest'
import { calls, contract } from '../support/contract.ts'

const fields = getRequestFields(contract)

describe('request field labels (API-7)', () => {
  test.each(fields)('describe the field %s in plain words', (name) => {
    const label = findFieldLabel(name) ?? ''
    expect(label).toMatch(/^[A-Z][A-Za-z&' -]+$/)
    // Labels must not contain the abbreviations of wire names, such as `checkNo`, `addr1`, `statementId`, or `isPaid`.
    expect(label).not.toMatch(/\b(No|no|Id|id|Addr|Dob|is|Is|has)\b|\d/)
  })

  test('exist only for request fields', () => {
    expect(labeledFields.filter((name) => !fields.includes(name))).toEqual([])
  })

  test('include the position of a field in a list', () => {
    expect(findFieldLabel('licenses.1.licenseNo')).toBe('License number (entry 2)')
    expect(findFieldLabel('noSuchField')).toBeUndefined()
    expect(getFieldLabel('checkDate')).toBe('Check date')
  })

  test('replace API field names in error examples', () => {
    const messages = calls.flatMap(({ operationId, responses }) =>
      Object.values(responses).flatMap(({ content = {} }) =>
        Object.values(content['application/json']?.examples ?? {}).flatMap(({ value }) => {
          const { errors = [] } = (value ?? {}) as { errors?: { message: string; field?: string; code: string }[] }
          return Array.isArray(errors) ? errors.map((error) => ({ operationId, ...error })) : []
        }),
      ),
    )
    const named = messages.filter(
      ({ field, message, code }) => field && !code.startsWith('unknown_') && message.startsWith(`${field}: `),
    )
    expect(named.filter(({ field }) => field !== findFieldLabel(field ?? ''))).toEqual([])
  })
})
