import { describe, expect, it } from 'vitest'
import { parseTestOptions, UsageError } from './options.ts'

const none = { words: [], watch: false, changed: false, stop: false, help: false }

describe('the arguments of pnpm test', () => {
  it.each([
    ['nothing runs everything', [], none],
    ['words select tests', ['payments', 'refund'], { ...none, words: ['payments', 'refund'] }],
    ['a quoted phrase is one word', ['check number 0'], { ...none, words: ['check number 0'] }],
    ['a separator before words is ignored', ['--', 'payments'], { ...none, words: ['payments'] }],
    ['--watch can have words', ['--watch', 'payments'], { ...none, watch: true, words: ['payments'] }],
    ['--changed can be watched', ['--changed', '-w'], { ...none, watch: true, changed: true }],
    ['--shard takes a part of a number of parts', ['--shard', '2/4'], { ...none, shard: { index: 2, count: 4 } }],
    ['--shard can be written with =', ['--shard=1/1'], { ...none, shard: { index: 1, count: 1 } }],
    ['--stop stops the PostgreSQL server', ['--stop'], { ...none, stop: true }],
  ])('%s', (_, args, options) => {
    expect(parseTestOptions(args)).toEqual(options)
  })

  it.each([
    ['an unknown option', ['--fast'], '--fast'],
    ['a part that is not a number', ['--shard', 'one'], '1/4, not "one"'],
    ['a part beyond the number of parts', ['--shard', '5/4'], '1/4, not "5/4"'],
    ['part 0', ['--shard', '0/4'], '1/4, not "0/4"'],
    ['a part of a selection', ['--shard', '1/2', 'payments'], 'cannot be combined'],
    ['a part of the changed tests', ['--shard', '1/2', '--changed'], 'cannot be combined'],
  ])('%s is rejected', (_, args, message) => {
    expect(() => parseTestOptions(args)).toThrow(UsageError)
    expect(() => parseTestOptions(args)).toThrow(message)
  })
})
