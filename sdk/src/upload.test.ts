import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createTideline } from './client.ts'
import { getHealth, uploadDocuments } from './generated/sdk.gen.ts'
import { type UploadProgress, withUploadProgress } from './upload.ts'

const received: { type: string | undefined; body: Buffer }[] = []
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  received.push({ type: request.headers['content-type'], body: Buffer.concat(chunks) })
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ statusCode: 201, message: '', payload: [] }))
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())

const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const path = { policyNo: 'RFL3000101', docType: 6 as const }
const survey = new File([new Uint8Array(400_000).fill(7)], 'survey.pdf', { type: 'application/pdf' })

function createUploadClient() {
  const reports: UploadProgress[] = []
  const tideline = createTideline({ baseUrl, fetch: withUploadProgress((progress) => void reports.push(progress)) })
  return { reports, tideline }
}

describe('SDK upload progress', () => {
  test('is reported in bytes from zero to the total, and the whole body is sent', async () => {
    const { reports, tideline } = createUploadClient()
    await tideline.call(uploadDocuments, { path, body: { survey } })
    const total = reports[0]?.total ?? 0
    expect(total).toBeGreaterThan(survey.size)
    expect([reports[0]?.sent, reports.at(-1)?.sent]).toEqual([0, total])
    expect(reports.map(({ sent }) => sent)).toEqual(
      reports.map(({ sent }) => sent).toSorted((one, other) => one - other),
    )
    const [{ type, body } = { type: '', body: Buffer.alloc(0) }] = received.slice(-1)
    expect(body).toHaveLength(total)
    const form = await new Response(body, { headers: { 'content-type': type ?? '' } }).formData()
    expect((form.get('survey') as File).size).toBe(survey.size)
  })

  test('is not reported for a request without a body', async () => {
    const { reports, tideline } = createUploadClient()
    await tideline.call(getHealth)
    expect(reports).toEqual([])
  })

  test('is reported by XMLHttpRequest in a browser, with the same headers and response', async () => {
    const requests: { headers: Record<string, string>; sent: Blob | undefined }[] = []
    class Xhr {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
      status = 201
      response = new Blob([JSON.stringify({ statusCode: 201, message: '', payload: ['stored'] })])
      onload?: () => void
      #headers: Record<string, string> = {}
      open() {}
      setRequestHeader(name: string, value: string) {
        this.#headers[name] = value
      }
      getAllResponseHeaders = () => 'content-type: application/json\r\nx-request-id: req_7\r\n'
      send(sent: Blob) {
        requests.push({ headers: this.#headers, sent })
        this.upload.onprogress?.({ loaded: sent.size / 2, total: sent.size })
        this.onload?.()
      }
    }
    vi.stubGlobal('XMLHttpRequest', Xhr)
    const { reports, tideline } = createUploadClient()
    const uploaded = await tideline.callWithResponse(uploadDocuments, { path, body: { survey } })
    expect(uploaded).toMatchObject({ status: 201, requestId: 'req_7', data: { payload: ['stored'] } })
    expect(requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    const total = requests[0]?.sent?.size ?? 0
    expect(reports).toEqual([
      { sent: 0, total },
      { sent: total / 2, total },
    ])
    vi.unstubAllGlobals()
  })

  test('stops immediately when the upload is aborted', async () => {
    const { tideline } = createUploadClient()
    const signal = AbortSignal.abort()
    await expect(tideline.call(uploadDocuments, { path, body: { survey }, signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})
