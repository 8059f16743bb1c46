import { resolve } from 'node:path'
import { z } from 'zod'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(4600),
  PUBLIC_URL: z.url().optional(),
  TIDELINE_DATA: z.string().default('.tideline'),
  DATABASE_URL: z.url().optional(),
  DATABASE_READ_URL: z.url().optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_').optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  STRIPE_SETTLE_SECONDS: z.coerce.number().min(0).default(5),
  SMTP_URL: z.url().optional(),
  MAIL_FROM: z.string().default('Tideline <no-reply@example.com>'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ENDPOINT: z.url().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  ADDRESS_PROVIDER_URL: z.url().optional(),
  ADDRESS_PROVIDER_KEY: z.string().optional(),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) => list.split(',').filter(Boolean)),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(1200),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RUN_JOBS: flag.default(true),
  /** Loads the demo book into an empty database at start-up. */
  SEED_DEMO_BOOK: flag.default(false),
})

export type Config = z.output<typeof schema> & {
  isProduction: boolean
  /** Absolute folder of what the embedded defaults keep: database, files. */
  dataFolder: string
}

/** Raised with one sentence a person can act on when the environment holds a wrong value. */
export class ConfigProblem extends Error {}

/** The environment, parsed once. Throws `ConfigProblem` naming each variable and its rule. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigProblem(`The environment is not right. ${problems.join('; ')}.`)
  }
  const config = parsed.data
  if (config.STRIPE_SECRET_KEY && !(config.STRIPE_PUBLISHABLE_KEY && config.STRIPE_WEBHOOK_SECRET))
    throw new ConfigProblem('STRIPE_SECRET_KEY needs STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET beside it.')
  return { ...config, isProduction: config.NODE_ENV === 'production', dataFolder: resolve(config.TIDELINE_DATA) }
}
