import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createLoggedInConfigFile, createTempFolder, runTideline } from './testing/command-line.ts'
import { createErrorResponse, createResponse, type StubResponse, startServer } from './testing/server.ts'

interface Case {
  /** Command-line arguments. FILE and FOLDER are replaced with a test file and folder. */
  args: string[]
  replies: Record<string, StubResponse>
  /** The body of the last request to the operation. */
  sent: Record<string, unknown> | string | RegExp
  /** The response fields that the command must print. */
  shown?: Record<string, unknown>
}

const moratorium = {
  id: '30a00000-0000-4000-8000-000000000001',
  name: 'Hurricane Demo',
  kind: 'bind',
  peril: 'hurricane',
  reason: 'Tropical storm warning for the Gulf coast.',
  startDate: '2026-11-18',
  stopDate: null,
  products: [1, 2],
  actions: ['newBusiness', 'rewrite'],
  locations: [{ countyFips: '12057' }],
}
const month = { status: 'done', error: null, policyCount: 12, calculatedCount: 12 }
const started = '--reason=Storm --start-date=2026-11-18 --products=1,2 --actions=newBusiness,rewrite --counties=12057'

const cases: Record<string, Case> = {
  'policies cancel': {
    args: ['RFL3000101', '--reason-code', '33', '--note', 'Sold.', '--effective-date', '2026-12-01'],
    replies: { 'POST /api/v1/policies/cancelPolicy': createResponse({ state: 'pending', refundAmount: 12.5 }) },
    sent: {
      PolicyNumber: 'RFL3000101',
      ReasonCode: '33',
      NoteInfo: { Note: 'Sold.', Private: false },
      EffectiveDate: '2026-12-01',
    },
    shown: { state: 'pending', refundAmount: 12.5 },
  },
  'policies export': {
    args: ['RFL3000101'],
    replies: {
      'GET /api/v1/policies/RFL3000101': createResponse({
        status: 'Active',
        insuredName: 'Marina Sample',
        totalDue: 1125,
      }),
    },
    sent: '',
    shown: { status: 'Active', insuredName: 'Marina Sample', totalDue: 1125 },
  },
  'payments export': {
    args: ['PAY-3000102-1'],
    replies: {
      'GET /api/v1/billing/payments/PAY-3000102-1': createResponse({
        ...{ insuredName: 'Marina Sample', agencyNo: '100100', refundable: 1319.76 },
        rows: [{ policyNo: 'RFL3000102', paymentTypeDescription: 'ACH', paymentStatus: 'paid', amount: 1319.76 }],
      }),
    },
    sent: '',
    shown: { policyNo: 'RFL3000102', method: 'ACH', status: 'paid', amount: 1319.76, refundable: 1319.76 },
  },
  'policies finalize': {
    args: ['RFL3000101', '--note', 'Letter received.'],
    replies: {
      'POST /api/v1/policies/FinalizeCancelPolicy': createResponse({ state: 'cancelled', refundAmount: 12.5 }),
    },
    sent: { PolicyNumber: 'RFL3000101', NoteInfo: { Note: 'Letter received.', Private: false } },
    shown: { state: 'cancelled', refundAmount: 12.5 },
  },
  'policies non-renew': {
    args: ['EQR3000104', '--note', 'Sold.'],
    replies: { 'POST /api/v1/policies/nonRenew': createResponse({ status: 'Non-renew' }) },
    sent: { PolicyNo: 'EQR3000104', Note: 'Sold.', reasonCode: '99' },
    shown: { status: 'Non-renew' },
  },
  'policies reinstate': {
    args: ['RFL3000109', '--suppress', 'yes'],
    replies: { 'POST /api/v1/policies/reinstate/RFL3000109/true': createResponse({ status: 'Active' }) },
    sent: '',
    shown: { status: 'Active' },
  },
  'policies change-agency': {
    args: ['RFL3000102', '--agent-no', '100110', '--notes', 'Signed letter.'],
    replies: { 'POST /api/v1/policies/RFL3000102/endorse': createResponse({ agencyNo: '100110' }) },
    sent: { endorsementType: 'aor', agentNo: '100110', notes: 'Signed letter.' },
  },
  'policies resend-link': {
    args: ['RFL3000101', '--email', 'other@example.com'],
    replies: { 'POST /api/v1/policies/RFL3000101/email-link': createResponse(null) },
    sent: '',
    shown: { message: '' },
  },
  'payments apply-check': {
    args: 'RFL3000101 --check-no 0042 --amount 1317.75 --payee-name Sample --created-at 2026-11-19 --memo Premium'.split(
      ' ',
    ),
    replies: {
      'POST /api/v1/payments/check/RFL3000101': createResponse({ payment: { paymentId: 'PAY-1' }, totalDue: 0 }),
    },
    sent: { checkNo: '0042', amount: 1317.75, payeeName: 'Sample', createdAt: '2026-11-19', memo: 'Premium' },
    shown: { paymentId: 'PAY-1', totalDue: 0 },
  },
  'payments transfer': {
    args: ['00000004-0001-4000-8001-000003000102', '--from=RFL3000102', '--to=RFL3000101', '--amount=250'],
    replies: { 'PUT /api/v1/payments/RFL3000102/moveto/RFL3000101/250': createResponse({}) },
    sent: { policyPaymentId: '00000004-0001-4000-8001-000003000102' },
  },
  'documents upload': {
    args: ['RFL3000101', '--path', 'FILE', '--doc-type', '6', '--name', 'survey'],
    replies: { 'POST /api/v1/documents/upload/RFL3000101/6': createResponse([{ policyDocVerId: 'v1' }]) },
    sent: /name="survey"; filename="rows.txt"[\s\S]*some text/,
    shown: { policyDocVerId: 'v1' },
  },
  'lockbox import': {
    args: ['FILE', '--format', 'csv'],
    replies: {
      'POST /api/v1/payments/lockbox/import': createResponse({ itemCount: 2, appliedCount: 1, unappliedCount: 1 }),
    },
    sent: /name="file"; filename="rows.txt"[\s\S]*some text[\s\S]*name="format"\r\n\r\ncsv/,
    shown: { itemCount: 2, appliedCount: 1, unappliedCount: 1 },
  },
  'imports run': {
    args: ['FILE', '--notification-email', 'internal@example.com'],
    replies: {
      'POST /api/v1/bulkUpload': createResponse({ id: 'job-1' }),
      'GET /api/v1/bulkUpload/jobs/job-1': createResponse({
        id: 'job-1',
        status: 'done',
        error: null,
        total: 3,
        succeeded: 2,
        failed: 1,
      }),
    },
    sent: '',
    shown: { jobId: 'job-1', total: 3, succeeded: 2, failed: 1 },
  },
  'commissions run': {
    args: ['2026-10', '--close', 'yes'],
    replies: {
      'POST /api/v1/commissions/runs': createResponse({ runId: 'run-1' }),
      'GET /api/v1/commissions/runs/run-1': createResponse(month),
    },
    sent: '',
    shown: { runId: 'run-1', policyCount: 12, calculatedCount: 12 },
  },
  'commissions export': {
    args: ['s-1', '--format', 'csv', '--folder', 'FOLDER'],
    replies: { 'GET /api/v1/commissions/statements/s-1/file': { type: 'text/csv', body: 'lineId\n1\n' } },
    sent: '',
  },
  'moratoriums dry-run': {
    args: ['Hurricane Demo', '--kind=bind', '--products=1,2', '--actions=newBusiness', '--counties=12057,12103'],
    replies: {
      'POST /api/v1/moratoriums/preview': createResponse({
        ...{ resultCount: 12, isCapped: false, items: [], nextCursor: null },
        counts: [{ action: 'newBusiness', policies: 12, inProgress: 0 }],
      }),
    },
    sent: {
      ...{ kind: 'bind', products: [1, 2], actions: ['newBusiness'], take: 1 },
      locations: [{ countyFips: '12057' }, { countyFips: '12103' }],
    },
    shown: { policies: 12, newBusiness: 12 },
  },
  'moratoriums start': {
    args: ['Hurricane Demo', '--kind', 'bind', ...started.split(' ')],
    replies: { 'POST /api/v1/moratoriums': createResponse(moratorium) },
    sent: {
      name: 'Hurricane Demo',
      kind: 'bind',
      reason: 'Storm',
      startDate: '2026-11-18',
      products: [1, 2],
      actions: ['newBusiness', 'rewrite'],
      locations: [{ countyFips: '12057' }],
    },
    shown: { id: moratorium.id, startDate: '2026-11-18' },
  },
  'moratoriums stop': {
    args: [moratorium.id, '--stop-date', '2026-11-20'],
    replies: {
      [`GET /api/admin/moratoriums/${moratorium.id}`]: {
        body: { ...moratorium, createdAt: '2026-11-18T00:00:00Z', createdBy: 'Sam Staff' },
      },
      'POST /api/v1/moratoriums': createResponse({ ...moratorium, stopDate: '2026-11-20' }),
    },
    sent: { ...moratorium, stopDate: '2026-11-20' },
    shown: { name: 'Hurricane Demo', stopDate: '2026-11-20' },
  },
}

/** Runs a command against a server with the given responses. */
async function run(name: string, { args, replies }: Pick<Case, 'args' | 'replies'>, more: string[]) {
  await using server = await startServer(replies)
  const folder = await createTempFolder()
  const file = join(folder, 'rows.txt')
  await writeFile(file, 'some text')
  const words = args.map((word) => ({ FILE: file, FOLDER: folder })[word] ?? word)
  const configFile = await createLoggedInConfigFile(server)
  const { code, out, err } = await runTideline([...name.split(' '), ...words, ...more], { configFile })
  const rows: Record<string, unknown>[] = out ? JSON.parse(out) : []
  return { code, err, row: rows[0] ?? {}, received: server.received, folder }
}
const getRunFlags = async () => ['--yes', '--journal', join(await createTempFolder(), 'run.jsonl')]

describe('CLI bulk command', () => {
  test('is covered by a test case in this file', async () => {
    const files = await readdir(join(import.meta.dirname, 'commands/bulk'))
    expect(
      Object.keys(cases)
        .map((name) => `${name.replace(' ', '-')}.ts`)
        .sort(),
    ).toEqual(files.sort())
  })

  test.each(Object.entries(cases))('sends the request for %s and shows the result', async (name, one) => {
    const { code, err, row, received } = await run(name, one, await getRunFlags())
    expect({ code, err }).toMatchObject({ code: 0 })
    const last = received.findLast(
      ({ method, url }) => `${method} ${url.split('?')[0]}` === Object.keys(one.replies).at(-1),
    )
    if (one.sent instanceof RegExp) expect(last?.body).toMatch(one.sent)
    else expect(last?.body ? JSON.parse(last.body) : '').toEqual(one.sent)
    expect(row).toMatchObject({ outcome: 'done', ...one.shown })
  })

  test('fails with the reason from the server when the background job fails', async () => {
    const given = cases['commissions run'] as Case
    const replies = {
      ...given.replies,
      'GET /api/v1/commissions/runs/run-1': createResponse({ ...month, status: 'failed', error: 'Out of paper.' }),
    }
    const { code, row } = await run('commissions run', { ...given, replies }, await getRunFlags())
    expect([code, row.message]).toEqual([1, "The server's job is failed: Out of paper."])
  })

  test('reports an unreadable file and sends no request', async () => {
    const given = cases['lockbox import'] as Case
    const { code, row, received } = await run(
      'lockbox import',
      { ...given, args: ['/nonexistent/file'] },
      await getRunFlags(),
    )
    expect([code, row.message, received]).toEqual([1, '/nonexistent/file cannot be read.', []])
  })

  test('writes the file returned by the server', async () => {
    const { folder } = await run('commissions export', cases['commissions export'] as Case, await getRunFlags())
    expect(await readFile(join(folder, 's-1.csv'), 'utf8')).toBe('lineId\n1\n')
  })
})

describe('CLI bulk command with --dry-run', () => {
  const given = cases['policies non-renew'] as Case

  test('does not wait for a commission run that was only a dry run', async () => {
    const { code, row, received } = await run('commissions run', cases['commissions run'] as Case, ['--dry-run'])
    expect({ code, row }).toEqual({ code: 0, row: { month: '2026-10', outcome: 'would be done' } })
    expect(received.map(({ method, headers }) => [method, headers['dry-run']])).toEqual([['POST', 'true']])
  })

  test('shows the result from the server for each row and changes nothing', async () => {
    const { code, err, row, received } = await run('policies non-renew', given, ['--dry-run'])
    expect({ code, row }).toEqual({
      code: 0,
      row: { policyNo: 'EQR3000104', outcome: 'would be done', status: 'Non-renew' },
    })
    expect(err).toContain('Nothing was changed.')
    expect(received.map(({ headers }) => headers['dry-run'])).toEqual(['true'])
  })

  test('fails and shows the rows that would be rejected', async () => {
    const replies = {
      'POST /api/v1/policies/nonRenew': createErrorResponse(422, 'Only earthquake policies are marked.'),
    }
    const { code, err, row } = await run('policies non-renew', { ...given, replies }, ['--dry-run'])
    expect([code, row.outcome, row.message]).toEqual([
      1,
      'would fail',
      expect.stringContaining('Only earthquake policies'),
    ])
    expect(err).toContain('1 of 1 would fail.')
  })

  test('only validates and displays the rows if the operation supports no dry run', async () => {
    const { code, row, received } = await run('lockbox import', cases['lockbox import'] as Case, ['--dry-run'])
    expect([code, row.format, received]).toEqual([0, 'csv', []])
  })
})

test('starts at most as many bulk rows per second as --rate allows', async () => {
  const ids = Array.from({ length: 5 }, (_, at) => `EQR300010${at}`)
  const { args: _, ...given } = cases['policies non-renew'] as Case
  const began = performance.now()
  const { code } = await run('policies non-renew', { ...given, args: [...ids, '--note', 'x'] }, [
    ...(await getRunFlags()),
    '--rate',
    '20',
  ])
  // Rows start 1/20 of a second apart, so the fifth row starts at least 4/20 of a second after the first.
  expect([code, performance.now() - began >= 190]).toEqual([0, true])
})
