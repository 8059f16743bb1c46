import { describe, expect, it } from 'vitest'
import { parseTestOptions, UsageError } from './options.ts'

const none = { words: [], watch: false, changed: false, stop: false, help: false }

describe('parseTestOptions', () => {
  it.each([
    ['no arguments for a full run', [], none],
    ['words', ['payments', 'refund'], { ...none, words: ['payments', 'refund'] }],
    ['a quoted phrase as one word', ['check number 0'], { ...none, words: ['check number 0'] }],
    ['words after a separator, which is ignored', ['--', 'payments'], { ...none, words: ['payments'] }],
    ['--watch with words', ['--watch', 'payments'], { ...none, watch: true, words: ['payments'] }],
    ['--changed with --watch', ['--changed', '-w'], { ...none, watch: true, changed: true }],
    ['--shard with an index and a count', ['--shard', '2/4'], { ...none, shard: { index: 2, count: 4 } }],
    ['--shard with an equals sign', ['--shard=1/1'], { ...none, shard: { index: 1, count: 1 } }],
    ['--stop', ['--stop'], { ...none, stop: true }],
  ])('accepts %s', (_, args, options) => {
    expect(parseTestOptions(args)).toEqual(options)
  })

  it.each([
    ['an unknown option', ['--fast'], '--fast'],
    ['a shard that is not a number', ['--shard', 'one'], '1/4, not "one"'],
    ['a shard index above the count', ['--shard', '5/4'], '1/4, not "5/4"'],
    ['shard 0', ['--shard', '0/4'], '1/4, not "0/4"'],
    ['a shard with words', ['--shard', '1/2', 'payments'], 'cannot be combined'],
    ['a shard with --changed', ['--shard', '1/2', '--changed'], 'cannot be combined'],
  ])('rejects %s', (_, args, message) => {
    expect(() => parseTestOptions(args)).toThrow(UsageError)
    expect(() => parseTestOptions(args)).toThrow(message)
  })
})
