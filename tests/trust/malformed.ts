import { ApiError } from '@tideline/api/http/api-error.ts'
import fc from 'fast-check'
import { isThorough } from '../support/thorough.ts'

/** One change of an input: what to do, where (as a share of the length), and with which bytes. */
interface Edit {
  kind: 'flip' | 'insert' | 'remove' | 'repeat' | 'truncate'
  at: number
  length: number
  bytes: Uint8Array
}

const encode = (text: string) => new TextEncoder().encode(text)

/** Byte sequences that parsers often handle incorrectly. */
const difficultBytes = [
  ...[
    '\0',
    '\r',
    '\n',
    '\r\n',
    '"',
    "'",
    '\\',
    ',',
    ';',
    '{',
    '}',
    '[',
    ']',
    '<',
    '>',
    '%',
    '%00',
    '../',
    '\u2028',
    '-',
  ],
  ...[
    '0',
    '-1',
    '1e999',
    '9007199254740993',
    'NaN',
    'null',
    '__proto__',
    'constructor',
    '\ufeff',
    '😀',
    ' '.repeat(300),
  ],
  ...['('.repeat(1000), '['.repeat(1000), '9'.repeat(400), 'a'.repeat(5000)],
]
  .map(encode)
  .concat([
    new Uint8Array([0xff]),
    new Uint8Array([0xed, 0xa0, 0x80]),
    new Uint8Array([0xc0, 0x80]),
    new Uint8Array([0xff, 0xff, 0xff, 0xff]),
    new Uint8Array([0x7f, 0xff, 0xff, 0xff]),
    new Uint8Array([0x80, 0, 0, 0]),
  ])

const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('flip', 'insert', 'remove', 'repeat', 'truncate'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 64 }),
    bytes: fc.oneof(fc.constantFrom(...difficultBytes), fc.uint8Array({ minLength: 1, maxLength: 8 })),
  }),
  { minLength: 1, maxLength: 6 },
)

function applyEdit(input: Uint8Array, { kind, at, length, bytes }: Edit): Uint8Array {
  const start = Math.floor(at * input.length)
  const [before, rest] = [input.subarray(0, start), input.subarray(start)]
  switch (kind) {
    case 'flip': {
      const flipped = Uint8Array.from(input)
      if (start < flipped.length) flipped[start] = (flipped[start] ?? 0) ^ (1 << (length % 8))
      return flipped
    }
    case 'insert':
      return Buffer.concat([before, bytes, rest])
    case 'remove':
      return Buffer.concat([before, rest.subarray(length)])
    case 'repeat':
      return Buffer.concat([before, ...Array.from({ length }, () => rest.subarray(0, length)), rest])
    case 'truncate':
      return before
  }
}

/** Generates damaged copies of valid inputs. */
export const createMalformedInputs = (samples: readonly (Uint8Array | string)[]): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(fc.constantFrom(...samples), edits)
    .map(([sample, changes]) => changes.reduce(applyEdit, typeof sample === 'string' ? encode(sample) : sample))

/** Returns the number of inputs: all in `pnpm trust`, otherwise one of 500. */
export const getInputCount = (all: number): number => (isThorough ? all : Math.max(20, Math.ceil(all / 500)))

/** Maximum time for one input, in milliseconds. Finds inputs whose cost grows out of proportion, such as slow patterns. */
const maxMs = 5000

/**
 * Parses damaged copies of the samples. Expects each to be accepted or rejected with a 4xx error that has a message, in
 * limited time. A failure prints the seed and the smallest input that was found.
 */
export const expectNoCrash = (
  samples: readonly (Uint8Array | string)[],
  count: number,
  parse: (input: Uint8Array) => unknown,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(createMalformedInputs(samples), async (input) => {
      const start = performance.now()
      try {
        await parse(input)
      } catch (problem) {
        if (!(problem instanceof ApiError) || problem.status >= 500 || !problem.message) throw problem
      }
      if (performance.now() - start > maxMs) throw new Error(`The input took more than ${maxMs} ms.`)
    }),
    { numRuns: getInputCount(count) },
  )
