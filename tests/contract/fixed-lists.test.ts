import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { documentedLists } from '../../api/src/testing/documented-lists.ts'
import { calls, contract, resolve } from '../support/contract.ts'

interface Shape {
  enum?: unknown[]
  pattern?: string
  description?: string
  examples?: string[]
  properties?: Record<string, Shape & { $ref?: string }>
  required?: string[]
}
const schema = (name: string) => contract.components.schemas?.[name] as Shape

interface Entry {
  code: string
  label: string
}
const [lists] = calls
  .filter(({ operationId }) => operationId === 'getCatalogues')
  .flatMap(({ responses }) => Object.values(responses['200']?.content?.['application/json']?.examples ?? {}))
  .map((example) => (resolve(example).value as { payload: Record<string, Entry[]> }).payload)
const getCodes = (list: string) => lists?.[list]?.map(({ code }) => code)

describe('enums and field lists in the contract', () => {
  test('contain the transaction types by code, including cancellations by reason [P401] [D116]', () => {
    const ofReasons = /^[CP]\d\d$/
    const types = lists?.transactionTypes?.filter(({ code }) => !ofReasons.test(code)) ?? []
    const named = [
      ...['NB New Business', 'EB Endorsement', 'EBM Mandatory Endorsement', 'EBR Endorsement Reversal'],
      ...['EBO Out of Sequence Endorsement', 'Grouped Grouped Endorsement', 'MA Manual Adjustment', 'RN Renewal'],
      ...['RI Reinstatement', 'CN Cancel'],
    ]
    expect(types.map(({ code, label }) => `${code} ${label}`).toSorted()).toEqual(named.toSorted())
    const pattern = new RegExp(schema('TransactionType').pattern ?? '')
    for (const code of [...(getCodes('transactionTypes') ?? []), 'C05', 'P05']) expect(code).toMatch(pattern)
  })

  test('contain the cancel reasons by code [P404]', () => {
    const reasons = lists?.cancelReasons as unknown as { reasonCode: string; reasonName: string }[]
    expect(reasons.map(({ reasonCode, reasonName }) => `${reasonCode} ${reasonName}`)).toEqual([
      ...['01 Building Sold', '02 Contents Sold', '03 Expiration With Other Coverages', '04 Duplicate Policy'],
      ...['05 Nonpayment', '06 Not Eligible For Coverage', '07 Property Closing Did Not Occur'],
      ...['08 No Longer in Flood Map', '09 No Longer in SFHA', '10 Condo or Association Converting to RCBAP'],
      ...['12 Mortgage Paid Off', '13 Cancel Prior to Effective Date', '15 No Longer in FEMA SFHA Review'],
      ...['19 No Longer in SFHA by LOMA', '21 Continuous Lake Flooding', '22 Misrating'],
      ...['23 Fraud or Material Misrepresentation', '24 Map Revision/LOMA/LODR', '30 FHA/VA', '33 Insured Request'],
      ...['34 Insured Requested', '40 Open Claims', '41 Manual NonRenewal'],
    ])
  })

  test('contain the document types, spelled as specified [P406] [D401]', () => {
    const types = lists?.documentTypes as unknown as { docTypeId: number; name: string; lists: string[] }[]
    expect(
      types.filter(({ lists: [first] }) => first === 'standard').map((one) => `${one.docTypeId} ${one.name}`),
    ).toEqual([
      ...['1 Policy', '2 Application', '3 HUD-1', '4 Elevation Certificate', '5 Dilligent Effort'],
      ...['6 Supporting Documents', '7 Closing Document', '8 Cancellation Document', '9 Property Sold'],
      ...['10 Contents Sold', '11 Endorsement Agreement', '12 Flat Cancel Document', '14 DNOC Document'],
      ...['16 Endorsement Tax Notice', '17 Supporting Cancel Documents', '19 Signed Part C'],
      ...['21 Rollover Declarations Page'],
    ])
    expect(schema('DocTypeId').enum).toEqual(types.map(({ docTypeId }) => docTypeId))
    expect(schema('DocTypeId').description).toContain('4 Elevation Certificate')
  })

  test('contain the property types as bit flags [D021]', () => {
    expect(schema('PropertyTypeScope').enum).toEqual([1, 2, 4, 8, 16, 32, 64])
    expect(schema('PropertyTypeScope').description).toContain(
      '1 single family, 2 rcbap, 4 mixed use, 8 apartment, 16 commercial, 32 hotel, 64 earthquake',
    )
    const listed = lists?.propertyTypeScopes as unknown as { scope: number }[]
    expect(listed.map(({ scope }) => scope)).toEqual(schema('PropertyTypeScope').enum)
  })

  test.each(documentedLists)('contain %s as specified [%s]', (list, _id, codes) => {
    expect(getCodes(list)).toEqual(codes.split(' '))
  })

  test('contain the roles with exact capitalization [P239]', () => {
    const documented = ['superuser', 'financeadmin', 'commissionAdmin', 'internal', 'cvc-optional', 'nopayoptin']
    expect(schema('AdminRole').enum).toEqual(expect.arrayContaining(documented))
    // The contract also has the read-only role, which the specification's list does not contain.
    expect(schema('AdminRole').enum).toHaveLength(documented.length + 1)
  })

  test('include the document types and friendly file names for uploads [D143]', () => {
    const call = calls.find(({ operationId }) => operationId === 'uploadDocuments')
    expect(call?.parameters?.map((one) => resolve(one).name)).toEqual(expect.arrayContaining(['policyNo', 'docType']))
    const upload = schema('DocumentUpload') as Shape & { additionalProperties?: unknown }
    expect(upload.additionalProperties).toBeTruthy()
    expect(upload.description).toMatch(/name/i)
  })

  test('contain the note types and the fields of a call log [D137] [D138]', () => {
    expect(schema('PolicyNoteType').enum).toEqual(['note', 'callLog'])
    expect(Object.keys(JSON.parse(schema('NoteMeta').examples?.[0] ?? ''))).toEqual([
      ...['IsInboundCall', 'CallerType', 'OrganizationName', 'CallerName', 'CallerPhone'],
    ])
  })

  test('contain the types of timeline entries [D192]', () => {
    const kinds = Object.entries(contract.components.schemas ?? {})
      .filter(([name]) => /^Timeline[A-Z]/.test(name))
      .flatMap(([, shape]) => (shape as Shape).properties?.type?.enum ?? [])
    expect(kinds.toSorted()).toEqual([
      ...['claim', 'document-upload', 'payment', 'policy-call-log', 'policy-note', 'transaction'],
    ])
  })

  test('define party 1 as the agent and party 2 as the policyholder [D148]', () => {
    expect(schema('Party').enum).toEqual([1, 2])
    expect(schema('Party').description).toBe('1 agent, 2 insured.')
  })

  test('allow monthly payments only for earthquake policies [D422]', () => {
    expect(schema('PaymentInterval').enum).toEqual(['Annual', 'Monthly'])
    expect(schema('PaymentInterval').description).toContain('Monthly exists for earthquake policies only')
  })

  test('allow exactly the specified fields for a lienholder on a quote [C070]', () => {
    const { lienholderId: _id, ...fields } = schema('QuoteLienholder').properties ?? {}
    expect(Object.keys(fields)).toEqual([
      ...['name', 'addr1', 'addr2', 'city', 'state', 'zip', 'loan_number', 'mortgage_clause'],
    ])
    expect(schema('QuoteLienholder')).toMatchObject({ additionalProperties: false })
    expect(schema('QuoteLienholder').description).toMatch(
      /name becomes name1.*loan_number its reference.*mortgageClause/s,
    )
  })
})

test('names unspecified paths in the style of specified paths [D302] [P259]', () => {
  const folder = join(import.meta.dirname, '../requirements')
  const documented = readdirSync(folder)
    .filter((name) => name.startsWith('requirements-'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  for (const { path } of calls) {
    if (documented.includes(path)) continue
    const [, api, ...rest] = path.split('/')
    const steps = rest.filter((step) => !step.startsWith('{'))
    expect(api, path).toBe('api')
    for (const step of steps)
      if (!documented.includes(`/${step}`))
        expect(step, path).toMatch(/^(v[1-9]|[a-z]+([A-Z][a-z]*)*|[a-z]+\.(json|js|css)|[a-z]+-[a-z]+(-[a-z]+)*)$/)
  }
})
