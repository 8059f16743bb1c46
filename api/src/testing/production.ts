import { createHash } from 'node:crypto'

const key = (name: string) => createHash('sha256').update(name).digest('base64')

/** A complete production configuration. At startup, only the database is contacted. */
export const productionEnv = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://tideline@127.0.0.1:1/tideline',
  PUBLIC_URL: 'https://tideline.test',
  TRUSTED_PROXIES: 'none',
  ACCESS_TOKEN_KEY: key('access'),
  LINK_TOKEN_KEY: key('links'),
  SEALING_KEYS: key('sealing'),
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Tideline <office@tideline.test>',
  STRIPE_SECRET_KEY: 'sk_test_example',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_example',
  STRIPE_WEBHOOK_SECRET: 'whsec_example',
  S3_BUCKET: 'files',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}
