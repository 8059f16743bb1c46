import { isValidElement } from 'react'
import { expect, it } from 'vitest'
import addresses from '../public/addresses.json' with { type: 'json' }
import { resources } from './shell/resources.ts'

/** The URLs of the list, form and child pages of every react-admin resource. */
const pages = resources.flatMap(({ name, create, edit, show, children }) =>
  [
    ...['', ...(create ? ['/create'] : []), ...(edit ? ['/:id'] : []), ...(show ? ['/:id/show'] : [])],
    ...(Array.isArray(children) ? children : []).flatMap((child) =>
      isValidElement<{ path?: string }>(child) && child.props.path ? [`/${child.props.path}`] : [],
    ),
  ].map((page) => `/admin/${name}${page}`),
)

/** The server's back-office paths. Optional parameters, such as a tab or a statement's month, are removed. */
const known = addresses.map((address) => address.replace(/(\/:\w+\?)+$/, ''))

it('defines a server route for every back-office list, form and page', () => {
  expect(pages.filter((page) => !known.includes(page))).toEqual([])
})

it('defines no server route for a back-office path without a page', () => {
  const own = /^\/admin\/(login|billing|billing\/policies\/:policyNo|policies\/:id\/.+)?$/
  expect(known.filter((address) => !pages.includes(address) && !own.test(address))).toEqual([])
})
