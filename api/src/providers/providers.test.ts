import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createProviders } from './index.ts'

const { pool } = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'tideline-providers-'))
const embedded = { NODE_ENV: 'test', TIDELINE_DATA: folder }

test('uses embedded services if no service settings are present', async () => {
  const providers = await createProviders(readConfig(embedded), { pool })
  expect(providers.stripe.publishableKey).toBe('pk_test_simulator')
  expect((await providers.stripe.client.customers.create({ name: 'Marina Sample' })).id).toMatch(/^cus_/)
  expect(providers.mailbox).toBeDefined()
  const { key } = await providers.files.put(new Uint8Array([1]), 'application/pdf')
  expect(await providers.files.bytes(key)).toEqual(new Uint8Array([1]))
  await providers.close()
  await rm(folder, { recursive: true })
})

test('uses the same Stripe simulator keys in all processes of one database', async () => {
  const first = await createProviders(readConfig(embedded), { pool })
  const second = await createProviders(readConfig(embedded), { pool })
  expect(second.stripe.webhookSecret).toBe(first.stripe.webhookSecret)
  await Promise.all([first.close(), second.close()])
})

test('uses real services instead of simulators if service settings are present', async () => {
  const config = readConfig({
    ...embedded,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  const providers = await createProviders(config, { pool })
  expect(providers.stripe).toMatchObject({ publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' })
  expect([providers.stripe.simulator, providers.mailbox]).toEqual([undefined, undefined])
  await providers.close()
})
