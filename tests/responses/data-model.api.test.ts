import { createPolicyDocuments } from '@tideline/api/documents/create-documents.ts'
import { createTestApi } from '@tideline/api/testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import { createSamplePng } from '@tideline/api/testing/png.ts'
import { createStripeBrowserStub } from '@tideline/api/testing/stripe-app.ts'
import { describe, expect, test } from 'vitest'
import { documentedProducts } from '../support/documented-fields.ts'

const api = await createTestApi()
const { db } = api
const agency = await insertAgency(db)
const agent = await api.tokenFor({ accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id })

const get = async (path: string, token = agent) => (await (await api.call('GET', path, { token })).json()).payload

async function aBoundPolicy(product = 1) {
  const policy = await insertPolicy(db, {
    product,
    columns: { agency_id: agency.agency_id, agency_no: agency.agency_no },
  })
  await db
    .transaction()
    .execute((trx) => createPolicyDocuments(trx, { now: new Date(), authorName: 'Alex Agent' }, [policy.policy_id]))
  return policy
}

describe('API data model', () => {
  test('returns the documented number and name of each product [C009] [D012] [P013]', async () => {
    const { products } = await get('/api/v1/catalogues')
    expect(products.map(({ productId, name }: { productId: number; name: string }) => [productId, name])).toEqual(
      documentedProducts,
    )
  })

  test('returns a limit and a premium for each coverage from A to L [C060]', async () => {
    const wanted = [...'ABCDEFGHIJKL'].flatMap((letter) => [`coverage${letter}Limit`, `coverage${letter}Premium`])
    const policy = await aBoundPolicy()
    const columns = [...'abcdefghijkl'].flatMap((letter) => [
      `coverage_${letter}_limit_cents`,
      `coverage_${letter}_premium_cents`,
    ])
    await db
      .updateTable('policy_transactions')
      .set(Object.fromEntries(columns.map((column, index) => [column, (index + 1) * 100])))
      .where('policy_id', '=', policy.policy_id)
      .execute()
    const [transaction] = await get(`/api/v1/policies/${policy.policy_no}/policytransactions`)
    expect(wanted.map((field) => transaction[field])).toEqual(wanted.map((_, index) => index + 1))
  })

  test('returns the mortgagee billing values as stored [C061]', async () => {
    const policy = await aBoundPolicy()
    const billing = { bill_initially: 'Mortgage lienholder', bill_on_renewal: 'Mortgage lienholder' }
    await db.updateTable('policy_transactions').set(billing).where('policy_id', '=', policy.policy_id).execute()
    const [transaction] = await get(`/api/v1/policies/${policy.policy_no}/policytransactions`)
    expect(transaction).toMatchObject({ billInitially: 'Mortgage lienholder', billOnRenewal: 'Mortgage lienholder' })
  })

  test("returns a transaction's quote number and address, and the location of the address [C062] [C063] [P127]", async () => {
    const policy = await aBoundPolicy()
    const addressID = '5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1a09'
    await db
      .insertInto('addresses')
      .values({
        ...{ address_id: addressID, addr1: policy.addr1, city: 'Tampa', state: 'FL', zip: '33606' },
        ...{ lat: 27.93, lng: -82.48, polygon: 'POLYGON((-82.49 27.92,-82.47 27.92,-82.47 27.94,-82.49 27.92))' },
      })
      .execute()
    await db
      .updateTable('policies')
      .set({ address_id: addressID, address_data_version: 1 })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    const meta = JSON.stringify({ quoteNumber: policy.quote_number, addressID, addressDataVersion: 1 })
    await db.updateTable('policy_transactions').set({ meta }).where('policy_id', '=', policy.policy_id).execute()
    const [transaction] = await get(`/api/v1/policies/${policy.policy_no}/policytransactions`)
    expect(typeof transaction.meta).toBe('string')
    expect(JSON.parse(transaction.meta)).toMatchObject({
      quoteNumber: policy.quote_number,
      addressID,
      addressDataVersion: 1,
    })
    const place = await get(`/api/v1/policies/address/${addressID}/version/1`)
    expect(place).toMatchObject({ geocode: { lat: 27.93, lng: -82.48 }, polygon: expect.stringContaining('POLYGON') })
  })

  test('returns signatures of parties 1 and 2 and rejects party 3 [C064] [C065]', async () => {
    const wanted = [
      'party',
      'docText',
      'signedAt',
      'signedByName',
      'signedByInitials',
      'signedImage',
      'signatureImageId',
    ]
    const policy = await aBoundPolicy()
    const documents = (await get(`/api/v1/documents/policy/${policy.policy_no}`)).policyDocStatus
      .documentsWithSignatures
    const slot = documents[0].signatures[0]
    expect(Object.keys(slot)).toEqual(expect.arrayContaining(wanted))
    const response = await api.call('POST', '/api/v1/documents/signatures', {
      token: agent,
      body: {
        ...{ policyNo: policy.policy_no, isPolicySigned: false, isPolicyPaid: false },
        documentsWithSignatures: [{ ...documents[0], signatures: [{ ...slot, party: 3 }] }],
      },
    })
    expect(response.status).toBe(400)
    expect((await response.json()).message).toContain('Signer')
  })

  test('returns the documented payment types, where type 12 has no receipt or transfer [C254] [C255]', async () => {
    const { paymentTypes } = await get('/api/v1/catalogues')
    const words = Object.fromEntries(
      paymentTypes.map(({ paymentTypeId, name }: { paymentTypeId: number; name: string }) => [paymentTypeId, name]),
    )
    expect(words).toMatchObject({
      1: 'Mortgagee Lienholder',
      2: 'ACH',
      3: 'Check',
      4: 'Credit Card',
      5: 'Lockbox Check',
    })
    expect(paymentTypes.find(({ paymentTypeId }: { paymentTypeId: number }) => paymentTypeId === 12)).toMatchObject({
      hasReceipt: false,
      isTransferable: false,
    })
  })

  test('returns the publishable Stripe key, not a secret key [C058]', async () => {
    const policy = await aBoundPolicy()
    const { stripeKey } = await get(`/api/v1/policies/${policy.policy_no}/getConfirmation`)
    expect(stripeKey).toBe(api.providers.stripe.publishableKey)
    expect(stripeKey).toMatch(/^pk_/)
  })
})

test('suggests at most ten addresses for a prefix, starting with the preferred state [P260]', async () => {
  const row = { city: 'Tampa', state: 'FL', zip: '33606' }
  const texas = { city: 'Houston', state: 'TX', zip: '77002' }
  const places = Array.from({ length: 12 }, (_, n) => ({
    ...(n % 2 ? row : texas),
    ...{ address_id: `suggested-${n}`, addr1: `4711 Suggestion Way ${n}` },
  }))
  await db.insertInto('addresses').values(places).execute()
  for (const { address_id } of places) await insertPolicy(db, { columns: { agency_id: agency.agency_id, address_id } })
  const suggest = async (query: string) =>
    (await get(`/api/v1/address/autocomplete?${query}`)).map(({ state }: { state: string }) => state)
  const found = await suggest('prefix=4711%20Sug&suggestions=10&preferState=FL')
  expect(found[0]).toBe('FL')
  expect(found.length).toBeLessThanOrEqual(10)
  expect(await suggest('prefix=4711%20Sug&state=TX')).not.toContain('FL')
  const many = await api.call('GET', '/api/v1/address/autocomplete?prefix=4711%20Sug&suggestions=11', { token: agent })
  expect(many.status).toBe(400)
})

describe('API requests', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'are the same to load, sign and pay a policy of product %i [C001]',
    async (product) => {
      const policy = await aBoundPolicy(product)
      const path = `/api/v1/policies/${policy.policy_no}/getConfirmation`
      expect((await get(path)).productId).toBe(product)
      const documents = (await get(`/api/v1/documents/policy/${policy.policy_no}`)).policyDocStatus
        .documentsWithSignatures
      const { version } = await get('/api/v1/documents/consent')
      const signed = await api.call('POST', '/api/v1/documents/signatures', {
        token: agent,
        body: {
          ...{
            policyNo: policy.policy_no,
            isPolicySigned: false,
            isPolicyPaid: false,
            consent: { version, accepted: true },
          },
          documentsWithSignatures: documents.map(
            ({
              policyDocId,
              signatures,
            }: {
              policyDocId: string
              signatures: { party: number; kind: string; policyDocSignatureId: string }[]
            }) => ({
              policyDocId,
              signatures: signatures
                .filter(({ party }) => party === 1)
                .map(({ policyDocSignatureId, kind }) => ({
                  ...{ policyDocSignatureId, party: 1, signedByName: 'Alex Agent' },
                  signedImage: createSamplePng(kind === 'initials' ? 90 : 30),
                })),
            }),
          ),
        },
      })
      expect(signed.status, JSON.stringify(await signed.clone().json())).toBe(200)
      const secret = await api.call('POST', '/api/v4/sessions/getClientSecretFromQuoteNumber', {
        token: agent,
        body: { QuoteNumber: policy.quote_number },
      })
      const method = await createStripeBrowserStub(api.providers.stripe).setUpBank((await secret.json()).client_secret)
      const paid = await api.call('POST', '/api/v1/payments/ProcessPayment', {
        token: agent,
        body: { PolicyNo: policy.policy_no, PaymentMethodId: method },
      })
      expect(paid.status).toBe(200)
      expect(await get(path)).toMatchObject({ isPaymentProcessing: true })
      expect((await get(path)).isSigned).toContainEqual({ party: 1, isSigned: true, requiresSignatures: true })
    },
  )
})
