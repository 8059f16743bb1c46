import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLoggedInConfigFile, createTempFolder, runTideline } from './testing/command-line.ts'
import { createFakeIo } from './testing/fake-io.ts'
import { createErrorResponse, createResponse, type StubResponse, startServer } from './testing/server.ts'

const path = 'POST /api/v1/policies/nonRenew'
const marked = createResponse({ policyNo: 'EQR3000104', status: 'Non-renew', policyTransactionId: null })

/** Starts a server that accepts non-renewals. Returns the server, a folder, and the command. */
async function setUpBulkRun(replies: Parameters<typeof startServer>[0] = { [path]: marked }) {
  const server = await startServer(replies)
  const folder = await createTempFolder()
  const configFile = await createLoggedInConfigFile(server)
  const journal = join(folder, 'run.jsonl')
  const nonRenew = (args: string[], io = createFakeIo()) =>
    runTideline(['policies', 'non-renew', ...args], { io, configFile })
  const getRequests = () => server.received.map(({ body }) => JSON.parse(body))
  return { server, folder, journal, nonRenew, getRequests, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const run = (journal: string) => ['--yes', '--note', 'Sold.', '--journal', journal]

describe('CLI bulk command', () => {
  test('sends one request per ID, each with a different idempotency key', async () => {
    await using desk = await setUpBulkRun()
    const { code, out, err } = await desk.nonRenew(['EQR3000104', 'EQR3000105', ...run(desk.journal)])
    expect(code).toBe(0)
    expect(desk.getRequests()).toEqual([
      { PolicyNo: 'EQR3000104', Note: 'Sold.', reasonCode: '99' },
      { PolicyNo: 'EQR3000105', Note: 'Sold.', reasonCode: '99' },
    ])
    expect(new Set(desk.server.received.map(({ headers }) => headers['idempotency-key'])).size).toBe(2)
    expect(JSON.parse(out)).toEqual([
      { policyNo: 'EQR3000104', outcome: 'done', status: 'Non-renew' },
      { policyNo: 'EQR3000105', outcome: 'done', status: 'Non-renew' },
    ])
    expect(err).toContain('EQR3000104: done\n')
    expect(err).toContain('2 of 2 done.')
  })

  test.each([
    ['ids, one per line', 'EQR3000104\nEQR3000105\n'],
    ['CSV', 'policyNo,note\nEQR3000104,\n"EQR3000105","Sold."\n'],
    ['JSON lines', '{"policyNo":"EQR3000104","note":"Sold."}\n{"policyNo":"EQR3000105","note":null}\n'],
    [
      'CSV with a byte order mark, as spreadsheets write it',
      '\uFEFFnote,policyNo\r\nSold.,EQR3000104\r\nSold.,EQR3000105',
    ],
  ])('reads %s from stdin or a file', async (_, text) => {
    await using desk = await setUpBulkRun()
    const file = join(desk.folder, 'rows')
    await writeFile(file, text)
    const first = await desk.nonRenew(['-', ...run(desk.journal)], createFakeIo({ stdin: text }))
    const second = await desk.nonRenew(['--file', file, ...run(`${desk.journal}2`)])
    expect([first.code, second.code]).toEqual([0, 0])
    expect(desk.getRequests().map(({ PolicyNo, Note }) => `${PolicyNo} ${Note}`)).toEqual([
      'EQR3000104 Sold.',
      'EQR3000105 Sold.',
      'EQR3000104 Sold.',
      'EQR3000105 Sold.',
    ])
  })

  test.each(['json', 'table'])('prints all results after the last row with --output %s', async (output) => {
    await using desk = await setUpBulkRun()
    const { out } = await desk.nonRenew(['EQR3000104', '--output', output, ...run(desk.journal)])
    expect(out.match(/EQR3000104/g)).toHaveLength(1)
  })

  test('prints each result, with error code and request ID, as a JSON line before the next row', async () => {
    const io = createFakeIo()
    const seen: string[] = []
    await using desk = await setUpBulkRun({
      [path]: (body) => {
        seen.push(io.out())
        return body.includes('EQR3000105')
          ? createErrorResponse(409, 'Already non-renewed.\n', 'already_non_renewed')
          : marked
      },
    })
    const { code } = await desk.nonRenew(
      ['EQR3000104', 'EQR3000105', 'EQR3000106', '--concurrency', '1', '--output', 'jsonl', ...run(desk.journal)],
      io,
    )
    expect(code).toBe(1)
    expect(seen.map((out) => out.split('\n').length - 1)).toEqual([0, 1, 2])
    const lines = io
      .out()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ policyNo, outcome }) => `${policyNo} ${outcome}`)).toEqual([
      'EQR3000104 done',
      'EQR3000105 failed',
      'EQR3000106 done',
    ])
    expect(lines[1]).toMatchObject({ code: 'already_non_renewed', requestId: 'req_1' })
    expect(lines[1].message).not.toContain('\n')
  })

  test('rejects a misspelled column and suggests the closest column', async () => {
    await using desk = await setUpBulkRun()
    const stdin = 'policyNo,notes\nEQR3000104,Sold.\n'
    const { code, err } = await desk.nonRenew(['-', '--note', 'x'], createFakeIo({ stdin }))
    expect(code).toBe(2)
    expect(err).toContain('There is no column "notes". Did you mean "note"?')
    expect(desk.server.received).toEqual([])
  })

  test('ignores additional columns, for example from an export', async () => {
    await using desk = await setUpBulkRun()
    const stdin = 'policyNo,insuredName,status\nEQR3000104,Marina Sample,Active\n'
    expect((await desk.nonRenew(['-', ...run(desk.journal)], createFakeIo({ stdin }))).code).toBe(0)
  })

  test.each([
    ['no rows', [], /Nothing to do/],
    ['a row without a required column', ['EQR3000104'], /Row 1: note is missing; a column, or --note for all/],
    ['the same row twice', ['EQR3000104', 'EQR3000104', '--note', 'x'], /Row 2: the same as row 1/],
    ['no terminal for a prompt', ['EQR3000104', '--note', 'x'], /Use --yes/],
    ['a file that does not exist', ['--file', '/nonexistent/rows.csv', '--note', 'x'], /cannot be read/],
    ['an invalid concurrency', ['EQR3000104', '--concurrency', '0'], /A whole number from 1 to 32/],
    ['rows together with --resume', ['EQR3000104', '--resume', 'x.jsonl'], /cannot be used with other rows/],
  ])('exits with a usage error for %s and sends no request', async (_, args, message) => {
    await using desk = await setUpBulkRun()
    const { code, err } = await desk.nonRenew(args)
    expect(code).toBe(2)
    expect(err).toMatch(message)
    expect(desk.server.received).toEqual([])
  })

  test('explains the consequences and starts only after the user confirms', async () => {
    await using desk = await setUpBulkRun()
    const questions: string[] = []
    const ask = async (question: string) => {
      questions.push(question)
      return 'no'
    }
    const io = { ...createFakeIo({ columns: 80 }), ask }
    const { code, err } = await desk.nonRenew(['EQR3000104', '--note', 'Sold.', '--journal', desk.journal], io)
    expect(code).toBe(1)
    expect(questions).toEqual(['1 policy will not be renewed. Continue? (yes/no) '])
    expect(err).toContain('Nothing was changed.')
    expect(desk.server.received).toEqual([])
  })

  test('exits with code 3 before the first row when the user is not logged in', async () => {
    const { code } = await runTideline(['policies', 'non-renew', 'EQR3000104', '--note', 'x', '--yes'])
    expect(code).toBe(3)
  })

  test('exits with code 3 when the session ends, and skips the remaining rows', async () => {
    await using desk = await setUpBulkRun({ [path]: createErrorResponse(401, 'The session has ended.') })
    const ids = ['EQR3000104', 'EQR3000105', 'EQR3000106']
    const { code, out, err } = await desk.nonRenew([...ids, ...run(desk.journal), '--concurrency', '1'])
    expect(code).toBe(3)
    expect(desk.server.received).toHaveLength(1)
    expect(JSON.parse(out)[2]).toEqual({ policyNo: 'EQR3000106', outcome: 'not tried' })
    expect(err).toContain(`--resume ${desk.journal}`)
  })
})

describe('journal of a CLI bulk command', () => {
  test('lists failed rows in a file that can be corrected and submitted again', async () => {
    const replies = { [path]: createErrorResponse(422, 'Only earthquake policies are marked.') }
    await using desk = await setUpBulkRun(replies)
    const { code, err } = await desk.nonRenew(['RFL3000104', ...run(desk.journal)])
    expect(code).toBe(1)
    expect(err).toContain('0 of 1 done, 1 failed')
    const failures = join(desk.folder, 'run.failures.csv')
    expect(await readFile(failures, 'utf8')).toContain('RFL3000104,Sold.')
    replies[path] = marked
    expect((await desk.nonRenew(['--file', failures, '--yes', '--journal', `${desk.journal}2`])).code).toBe(0)
  })

  test('lets --resume skip completed rows and retry the other rows with the same keys', async () => {
    const replies: Record<string, StubResponse> = { [path]: marked }
    await using desk = await setUpBulkRun(replies)
    await desk.nonRenew(['EQR3000104', ...run(desk.journal)])
    // Simulates a killed run: the journal has a row in progress, a row that was never started and an incomplete line.
    const text = await readFile(desk.journal, 'utf8')
    const [head = '', ...done] = text.split('\n')
    const { rows, ...rest } = JSON.parse(head)
    const all = [...rows, { policyNo: 'EQR3000105', note: 'Sold.' }, { policyNo: 'EQR3000106', note: 'Sold.' }]
    const began = JSON.stringify({ row: 1, state: 'started' })
    await writeFile(
      desk.journal,
      [JSON.stringify({ ...rest, rows: all }), ...done, `${began}\n{"row":2,"sta`].join('\n'),
    )
    const { code, out } = await desk.nonRenew(['--resume', desk.journal, '--yes', '--output', 'csv'])
    expect(code).toBe(0)
    expect(desk.getRequests().map(({ PolicyNo }) => PolicyNo)).toEqual(['EQR3000104', 'EQR3000105', 'EQR3000106'])
    expect(desk.server.received.map(({ headers }) => headers['idempotency-key'])).toEqual([
      `${rest.run}-0`,
      `${rest.run}-1`,
      `${rest.run}-2`,
    ])
    expect(out).toContain('EQR3000104,done,Non-renew')
    expect((await desk.nonRenew(['--resume', desk.journal, '--yes'])).code).toBe(0)
    expect(desk.server.received).toHaveLength(3)
  })

  test('cannot be overwritten, shared by two runs or resumed by another command', async () => {
    await using desk = await setUpBulkRun()
    await desk.nonRenew(['EQR3000104', ...run(desk.journal)])
    const again = await desk.nonRenew(['EQR3000105', ...run(desk.journal)])
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('already exists')])
    await writeFile(`${desk.journal}.lock`, String(process.ppid))
    expect((await desk.nonRenew(['--resume', desk.journal, '--yes'])).err).toContain('is in use by process')
    await writeFile(`${desk.journal}.lock`, '999999999')
    expect((await desk.nonRenew(['--resume', desk.journal, '--yes'])).code).toBe(0)
    const configFile = await createLoggedInConfigFile(desk.server)
    const other = await runTideline(['policies', 'finalize', '--resume', desk.journal, '--yes'], { configFile })
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('the journal of "policies non-renew"')])
  })

  test('prevents a retry of rows without a response if the operation takes no idempotency key', async () => {
    await using server = await startServer({})
    const configFile = await createLoggedInConfigFile(server)
    const journal = join(await createTempFolder(), 'run.jsonl')
    const began = new Date().toISOString()
    const head = {
      run: 'r',
      began,
      command: 'policies resend-link',
      url: server.url,
      rows: [{ policyNo: 'RFL3000101' }],
    }
    await writeFile(journal, `${JSON.stringify(head)}\n${JSON.stringify({ row: 0, state: 'started' })}\n`)
    const { code, out } = await runTideline(['policies', 'resend-link', '--resume', journal, '--yes'], { configFile })
    expect(code).toBe(1)
    expect(JSON.parse(out)[0].message).toMatch(/may have been made/)
    expect(server.received).toEqual([])
  })
})

describe('CLI bulk row with an unknown result', () => {
  const begunAt = async (began: string) => {
    const desk = await setUpBulkRun()
    const rows = [{ policyNo: 'EQR3000104', note: 'Sold.' }]
    const head = { run: 'r', began, command: 'policies non-renew', url: desk.server.url, rows }
    const failed = { row: 0, state: 'failed', message: 'Bad gateway.', isUnclear: true }
    await writeFile(desk.journal, `${JSON.stringify(head)}\n${JSON.stringify(failed)}\n`)
    return desk
  }

  test('is marked as unclear after a 500 response and retried with the same key', async () => {
    const replies = { [path]: createErrorResponse(500, 'Something went wrong.') }
    await using desk = await setUpBulkRun(replies)
    expect((await desk.nonRenew(['EQR3000104', ...run(desk.journal)])).code).toBe(1)
    expect(await readFile(desk.journal, 'utf8')).toContain('"isUnclear":true')
    replies[path] = marked
    expect((await desk.nonRenew(['--resume', desk.journal, '--yes'])).code).toBe(0)
    const keys = desk.server.received.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([keys[0], keys[0]])
  })

  test('is retried while the server still stores its idempotency key', async () => {
    await using desk = await begunAt(new Date(Date.now() - 22 * 3_600_000).toISOString())
    expect((await desk.nonRenew(['--resume', desk.journal, '--yes'])).code).toBe(0)
    expect(desk.server.received).toHaveLength(1)
  })

  test('is not retried after the server has deleted its idempotency key', async () => {
    await using desk = await begunAt(new Date(Date.now() - 24 * 3_600_000).toISOString())
    expect((await desk.nonRenew(['--resume', desk.journal, '--yes'])).code).toBe(1)
    expect(desk.server.received).toEqual([])
  })
})

test('finishes the bulk rows in progress after Ctrl-C and leaves the remaining rows for --resume', async () => {
  await using desk = await setUpBulkRun()
  const io = createFakeIo()
  const { write } = io.stderr
  io.stderr.write = (chunk) => {
    write(chunk)
    if (String(chunk).startsWith('EQR3000104')) io.interrupt()
  }
  const ids = ['EQR3000104', 'EQR3000105', 'EQR3000106']
  const { code, out, err } = await desk.nonRenew([...ids, ...run(desk.journal), '--concurrency', '1'], io)
  expect(code).toBe(1)
  expect(JSON.parse(out).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'not tried', 'not tried'])
  expect(err).toContain('Stopped; 1 of 3 done, 2 not processed.')
  expect((await desk.nonRenew(['--resume', desk.journal, '--yes'])).code).toBe(0)
  expect(desk.server.received).toHaveLength(3)
})

test('shows the progress of a bulk command on one line of a terminal', async () => {
  await using desk = await setUpBulkRun()
  const { err } = await desk.nonRenew(['EQR3000104', 'EQR3000105', ...run(desk.journal)], createFakeIo({ columns: 80 }))
  expect(err).toContain('\r\x1b[K1 of 2, ')
  expect(err).toMatch(/2 of 2, [\d.e+]+ a second, 0:00 left/)
})
