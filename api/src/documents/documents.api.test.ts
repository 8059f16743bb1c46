import { describe, expect, it } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'

const api = await createTestApi()
const { db } = api
const agency = await insertAgency(db)
const agent = await api.tokenFor({ accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id })
const staff = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })

const addAgencyPolicy = (columns: Record<string, unknown> = {}) =>
  insertPolicy(db, { columns: { agency_id: agency.agency_id, agency_no: agency.agency_no, ...columns } })

const upload = (token: string, policyNo: string, files: Record<string, string>, docType = 6) => {
  const form = new FormData()
  for (const [name, text] of Object.entries(files)) form.append(name, new File([text], `${name} of mine.txt`))
  return api.call('POST', `/api/v1/documents/upload/${policyNo}/${docType}`, { token, raw: form })
}
const getDocuments = async (policyNo: string) =>
  (await (await api.call('GET', `/api/v2/documents/all/${policyNo}`, { token: staff })).json()).payload

describe('document upload', () => {
  it('stores each file under its form field name, with spaces replaced by underscores [D303] [D227]', async () => {
    const { policy_no } = await addAgencyPolicy()
    const response = await upload(agent, policy_no, { survey: 'first', closing: 'second' })
    expect(response.status).toBe(201)
    const { payload } = await response.json()
    expect(payload).toMatchObject([
      { docName: 'survey', fileName: 'survey_of_mine.txt', docTypeId: 6 },
      { docName: 'closing' },
    ])
    const opened = await api.call('GET', `/api/v1/documents/pdf?link=${payload[0].link}`, { token: agent })
    expect(await opened.text()).toBe('first')
    // Browsers never display files other than PDFs, regardless of the declared type.
    expect(opened.headers.get('content-disposition')).toMatch(/^attachment/)
  })

  it('adds a version to a document with the same name, and rejects an identical file [D229] [D365]', async () => {
    const { policy_no } = await addAgencyPolicy()
    await upload(agent, policy_no, { survey: 'draft' })
    expect((await upload(agent, policy_no, { survey: 'final' })).status).toBe(201)
    const [document] = await getDocuments(policy_no)
    expect(document.versions).toHaveLength(2)
    const again = await upload(agent, policy_no, { other: 'final', new: 'new' })
    expect(again.status).toBe(409)
    expect((await again.json()).message).toBe('This document has already been uploaded to the policy.')
    expect(await getDocuments(policy_no)).toHaveLength(1)
  })

  it('stores the same file only once when it is uploaded several times simultaneously', async () => {
    const { policy_no } = await addAgencyPolicy()
    const responses = await Promise.all([1, 2, 3].map(() => upload(agent, policy_no, { survey: 'same' })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  it('rejects an empty file, more than ten files, and a document type not allowed for the policy [D221]', async () => {
    const { policy_no } = await addAgencyPolicy()
    expect((await upload(agent, policy_no, { survey: '' })).status).toBe(422)
    expect((await upload(agent, policy_no, {})).status).toBeGreaterThanOrEqual(400)
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`file${index}`, `${index}`]))
    expect((await upload(agent, policy_no, many)).status).toBe(422)
    const quake = await insertPolicy(db, { product: 4, columns: { agency_id: agency.agency_id } })
    expect((await upload(agent, quake.policy_no, { survey: 'x' }, 4)).status).toBe(422)
  })

  it('accepts only the documents that the agent must provide for a pending cancellation [D279]', async () => {
    const { policy_no } = await addAgencyPolicy({ pending_cancel_at: new Date(), cancel_reason_code: '01' })
    expect((await upload(agent, policy_no, { survey: 'late' })).status).toBe(403)
    expect((await upload(agent, policy_no, { sale: 'bill of sale' }, 9)).status).toBe(201)
    expect((await upload(staff, policy_no, { survey: 'late' })).status).toBe(201)
  })

  it('returns 404 for a policy of another agency', async () => {
    const { policy_no } = await insertPolicy(db)
    expect((await upload(agent, policy_no, { survey: 'x' })).status).toBe(404)
  })

  it('returns 422 when an Idempotency-Key is reused for a different file', async () => {
    const { policy_no } = await addAgencyPolicy()
    const send = (text: string) => {
      const form = new FormData()
      form.append('survey', new File([text], 'survey.txt'))
      const headers = { 'Idempotency-Key': `upload-${policy_no}` }
      return api.call('POST', `/api/v1/documents/upload/${policy_no}/6`, { token: agent, raw: form, headers })
    }
    const first = await (await send('one')).json()
    expect(await (await send('one')).json()).toEqual(first)
    expect((await send('two')).status).toBe(422)
  })
})

describe('document lists by policy', () => {
  it('return the latest version of each document, all versions, or the latest files [P328] [P329] [P265] [D350]', async () => {
    const { policy_no } = await addAgencyPolicy()
    const upTo = async (text: string) => (await (await upload(agent, policy_no, { survey: text })).json()).payload[0]
    const [draft, final] = [await upTo('draft'), await upTo('final')]
    await upload(agent, policy_no, { closing: 'only' })
    const read = async (path: string) =>
      (await (await api.call('GET', `${path}/${policy_no}`, { token: agent })).json()).payload
    const versions = (documents: { docName: string; versions: { policyDocVerId: string }[] }[]) =>
      documents
        .find(({ docName }) => docName === 'survey')
        ?.versions.map(({ policyDocVerId }: { policyDocVerId: string }) => policyDocVerId)
    const [latest, all] = [await read('/api/v1/documents/all'), await read('/api/v2/documents/all')]
    expect([latest.length, all.length]).toEqual([2, 2])
    expect(versions(latest)).toEqual([final.policyDocVerId])
    expect(versions(all)).toEqual([final.policyDocVerId, draft.policyDocVerId])
    const files: { docName: string; policyDocVerId: string; link: string }[] = await read('/api/v1/documents/pdfs')
    expect(files.map(({ docName }) => docName).toSorted()).toEqual(['closing', 'survey'])
    expect(files.find(({ docName }) => docName === 'survey')).toMatchObject({
      policyDocVerId: final.policyDocVerId,
      link: final.policyDocVerId,
    })
  })
})

describe('changedAfter filter of the document lists', () => {
  it.each(['/api/v1/documents/all', '/api/v2/documents/all', '/api/v1/documents/pdfs'])(
    'limits the response of %s to documents changed after the given time',
    async (path) => {
      const { policy_no } = await addAgencyPolicy()
      const { payload } = await (await upload(agent, policy_no, { survey: 'first', closing: 'second' })).json()
      const changedAfter = async (moment: string) => {
        const response = await api.call('GET', `${path}/${policy_no}?changedAfter=${moment}`, { token: agent })
        return (await response.json()).payload.map(({ docName }: { docName: string }) => docName).toSorted()
      }
      await db
        .updateTable('policy_doc_versions')
        .set({ created_at: new Date('2150-01-02T00:00:00Z') })
        .where('policy_doc_ver_id', '=', payload[1].policyDocVerId)
        .execute()
      expect(await changedAfter('2026-01-01T00:00:00Z')).toEqual(['closing', 'survey'])
      expect(await changedAfter('2150-01-01T00:00:00Z')).toEqual(['closing'])
      expect(await changedAfter('2150-01-02T00:00:00Z')).toEqual([])
    },
  )
})

describe('document version deletion', () => {
  it('is limited to staff, removes the document with its last version, and writes an audit entry [D280] [D317] [P330]', async () => {
    const { policy_no } = await addAgencyPolicy()
    const { payload } = await (await upload(agent, policy_no, { survey: 'x' })).json()
    const path = `/api/v1/documents/${policy_no}/${payload[0].policyDocId}/${payload[0].policyDocVerId}`
    expect((await api.call('DELETE', path, { token: agent })).status).toBe(403)
    const deleted = await api.call('DELETE', path, { token: staff })
    expect(await deleted.json()).toMatchObject({ statusCode: 200, message: 'Document successfully deleted!' })
    expect(await getDocuments(policy_no)).toHaveLength(0)
    expect((await api.call('DELETE', path, { token: staff })).status).toBe(404)
    const entry = await db
      .selectFrom('audit_log')
      .select('details')
      .where('entity_id', '=', payload[0].policyDocVerId)
      .where('action', '=', 'document.delete')
      .executeTakeFirstOrThrow()
    expect(entry.details).toMatchObject({ docName: 'survey' })
  })
})

describe('elevation certificate upload and review', () => {
  it('tags a certificate for review and sets document status 6 or 8 on verification [D281] [D319] [P196] [P197] [P284]', async () => {
    const { policy_no } = await addAgencyPolicy()
    const { payload } = await (await upload(agent, policy_no, { certificate: 'a scan' }, 4)).json()
    const id = payload[0].policyDocVerId
    const [document] = await getDocuments(policy_no)
    expect(document.reviewTag).toBe('Requires Review')
    const asAgent = await api.call('GET', `/api/v2/documents/all/${policy_no}`, { token: agent })
    expect((await asAgent.json()).payload[0].reviewTag).toBeNull()
    expect((await api.call('GET', `/api/v1/documents/ocr/${id}`, { token: agent })).status).toBe(403)

    const verify = (status: number) => api.call('PUT', `/api/v1/documents/verifiedEC/${id}/${status}`, { token: staff })
    expect((await verify(7)).status).toBe(400)
    for (const status of [8, 6])
      expect((await (await verify(status)).json()).payload).toMatchObject({ verificationStatus: status })
    const [decided] = await getDocuments(policy_no)
    expect(decided.reviewTag).toBeNull()

    await upload(agent, policy_no, { certificate: 'a better scan' }, 4)
    expect((await verify(8)).status).toBe(409)
  })
})
