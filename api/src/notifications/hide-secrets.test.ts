import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getLinkPath } from '../link-tokens/create-link.ts'
import { encryptLinkToken, type LinkKind } from '../link-tokens/link-token.ts'
import { type EmailTemplateId, type EmailTemplateValues, renderEmail } from '../providers/mail/templates/index.ts'
import { maskEmailSecrets } from './mask-email-secrets.ts'

const until = new Date('2026-11-27T15:00:00Z')
const tokens = await Promise.all(
  (['deeplink', 'agent', 'handoff', 'reset'] satisfies LinkKind[]).map((kind) =>
    encryptLinkToken(
      randomBytes(32),
      { kind, id: '5b0c9f1e-6f0a-4c59-9a55-0f6a2f3a1a01', policyNo: 'RFL3000101' },
      until,
    ),
  ),
)
const about = { firstName: 'Marina', policyNo: 'RFL3000101', address: '1200 Bayshore Demo Blvd, Tampa, FL 33606' }
const expiresAt = until.toISOString()
const written = async <Id extends EmailTemplateId>(id: Id, values: EmailTemplateValues[Id]) => {
  const { html, text } = await renderEmail(id, values)
  return { shown: `${maskEmailSecrets(id, html)}${maskEmailSecrets(id, text)}`, whole: `${html}${text}` }
}

describe('maskEmailSecrets', () => {
  it.each(tokens)('masks link tokens in an email and leaves the rest of the text unchanged', async (token) => {
    const link = `https://example.com${getLinkPath('authenticate', token)}`
    for (const id of ['policyholder-link', 'signature-request', 'cancellation-request'] as const) {
      const { shown, whole } = await written(id, {
        ...about,
        documents: 'Flood Application',
        ...{ effectiveDate: '2026-12-15', reason: 'Building Sold', refundCents: 0, balanceReductionCents: 0 },
        ...{ otherSigner: '', moneyWords: '', otherwise: '' },
        link,
        expiresAt,
      })
      expect(whole).toContain(token)
      for (let at = 0; at + 24 <= token.length; at += 8) expect(shown).not.toContain(token.slice(at, at + 24))
      expect(shown).toContain('https://example.com/policyholder/authenticate/██████')
      expect(shown).toContain(about.address)
    }
  })

  it('masks the verification code in a signing code email', async () => {
    const { shown, whole } = await written('signing-code', { ...about, code: '048213', expiresAt })
    expect(whole).toContain('048213')
    expect(shown).not.toContain('048213')
    expect(shown).toContain('RFL3000101')
  })
})
