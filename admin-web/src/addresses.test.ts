import { isValidElement } from 'react'
import { expect, it } from 'vitest'
import addresses from '../public/addresses.json' with { type: 'json' }
import { resources } from './resources.ts'

/** Where react-admin puts the pages of a list, and what stands beside it. */
const pages = resources.flatMap(({ name, create, edit, show, children }) =>
  [
    ...['', ...(create ? ['/create'] : []), ...(edit ? ['/:id'] : []), ...(show ? ['/:id/show'] : [])],
    ...(Array.isArray(children) ? children : []).flatMap((child) =>
      isValidElement<{ path?: string }>(child) && child.props.path ? [`/${child.props.path}`] : [],
    ),
  ].map((page) => `/admin/${name}${page}`),
)

/** Without what may be left out at their end: tabs, and the month of a statement. */
const known = addresses.map((address) => address.replace(/(\/:\w+\?)+$/, ''))

it('the server knows the address of every list, form and page of the back office', () => {
  expect(pages.filter((page) => !known.includes(page))).toEqual([])
})

it('and answers 404 for all others: what is no list, log-in, billing or policy stands nowhere', () => {
  const own = /^\/admin\/(login|billing|billing\/policies\/:policyNo|policies\/:id\/.+)?$/
  expect(known.filter((address) => !pages.includes(address) && !own.test(address))).toEqual([])
})
