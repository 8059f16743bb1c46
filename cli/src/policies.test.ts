import { describe, expect, test } from 'vitest'
import { createLoggedInConfigFile, runTideline } from './testing/command-line.ts'
import { createFakeIo } from './testing/fake-io.ts'
import { createErrorResponse, createResponse, startServer } from './testing/server.ts'

const marina = {
  policyNo: 'RFL3000101',
  status: 'Bound',
  insuredName: 'Marina Sample',
  inceptionDate: '2026-12-15',
  totalPremium: 1317.75,
  agencyNo: '100100',
  address: '1200 Bayshore Demo Blvd, Tampa, FL 33606',
}
const search = '/api/v1/policies/search'

describe('tideline policies search', () => {
  test.each([
    [['sample'], { search: 'sample', searchMode: '1', SearchScope: '2', take: '50', skip: '0' }],
    [
      ['--insured', 'Sample', '--match', 'starts', '--own', '--take', '5', '--skip', '10'],
      { InsuredName: 'Sample', searchMode: '2', SearchScope: '1', take: '5', skip: '10' },
    ],
    [
      ['--agency', '100100', '--quote', 'Q3000101', '--address', 'Bayshore', '--sort', 'totalPremium', '--ascending'],
      {
        AgentNumber: '100100',
        QuoteNumber: 'Q3000101',
        Address: 'Bayshore',
        sortField: 'totalPremium',
        sortDirection: 'asc',
      },
    ],
  ])('converts the arguments %j to query parameters', async (args, query) => {
    const found = createResponse({ policies: [marina], resultCount: 1, isCapped: false })
    await using server = await startServer({ [`GET ${search}`]: found, 'GET /api/v1/policies': found })
    const { code, err } = await runTideline(['policies', 'search', ...args], {
      configFile: await createLoggedInConfigFile(server),
    })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const requestUrl = new URL(server.received[0]?.url ?? '', server.url)
    expect(Object.fromEntries(requestUrl.searchParams)).toMatchObject(query)
  })

  test('shows a table on a terminal and states whether there are more results', async () => {
    const found = createResponse({ policies: [marina], resultCount: 10000, isCapped: true })
    await using server = await startServer({ [`GET ${search}`]: found, 'GET /api/v1/policies': found })
    const io = createFakeIo({ columns: 80 })
    const { out, err } = await runTideline(['policies', 'search', 'sample'], {
      io,
      configFile: await createLoggedInConfigFile(server),
    })
    expect(out).toBe(
      'POLICYNO    STATUS  INSUREDNAME    INCEPTIONDATE  TOTALPREMIUM  AGENCYNO\nRFL3000101  Bound   Marina Sample  2026-12-15     1317.75       100100\n',
    )
    expect(err).toContain('1 of more than 10000')
  })
})

describe('tideline policies show', () => {
  const replies = {
    'GET /api/v1/policies/RFL3000101': createResponse(marina),
    'GET /api/v1/policies/RFL3000199': createErrorResponse(404, 'Not found.'),
  }

  test('prints one policy as an object', async () => {
    await using server = await startServer(replies)
    const configFile = await createLoggedInConfigFile(server)
    const { code, out } = await runTideline(['policies', 'show', 'RFL3000101'], { configFile })
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual(marina)
  })

  test('reads policy numbers from stdin and prints the policies that were found', async () => {
    await using server = await startServer(replies)
    const io = createFakeIo({ stdin: 'RFL3000101\nRFL3000199\n' })
    const configFile = await createLoggedInConfigFile(server)
    const { code, out, err } = await runTideline(['policies', 'show', '-'], { io, configFile })
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual([marina])
    expect(err).toContain('RFL3000199: Not found.')
    expect(err).toContain('1 of 2 could not be shown.')
  })
})
