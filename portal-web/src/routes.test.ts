import type { RouteObject } from 'react-router'
import { expect, it, vi } from 'vitest'
import addresses from '../public/addresses.json' with { type: 'json' }

vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
const { routes } = await import('./routes.tsx')
const { handleAgentCommissionsLogin: agentAuthenticate, handleAgentSignIn: agentEntry } = await import(
  './links/agent-sign-in.ts'
)
const { loadDeepLink: validateLink } = await import('./policyholder/deep-link.ts')
const { decideRouteAccess: decide } = await import('@tideline/web-kit/session/route-guard.ts')

const leaves = (list: readonly RouteObject[]): RouteObject[] =>
  list.flatMap((route) => (route.children ? leaves(route.children) : [route]))

const getPaths = (list: readonly RouteObject[], parent = ''): string[] =>
  list.flatMap(({ path = '', children, index }) => {
    const own = path.startsWith('/') ? path : `${parent}/${path}`.replace(/\/+/g, '/')
    return [...(children ? getPaths(children, path ? own : parent) : []), ...(path && !children && !index ? [own] : [])]
  })

it('defines the portal routes recorded in the snapshot', () => {
  expect(getPaths(routes)).toMatchSnapshot()
})

it("matches the server's list of portal URLs, so that unlisted URLs return 404", () => {
  const known = getPaths(routes).filter((path) => path !== '/*')
  expect(addresses.toSorted()).toEqual(['/', ...known].toSorted())
})

it('requires a session even if the URL contains auth, unless the route pattern does [P251]', () => {
  const withAuth = leaves(routes).filter(({ path }) => path?.includes('auth'))
  expect(withAuth.map(({ path, loader }) => [path, loader])).toEqual([
    ['unauthorized', undefined],
    ['auth/agent', agentEntry],
    ['agent/authenticate/:encryptedPayload?', agentAuthenticate],
    ['policyholder/authenticate/:encryptedPayload?', validateLink],
  ])
  const url = new URL('http://localhost/policy/embed/RFLauth1?next=auth')
  expect(decide({ audience: 'agent', url, session: undefined, now: 0 })).toMatchObject({
    ...{ kind: 'go', to: expect.stringMatching(/^\/login/) },
  })
})

it('loads every policy and policyholder screen on demand [P125]', () => {
  const eager = (list: readonly RouteObject[]): string[] =>
    list.flatMap(({ path, lazy, Component, children }) => [
      ...(path && path !== '/' && Component && !lazy ? [path] : []),
      ...(children ? eager(children) : []),
    ])
  expect(eager(routes)).toEqual(['auth/agent', 'agency/registration/completion', '404', '*'])
})
