import type { RouteObject } from 'react-router'
import { expect, it, vi } from 'vitest'
import addresses from '../public/addresses.json' with { type: 'json' }

vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
const { routes } = await import('./routes.tsx')

const pathsOf = (list: readonly RouteObject[], parent = ''): string[] =>
  list.flatMap(({ path = '', children, index }) => {
    const own = path.startsWith('/') ? path : `${parent}/${path}`.replace(/\/+/g, '/')
    return [...(children ? pathsOf(children, path ? own : parent) : []), ...(path && !children && !index ? [own] : [])]
  })

it('every route of the portal is as reviewed', () => {
  expect(pathsOf(routes)).toMatchSnapshot()
})

it('the server knows every address of the portal, and answers 404 for all others', () => {
  const known = pathsOf(routes).filter((path) => path !== '/*')
  expect(addresses.toSorted()).toEqual(['/', ...known].toSorted())
})

it('every screen of policies and policyholders is loaded on demand [P125]', () => {
  const eager = (list: readonly RouteObject[]): string[] =>
    list.flatMap(({ path, lazy, Component, children }) => [
      ...(path && path !== '/' && Component && !lazy ? [path] : []),
      ...(children ? eager(children) : []),
    ])
  expect(eager(routes)).toEqual([
    'auth/agent',
    'agent/policylogin/:encryptedPayload?',
    'agent/authenticate/:encryptedPayload?',
    '404',
    '*',
  ])
})
