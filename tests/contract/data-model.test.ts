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
  'x-words'?: { entries: { id: number; name: string }[] }
}
const schema = (name: string) => contract.components.schemas?.[name] as Shape
const getFields = (name: string) => Object.keys(schema(name).properties ?? {})

describe('the data model of the contract', () => {
  test('has the products by number [C009] [D012] [P013]', () => {
    const { minimum, maximum, 'x-words': words } = schema('ProductId')
    expect([minimum, maximum]).toEqual([1, 8])
    expect(words?.entries.map(({ id, name }) => [id, name])).toEqual(documentedProducts)
  })

  test('has a limit and a premium for every coverage A to L [C060]', () => {
    const wanted = [...'ABCDEFGHIJKL'].flatMap((letter) => [`coverage${letter}Limit`, `coverage${letter}Premium`])
    expect(getFields('PolicyTransaction')).toEqual(expect.arrayContaining(wanted))
  })

  test('names the lender in billing to the letter, and keeps meta as text [C061] [C062]', () => {
    const { billInitially } = schema('PolicyTransaction').properties ?? {}
    expect(billInitially?.description).toContain('Mortgage lienholder')
    expect(schema('TransactionMeta').type).toBe('string')
  })

  test('opens a document, an elevation certificate among them, by its link [P137]', () => {
    expect(getFields('PolicyDocumentVersion')).toEqual(expect.arrayContaining(['policyDocVerId', 'link']))
    const opening = calls.find(({ operationId }) => operationId === 'getDocumentPdf')
    expect(JSON.stringify(opening?.parameters)).toContain('"link"')
  })

  test('has widget registrations whose format is a JSON text that aligns the logo [D141] [D142] [P152]', () => {
    expect(getFields('WidgetRegistration').toSorted()).toEqual([
      ...['AgentNo', 'Disclosure', 'Format', 'Id', 'Logo', 'Name', 'ReferralEmail', 'ReferralPhone', 'ReferralWebsite'],
      ...['Source', 'UseReferralEmailOnLeads'],
    ])
    const { pattern = '' } = schema('WidgetFormat')
    expect(['center', 'right', 'left'].map((align) => new RegExp(pattern).test(JSON.stringify({ align })))).toEqual([
      ...[true, true, false],
    ])
  })

  test('has the place of an address [C063]', () => {
    expect(getFields('AddressData')).toEqual(expect.arrayContaining(['polygon', 'geocode']))
    expect(getFields('Geocode')).toEqual(['lat', 'lng'])
  })

  test('has signatures of two parties and no third [C064] [C065]', () => {
    expect(getFields('PolicySignature')).toEqual(
      expect.arrayContaining([
        ...['party', 'docText', 'signedAt', 'signedByName', 'signedByInitials', 'signedImage', 'signatureImageId'],
      ]),
    )
    expect(schema('Party').enum).toEqual([1, 2])
  })

  test('has the ways to pay with their numbers, 3 a check and 12 a transfer [C254] [C255] [D410]', () => {
    expect(schema('PaymentTypeId').enum).toEqual([1, 2, 3, 4, 5, 6, 12])
    expect(schema('PaymentTypeId').description).toMatch(/3 check.*12 transfer/)
  })

  test('says the secret keys of nobody', () => {
    // A secret of nothing but zeros shows the shape of one.
    expect(JSON.stringify(contract)).not.toMatch(/sk_live|whsec_(?!A{43}=)[A-Za-z0-9]{8}/)
  })
})

test('every call but those for anybody wants a token in the Authorization header [C172] [D301]', () => {
  expect(contract.components.securitySchemes).toMatchObject({ token: { type: 'http', scheme: 'bearer' } })
  const isForAnybody = ({ 'x-access': { who } }: (typeof calls)[number]) =>
    who.includes('anyone') || who.includes('webhook')
  const open = calls.filter(({ security }) => security?.length === 0)
  expect(open.every(isForAnybody)).toBe(true)
  expect(calls.filter((call) => !isForAnybody(call)).every(({ security }) => security?.length !== 0)).toBe(true)
})

test('no call takes the number of a card or its code [C204] [P318]', () => {
  const sent = JSON.stringify([calls.map(({ requestBody }) => requestBody), contract.components.schemas])
  expect(sent).not.toMatch(/"(cardNumber|card_number|cvc|cvv|securityCode|pan)"/i)
})
