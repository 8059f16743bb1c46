import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { deleteAbandonedUploads, getRequestStream, ReceivedFile, receiveForm } from './receive-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'tideline-incoming-'))
afterAll(() => rm(folder, { recursive: true }))
const incoming = join(folder, 'incoming')

describe('multipart form received from a client', () => {
  it('provides text fields, and files that stay on disk until deleted', async () => {
    const form = new FormData()
    form.append('friendlyName', 'Grundriß')
    form.append('file', new File(['ground floor'], 'ground floor.txt', { type: 'text/plain' }))
    const request = new Request('http://localhost/', { method: 'POST', body: form })
    const { parts, remove } = await receiveForm(
      request,
      getRequestStream(request, undefined),
      { files: 1, fileBytes: 100 },
      folder,
    )
    expect(parts.friendlyName).toBe('Grundriß')
    const file = parts.file as ReceivedFile
    expect(file).toBeInstanceOf(ReceivedFile)
    expect([file.name, file.type, file.size, await file.text()]).toEqual([
      'ground floor.txt',
      'text/plain',
      12,
      'ground floor',
    ])
    expect(file.sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(await readdir(incoming)).toHaveLength(1)
    await remove()
    expect(await readdir(incoming)).toEqual([])
  })

  it('is deleted after an hour if the process that received it was killed', async () => {
    const now = new Date('2026-11-20T15:00:00Z')
    for (const [name, minutes] of [
      ['old', 61],
      ['running', 59],
    ] as const) {
      const path = join(incoming, name)
      await mkdir(path, { recursive: true })
      await writeFile(join(path, 'file'), 'half')
      const at = new Date(now.getTime() - minutes * 60_000)
      await utimes(path, at, at)
    }
    await deleteAbandonedUploads(folder, now)
    expect(await readdir(incoming)).toEqual(['running'])
    await deleteAbandonedUploads(join(folder, 'not there'), now)
  })
})
