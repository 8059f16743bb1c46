import { createDemoApi } from '@tideline/api/testing/demo-api.ts'
import { describe, expect, it } from 'vitest'
import { calls, type Example, resolve } from '../support/contract.ts'

const { pool } = (await createDemoApi()).database

/** Matches the ids of rows, and the numbers of policies, quotes, payments and claims. */
const ids =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b(?:[A-Z]{3}3|Q)\d{6,7}\b|\bPAY-\d+-\d+\b|\bCLM-\d+-\d+\b/g

/**
 * Ids that the demo book does not contain, because a request creates the row or each demo book has a new id. An example
 * response of the given operation contains the id.
 */
const returnedBy: Record<string, string> = {
  '00000000-0000-4000-8000-000000700001': 'createResource',
  '00000000-0000-4000-8000-000010100007': 'uploadDocuments',
  '00000000-0000-4000-8000-000010100507': 'uploadDocuments',
  '00000013-0002-4000-8001-000003000101': 'reportOwnClaim',
  '00000021-0001-4000-8001-000003000104': 'writeOffBalance',
  '00000087-0000-4000-8001-000000000001': 'listAdminApprovals',
  '00000091-0000-4000-8001-000000000001': 'listProofLinks',
  '4a392817-0f6e-4d5c-8b4a-0a0000000002': 'listSessions',
  'c0332000-0000-4000-8000-000000000001': 'listCommissionTransactions',
}

/** Collects the texts of an example. */
const getTexts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(getTexts)
      : []

/** The ids in the paths, queries and bodies of all example requests, with the operations that use them. */
const used = new Map<string, Set<string>>()
for (const { operationId, parameters = [], requestBody, responses } of calls) {
  const add = (value: unknown) => {
    for (const text of getTexts(value))
      for (const [id] of text.matchAll(ids)) used.set(id, (used.get(id) ?? new Set()).add(operationId))
  }
  for (const parameter of parameters)
    if (parameter.in !== 'header') add(parameter.example ?? parameter.content?.['application/json']?.example)
  for (const { examples = {} } of Object.values(requestBody?.content ?? {}))
    for (const example of Object.values(examples)) add(resolve<Example>(example).value)
  for (const response of Object.values(responses))
    for (const { examples = {} } of Object.values(resolve(response).content ?? {}))
      for (const example of Object.values(examples)) add(resolve<Example>(example)['x-request'])
}

/** Returns the ids that no table of the demo book contains. */
async function findMissing(all: readonly string[]): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema = 'public'`,
  )
  let missing = [...all]
  for (const { name } of tables) {
    const { rows } = await pool.query<{ id: string }>(
      `select id from unnest($1::text[]) as id where exists (select from ${name} t where strpos(t::text, id) > 0)`,
      [missing],
    )
    const found = new Set(rows.map(({ id }) => id))
    missing = missing.filter((id) => !found.has(id))
  }
  return missing
}

describe('example requests of the contract', () => {
  it('use only ids that the demo book contains or that another example returns', async () => {
    const missing = await findMissing([...used.keys()])
    const describeUse = (id: string) => `${id}: ${[...(used.get(id) ?? [])].join(', ')}`
    expect(missing.filter((id) => !(id in returnedBy)).map(describeUse)).toEqual([])
    expect(Object.keys(returnedBy).filter((id) => !missing.includes(id))).toEqual([])
  })

  it.each(Object.entries(returnedBy))('use the id %s that %s returns', (id, operationId) => {
    const responses = calls.find((call) => call.operationId === operationId)?.responses ?? {}
    const examples = Object.values(responses).flatMap((response) =>
      Object.values(resolve(response).content ?? {}).flatMap(({ examples = {} }) => Object.values(examples)),
    )
    expect(examples.flatMap((example) => getTexts(resolve<Example>(example).value))).toContain(id)
  })
})
