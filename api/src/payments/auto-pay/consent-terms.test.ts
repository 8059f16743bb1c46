import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { consentTerms } from './consent-terms.ts'

/** SHA-256 of the text of each version. Add a version for a new text; payers agreed to the earlier ones. */
const textHashes: Record<string, string> = {
  '2026-11': '18c5c65697963a418c0f62137a8bc6cd0065be09ace757b03df019b90276effb',
}

it('has a new version with every change of the text (AUT-1)', () => {
  const hash = createHash('sha256').update(consentTerms.text).digest('hex')
  expect(textHashes[consentTerms.version]).toBe(hash)
})
