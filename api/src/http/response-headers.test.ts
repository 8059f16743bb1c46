import { describe, expect, it } from 'vitest'
import { ResponseHeaders } from './response-headers.ts'

describe('ResponseHeaders', () => {
  it('creates a response with its own headers and those from middleware, which take precedence', async () => {
    const headers = new ResponseHeaders({ 'X-Frame-Options': 'SAMEORIGIN' })
    headers.set('X-Request-Id', 'req_12345678')
    const response = headers.createResponse('{}', 201, {
      'Content-Type': 'application/json',
      'X-Frame-Options': 'DENY',
    })
    expect(response.status).toBe(201)
    expect(await response.text()).toBe('{}')
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/json',
      'x-frame-options': 'SAMEORIGIN',
      'x-request-id': 'req_12345678',
    })
  })

  it('adds the headers to a response that was created without them', () => {
    const headers = new ResponseHeaders({ 'X-Frame-Options': 'SAMEORIGIN' })
    const response = new Response('page', { headers: { 'Content-Type': 'text/html' } })
    headers.addTo(response)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/html',
      'x-frame-options': 'SAMEORIGIN',
    })
  })
})
