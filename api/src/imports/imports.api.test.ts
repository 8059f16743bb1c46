import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { getCounties } from '../demo-book/places.ts'
import type { Operations } from '../generated/operations.ts'
import { createJobContext } from '../jobs/job-context.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency } from '../testing/builders.ts'
import { createWorkbook, createZip } from '../testing/xlsx.ts'
import { type ColumnName, columnNames, importColumns } from './columns.ts'
import { importBatchSize, importPolicies } from './run-import.ts'

const api = await createTestApi()
const { db, runJobs } = api
await db.insertInto('counties').values(getCounties()).execute()
const agency = await insertAgency(db)
const staff = async (...roles: string[]) => {
  const { account_id: accountId, email } = await insertAccount(db, { roles: ['internal', ...roles] as never })
  return { email, token: await api.tokenFor({ accountId }) }
}
const [uploader, colleague, superuser, readonly] = [
  await staff(),
  await staff(),
  await staff('superuser'),
  await staff('readonly'),
]
const agent = {
  token: await api.tokenFor({ accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id }),
}

const path = '/api/v1/bulkUpload'
const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
const usDay = day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1')
let houseNumber = 0
type Row = Partial<Record<ColumnName, string>>
/** Returns a valid row with a unique address. */
const aRow = (more: Row = {}): Row => ({
  ...Object.fromEntries(columnNames.map((name) => [name, importColumns[name].sample])),
  ...{ agencyNo: agency.agency_no, inceptionDate: day, addr1: `${++houseNumber} Imported Demo Ave` },
  ...more,
})
const quoted = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const getCells = (row: Row) => columnNames.map((name) => row[name] ?? '')
const toCsv = (...rows: Row[]) =>
  [columnNames, ...rows.map(getCells)].map((cells) => cells.map((cell) => quoted(String(cell))).join(',')).join('\n')

const send = async (content: string | Buffer, to = path, token = uploader.token, columns?: string) => {
  const form = new FormData()
  form.append('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], 'book.csv'))
  if (columns !== undefined) form.append('columns', columns)
  const response = await api.call('POST', to, { token, raw: form })
  return { status: response.status, body: await response.json() }
}
const preview = (content: string | Buffer) => send(content, `${path}/preview`)
const readHeadings = (content: string | Buffer) => send(content, `${path}/headings`)
// biome-ignore lint/suspicious/noExplicitAny: responses are validated against the contract at run time
const get = async (at: string, token = uploader.token): Promise<any> =>
  (await (await api.call('GET', `${path}/jobs${at}`, { token })).json()).payload
const cancel = (id: string, token = uploader.token) => api.call('POST', `${path}/jobs/${id}/cancel`, { token })
const policiesAt = (addr1: string) => db.selectFrom('policies').selectAll().where('addr1', '=', addr1).execute()
const parts = { database: api.database, providers: api.providers, keys: api.keys, config: api.config }
const run = (jobId: string, more: Parameters<typeof importPolicies>[2] = {}) =>
  importPolicies(() => createJobContext(parts, 'import'), { jobId }, more)
const deleteOldJobs = () => db.deleteFrom('graphile_worker._private_jobs' as never).execute()

describe('bulk upload', () => {
  it('returns 202 with a queued job, imports each row independently and emails the result [P304]', async () => {
    const [good, bad, last] = [aRow(), aRow({ zip: '3360' }), aRow({ contentsLimit: '', policyFee: '' })]
    const to = `told-${agency.agency_no}@example.com`
    const { status, body } = await send(toCsv(good, bad, last), `${path}?notificationEmail=${to}`)
    expect(status).toBe(202)
    const { id } = body.payload
    expect(body.payload).toMatchObject({ status: 'queued', total: 3, succeeded: 0, failed: 1, notificationEmail: to })
    await runJobs()
    expect(await get(`/${id}`)).toMatchObject({ status: 'done', succeeded: 2, failed: 1 })
    const [policy] = await policiesAt(good.addr1 ?? '')
    expect(policy).toMatchObject({ county_fips: '12057', gross_premium_cents: 99_451, policy_fee_cents: 7_500 })
    expect(policy?.taxes_cents).toBe(5_549)
    const [mail] = await db
      .selectFrom('email_messages')
      .select(['subject', 'text'])
      .where('to_email', '=', to)
      .execute()
    expect(mail?.subject).toBe('Your upload book.csv has been imported')
    expect(mail?.text).toContain(`/bulkUpload?job=${id}`)
    const trail = await db
      .selectFrom('audit_log')
      .select('action')
      .where('policy_id', '=', policy?.policy_id ?? '')
      .execute()
    expect(trail).toEqual([{ action: 'policy.import' }])
    const papers = await db
      .selectFrom('policy_docs')
      .selectAll()
      .where('policy_id', '=', policy?.policy_id ?? '')
      .execute()
    expect(papers.length).toBeGreaterThan(0)
  })

  it('streams progress events until the import ends, and returns 403 to agents', async () => {
    const { body } = await send(toCsv(aRow()))
    const { id } = body.payload
    const follow = (token: string) => api.call('GET', `${path}/jobs/${id}/progress`, { token })
    expect((await follow(agent.token)).status).toBe(403)
    const response = await follow(uploader.token)
    const stream = response.text()
    await runJobs()
    const events = (await stream)
      .trim()
      .split('\n\n')
      .map((event) => JSON.parse(event.replace(/^data: /, '')))
    expect(events[0]).toEqual(body.payload)
    expect(events.at(-1)).toEqual(await get(`/${id}`))
  })

  it('returns uploads with row counts, newest first [P305]', async () => {
    const { body } = await send(toCsv(aRow()))
    const { items } = await get('')
    expect(items[0]).toEqual({ ...body.payload })
    expect(items[0]).toMatchObject({ fileName: 'book.csv', status: 'queued', total: 1, createdAt: expect.any(String) })
    expect(items[1].status).toBe('done')
    await runJobs()
  })

  it('returns the rows of an upload with their results, filtered by status [P306]', async () => {
    const [good, bad] = [aRow(), aRow({ agencyNo: '999999' })]
    const { body } = await send(toCsv(good, bad))
    await runJobs()
    const { items } = await get(`/${body.payload.id}/items`)
    const [policy] = await policiesAt(good.addr1 ?? '')
    const error = 'agencyNo: no agency has the number 999999.'
    expect(items).toEqual([
      { id: expect.any(String), rowNo: 2, status: 'done', policyNo: policy?.policy_no, error: null },
      { id: expect.any(String), rowNo: 3, status: 'failed', policyNo: null, error },
    ])
    expect((await get(`/${body.payload.id}/items?status=failed`)).items).toEqual([items[1]])
    const admin = await api.call(
      'GET',
      `/api/admin/importJobItems?filter=${encodeURIComponent(JSON.stringify({ jobId: body.payload.id, q: '999999' }))}`,
      { token: superuser.token },
    )
    expect(await admin.json()).toEqual([{ ...items[1], jobId: body.payload.id }])
    const jobs = await api.call('GET', '/api/admin/importJobs?range=[0,0]', { token: superuser.token })
    expect(await jobs.json()).toEqual([await get(`/${body.payload.id}`)])
    const since = async (createdFrom: string) => {
      const filter = encodeURIComponent(JSON.stringify({ createdFrom }))
      return (await api.call('GET', `/api/admin/importJobs?filter=${filter}`, { token: superuser.token })).json()
    }
    expect((await since('2020-01-01'))[0]?.id).toBe(body.payload.id)
    expect(await since('2099-01-01')).toEqual([])
  })

  it('accepts an XLSX workbook with dates and numbers in spreadsheet format', async () => {
    const row = aRow()
    const serial = Math.round((Date.parse(day) - Date.parse('1899-12-30')) / 86_400_000)
    const cells = columnNames.map((name) =>
      name === 'inceptionDate' ? serial : name === 'premium' ? 994.51 : (row[name] ?? ''),
    )
    const { status } = await send(createWorkbook([columnNames, cells]))
    expect(status).toBe(202)
    await runJobs()
    expect((await policiesAt(row.addr1 ?? ''))[0]).toMatchObject({ inception_date: day, gross_premium_cents: 99_451 })
  })

  it('returns 403 to agents and read-only staff for uploads and previews', async () => {
    for (const { token } of [agent, readonly]) {
      expect((await send(toCsv(aRow()), path, token)).status).toBe(403)
      expect((await send(toCsv(aRow()), `${path}/preview`, token)).status).toBe(403)
    }
    expect((await api.call('GET', `${path}/jobs`, { token: agent.token })).status).toBe(403)
    expect((await api.call('GET', `${path}/jobs`, { token: readonly.token })).status).toBe(200)
  })
})

describe('import preview', () => {
  it('returns the error of each invalid cell and imports nothing', async () => {
    const before = await db.selectFrom('import_jobs').select('import_job_id').execute()
    const { body } = await preview(toCsv(aRow(), aRow({ zip: '1', state: 'XX' }), aRow({ county: 'Nowhere' })))
    expect(body.payload).toEqual({
      ...{ total: 3, succeeded: 1, failed: 2, isCapped: false },
      problems: [
        { rowNo: 3, column: 'zip', message: 'zip: exactly five digits.' },
        { rowNo: 4, column: 'county', message: 'county: there is no Nowhere in FL.' },
      ],
    })
    expect(await db.selectFrom('import_jobs').select('import_job_id').execute()).toHaveLength(before.length)
  })

  it('lists the columns in the order of the template, with their labels and rules', async () => {
    const list = (token: string) => api.call('GET', `${path}/columns`, { token })
    const { payload } = (await (await list(uploader.token)).json()) as Operations['listImportColumns']['response']
    expect(payload.map(({ name }) => name)).toEqual(columnNames)
    expect(payload.find(({ name }) => name === 'zip')).toEqual({
      ...{ name: 'zip', label: 'ZIP code', isRequired: true, rule: 'exactly five digits.', sample: '33606' },
    })
    expect(payload.filter(({ isRequired }) => !isRequired).map(({ name }) => name)).toContain('addr2')
    expect((await list(agent.token)).status).toBe(403)
  })

  it('accepts the sample row of the template', async () => {
    const response = await api.call('GET', `${path}/template`, { token: uploader.token })
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="tideline-import.csv"')
    const text = await response.text()
    expect(text.split('\n')[0]).toBe(columnNames.join(','))
    const { body } = await preview(text.replace('100100', agency.agency_no).replace('2026-12-15', day))
    expect(body.payload).toMatchObject({ total: 1, succeeded: 1 })
  })

  const oneRow = toCsv(aRow())
  const headings = columnNames.join(',')
  it.each([
    ['no rows', '', 422, 'File: the file has no rows.'],
    ['only headings', headings, 422, 'File: the file has no rows.'],
    [
      'an unknown heading',
      oneRow.replace('zip', 'plz'),
      422,
      'File: there is no column "plz". Use the headings of the template.',
    ],
    ['a missing heading', oneRow.replace(/^productId,/, ''), 422, 'File: these columns are missing: productId.'],
    ['a NUL character', oneRow.replace('Marina', 'Ma\0rina'), 422, 'File: it contains the character NUL (U+0000).'],
    [
      'Latin-1 characters',
      Buffer.from(oneRow.replace('Marina', 'Mar\u00eda'), 'latin1'),
      422,
      'File: its text is not UTF-8. Save it as "CSV UTF-8".',
    ],
    [
      'UTF-16 characters',
      Buffer.from(`\ufeff${oneRow}`, 'utf16le'),
      422,
      'File: its text is not UTF-8. Save it as "CSV UTF-8".',
    ],
    ['an unclosed quote', `${oneRow}\n"1,2`, 422, 'File: line 3: a quotation mark is not closed.'],
    ['a PDF', '%PDF-1.4\n', 415, 'File: select a CSV or XLSX file.'],
    ['a zip file that is not a workbook', createZip({ 'a.txt': 'a' }), 415, 'File: select a CSV or XLSX file.'],
    ['a broken workbook', createWorkbook([[...columnNames]]).subarray(0, 600), 422, 'File: it is broken.'],
  ])('rejects a file that contains %s', async (_, content, status, message) => {
    const response = await preview(content)
    expect([response.status, response.body.message]).toEqual([status, message])
  })

  it('suggests a column for each heading of another system', async () => {
    const file = 'Agency Number,First Name,LAST-NAME,Zip Code,Postal code,Comment,\n100100,Marina,Sample,33606,33606\n'
    const { status, body } = await readHeadings(file)
    expect(status).toBe(200)
    expect(body.payload).toEqual([
      { heading: 'Agency Number', sample: '100100', column: 'agencyNo' },
      { heading: 'First Name', sample: 'Marina', column: 'firstName' },
      { heading: 'LAST-NAME', sample: 'Sample', column: 'lastName' },
      { heading: 'Zip Code', sample: '33606', column: 'zip' },
      { heading: 'Postal code', sample: '33606', column: null },
      { heading: 'Comment', sample: '', column: null },
    ])
    const workbook = await readHeadings(createWorkbook([['Zip\u0007'], ['33606']]))
    expect(workbook.body.payload ?? workbook.body.message).toEqual('File: it is broken.')
    expect((await readHeadings(Array.from({ length: 201 }, () => 'a').join())).status).toBe(422)
    expect((await readHeadings('')).body.message).toBe('File: the file has no rows.')
    expect((await send(file, `${path}/headings`, agent.token)).status).toBe(403)
  })

  it('imports a file with other headings if the columns are given', async () => {
    const row = aRow()
    const names = ['', ...columnNames.toReversed()]
    const cells = ['not imported', ...getCells(row).toReversed()]
    const file = [names.map((name, at) => `Heading ${at} of ${name}`), cells]
      .map((line) => line.map(quoted).join(','))
      .join('\n')
    expect((await preview(file)).body.errors[0]).toMatchObject({ code: 'unknown_columns', field: 'file' })
    const check = async (columns: readonly string[]) =>
      (await send(file, `${path}/preview`, uploader.token, columns.join())).body
    expect((await check(names)).payload).toMatchObject({ total: 1, succeeded: 1 })
    const rejected = [
      [names.slice(1), `the file has ${names.length} columns, but ${names.length - 1} are given.`],
      [names.with(0, 'zip'), 'the column "zip" appears twice.'],
      [names.with(0, 'plz'), 'there is no column "plz". Use the columns of the template.'],
      [names.with(names.indexOf('zip'), ''), 'these columns are missing: zip.'],
    ] as const
    for (const [columns, rule] of rejected)
      expect((await check(columns)).errors[0]).toMatchObject({
        ...{ code: 'unknown_columns', field: 'columns', message: `Columns: ${rule}` },
      })
    const { status, body } = await send(file, path, uploader.token, names.join())
    expect([status, body.payload.failed]).toEqual([202, 0])
    await runJobs()
    expect(await policiesAt(row.addr1 ?? '')).toHaveLength(1)
  })

  it('rejects a workbook that is too large, has XML entities or is deeply nested', async () => {
    const sheet = (inner: string | Buffer) =>
      createZip({
        '[Content_Types].xml':
          '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
        'xl/workbook.xml': '<workbook/>',
        'xl/worksheets/sheet1.xml': inner,
      })
    const bomb = sheet(Buffer.alloc(257 * 1024 * 1024, ' '))
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect((await preview(bomb)).body.message).toBe('File: the file is too large when uncompressed.')
    const entities = sheet('<!DOCTYPE a [<!ENTITY b "bbbb">]><worksheet><sheetData/></worksheet>')
    expect((await preview(entities)).body.message).toBe('File: the file is not a workbook.')
    const nested = sheet(`<worksheet>${'<a>'.repeat(400_000)}${'</a>'.repeat(400_000)}</worksheet>`)
    expect((await preview(nested)).body.message).toBe('File: the file is not a workbook.')
  })

  it("reports a formula in a workbook cell, regardless of the formula's result", async () => {
    const row = aRow()
    const { body } = await preview(
      createWorkbook([columnNames, columnNames.map((name) => (name === 'deductible' ? '=1000*2' : (row[name] ?? '')))]),
    )
    expect(body.payload.problems).toEqual([
      { rowNo: 2, column: 'deductible', message: 'deductible: begins with "=" as a formula does.' },
    ])
  })
})

describe('duplicate import prevention', () => {
  it('rejects a file that was already uploaded, even in simultaneous uploads', async () => {
    const file = toCsv(aRow(), aRow())
    const [one, other] = await Promise.all([send(file), send(file)])
    expect([one.status, other.status].sort()).toEqual([202, 409])
    await runJobs()
    const again = await send(file)
    expect([again.status, again.body.errors[0].code]).toEqual([409, 'already_uploaded'])
  })

  it('rejects a row of a corrected file when the row was already imported', async () => {
    const row = aRow()
    await send(toCsv(row, aRow({ zip: '1' })))
    await runJobs()
    const { body } = await send(toCsv(row, aRow()))
    await runJobs()
    const policies = await policiesAt(row.addr1 ?? '')
    expect(policies).toHaveLength(1)
    expect((await get(`/${body.payload.id}/items?status=failed`)).items[0].error).toBe(
      `addr1: policy ${policies[0]?.policy_no} covers this property from ${usDay}.`,
    )
  })

  it('imports each row once, even when several processes run the same job', async () => {
    const rows = Array.from({ length: 8 }, () => aRow())
    const { body } = await send(toCsv(...rows))
    await deleteOldJobs()
    await Promise.all([run(body.payload.id), run(body.payload.id), run(body.payload.id)])
    expect(await get(`/${body.payload.id}`)).toMatchObject({ status: 'done', succeeded: 8, failed: 0 })
    for (const row of rows) expect(await policiesAt(row.addr1 ?? '')).toHaveLength(1)
    expect(await deleteOldEmails(body.payload.id)).toBe(1)
  })

  it('continues with the next batch when another process resumes an interrupted job', async () => {
    const rows = Array.from({ length: importBatchSize + 2 }, () => aRow())
    const { body } = await send(toCsv(...rows))
    await deleteOldJobs()
    const stop = new AbortController()
    stop.abort()
    await expect(run(body.payload.id, { signal: stop.signal })).rejects.toThrow()
    expect(await get(`/${body.payload.id}`)).toMatchObject({ status: 'running', succeeded: importBatchSize })
    await run(body.payload.id)
    expect(await get(`/${body.payload.id}`)).toMatchObject({ status: 'done', succeeded: rows.length })
    for (const row of rows) expect(await policiesAt(row.addr1 ?? '')).toHaveLength(1)
  })

  it('rejects a row if an earlier row of the same batch insures the property', async () => {
    const rows = [aRow(), aRow(), aRow()]
    const { body } = await send(toCsv(...rows))
    // An upload that lists the same property twice is rejected. Therefore, the test changes a stored row.
    await db
      .updateTable('import_items')
      .set({ input: sql`input || ${JSON.stringify({ addr1: rows[0]?.addr1 })}::jsonb` })
      .where('import_job_id', '=', body.payload.id)
      .where('row_no', '=', 3)
      .execute()
    await runJobs()
    const policies = await policiesAt(rows[0]?.addr1 ?? '')
    expect(policies).toHaveLength(1)
    const { items } = await get(`/${body.payload.id}/items`)
    expect(items).toMatchObject([
      { rowNo: 2, status: 'done', policyNo: policies[0]?.policy_no },
      { rowNo: 3, error: `addr1: policy ${policies[0]?.policy_no} covers this property from ${usDay}.` },
      { rowNo: 4, status: 'done' },
    ])
  })

  it('rejects only the row that the database rejects, and imports the rest of the batch', async () => {
    const rows = Array.from({ length: 7 }, () => aRow())
    const address = rows[4]?.addr1 ?? ''
    const { body } = await send(toCsv(...rows))
    await sql`alter table policies add constraint forbidden_address check (addr1 <> ${sql.lit(address)})`.execute(db)
    await runJobs()
    await sql`alter table policies drop constraint forbidden_address`.execute(db)
    const { items } = await get(`/${body.payload.id}/items`)
    const error = 'The row contains a value that cannot be stored.'
    const done = { status: 'done', error: null }
    expect(items).toMatchObject([done, done, done, done, { status: 'failed', error }, done, done])
    for (const row of rows) expect(await policiesAt(row.addr1 ?? '')).toHaveLength(row.addr1 === address ? 0 : 1)
  })
})

/** Deletes all queued jobs and returns how many of them were emails about this upload. */
async function deleteOldEmails(jobId: string): Promise<number> {
  const rows = await db
    .deleteFrom('graphile_worker._private_jobs' as never)
    .returning('payload' as never)
    .execute()
  return rows.filter((row) => JSON.stringify(row).includes(jobId)).length
}

describe('import cancellation', () => {
  it('keeps imported policies, skips the remaining rows and returns 403 to other users', async () => {
    const rows = Array.from({ length: importBatchSize + 2 }, () => aRow())
    const { body } = await send(toCsv(...rows))
    const { id } = body.payload
    await deleteOldJobs()
    const stop = new AbortController()
    stop.abort()
    await expect(run(id, { signal: stop.signal })).rejects.toThrow()
    for (const { token } of [colleague, agent, readonly]) expect((await cancel(id, token)).status).toBe(403)
    expect(await (await cancel(id)).json()).toMatchObject({
      payload: { status: 'cancelled', succeeded: importBatchSize, failed: 0 },
    })
    await run(id)
    expect((await get(`/${id}/items?status=cancelled`)).items).toMatchObject([
      { rowNo: importBatchSize + 2 },
      { rowNo: importBatchSize + 3 },
    ])
    expect((await cancel(id, superuser.token)).status).toBe(200)
    await deleteOldJobs()
    // If the same file is uploaded again, the skipped rows are imported and all other rows are rejected.
    await send(toCsv(...rows))
    await runJobs()
    for (const row of rows) expect(await policiesAt(row.addr1 ?? '')).toHaveLength(1)
  })

  it('returns 409 for an import that has ended and 404 for an unknown import', async () => {
    const { body } = await send(toCsv(aRow()))
    await runJobs()
    const response = await cancel(body.payload.id)
    expect([response.status, (await response.json()).errors[0].code]).toEqual([409, 'import_ended'])
    expect((await cancel('10b00000-0000-4000-8000-000000000001')).status).toBe(404)
  })
})

it('exports rejected import rows with their errors to a file that can be uploaded again', async () => {
  const bad = aRow({ zip: '3360', lastName: '@SUM(A1)' })
  const { body } = await send(toCsv(aRow(), bad))
  await runJobs()
  const response = await api.call('GET', `${path}/jobs/${body.payload.id}/errors`, { token: uploader.token })
  const text = await response.text()
  const [headings, row] = text.trim().split('\n')
  expect(headings).toBe(`${columnNames.join(',')},error`)
  expect(row).toContain("'@SUM(A1)")
  const again = await send(text.replace("'@SUM(A1)", 'Sample').replace('3360,', '33606,'))
  expect(again.body.payload).toMatchObject({ total: 1, failed: 0 })
  await runJobs()
  expect(await policiesAt(bad.addr1 ?? '')).toHaveLength(1)
  expect((await api.call('GET', `${path}/jobs/${body.payload.id}/errors`, { token: agent.token })).status).toBe(403)
})

it('rejects an import row in a county under a moratorium and names the moratorium', async () => {
  const { moratorium_event_id } = await db
    .insertInto('moratorium_events')
    .values({
      name: 'Tropical Storm Demo',
      kind: 'bind',
      start_date: '2020-01-01',
      product_ids: [1],
      actions: ['newBusiness'],
    } as never)
    .returning('moratorium_event_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('moratorium_locations')
    .values({ moratorium_event_id, county_fips: '12103', start_date: '2020-01-01' } as never)
    .execute()
  const { body } = await send(toCsv(aRow({ county: 'Pinellas County' }), aRow()))
  await runJobs()
  const { items } = await get(`/${body.payload.id}/items`)
  expect(items.map((item: { error: string }) => item.error)).toEqual([
    'New business is stopped in Pinellas County by "Tropical Storm Demo".',
    null,
  ])
})

it('reports moratoriums and duplicate or already insured properties in an import preview', async () => {
  const imported = aRow()
  await send(toCsv(imported))
  await runJobs()
  const [policy] = await policiesAt(imported.addr1 ?? '')
  const twice = aRow()
  const { body } = await preview(toCsv(aRow(), aRow({ county: 'Pinellas County' }), imported, twice, twice))
  expect(body.payload).toEqual({
    ...{ total: 5, succeeded: 2, failed: 3, isCapped: false },
    problems: [
      { rowNo: 3, column: 'county', message: 'New business is stopped in Pinellas County by "Tropical Storm Demo".' },
      { rowNo: 4, column: 'addr1', message: `addr1: policy ${policy?.policy_no} covers this property from ${usDay}.` },
      { rowNo: 6, column: 'addr1', message: 'addr1: row 5 has the same property.' },
    ],
  })
})

it('imports a file of 50,000 rows with constant memory and rejects 50,001 rows', async () => {
  const line = getCells(aRow({ zip: '1' })).join(',')
  const file = (rows: number) => `${columnNames.join(',')}\n${`${line}\n`.repeat(rows)}`
  const before = process.memoryUsage().rss
  const { body } = await preview(file(50_000))
  expect(body.payload).toMatchObject({ total: 50_000, failed: 50_000, isCapped: true })
  expect(body.payload.problems).toHaveLength(1000)
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  expect((await preview(file(50_001))).body.message).toBe('File: the file has more than 50,000 rows.')
})
