import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { serve } from '@hono/node-server'
import { afterAll, describe, expect, it } from 'vitest'
import { operations } from '../generated/operations.ts'
import { createTestApi, type TestResponse } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { createDeflateBomb } from '../testing/pdf.ts'

const api = await createTestApi()
const { db, config } = api
const server = serve({ fetch: api.app.fetch as never, port: 0, hostname: '127.0.0.1' })
await once(server, 'listening')
afterAll(() => server.close())
const { port } = server.address() as AddressInfo

const [agency, other] = [await insertAgency(db), await insertAgency(db)]
const getAgent = async (agencyId: string) =>
  api.tokenFor({ accountId: (await insertAccount(db, { agency_id: agencyId })).account_id })
const [agent, stranger] = [await getAgent(agency.agency_id), await getAgent(other.agency_id)]
const getPolicy = async ({ agency_id, agency_no }: typeof agency) =>
  (await insertPolicy(db, { columns: { agency_id, agency_no } })).policy_no

const megabyte = 1024 * 1024
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const { fileBytes } = operations.uploadDocuments.upload
const getPath = (policyNo: string, docType = 6) => `/api/v1/documents/upload/${policyNo}/${docType}`
const send = (token: string, policyNo: string, files: [name: string, file: File][], docType = 6) => {
  const form = new FormData()
  for (const [name, file] of files) form.append(name, file)
  return fetch(`http://127.0.0.1:${port}${getPath(policyNo, docType)}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  }) as Promise<TestResponse>
}
const text = (content: string, name = 'letter.txt') => new File([content], name)
/** Returns a PDF file of the given size. */
const toPdf = (bytes: number) => {
  const content = randomBytes(bytes)
  content.write('%PDF-1.4\n')
  return new File([content], 'survey.pdf', { type: 'application/pdf' })
}
/** Timeout in which even a busy machine detects a closed connection. */
const patience = { timeout: 20_000 }
const incoming = () => readdir(join(config.dataFolder, 'incoming')).catch(() => [])

const boundary = 'a-boundary-of-the-test'
const head = `--${boundary}\r\nContent-Disposition: form-data; name="survey"; filename="survey.pdf"\r\n\r\n`
/** Starts an upload whose body the test writes in chunks. */
const slowly = (token: string, path: string, bytes?: number) => {
  const call = httpRequest({
    port,
    path,
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': `multipart/form-data; boundary=${boundary}`,
      ...(bytes ? { 'Content-Length': bytes } : {}),
    },
  })
  const response = new Promise<number>((resolve, reject) => {
    call.once('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.once('error', reject)
  })
  return { call, response }
}

describe('multipart upload', () => {
  it('returns 404 for an inaccessible policy before the files arrive, and stores nothing', async () => {
    const policyNo = await getPolicy(other)
    const calls = Array.from({ length: 8 }, () => slowly(agent, getPath(policyNo), 55 * megabyte))
    // Only one chunk is sent. If the response waited for the complete files, the test would time out.
    for (const { call } of calls) call.write(head + '%PDF-1.4'.padEnd(64 * 1024))
    expect(await Promise.all(calls.map(({ response }) => response))).toEqual(Array(8).fill(404))
    expect(await incoming()).toEqual([])
    for (const { call } of calls) call.destroy()
  })

  it('uses little memory for eight large files that are uploaded simultaneously', async () => {
    const policyNo = await getPolicy(agency)
    const block = randomBytes(megabyte)
    const held = () => {
      collectGarbage()
      return process.memoryUsage().arrayBuffers
    }
    const before = held()
    let most = 0
    const one = async (_: unknown, index: number) => {
      const { call, response } = slowly(agent, getPath(policyNo))
      call.write(`${head}%PDF-1.4`)
      for (let count = 0; count < 12; count++) {
        if (!call.write(block)) await once(call, 'drain')
        if (index === 0 && count % 4 === 3) most = Math.max(most, held() - before)
      }
      // The connection closes before the form is complete, so the policy gets no file.
      call.destroy()
      await response.catch(() => undefined)
    }
    await Promise.all(Array.from({ length: 8 }, one))
    // The test sent 96 MB in total.
    expect(most).toBeLessThan(40 * megabyte)
    await expect.poll(incoming, patience).toEqual([])
  })

  it('deletes the received data when the client disconnects', async () => {
    const policyNo = await getPolicy(agency)
    const { call, response } = slowly(agent, getPath(policyNo))
    call.write(head + '%PDF-1.4'.padEnd(megabyte))
    await expect.poll(incoming, patience).toHaveLength(1)
    call.destroy()
    await response.catch(() => undefined)
    await expect.poll(incoming, patience).toEqual([])
  })

  it('accepts a no-loss statement only from staff, and only for a cancelled policy [DOC-11]', async () => {
    const staff = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })
    const policyNo = await getPolicy(agency)
    const getTypes = async (token: string) =>
      (await (await api.call('GET', `/api/v1/documents/types/${policyNo}`, { token })).json()).payload.map(
        ({ docTypeId }: { docTypeId: number }) => docTypeId,
      )
    const upload = (token: string) => send(token, policyNo, [['No-loss statement', text('Signed', 'signed.txt')]], 22)
    expect([(await upload(agent)).status, (await upload(staff)).status]).toEqual([422, 422])
    expect(await getTypes(staff)).not.toContain(22)
    await db
      .updateTable('policies')
      .set({ cancelled_at: new Date(), cancel_reason_code: '05' })
      .where('policy_no', '=', policyNo)
      .execute()
    expect([(await upload(agent)).status, (await upload(staff)).status]).toEqual([403, 201])
    expect([await getTypes(agent), (await getTypes(staff)).at(-1)]).toEqual([expect.not.arrayContaining([22]), 22])
  })

  it('accepts a file of exactly 25 MB and rejects a file that is one byte larger [DOC-1]', async () => {
    expect(fileBytes).toBe(25 * megabyte)
    const policyNo = await getPolicy(agency)
    expect((await send(agent, policyNo, [['survey', toPdf(fileBytes)]])).status).toBe(201)
    const rejected = await send(agent, policyNo, [['plan', toPdf(fileBytes + 1)]])
    expect(rejected.status).toBe(413)
    expect((await rejected.json()).message).toBe('plan: a file can have at most 25 MB.')
    expect(await incoming()).toEqual([])
  })

  it('accepts ten files and rejects eleven files [DOC-1]', async () => {
    const policyNo = await getPolicy(agency)
    const files = (count: number, from = 0) =>
      Array.from({ length: count }, (_, index): [string, File] => [`file ${index}`, text(`${from + index}`)])
    expect((await send(agent, policyNo, files(10))).status).toBe(201)
    const rejected = await send(agent, policyNo, files(11, 100))
    expect(rejected.status).toBe(422)
    expect((await rejected.json()).message).toBe('files: send 1 to 10 files.')
  })

  it('rejects a malformed or incomplete form with an error message', async () => {
    const policyNo = await getPolicy(agency)
    const raw = async (body: string, type = `multipart/form-data; boundary=${boundary}`) => {
      const response = await api.call('POST', getPath(policyNo), { token: agent, raw: body, type })
      return [response.status, (await response.json()).message]
    }
    expect(await raw('nothing', 'multipart/form-data')).toEqual([
      400,
      'Body: send the form as multipart/form-data with its boundary.',
    ])
    expect(await raw(`${head}half a file`)).toEqual([400, 'Body: the form data is malformed or incomplete.'])
    expect(await raw('no form at all')).toEqual([400, 'Body: the form data is malformed or incomplete.'])
    expect((await raw('{}', 'application/json'))[0]).toBe(415)
    const twice = await send(agent, policyNo, [
      ['survey', text('one')],
      ['survey', text('two')],
    ])
    expect([twice.status, (await twice.json()).message]).toEqual([400, 'survey: the form contains this field twice.'])
    expect(await incoming()).toEqual([])
  })
})

describe('upload of an elevation certificate that is too complex to read', () => {
  it('stores the file without extracted values, and does not block other requests', async () => {
    const policyNo = await getPolicy(agency)
    const bomb = createDeflateBomb()
    const order: string[] = []
    const upload = send(agent, policyNo, [['certificate', new File([bomb], 'ec.pdf')]], 4).then((response) => {
      order.push('upload')
      return response
    })
    for (let count = 0; count < 5; count++) {
      expect((await api.call('GET', '/api/health')).status).toBe(200)
      order.push('health')
    }
    const response = await upload
    expect(order).toEqual([...Array(5).fill('health'), 'upload'])
    expect(response.status).toBe(201)
    const { payload } = await response.json()
    expect(payload).toMatchObject([{ docName: 'certificate', isUnreadable: true }])
    const list = await api.call('GET', `/api/v1/documents/all/${policyNo}`, { token: agent })
    expect((await list.json()).payload[0].versions[0]).toMatchObject({ isUnreadable: true })
    const opened = await api.call('GET', `/api/v1/documents/pdf?link=${payload[0].link}`, { token: agent })
    expect((await opened.arrayBuffer()).byteLength).toBe(bomb.byteLength)
  })
})

describe('upload of the same file by two agencies', () => {
  it("keeps the file name and file type of each agency's upload", async () => {
    const [mine, theirs] = [await getPolicy(agency), await getPolicy(other)]
    const mail = 'From: Petra Example <petra@example.com>\r\nSubject: Survey\r\n\r\nHere it is.\r\n'
    const open = async (token: string, policyNo: string, name: string) => {
      const response = await send(token, policyNo, [['paper', text(mail, name)]])
      expect(response.status).toBe(201)
      const { payload } = await response.json()
      const opened = await api.call('GET', `/api/v1/documents/pdf?link=${payload[0].link}`, { token })
      const list = await api.call('GET', `/api/v1/documents/all/${policyNo}`, { token })
      const { versions } = (await list.json()).payload[0]
      return [versions[0].fileName, opened.headers.get('content-disposition')]
    }
    expect(await open(agent, mine, 'SSN-of-Petra-Example.txt')).toEqual([
      'SSN-of-Petra-Example.txt',
      'attachment; filename="SSN-of-Petra-Example.txt"',
    ])
    expect(await open(stranger, theirs, 'mine.eml')).toEqual(['mine.eml', 'attachment; filename="mine.eml"'])
    // The file name of the first agency is unchanged.
    const list = await api.call('GET', `/api/v1/documents/all/${mine}`, { token: agent })
    expect((await list.json()).payload[0].versions[0].fileName).toBe('SSN-of-Petra-Example.txt')
    const types = await db
      .selectFrom('policy_doc_versions')
      .select(['content_type', 'sha256'])
      .where('file_name', 'in', ['SSN-of-Petra-Example.txt', 'mine.eml'])
      .orderBy('content_type')
      .execute()
    expect(types.map((row) => row.content_type)).toEqual(['message/rfc822', 'text/plain'])
    expect(new Set(types.map((row) => row.sha256)).size).toBe(1)
  })
})
