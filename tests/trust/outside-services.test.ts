import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { createAddressProvider } from '@tideline/api/providers/addresses/create-address-provider.ts'
import { ServiceUnavailableError } from '@tideline/api/providers/circuit-breaker.ts'
import { createS3Storage } from '@tideline/api/providers/files/s3.ts'
import { createEmailProvider, EmailRejectedError } from '@tideline/api/providers/mail/mail.ts'
import { createStripe } from '@tideline/api/providers/stripe/stripe.ts'
import Stripe from 'stripe'
import { afterEach, describe, expect, it } from 'vitest'

// Outside services that are down, hang, cut the connection or send garbage. Each call must end with the error that its
// caller handles (SYS-5). The timeouts are shorter than in production; the clients are the same.

const timeoutMs = 300
const page = '<html><body>Please log in to this network.</body></html>'

/** What a service does with a connection. */
const faults: Record<string, (socket: Socket) => void> = {
  'never answers': () => undefined,
  'closes the connection': (socket) => socket.destroy(),
  'cuts the response off': (socket) =>
    socket.once('data', () =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"id":', () =>
        socket.destroy(),
      ),
    ),
  'sends bytes that are no response': (socket) =>
    socket.end(Buffer.from(Array.from({ length: 512 }, (_, at) => at % 251))),
  'sends the log-in page of a network': (socket) =>
    socket.once('data', () =>
      socket.end(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`),
    ),
  'reports an internal error': (socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n')),
}

const open: { server: Server; sockets: Set<Socket> }[] = []
afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** Starts a service with a fault. Without a fault, returns a port on which nothing listens. */
async function startService(serve?: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    serve?.(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  if (serve) open.push({ server, sockets })
  else await new Promise((resolve) => server.close(resolve))
  return { port, getConnections: () => connections }
}

const own = { text: '1 Own St, Tampa, FL 33606', addr1: '1 Own St', city: 'Tampa', state: 'FL', zip: '33606' }
const email = { to: 'marina.sample@example.com', subject: 'Receipt', html: '<p>Paid</p>', text: 'Paid' }

/** One call to each service, with the result that callers handle. */
const services: {
  name: string
  create: (port: number) => () => Promise<unknown>
  isHandled: (end: unknown) => boolean
}[] = [
  {
    name: 'Stripe',
    create: (port) => {
      const stripe = createStripe({ secretKey: 'sk_test_1', url: `http://127.0.0.1:${port}`, timeoutMs })
      return () => stripe.customers.create({ name: 'Marina Sample' })
    },
    isHandled: (end) => end instanceof Stripe.errors.StripeError,
  },
  {
    name: 'S3',
    create: (port) => {
      const storage = createS3Storage(
        {
          ...{ S3_BUCKET: 'tideline', S3_REGION: 'us-east-1', S3_ENDPOINT: `http://127.0.0.1:${port}` },
          ...{ S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' },
        },
        { connectionTimeout: timeoutMs, requestTimeout: timeoutMs, socketTimeout: timeoutMs },
      )
      return () => storage.put(Buffer.from('declarations'), 'application/pdf')
    },
    isHandled: (end) => end instanceof ServiceUnavailableError,
  },
  {
    name: 'the mail server',
    create: (port) => {
      const mail = createEmailProvider(
        { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Tideline <mail@example.com>' },
        { dnsTimeout: timeoutMs, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
      )
      return () => mail.send(email)
    },
    isHandled: (end) => end instanceof Error && !(end instanceof EmailRejectedError),
  },
  {
    name: 'the address service',
    create: (port) => {
      const addresses = createAddressProvider({
        ...{ ADDRESS_PROVIDER_KEY: 'key', ADDRESS_PROVIDER_URL: `http://127.0.0.1:${port}/lookup` },
      })
      return () => addresses.suggest({ prefix: '1 Own' }, async () => [own])
    },
    isHandled: (end) => Array.isArray(end) && end[0] === own,
  },
]

const call = (service: () => Promise<unknown>) => service().catch((error: unknown) => error)

describe.each(services)('$name', ({ create, isHandled }) => {
  it.each(['is down', ...Object.keys(faults)])('leads to an error that is handled if it %s', async (fault) => {
    const { port } = await startService(faults[fault])
    expect(await call(create(port))).toSatisfy(isHandled)
  })
})

describe.each(services.filter(({ name }) => name !== 'the mail server'))('$name', ({ create, isHandled }) => {
  it('is not called for a while after repeated failures', async () => {
    const { port, getConnections } = await startService(faults['closes the connection'])
    const service = create(port)
    for (let attempt = 0; attempt < 6; attempt++) await call(service)
    const before = getConnections()
    expect(before).toBeGreaterThan(0)
    expect(await call(service)).toSatisfy(isHandled)
    expect(getConnections()).toBe(before)
  })
})
