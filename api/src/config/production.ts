/** Settings that production requires instead of embedded defaults, with the purpose of each setting (SYS-2). */
const requiredSettings = {
  DATABASE_URL: 'your PostgreSQL database',
  PUBLIC_URL: 'the public URL of this deployment, with https://',
  ACCESS_TOKEN_KEY: 'your key for signing sessions, from `openssl rand -base64 32`',
  LINK_TOKEN_KEY: 'your key for encrypting links, from `openssl rand -base64 32`',
  SEALING_KEYS:
    'your key for encrypting tax IDs and bank accounts, from `openssl rand -base64 32`; put a new key before the old one',
  TRUSTED_PROXIES:
    'the number of proxies in front of this process, for example 1, or their addresses, for example 10.0.0.0/8; `none` if clients connect directly',
  SMTP_URL: 'your mail server',
  MAIL_FROM: 'the address mails come from',
  STRIPE_SECRET_KEY: "your Stripe account's secret key",
  STRIPE_PUBLISHABLE_KEY: "your Stripe account's publishable key",
  STRIPE_WEBHOOK_SECRET: "the secret of your Stripe account's webhook",
  S3_BUCKET: 'the bucket that files are kept in',
  S3_ACCESS_KEY_ID: "the bucket's access key",
  S3_SECRET_ACCESS_KEY: "the bucket's secret key",
}

type Given = Record<string, string | undefined>

const isLive = (key: string | undefined) => key?.includes('_live_') ?? false

/** Returns whether the URL is a loopback IP address. Rejects host names, which could resolve to another machine. */
const isLoopback = (url: string) => URL.canParse(url) && /^(127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

/**
 * Returns settings that are invalid in every environment, as `NAME: message`. These are Stripe settings that contradict
 * each other or could charge real money outside production.
 */
export function findInvalidSettings(given: Given, isProduction: boolean): string[] {
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable, STRIPE_API_URL: elsewhere } = given
  return [
    ...(isLive(secret) && !isProduction
      ? ['STRIPE_SECRET_KEY: a live key charges real money and requires NODE_ENV=production']
      : []),
    ...(isLive(secret) && elsewhere
      ? ['STRIPE_API_URL: a live key can only be sent to Stripe; use a key that begins with sk_test_']
      : []),
    ...(secret && publishable && isLive(secret) !== isLive(publishable)
      ? ['STRIPE_PUBLISHABLE_KEY: its mode (live or test) differs from STRIPE_SECRET_KEY']
      : []),
  ]
}

const secretKeySettings = ['ACCESS_TOKEN_KEY', 'LINK_TOKEN_KEY', 'SEALING_KEYS'] as const

/**
 * Returns the settings that share a key with another setting. A leak of that key would compromise all of these
 * settings.
 */
const sharedKeys = (given: Given) =>
  secretKeySettings.filter((name, index) =>
    secretKeySettings.slice(0, index).some((other) => {
      const taken = given[other]?.split(',')
      return given[name]?.split(',').some((key) => taken?.includes(key))
    }),
  )

/**
 * Returns whether somebody probably typed the key. Random bytes are very unlikely to be all printable or to repeat this
 * often.
 */
function isGuessable(text: string): boolean {
  const bytes = Buffer.from(text, 'base64')
  const steps = new Set([...bytes.subarray(1)].map((byte, index) => (byte - (bytes[index] ?? 0) + 256) % 256))
  return new Set(bytes).size < 20 || steps.size < 4 || bytes.every((byte) => byte >= 0x20 && byte < 0x7f)
}

const guessableKeys = (given: Given) => secretKeySettings.filter((name) => given[name]?.split(',').some(isGuessable))

/**
 * Returns the settings that are missing or not allowed in production, as `NAME: message`.
 * @param given the environment without empty values
 */
export function findUnsafeProductionSettings(given: Given): string[] {
  const missing = Object.entries(requiredSettings).filter(([name]) => !given[name])
  return [
    ...missing.map(([name, purpose]) => `${name}: ${purpose}`),
    ...(given.PUBLIC_URL && !given.PUBLIC_URL.startsWith('https://')
      ? [`PUBLIC_URL: must start with https://, but is ${given.PUBLIC_URL}`]
      : []),
    ...sharedKeys(given).map(
      (name) => `${name}: the same key is used for another setting; each setting needs its own key`,
    ),
    ...guessableKeys(given).map(
      (name) => `${name}: the key is not random; generate one with \`openssl rand -base64 32\``,
    ),
    ...(given.STRIPE_API_URL && !isLoopback(given.STRIPE_API_URL)
      ? ['STRIPE_API_URL: payments go to Stripe; in a rehearsal to 127.0.0.1 or [::1], and no other machine']
      : []),
    ...(given.WEBHOOKS_MAY_GO_INSIDE === 'true'
      ? [
          'WEBHOOKS_MAY_GO_INSIDE: webhooks could reach your internal network; in production they may only go to public addresses',
        ]
      : []),
    ...(given.TIDELINE_SANDBOX === 'yes'
      ? ['TIDELINE_SANDBOX: production uses the real clock, which cannot be advanced']
      : []),
    ...(given.SEED_DEMO_BOOK === 'true'
      ? ['SEED_DEMO_BOOK: the demo book and its accounts cannot be loaded in production']
      : []),
  ]
}
