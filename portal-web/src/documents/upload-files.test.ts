import { TidelineError } from '@tideline/sdk'
import { uploadDocuments } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { uploadFiles } from './upload-files.ts'
import type { QueuedUpload } from './upload-queue.ts'

// Sets `window.location`, which the module under test reads on import.
vi.hoisted(() => {
  vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
})

const call = vi.spyOn(api, 'call')
beforeEach(() => {
  vi.useFakeTimers()
  call.mockReset().mockResolvedValue({})
})
afterEach(() => {
  vi.useRealTimers()
})

const queued = (name: string, docTypeId: QueuedUpload['docTypeId']): QueuedUpload => ({
  ...{ key: `${name}.pdf`, name, docTypeId },
  file: new File(['%PDF-1.7'], `${name}.pdf`, { type: 'application/pdf' }),
})
const done = async (milliseconds: number, ...queue: QueuedUpload[]) => {
  const outcome = vi.fn()
  void uploadFiles('RFL3000101', queue, () => undefined).then(outcome)
  await vi.advanceTimersByTimeAsync(milliseconds)
  return outcome.mock.calls[0]?.[0]
}

it('sends each file with the document name and the document type [D143]', async () => {
  await done(900, queued(' Survey of 2026 ', 4), queued('photo', 6))
  const [first, second] = call.mock.calls.map(([operation, options]) => ({ operation, ...(options as object) }))
  expect(first).toMatchObject({ operation: uploadDocuments, path: { policyNo: 'RFL3000101', docType: 4 } })
  expect(second).toMatchObject({ path: { docType: 6 }, body: { photo: expect.any(File) } })
  expect(Object.keys((first as { body?: object } | undefined)?.body ?? {})).toEqual(['Survey of 2026'])
})

it('completes an upload 900 ms after the last file [D407]', async () => {
  expect(await done(899, queued('photo', 6))).toBeUndefined()
  expect(await done(900, queued('photo', 6))).toEqual({ failed: [], left: [] })
})

it('completes an upload immediately when no file was uploaded [D407]', async () => {
  call.mockRejectedValue(
    new TidelineError({ statusCode: 422, message: 'The file is empty.', errors: [], requestId: 'r' }),
  )
  expect(await done(0, queued('photo', 6))).toMatchObject({ failed: [{ text: 'The file is empty.' }] })
})
