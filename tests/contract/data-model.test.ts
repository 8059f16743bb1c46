import { describe, expect, test } from 'vitest'
import { calls, contract } from '../support/contract.ts'
import { documentedProducts } from '../support/documented-fields.ts'

interface Shape {
  type?: unknown
  pattern?: string
  description?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  properties?: Record<string, Shape>
  'x-words'?: { name: string; entries: { id: number; name: string }[] }
}
const schema = (name: string) => contract.components.schemas?.[name] as Shape
const getFields = (name: string) => Object.keys(schema(name).properties ?? {})

describe('contract data model', () => {
  test('defines the product names by number [C009] [D012] [P013]', () => {
    const { minimum, maximum, 'x-words': words } = schema('ProductId')
    expect([minimum, maximum]).toEqual([1, 8])
    expect(words?.entries.map(({ id, name }) => [id, name])).toEqual(documentedProducts)
  })

  test('defines names only for enum values, and for all payment types and parties', () => {
    const named = Object.values(contract.components.schemas ?? {}).flatMap((given) => {
      const { enum: values = [], 'x-words': words } = given as Shape
      if (!words?.entries || Array.isArray(words.entries)) return []
      const entries = Object.values(words.entries)
      return [
        {
          name: words.name,
          unknown: entries.filter((one) => !values.includes(one)),
          isComplete: entries.length === values.length,
        },
      ]
    })
    expect(named.sort((one, other) => one.name.localeCompare(other.name))).toEqual([
      { name: 'CancelReasonCode', unknown: [], isComplete: false },
      { name: 'Party', unknown: [], isComplete: true },
      { name: 'PaymentType', unknown: [], isComplete: true },
    ])
  })

  test('has a limit field and a premium field for each coverage from A to L [C060]', () => {
    const wanted = [...'ABCDEFGHIJKL'].flatMap((letter) => [`coverage${letter}Limit`, `coverage${letter}Premium`])
    expect(getFields('PolicyTransaction')).toEqual(expect.arrayContaining(wanted))
  })

  test('describes the mortgagee billing value, and declares meta as text [C061] [C062]', () => {
    const { billInitially } = schema('PolicyTransaction').properties ?? {}
    expect(billInitially?.description).toContain('Mortgage lienholder')
    expect(schema('TransactionMeta').type).toBe('string')
  })

  test('has a link for each document version, including elevation certificates [P137]', () => {
    expect(getFields('PolicyDocumentVersion')).toEqual(expect.arrayContaining(['policyDocVerId', 'link']))
    const opening = calls.find(({ operationId }) => operationId === 'getDocumentPdf')
    expect(JSON.stringify(opening?.parameters)).toContain('"link"')
  })

  test('includes the logo alignment in the JSON format of a widget registration [D141] [D142] [P152]', () => {
    expect(getFields('WidgetRegistration').toSorted()).toEqual([
      ...['AgentNo', 'Disclosure', 'Format', 'Id', 'Logo', 'Name', 'ReferralEmail', 'ReferralPhone', 'ReferralWebsite'],
      ...['Source', 'UseReferralEmailOnLeads'],
    ])
    const { pattern = '' } = schema('WidgetFormat')
    expect(['center', 'right', 'left'].map((align) => new RegExp(pattern).test(JSON.stringify({ align })))).toEqual([
      ...[true, true, false],
    ])
  })

  test('has coordinates and a polygon for each address [C063]', () => {
    expect(getFields('AddressData')).toEqual(expect.arrayContaining(['polygon', 'geocode']))
    expect(getFields('Geocode')).toEqual(['lat', 'lng'])
  })

  test('allows signatures of parties 1 and 2 only [C064] [C065]', () => {
    expect(getFields('PolicySignature')).toEqual(
      expect.arrayContaining([
        ...['party', 'docText', 'signedAt', 'signedByName', 'signedByInitials', 'signedImage', 'signatureImageId'],
      ]),
    )
    expect(schema('Party').enum).toEqual([1, 2])
  })

  test('defines payment types by number, with 3 for checks and 12 for transfers [C254] [C255] [D410]', () => {
    expect(schema('PaymentTypeId').enum).toEqual([1, 2, 3, 4, 5, 6, 12])
    expect(schema('PaymentTypeId').description).toMatch(/3 check.*12 transfer/)
  })

  test('contains no secret keys in any example', () => {
    // Example secrets consist only of the letter A.
    expect(JSON.stringify(contract)).not.toMatch(/sk_live|whsec_(?!A{43}=)[A-Za-z0-9]{8}/)
  })
})

test('requires a bearer token for every non-public operation [C172] [D301]', () => {
  expect(contract.components.securitySchemes).toMatchObject({ token: { type: 'http', scheme: 'bearer' } })
  const isForAnybody = ({ 'x-access': { who } }: (typeof calls)[number]) =>
    who.includes('anyone') || who.includes('webhook')
  const open = calls.filter(({ security }) => security?.length === 0)
  expect(open.every(isForAnybody)).toBe(true)
  expect(calls.filter((call) => !isForAnybody(call)).every(({ security }) => security?.length !== 0)).toBe(true)
})

test('accepts no card number or card security code in any operation [C204] [P318]', () => {
  const sent = JSON.stringify([calls.map(({ requestBody }) => requestBody), contract.components.schemas])
  expect(sent).not.toMatch(/"(cardNumber|card_number|cvc|cvv|securityCode|pan)"/i)
})
