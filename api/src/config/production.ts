/** What production needs that is embedded elsewhere, and what it is for (decision 92). */
const needed = {
  DATABASE_URL: 'a PostgreSQL database of your own',
  PUBLIC_URL: 'the address people reach this deployment at, with https://',
  ACCESS_TOKEN_KEY: 'a key of your own that sessions are signed with, from `openssl rand -base64 32`',
  LINK_TOKEN_KEY: 'a key of your own that links are sealed with, from `openssl rand -base64 32`',
  SEALING_KEYS:
    'a key of your own that tax ids and bank accounts are sealed with, from `openssl rand -base64 32`; a new one goes before the old',
  SMTP_URL: 'your mail server',
  MAIL_FROM: 'the address mails come from',
  STRIPE_SECRET_KEY: "your Stripe account's secret key",
  STRIPE_PUBLISHABLE_KEY: "your Stripe account's publishable key",
  STRIPE_WEBHOOK_SECRET: "the secret of your Stripe account's webhook",
  S3_BUCKET: 'the bucket that files are kept in',
  S3_ACCESS_KEY_ID: "the bucket's access key",
  S3_SECRET_ACCESS_KEY: "the bucket's secret key",
}

/** Each setting that production lacks or must not have, as `NAME: sentence`; `given` is the environment without empty values. */
export function unfitForProduction(given: Record<string, string | undefined>): string[] {
  const missing = Object.entries(needed).filter(([name]) => !given[name])
  return [
    ...missing.map(([name, purpose]) => `${name}: ${purpose}`),
    ...(given.PUBLIC_URL && !given.PUBLIC_URL.startsWith('https://')
      ? [`PUBLIC_URL: has to start with https://, and is ${given.PUBLIC_URL}`]
      : []),
    ...(given.WEBHOOKS_MAY_GO_INSIDE === 'true'
      ? ['WEBHOOKS_MAY_GO_INSIDE: webhooks would reach your own network, and have to go to the open internet only']
      : []),
    ...(given.TIDELINE_SANDBOX === 'yes'
      ? ['TIDELINE_SANDBOX: real policies go by the world’s clock, which nobody puts forward']
      : []),
    ...(given.SEED_DEMO_BOOK === 'true' ? ['SEED_DEMO_BOOK: the demo book and its accounts have no place here'] : []),
  ]
}
