import { describe, expect, test } from 'vitest'
import { production } from '../testing/production.ts'
import { ConfigProblem, readConfig } from './config.ts'

const problemOf = (env: Record<string, string>) => {
  try {
    readConfig(env)
    return ''
  } catch (problem) {
    expect(problem).toBeInstanceOf(ConfigProblem)
    return (problem as Error).message
  }
}

describe('production', () => {
  test('without any setting is refused with one list of all that is missing', () => {
    const message = problemOf({ NODE_ENV: 'production' })
    for (const name of Object.keys(production).filter((name) => name !== 'NODE_ENV'))
      expect(message.match(new RegExp(`^ {2}${name}: `, 'gm'))).toHaveLength(1)
    expect(message).toContain('TIDELINE_DEMO=yes')
  })

  test('with all of them starts as production', () => {
    expect(readConfig(production)).toMatchObject({ isProduction: true, TIDELINE_DEMO: false, SEED_DEMO_BOOK: false })
  })

  test.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))(
    'without %s is refused by its name',
    (name) => {
      expect(problemOf({ ...production, [name]: '' })).toMatch(new RegExp(`^ {2}${name}: `, 'm'))
    },
  )

  test('names a wrong value and a missing one in the same list', () => {
    const message = problemOf({ ...production, SMTP_URL: '', PORT: 'many' })
    expect(message).toMatch(/^ {2}PORT: /m)
    expect(message).toMatch(/^ {2}SMTP_URL: /m)
  })

  test('refuses an address that is not HTTPS and the demo book', () => {
    expect(problemOf({ ...production, PUBLIC_URL: 'http://tideline.test' })).toMatch(/^ {2}PUBLIC_URL: .*https:/m)
    expect(problemOf({ ...production, SEED_DEMO_BOOK: 'true' })).toMatch(/^ {2}SEED_DEMO_BOOK: /m)
    expect(problemOf({ ...production, TIDELINE_SANDBOX: 'yes' })).toMatch(/^ {2}TIDELINE_SANDBOX: /m)
  })

  test('a key that is not 32 bytes is refused', () => {
    expect(problemOf({ ...production, LINK_TOKEN_KEY: 'c2hvcnQ=' })).toMatch(/^ {2}LINK_TOKEN_KEY: has to be 32 bytes/m)
  })

  test('TIDELINE_DEMO=yes is a demonstration with embedded defaults, and no production', () => {
    expect(readConfig({ NODE_ENV: 'production', TIDELINE_DEMO: 'yes' })).toMatchObject({
      isProduction: false,
      TIDELINE_DEMO: true,
    })
    expect(problemOf({ NODE_ENV: 'production', TIDELINE_DEMO: 'no' })).toMatch(/^ {2}SMTP_URL: /m)
  })
})

test('sealing keys are several, the newest first, and each has to be 32 bytes', () => {
  const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const list = keys.map((one) => one.toString('base64'))
  expect(readConfig({ SEALING_KEYS: list.join(',') }).SEALING_KEYS).toEqual(keys)
  expect(problemOf({ SEALING_KEYS: `${list[0]},c2hvcnQ=` })).toMatch(/^ {2}SEALING_KEYS.*: has to be 32 bytes/m)
})

test('a fresh machine starts without any setting', () => {
  expect(readConfig({})).toMatchObject({ isProduction: false, TIDELINE_DEMO: false, PORT: 4600 })
})

test('a bucket without its keys is refused everywhere', () => {
  const message = problemOf({ S3_BUCKET: 'files' })
  expect(message).toMatch(/^ {2}S3_ACCESS_KEY_ID: S3_BUCKET needs it/m)
  expect(message).toMatch(/^ {2}S3_SECRET_ACCESS_KEY: S3_BUCKET needs it/m)
})

test('a Stripe key needs the two others', () => {
  expect(problemOf({ STRIPE_SECRET_KEY: 'sk_test_example' })).toMatch(
    /STRIPE_PUBLISHABLE_KEY[\s\S]*STRIPE_WEBHOOK_SECRET/,
  )
})

test.each(['*', 'https://portal.example.com,*', 'https://portal.example.com/', 'portal.example.com'])(
  'CORS_ORIGINS=%s is refused: each origin is named in full',
  (value) => expect(problemOf({ CORS_ORIGINS: value })).toMatch(/^ {2}CORS_ORIGINS: /m),
)

test('named origins are taken', () => {
  expect(readConfig({ CORS_ORIGINS: 'https://a.example.com,http://localhost:5173' }).CORS_ORIGINS).toHaveLength(2)
})
