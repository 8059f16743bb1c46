import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getVersionHeader, recordVersion } from './versions.ts'

const path = '/api/v1/accounts/profile'
const respond = (status: number, etag?: string) => new Response('{}', { status, headers: etag ? { ETag: etag } : {} })

describe('getVersionHeader', () => {
  beforeEach(() => vi.stubGlobal('window', { location: { origin: 'http://localhost' } }))
  afterEach(() => vi.unstubAllGlobals())

  it('returns the last version of the resource at the path', () => {
    expect(getVersionHeader(path)).toEqual({})
    recordVersion(`http://localhost${path}`, respond(200, '"first"'))
    recordVersion(path, respond(200, '"second"'))
    expect(getVersionHeader(path)).toEqual({ 'If-Match': '"second"' })
  })

  it('keeps the version after responses without a version and after errors', () => {
    recordVersion(path, respond(200, '"third"'))
    recordVersion(path, respond(200))
    recordVersion(path, respond(412, '"other"'))
    expect(getVersionHeader(path)).toEqual({ 'If-Match': '"third"' })
  })
})
