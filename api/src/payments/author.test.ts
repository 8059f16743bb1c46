import { expect, it } from 'vitest'
import type { Actor } from '../http/context.ts'
import { getPaymentAuthor } from './author.ts'

it.each([
  ['an agent', { kind: 'agent', accountId: 'a1', name: 'Ann Agent' }, { userId: 'a1', name: 'Ann Agent', userType: 1 }],
  [
    'a policyholder',
    { kind: 'insured', identityId: 'i1', name: 'Marina Sample' },
    { userId: 'i1', name: 'Marina Sample', userType: 2 },
  ],
  ['staff', { kind: 'staff', accountId: 's1', name: 'Sam Staff' }, { userId: 's1', name: 'Sam Staff', userType: 3 }],
  ['a job', { kind: 'job', name: 'auto-pay' }, { userId: null, name: 'auto-pay', userType: 3 }],
])('records the user and user type of a payment by %s', (_, actor, author) => {
  expect(getPaymentAuthor({ actor: actor as unknown as Actor })).toEqual(author)
})
