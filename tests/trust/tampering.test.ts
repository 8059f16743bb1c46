import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signAccessToken, verifyAccessToken } from '@tideline/api/accounts/access-token.ts'
import { generateApiKey, hashApiKey, matchesKeyHash } from '@tideline/api/credentials/key-format.ts'
import { decryptText, encryptText } from '@tideline/api/http/encrypted-text.ts'
import { decryptLinkToken, encryptLinkToken } from '@tideline/api/link-tokens/link-token.ts'
import { createFolderStorage } from '@tideline/api/providers/files/folder.ts'
import { FileChangedError } from '@tideline/api/providers/files/stored-file.ts'
import { createPdfProvider } from '@tideline/api/providers/pdf/pdf.ts'
import { verifyEvent } from '@tideline/sdk/webhooks'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { afterAll, describe, expect, it } from 'vitest'
import { isThorough } from '../support/thorough.ts'

/** Number of flipped bits for each kind of content: 10,000 in `pnpm trust`. */
const flips = isThorough ? 10_000 : 200
/** Content with at most this many bits is short. */
const shortBits = 4_000

const folder = await mkdtemp(join(tmpdir(), 'tideline-tampering-'))
afterAll(() => rm(folder, { recursive: true }))

const now = new Date()
const later = new Date(now.getTime() + 60_000)
const key = new Uint8Array(32).fill(7)

/** Flips bits that are evenly distributed over the content, and all bits of a short content. */
function* flipBits(content: Uint8Array): Generator<[bit: number, changed: Uint8Array]> {
  const bits = content.length * 8
  const step = bits <= shortBits ? 1 : Math.max(1, bits / flips)
  for (let at = 0; at < bits; at += step) {
    const bit = Math.floor(at)
    const changed = Uint8Array.from(content)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    yield [bit, changed]
  }
}

const rejected = Symbol('rejected')
const orRejected = async (open: () => unknown) => {
  try {
    return (await open()) ?? rejected
  } catch {
    return rejected
  }
}

/**
 * Expects that no flipped bit changes what a text grants. The last letter of Base64 has unused bits, and a flip of one
 * of these bits does not change the content. All other flips must be rejected.
 */
async function expectDetected(text: string, open: (text: string) => unknown, unusedBits = 0) {
  const original = await orRejected(() => open(text))
  expect(original).not.toBe(rejected)
  let accepted = 0
  for (const [bit, changed] of flipBits(new TextEncoder().encode(text))) {
    const result = await orRejected(() => open(new TextDecoder().decode(changed)))
    if (result === rejected) continue
    accepted++
    expect(result, `bit ${bit}`).toEqual(original)
  }
  expect(accepted).toBeLessThanOrEqual(unusedBits)
}

const throwIfInvalid = (result: Awaited<ReturnType<typeof decryptLinkToken>>) => {
  if (!result.ok) throw new Error(result.reason)
  return result.claims
}
const place = { row: 'one', column: 'tax_id_sealed' } as const
const webhookSecret = `whsec_${Buffer.from(key).toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', type: 'payment.paid', data: { policyNo: 'RFL3000101', amount: 1125 } })

describe('detection of a flipped bit', () => {
  it('protects an access token', async () => {
    const token = await signAccessToken(key, '0b0fc1a2-6b0e-4b41-9f4e-0d5a2f1c9a11', now)
    await expectDetected(token, (changed) => verifyAccessToken(key, changed, now), 8)
  })

  it('protects a link token', async () => {
    const token = await encryptLinkToken(key, { kind: 'deeplink', id: 'one', policyNo: 'RFL3000101' }, later)
    await expectDetected(token, async (changed) => throwIfInvalid(await decryptLinkToken(key, changed, now)), 8)
  })

  it('protects an encrypted tax ID or bank account', () =>
    expectDetected(encryptText([key], place, '12-3456789'), (changed) => decryptText([key], place, changed), 8))

  it('protects an API key', () => {
    const { text } = generateApiKey('test')
    const hash = hashApiKey(key, text)
    return expectDetected(text, (changed) => matchesKeyHash([key], changed, hash) || rejected)
  })

  it('protects an event for an integrator or in its signature', async () => {
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(webhookSecret).sign('evt_1', now, body),
    }
    await expectDetected(body, (changed) => verifyEvent(webhookSecret, headers, changed))
    await expectDetected(headers['webhook-signature'], (changed) =>
      verifyEvent(webhookSecret, { ...headers, 'webhook-signature': changed }, body),
    )
  })

  it('protects an event of Stripe or in its signature', async () => {
    const { webhooks } = new Stripe('sk_test_one')
    const signature = webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret })
    await expectDetected(body, (changed) => webhooks.constructEvent(changed, signature, webhookSecret))
    await expectDetected(signature, (changed) => webhooks.constructEvent(body, changed, webhookSecret))
  })

  it('protects a signed PDF when it is read from the storage (DOC-12)', async () => {
    const pdf = createPdfProvider()
    const form = await pdf.notice({
      title: 'Notice',
      reference: 'Policy RFL3000101',
      facts: [],
      paragraphs: ['A statement.'],
      signers: [{ party: 2, kind: 'signature', signingStatement: 'I agree.' }],
      issuedAt: now,
    })
    const stamps = form.placements.map((placement) => ({ ...placement, name: 'Marina Sample', signedAt: 'today' }))
    const { bytes } = await pdf.stampSignatures(form.bytes, stamps, {
      documentName: 'Notice',
      reference: 'Policy RFL3000101',
      events: [],
    })
    const files = createFolderStorage(folder)
    const { key } = await files.put(bytes, 'application/pdf')
    for (const [bit, changed] of flipBits(bytes)) {
      await writeFile(join(folder, key), changed)
      await expect(files.bytes(key), `bit ${bit}`).rejects.toThrow(FileChangedError)
    }
    await writeFile(join(folder, key), bytes)
    expect(await files.bytes(key)).toEqual(new Uint8Array(bytes))
  }, 300_000)
})
