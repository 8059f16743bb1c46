import { describe, expect, it, test } from 'vitest'
import { productionEnv } from '../testing/production.ts'
import { ConfigError, readConfig } from './config.ts'

const findProblem = (env: Record<string, string>) => {
  try {
    readConfig(env)
    return ''
  } catch (problem) {
    expect(problem).toBeInstanceOf(ConfigError)
    return (problem as Error).message
  }
}

describe('production configuration', () => {
  test('rejects an empty environment and lists all missing settings', () => {
    const message = findProblem({ NODE_ENV: 'production' })
    for (const name of Object.keys(productionEnv).filter((name) => name !== 'NODE_ENV'))
      expect(message.match(new RegExp(`^ {2}${name}: `, 'gm'))).toHaveLength(1)
    expect(message).toContain('TIDELINE_DEMO=yes')
  })

  test('accepts an environment with all required settings', () => {
    expect(readConfig(productionEnv)).toMatchObject({ isProduction: true, TIDELINE_DEMO: false, SEED_DEMO_BOOK: false })
  })

  test.each(Object.keys(productionEnv).filter((name) => name !== 'NODE_ENV'))(
    'rejects a missing %s and names the setting',
    (name) => {
      expect(findProblem({ ...productionEnv, [name]: '' })).toMatch(new RegExp(`^ {2}${name}: `, 'm'))
    },
  )

  it('requires TRUSTED_PROXIES and explains the allowed values', () => {
    expect(findProblem({ ...productionEnv, TRUSTED_PROXIES: '' })).toMatch(
      /^ {2}TRUSTED_PROXIES: .*number of proxies.*addresses.*`none`/m,
    )
    for (const TRUSTED_PROXIES of ['none', '1', '10.0.0.0/8'])
      expect(readConfig({ ...productionEnv, TRUSTED_PROXIES })).toMatchObject({ isProduction: true })
  })

  test('lists invalid and missing settings in one message', () => {
    const message = findProblem({ ...productionEnv, SMTP_URL: '', PORT: 'many' })
    expect(message).toMatch(/^ {2}PORT: /m)
    expect(message).toMatch(/^ {2}SMTP_URL: /m)
  })

  const { ACCESS_TOKEN_KEY } = productionEnv
  const live = { STRIPE_SECRET_KEY: 'sk_live_example', STRIPE_PUBLISHABLE_KEY: 'pk_live_example' }
  test.each<[string, string, Record<string, string>]>([
    ['an address that is not HTTPS', 'PUBLIC_URL: .*https:', { PUBLIC_URL: 'http://tideline.test' }],
    ['the demo book', 'SEED_DEMO_BOOK: ', { SEED_DEMO_BOOK: 'true' }],
    ['an advanced clock', 'TIDELINE_SANDBOX: ', { TIDELINE_SANDBOX: 'yes' }],
    ['webhooks to private networks', 'WEBHOOKS_MAY_GO_INSIDE: ', { WEBHOOKS_MAY_GO_INSIDE: 'true' }],
    ['CORS for every origin', 'CORS_ORIGINS: ', { CORS_ORIGINS: '*' }],
    ['a metrics token that is easy to guess', 'METRICS_TOKEN: ', { METRICS_TOKEN: 'short' }],
    ['one key for sessions and links', 'LINK_TOKEN_KEY: ', { LINK_TOKEN_KEY: ACCESS_TOKEN_KEY }],
    [
      'one key for sessions and encryption',
      'SEALING_KEYS: ',
      { SEALING_KEYS: `${productionEnv.SEALING_KEYS},${ACCESS_TOKEN_KEY}` },
    ],
    ['an access token key of zeros', 'ACCESS_TOKEN_KEY: ', { ACCESS_TOKEN_KEY: Buffer.alloc(32).toString('base64') }],
    [
      'a link token key that is text',
      'LINK_TOKEN_KEY: .*not random',
      { LINK_TOKEN_KEY: Buffer.from('correct horse battery staple 123').toString('base64') },
    ],
    [
      'a predictable encryption key after a random one',
      'SEALING_KEYS: .*not random',
      { SEALING_KEYS: `${productionEnv.SEALING_KEYS},${Buffer.from([...Array(32).keys()]).toString('base64')}` },
    ],
    ['an email server with an https URL', 'SMTP_URL: .*smtp://', { SMTP_URL: 'http://mail.tideline.test' }],
    ['a Stripe URL of another machine', 'STRIPE_API_URL: ', { STRIPE_API_URL: 'https://stripe.tideline.test' }],
    ['a Stripe URL with a host name', 'STRIPE_API_URL: ', { STRIPE_API_URL: 'http://localhost:1' }],
    [
      'a Stripe host name that resembles localhost',
      'STRIPE_API_URL: ',
      { STRIPE_API_URL: 'http://127.0.0.1.tideline.test' },
    ],
    ['a live Stripe key with a simulator', 'STRIPE_API_URL: ', { ...live, STRIPE_API_URL: 'http://127.0.0.1:1' }],
    ['Stripe keys of different modes', 'STRIPE_PUBLISHABLE_KEY: ', { STRIPE_SECRET_KEY: live.STRIPE_SECRET_KEY }],
  ])('rejects %s and names the setting', (_, named, unsafe) => {
    expect(findProblem({ ...productionEnv, ...unsafe })).toMatch(new RegExp(`^ {2}${named}`, 'm'))
  })

  test('accepts live Stripe keys, or test keys with a Stripe simulator on the same machine', () => {
    expect(readConfig({ ...productionEnv, ...live })).toMatchObject(live)
    for (const STRIPE_API_URL of ['http://127.0.0.1:4601', 'http://[::1]:4601'])
      expect(readConfig({ ...productionEnv, STRIPE_API_URL })).toMatchObject({ STRIPE_API_URL })
  })

  test.each([{}, { NODE_ENV: 'production', TIDELINE_DEMO: 'yes' }])(
    'rejects a live Stripe key outside of production: %o',
    (env) => {
      expect(findProblem({ ...env, ...live, STRIPE_WEBHOOK_SECRET: 'whsec_example' })).toMatch(
        /^ {2}STRIPE_SECRET_KEY: /m,
      )
    },
  )

  test('rejects an encryption key that is not 32 bytes long', () => {
    expect(findProblem({ ...productionEnv, LINK_TOKEN_KEY: 'c2hvcnQ=' })).toMatch(
      /^ {2}LINK_TOKEN_KEY: must be 32 bytes/m,
    )
  })

  test('uses embedded defaults for a demo with TIDELINE_DEMO=yes', () => {
    expect(readConfig({ NODE_ENV: 'production', TIDELINE_DEMO: 'yes' })).toMatchObject({
      isProduction: false,
      TIDELINE_DEMO: true,
    })
    expect(findProblem({ NODE_ENV: 'production', TIDELINE_DEMO: 'no' })).toMatch(/^ {2}SMTP_URL: /m)
  })
})

test('reads multiple SEALING_KEYS, newest first, and rejects a key that is not 32 bytes long', () => {
  const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const list = keys.map((one) => one.toString('base64'))
  expect(readConfig({ SEALING_KEYS: list.join(',') }).SEALING_KEYS).toEqual(keys)
  expect(findProblem({ SEALING_KEYS: `${list[0]},c2hvcnQ=` })).toMatch(/^ {2}SEALING_KEYS.*: must be 32 bytes/m)
})

test('accepts an empty environment in development', () => {
  expect(readConfig({})).toMatchObject({ isProduction: false, TIDELINE_DEMO: false, PORT: 4600 })
})

test('rejects an S3 bucket without access keys in every environment', () => {
  const message = findProblem({ S3_BUCKET: 'files' })
  expect(message).toMatch(/^ {2}S3_ACCESS_KEY_ID: S3_BUCKET requires this setting/m)
  expect(message).toMatch(/^ {2}S3_SECRET_ACCESS_KEY: S3_BUCKET requires this setting/m)
})

test('requires a Stripe publishable key and webhook secret if STRIPE_SECRET_KEY is set', () => {
  expect(findProblem({ STRIPE_SECRET_KEY: 'sk_test_example' })).toMatch(
    /STRIPE_PUBLISHABLE_KEY[\s\S]*STRIPE_WEBHOOK_SECRET/,
  )
})

test.each(['*', 'https://portal.example.com,*', 'https://portal.example.com/', 'portal.example.com'])(
  'rejects CORS_ORIGINS=%s because it is not a list of complete origins',
  (value) => expect(findProblem({ CORS_ORIGINS: value })).toMatch(/^ {2}CORS_ORIGINS: /m),
)

test('accepts CORS_ORIGINS as a list of complete origins', () => {
  expect(readConfig({ CORS_ORIGINS: 'https://a.example.com,http://localhost:5173' }).CORS_ORIGINS).toHaveLength(2)
})
