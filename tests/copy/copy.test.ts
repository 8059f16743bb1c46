import { describe, expect, it } from 'vitest'
import { findCopy, findCopyIn } from './find-copy.ts'

/**
 * Words that product copy must not contain, each with its replacement. Strings from the specification are exceptions.
 */
const banned: [use: string, pattern: RegExp][] = [
  ['calculated', /\breckon/i],
  ['no failed …', /\bin vain\b/i],
  ['Tideline, we or System', /\bthe house\b(?! number)/i],
  ['license', /\blicen(?:ce|ces)\b/i],
  ['installment', /\binstalments?\b/i],
  ['color, center, honor, favor, canceling', /\b(?:colour|centre|honour|favour|behaviour|cancelling)\b/i],
  ['cancelled', /\bcanceled\b/i],
  ['refunded, returned, reversed', /\b(?:goes|go|gives?|given|taken?) back\b/i],
  ['on hold', /\bheld back\b|\bholds? back\b/i],
  ['pending, awaiting', /\bthat waits?\b|\bwaits for\b/i],
  ['again', /\banew\b/i],
  ['permanently', /\bfor good\b/i],
  ['anyone who, the person who', /\bwhoever\b/i],
  ['no one, someone, anyone', /\b(?:nobody|somebody|anybody)\b/i],
  ['check, select', /\btick(?:ed|s)?\b/i],
  ['phone', /\btelephone\b/i],
  ['expiration', /\bexpiry\b/i],
  ['two-factor authentication', /\bsecond factor\b/i],
  ['processing, sent', /\bon (?:its|the) way\b/i],
  ['documents', /\bpapers\b/i],
  ['image', /\bpictures?\b/i],
  // Only letters and notices are mailed.
  ['email', /\bmails\b|\bthe mail\b|^(?!.*\b(?:letters?|notices?)\b).*\bmailed\b/i],
  ['must', /\bha(?:s|ve) to be\b/i],
  ['coverage', /\b(?:of|more|that|the) cover\b(?! page)/i],
  ['rejected, declined, denied', /\brefus(?:e|es|ed|al|als)\b/i],
  ['enabled, disabled, turned on, turned off', /\bswitched (?:on|off)\b/i],
  ['immediately', /\bat once\b/i],
  ['amount due', /\bnow due\b/i],
  ['evidence due', /\bevidence until\b/i],
  ['is', /\blies (?:more|in|with|ahead)\b/i],
]

/**
 * Patterns of texts that are exempt: texts from the specification, legal texts, and messages that only engineers see.
 */
const exceptions: RegExp[] = [
  /ELANY|Excess Line Association/,
  /^(?:Go back|refused)$/,
  /^The connection was refused\.$/,
  /Consent to electronic|receive and sign the papers/,
]

const problems = (text: string): string[] =>
  exceptions.some((exception) => exception.test(text))
    ? []
    : banned.filter(([, pattern]) => pattern.test(text)).map(([use]) => `${text} (use: ${use})`)

describe('product copy', () => {
  it('uses standard American insurance terms in both apps, the API, the SDK and the CLI', () => {
    const copy = findCopy().filter(({ file }) => !/demo-book|cli\/src\/scenarios/.test(file))
    expect(copy.length).toBeGreaterThan(3000)
    const found = copy.flatMap(({ file, line, text }) => problems(text).map((problem) => `${file}:${line} ${problem}`))
    expect(found).toEqual([])
  })

  it('reports a banned word and accepts its replacement', () => {
    expect(problems('The refund goes back to the payer.')).toHaveLength(1)
    expect(problems('Licences')).toEqual(['Licences (use: license)'])
    expect(problems('The refund is sent to the payer.')).toEqual([])
    expect(problems('The receipt was mailed to the payer.')).toHaveLength(1)
    expect(problems('This letter was mailed on Friday.')).toEqual([])
  })
})

describe('findCopyIn', () => {
  it('returns user-visible text with values as {…}, but no code', () => {
    const source = `
      import { a } from './some-file.ts'
      export const One = ({ name }) => (
        <section className="some class" aria-label="Payment details">
          <p>Hello {name}, welcome back.</p>
          <button title={\`Pay \${name} now\`}>Pay</button>
        </section>
      )
      const row = sql\`select one from two\`
      throw new Error('Programming error only')
    `
    expect(findCopyIn('One.tsx', source).map(({ text }) => text)).toEqual([
      'Payment details',
      'Hello {…}, welcome back.',
      'Pay',
      'Pay {…} now',
    ])
  })
})
