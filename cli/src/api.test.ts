import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Operation, type OperationParameter, type OperationValue, wildcardFieldName } from './base/operation.ts'
import { createConfigFile, createLoggedInConfigFile, createTempFolder, runTideline } from './testing/command-line.ts'
import { createFakeIo } from './testing/fake-io.ts'
import { createErrorResponse, createResponse, type StubResponse, startServer } from './testing/server.ts'

const value = (name: string, flag: string, rest: Partial<OperationValue> = {}): OperationValue => ({
  name,
  flag,
  kind: 'text',
  required: false,
  description: '',
  ...rest,
})
const parameter = (
  where: OperationParameter['in'],
  name: string,
  flag: string,
  rest: Partial<OperationValue> = {},
): OperationParameter => ({
  ...value(name, flag, rest),
  in: where,
})
const operation = (id: string, rest: Partial<Operation>): Operation => ({
  id,
  tag: 'policies',
  summary: id,
  description: id,
  method: 'GET',
  path: `/${id}`,
  access: 'staff',
  isOpen: false,
  contentType: 'application/json',
  parameters: [],
  ...rest,
})

const operations = [
  operation('getPolicy', {
    path: '/policies/{policyNo}',
    parameters: [
      parameter('path', 'policyNo', 'policy-no', { required: true }),
      parameter('query', 'take', 'take', { kind: 'integer' }),
      parameter('query', 'isPaid', 'is-paid', { kind: 'boolean' }),
      parameter('query', 'scope', 'scope', { kind: 'integer', choices: ['1', '2'] }),
    ],
  }),
  operation('saveNote', {
    method: 'POST',
    path: '/notes',
    parameters: [parameter('header', 'Idempotency-Key', 'idempotency-key')],
    body: {
      media: 'application/json',
      fields: [
        value('note', 'note', { required: true }),
        value('private', 'private', { kind: 'boolean' }),
        value('amount', 'amount', { kind: 'number' }),
        value('tags', 'tags', { kind: 'list' }),
        value('meta', 'meta', { kind: 'json' }),
      ],
      example: '',
    },
  }),
  operation('quote', { method: 'POST', path: '/quote', body: { media: 'application/json', fields: [], example: '' } }),
  operation('upload', {
    method: 'POST',
    path: '/upload',
    body: {
      media: 'multipart/form-data',
      fields: [value('file', 'file', { kind: 'file', required: true })],
      example: '',
    },
  }),
  operation('uploadMany', {
    method: 'POST',
    path: '/upload',
    body: {
      media: 'multipart/form-data',
      fields: [value(wildcardFieldName, 'file', { kind: 'file', required: true })],
      example: '',
    },
  }),
  operation('getReceipt', { path: '/receipt', contentType: 'application/pdf' }),
  operation('getHealth', { path: '/health', isOpen: true }),
]

const replies = {
  'GET /policies/RFL3000101': createResponse({ policyNo: 'RFL3000101' }),
  'POST /notes': createResponse(null),
  'POST /quote': createResponse(null),
  'POST /upload': createResponse(null),
  'GET /receipt': { type: 'application/pdf', body: '%PDF-1.7' },
  'GET /health': { body: { status: 'ok' } },
}

describe('tideline api', () => {
  test.each([
    [
      ['getPolicy', '--policy-no', 'RFL3000101', '--take', '5', '--is-paid', 'false', '--scope', '2'],
      'GET /policies/RFL3000101?take=5&isPaid=false&scope=2',
      '',
    ],
    [['getPolicy', '--policy-no', 'RFL3000101', '--is-paid'], 'GET /policies/RFL3000101?isPaid=true', ''],
    [['saveNote', '--note', 'Hello', '--private'], 'POST /notes', '{"note":"Hello","private":true}'],
    [
      ['saveNote', '--note', 'a', '--amount', '-2.5', '--tags', 'x,y', '--tags', 'z', '--meta', '{"a":1}'],
      'POST /notes',
      '{"note":"a","amount":-2.5,"tags":["x","y","z"],"meta":{"a":1}}',
    ],
    [
      ['saveNote', '--body', '{"note":"a","private":true}', '--note', 'b'],
      'POST /notes',
      '{"note":"b","private":true}',
    ],
    [['saveNote', '--body', '-'], 'POST /notes', '{"note":"from stdin"}'],
    [['quote', '--body', '"RFL3000101"'], 'POST /quote', '"RFL3000101"'],
  ])('sends the request for the command line %j', async (args, line, body) => {
    await using server = await startServer(replies)
    const configFile = await createLoggedInConfigFile(server)
    const io = createFakeIo({ stdin: '{"note":"from stdin"}' })

    const { code, err } = await runTideline(['api', ...args], { io, configFile, operations })

    expect({ code, err }).toEqual({ code: 0, err: '' })
    const [request] = server.received
    expect(`${request?.method} ${request?.url}`).toBe(line)
    expect(request?.body).toBe(body)
    expect(request?.headers.authorization).toBe('Bearer a.b.c')
  })

  test('sends a request body from a file', async () => {
    await using server = await startServer(replies)
    const file = join(await createTempFolder(), 'note.json')
    await writeFile(file, '{"note":"from a file"}')
    await runTideline(['api', 'saveNote', '--body', `@${file}`], {
      configFile: await createLoggedInConfigFile(server),
      operations,
    })
    expect(server.received[0]?.body).toBe('{"note":"from a file"}')
    expect(server.received[0]?.headers['content-type']).toBe('application/json')
  })

  test('uploads a file as a form part under its file name', async () => {
    await using server = await startServer(replies)
    const file = join(await createTempFolder(), 'book.csv')
    await writeFile(file, 'productId\n1\n')
    const { code } = await runTideline(['api', 'upload', '--file', file], {
      configFile: await createLoggedInConfigFile(server),
      operations,
    })
    expect(code).toBe(0)
    expect(server.received[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(server.received[0]?.body).toContain('name="file"; filename="book.csv"')
    expect(server.received[0]?.body).toContain('productId\n1\n')
  })

  test('names the form part as specified on the command line, or else after the file', async () => {
    await using server = await startServer(replies)
    const folder = await createTempFolder()
    await writeFile(join(folder, 'a.pdf'), 'A')
    const args = ['api', 'uploadMany', '--file', `survey=${folder}/a.pdf`, '--file', join(folder, 'a.pdf')]
    await runTideline(args, { configFile: await createLoggedInConfigFile(server), operations })
    expect(server.received[0]?.body).toContain('name="survey"; filename="a.pdf"')
    expect(server.received[0]?.body).toContain('name="a.pdf"; filename="a.pdf"')
  })

  test('sends the idempotency key given on the command line', async () => {
    await using server = await startServer(replies)
    const args = ['api', 'saveNote', '--note', 'a', '--idempotency-key', 'key-12345']
    await runTideline(args, { configFile: await createLoggedInConfigFile(server), operations })
    expect(server.received[0]?.headers['idempotency-key']).toBe('key-12345')
  })

  test('calls a public operation without a token', async () => {
    await using server = await startServer(replies)
    const { code, out } = await runTideline(['api', 'getHealth', '--url', server.url], { operations })
    expect({ code, out }).toEqual({ code: 0, out: '{\n  "status": "ok"\n}\n' })
    expect(server.received[0]?.headers.authorization).toBeUndefined()
  })
})

describe('CLI exit code', () => {
  test.each([
    ['an unknown operation', ['api', 'getNothing'], /unknown command 'getNothing'/],
    ['a missing parameter', ['api', 'getPolicy'], /--policy-no/],
    ['an unknown flag', ['api', 'getPolicy', '--policy-no', 'x', '--nothing'], /unknown option '--nothing'/],
    ['a value that is not a number', ['api', 'getPolicy', '--policy-no', 'x', '--take', 'many'], /Not a whole number/],
    ['a value outside the choices', ['api', 'getPolicy', '--policy-no', 'x', '--scope', '3'], /choices are 1, 2/],
    ['a missing field', ['api', 'saveNote', '--private'], /add --note, or --body/],
    ['a body that is not JSON', ['api', 'saveNote', '--body', '{'], /--body is not valid JSON/],
    ['a body file that does not exist', ['api', 'saveNote', '--body', '@/nowhere.json'], /cannot be read/],
    ['an unknown format', ['api', 'getHealth', '--output', 'xml'], /Allowed choices are table, json, jsonl, csv/],
  ])('is 2 for %s', async (_, args, message) => {
    const { code, out, err } = await runTideline(args, { operations })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
  })

  test('is 1 for a rejected request, with the error message and request ID shown', async () => {
    await using server = await startServer({ 'POST /notes': createErrorResponse(422, 'Note: too long.') })
    const configFile = await createLoggedInConfigFile(server)
    const { code, out, err } = await runTideline(['api', 'saveNote', '--note', 'a'], { configFile, operations })
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: 'Note: too long.\n(request req_1)\n' })
  })

  test('is 1 when the server cannot be reached', async () => {
    const configFile = await createLoggedInConfigFile({ url: 'http://127.0.0.1:4' })
    const { code, err } = await runTideline(['api', 'saveNote', '--note', 'a'], { configFile, operations })
    expect(code).toBe(1)
    expect(err).toMatch(/^Tideline is unreachable at http:\/\/127\.0\.0\.1:4: connect ECONNREFUSED .*\.\n$/)
  })

  test('is 2 for an invalid URL, and the message shows the URL', async () => {
    const io = createFakeIo({ env: { TIDELINE_URL: 'policies.example.com', TIDELINE_TOKEN: 'a.b.c' } })
    const { code, err } = await runTideline(['whoami'], { io })
    expect([code, err]).toEqual([2, 'policies.example.com: enter a URL, for example https://policies.example.com.\n'])
  })

  test('is 3 without a session, and no request is sent', async () => {
    await using server = await startServer(replies)
    const args = ['api', 'saveNote', '--note', 'a', '--url', server.url]
    const { code, err } = await runTideline(args, { operations })
    expect(code).toBe(3)
    expect(err).toMatch(/tideline login/)
    expect(server.received).toEqual([])
  })

  test('is 3 when the server rejects the session', async () => {
    await using server = await startServer({ 'POST /notes': createErrorResponse(401, 'Please log in.') })
    const configFile = await createLoggedInConfigFile(server)
    expect((await runTideline(['api', 'saveNote', '--note', 'a'], { configFile, operations })).code).toBe(3)
  })

  test('is 0 for help, which shows the endpoint and who can access it', async () => {
    const { code, out } = await runTideline(['api', 'saveNote', '--help'], { operations })
    expect(code).toBe(0)
    expect(out).toMatch(/POST \/notes[\s\S]*Access: staff\.[\s\S]*--note <text>/)
    // A flag without a value is sent as true. If the flag is missing, nothing is sent.
    expect(out).toContain('--private [true|false]')
    expect(out).not.toMatch(/preset|default: "?true/)
  })
})

describe('CLI file responses', () => {
  test('are saved to a file with --out', async () => {
    await using server = await startServer(replies)
    const file = join(await createTempFolder(), 'receipt.pdf')
    const configFile = await createLoggedInConfigFile(server)
    const { out, err } = await runTideline(['api', 'getReceipt', '--out', file], { configFile, operations })
    expect({ out, err }).toEqual({ out: '', err: `Saved as ${file}.\n` })
    expect(await readFile(file, 'utf8')).toBe('%PDF-1.7')
  })

  test('are written to a pipe but not to a terminal', async () => {
    await using server = await startServer(replies)
    const configFile = await createLoggedInConfigFile(server)
    expect((await runTideline(['api', 'getReceipt'], { configFile, operations })).out).toBe('%PDF-1.7')
    const onTerminal = await runTideline(['api', 'getReceipt'], {
      io: createFakeIo({ columns: 80 }),
      configFile,
      operations,
    })
    expect(onTerminal).toEqual({ code: 2, out: '', err: 'The response is a file. Use --out <file>.\n' })
  })
})

test('suggests operations and flags for shell completion', async () => {
  const words = async (line: string) =>
    (
      await runTideline(['completion', '--words', line], { operations, configFile: await createConfigFile() })
    ).out.split('\n')
  expect(await words('tideline')).toEqual(expect.arrayContaining(['login', 'policies', 'api']))
  expect(await words('tideline api')).toEqual(expect.arrayContaining(['getPolicy', 'saveNote']))
  expect(await words('tideline api getPolicy')).toEqual(expect.arrayContaining(['--policy-no', '--output']))
})

describe('CLI noun command', () => {
  const page = (ids: string[], nextCursor: string | null): StubResponse =>
    createResponse({ resultCount: 3, isCapped: false, items: ids.map((id) => ({ id })), nextCursor })
  const listed = [
    operation('listImportJobs', {
      tag: 'imports',
      path: '/api/v1/bulkUpload/jobs',
      parameters: [parameter('query', 'take', 'take', { kind: 'integer' }), parameter('query', 'cursor', 'cursor')],
    }),
    operation('getImportJob', { tag: 'imports', path: '/import' }),
    operation('getJob', { tag: 'imports', path: '/job' }),
    operation('searchPolicies', { path: '/search' }),
  ]

  test('shortens an operation name to its verb if the verb is unambiguous', async () => {
    const { out } = await runTideline(['imports', '--help'], { operations: listed })
    expect(out).toMatch(/^ {2}list-jobs /m)
    expect(out).toMatch(/^ {2}get-import-job /m)
    expect(out).toMatch(/^ {2}get-job /m)
    const { out: policies } = await runTideline(['policies', '--help'], { operations: listed })
    expect(policies).toMatch(/^ {2}search .*number, name or address/m)
    expect(policies).toMatch(/^ {2}search-policies /m)
  })

  test('prints all pages of a list with --all', async () => {
    const replies: Record<string, StubResponse> = { 'GET /api/v1/bulkUpload/jobs': page(['a', 'b'], 'next') }
    await using server = await startServer(replies)
    const io = createFakeIo()
    const { write } = io.stdout
    io.stdout.write = (chunk) => {
      write(chunk)
      replies['GET /api/v1/bulkUpload/jobs'] = page(['c'], null)
    }
    const configFile = await createLoggedInConfigFile(server)
    const args = ['imports', 'list-jobs', '--all', '--output', 'jsonl']
    const { code, out, err } = await runTideline(args, { io, configFile, operations: listed })
    expect({ code, out, err }).toEqual({ code: 0, out: '{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n', err: '' })
    expect(server.received.map(({ url }) => url.split('?')[1])).toEqual(['take=1000', 'take=1000&cursor=next'])
  })

  test('rejects --all combined with paging flags', async () => {
    await using server = await startServer({})
    const configFile = await createLoggedInConfigFile(server)
    const args = ['imports', 'list-jobs', '--all', '--take', '5']
    const { code, err } = await runTideline(args, { configFile, operations: listed })
    expect([code, err]).toEqual([2, expect.stringContaining('cannot be used with take')])
  })
})
