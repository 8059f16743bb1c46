import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { getRequestListener } from '@hono/node-server'
import { readConfig } from '@tideline/api/config/config.ts'
import { createStripeProvider, WEBHOOK_PATH } from '@tideline/api/providers/stripe/provider.ts'
import type { TestDatabase } from '@tideline/api/testing/database.ts'
import { SMTPServer } from 'smtp-server'
import { afterAll } from 'vitest'

const bucket = 'tideline-papers'

const getPort = (server: { address: () => AddressInfo | string | null }) => (server.address() as AddressInfo).port

/** Starts an HTTP server and returns its port. The server closes after the tests in the file. */
async function startHttpServer(listener: RequestListener): Promise<number> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => server.close())
  return getPort(server)
}

/** Starts an SMTP server. `mails` contains the raw messages that it received. */
async function startMailServer() {
  const mails: { to: string; source: string }[] = []
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'] },
    onData: async (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      // Decodes quoted-printable text: removes `=` at the end of a line and converts `=3D` to an equals sign.
      const source = Buffer.concat(chunks)
        .toString('utf8')
        .replaceAll(/=\r?\n/g, '')
        .replaceAll('=3D', '=')
      for (const { address } of envelope.rcptTo) mails.push({ to: address, source })
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { mails, url: `smtp://127.0.0.1:${getPort(server.server)}` }
}

/** Starts an S3 server with one bucket. Returns the settings for using the bucket. */
async function startBucket() {
  const directory = await mkdtemp(join(tmpdir(), 'tideline-s3-'))
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = (await server.run()) as AddressInfo
  afterAll(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  return {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: bucket,
    // Key pair that the server accepts.
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
}

/** Starts a Stripe simulator at its own URL. Each signed webhook is sent to the process that `nextProcess` returns. */
async function startStripe(database: TestDatabase, nextProcess: () => string) {
  const stripe = await createStripeProvider(readConfig({ NODE_ENV: 'test' }), {
    pool: database.pool,
    webhook: {
      url: `http://tideline.test${WEBHOOK_PATH}`,
      fetch: (request) => fetch(new Request(`${nextProcess()}${WEBHOOK_PATH}`, request)),
    },
  })
  const { simulator } = stripe
  if (!simulator) throw new Error('Tests have no key of Stripe.')
  const port = await startHttpServer(getRequestListener((request) => simulator.app.fetch(request)))
  afterAll(() => stripe.close())
  const env = {
    STRIPE_API_URL: `http://127.0.0.1:${port}`,
    STRIPE_SECRET_KEY: simulator.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: simulator.webhookSecret,
  }
  return { stripe, simulator, env }
}

/** Starts the external services of a deployment: Stripe, email, and file storage. */
export async function startExternalServices(database: TestDatabase, nextProcess: () => string) {
  const [mail, files, stripe] = await Promise.all([
    startMailServer(),
    startBucket(),
    startStripe(database, nextProcess),
  ])
  return {
    mails: mail.mails,
    stripe: stripe.stripe,
    simulator: stripe.simulator,
    env: { SMTP_URL: mail.url, ...files, ...stripe.env },
  }
}
