import { resolve } from 'node:path'
import { z } from 'zod'
import { findInvalidSettings, findUnsafeProductionSettings } from './production.ts'
import { parseTrustedProxies } from './trusted-proxies.ts'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** A 32-byte key in Base64, as printed by `openssl rand -base64 32`. */
const key = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === 32, 'must be 32 bytes in Base64, as `openssl rand -base64 32` prints them')

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

/** Settings that become required if a related setting is present. */
const requiredCompanions: Record<string, readonly string[]> = {
  STRIPE_SECRET_KEY: ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  STRIPE_API_URL: ['STRIPE_SECRET_KEY'],
  S3_BUCKET: ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  DATABASE_READ_URL: ['DATABASE_URL'],
}

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  /** Starts a demo. A demo can use embedded defaults even with NODE_ENV=production (SYS-2). */
  TIDELINE_DEMO: z
    .enum(['yes', 'no'])
    .default('no')
    .transform((value) => value === 'yes'),
  /** Uses a sandbox clock that can be moved forward (ADR 38). */
  TIDELINE_SANDBOX: z
    .enum(['yes', 'no'])
    .default('no')
    .transform((value) => value === 'yes'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(4600),
  PUBLIC_URL: z.url().optional(),
  TIDELINE_DATA: z.string().default('.tideline'),
  DATABASE_URL: z.url().optional(),
  /** A streaming replica of the database, for reads that may be a second old (SYS-7). */
  DATABASE_READ_URL: z.url().optional(),
  DATABASE_POOL: z.coerce.number().int().min(1).max(500).default(10),
  ACCESS_TOKEN_KEY: key.optional(),
  LINK_TOKEN_KEY: key.optional(),
  /** Comma-separated encryption keys. The first key encrypts, and every key decrypts. */
  SEALING_KEYS: z
    .string()
    .transform((list) => list.split(','))
    .pipe(z.array(key))
    .optional(),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_').optional(),
  STRIPE_PUBLISHABLE_KEY: z.string().startsWith('pk_').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional(),
  /**
   * Base URL of a Stripe simulator for rehearsals. The simulator requires a test key. In production, it must be on the
   * same machine.
   */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  STRIPE_SETTLE_SECONDS: z.coerce.number().min(0).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must begin with smtp:// or smtps://' }).optional(),
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
    .transform((list) => list.split(',').filter(Boolean))
    .refine(
      (origins) => origins.every(isOrigin),
      'must list each origin in full, for example https://portal.example.com,https://quotes.example.com; * is not allowed',
    ),
  TRUSTED_PROXIES: z.string().default('').transform(parseTrustedProxies),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(1200),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RUN_JOBS: flag.default(true),
  /** Allows webhooks to private networks and URLs without TLS. For development only. */
  WEBHOOKS_MAY_GO_INSIDE: flag.default(false),
  /** Loads demo data into an empty database at startup. */
  SEED_DEMO_BOOK: flag.default(false),
})

/**
 * Default delay of the Stripe simulator before bank payments settle, in seconds. A sandbox uses the real duration
 * (PAY-6); users can move the sandbox clock forward.
 */
const settleSeconds = { sandbox: 4 * 86_400, elsewhere: 5 }

export type Config = z.output<typeof schema> & {
  STRIPE_SETTLE_SECONDS: number
  /** Whether this deployment has real data. If so, embedded defaults and demo features are off (SYS-2). */
  isProduction: boolean
  /** Absolute path of the folder for the embedded database and files. */
  dataFolder: string
}

/** Thrown when the environment has invalid settings. The message explains how to fix them. */
export class ConfigError extends Error {}

/**
 * Parses the environment. Throws `ConfigError` with a list of all invalid settings. With NODE_ENV=production, the
 * list includes all missing settings.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const isProduction = given.NODE_ENV === 'production' && given.TIDELINE_DEMO !== 'yes'
  const parsed = schema.safeParse(given)
  const lonely = Object.entries(requiredCompanions).flatMap(([name, needed]) =>
    given[name]
      ? needed.filter((other) => !given[other]).map((other) => `${other}: ${name} requires this setting`)
      : [],
  )
  const problems = [
    ...(parsed.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []),
    ...lonely,
    ...findInvalidSettings(given, isProduction),
  ]
  const unfit = isProduction ? findUnsafeProductionSettings(given) : []
  if (!parsed.success || problems.length || unfit.length) throw new ConfigError(formatProblems(problems, unfit))
  const { data } = parsed
  const STRIPE_SETTLE_SECONDS =
    data.STRIPE_SETTLE_SECONDS ?? (data.TIDELINE_SANDBOX ? settleSeconds.sandbox : settleSeconds.elsewhere)
  return { ...data, STRIPE_SETTLE_SECONDS, isProduction, dataFolder: resolve(data.TIDELINE_DATA) }
}

/**
 * Formats all problems as one list. A setting appears only once, even if it is both invalid and required in production.
 */
function formatProblems(problems: string[], unfit: string[]): string {
  const named = new Set(problems.map((problem) => problem.split(':')[0]))
  const lines = [...problems, ...unfit.filter((line) => !named.has(line.split(':')[0]))].map((line) => `  ${line}`)
  const opening = unfit.length
    ? 'Tideline does not start with NODE_ENV=production and embedded defaults. Missing or invalid settings:'
    : 'The environment is not valid:'
  const ending = unfit.length
    ? ['', 'See docs/settings.md. For a demo without real data, set TIDELINE_DEMO=yes instead.']
    : []
  return [opening, ...lines, ...ending].join('\n')
}
