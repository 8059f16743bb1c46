import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/** Moment at which a connection is cut: before PostgreSQL receives a statement, or after it has executed it. */
export interface Cut {
  statement: number
  moment: 'before' | 'after'
}

/** Splits a stream of PostgreSQL messages and returns the type of each complete message. */
function createMessageReader(hasStartup: boolean) {
  let rest = Buffer.alloc(0)
  let isStarted = !hasStartup
  return (chunk: Buffer): string[] => {
    rest = Buffer.concat([rest, chunk])
    const types: string[] = []
    for (;;) {
      const head = isStarted ? 1 : 0
      if (rest.length < head + 4) return types
      const size = head + rest.readUInt32BE(head)
      if (rest.length < size) return types
      if (isStarted) types.push(String.fromCharCode(rest[0] ?? 0))
      // A client may first ask for encryption with code 80877103. PostgreSQL then expects the startup message again.
      else if (rest.readUInt32BE(4) !== 80_877_103) isStarted = true
      rest = rest.subarray(size)
    }
  }
}

/** Client messages that end a statement: a simple query and a sync of the extended protocol. */
const isStatementEnd = (type: string) => type === 'Q' || type === 'S'

/**
 * Connects a client of a proxy to the target. If one of the two connections closes, so does the other. `sockets` contains
 * both while they are open.
 */
export function connectTo(target: URL, client: Socket, sockets: Set<Socket>): Socket {
  const upstream = connect(Number(target.port), target.hostname)
  for (const socket of [client, upstream]) {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      client.destroy()
      upstream.destroy()
    })
  }
  return upstream
}

/**
 * Starts a proxy in front of PostgreSQL that counts the statements of a process and can stop forwarding at one of them,
 * so that a test can kill the process at exactly this point.
 */
export async function startCuttingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let count = 0
  let cut: (Cut & { reached: () => void }) | undefined
  let isCut = false

  const server = createServer((client) => {
    const upstream = connectTo(target, client, sockets)
    const readClient = createMessageReader(true)
    const readServer = createMessageReader(false)
    let sent = 0
    // PostgreSQL is ready once before the first statement.
    let finished = -1
    /** Number of the connection's statement after which it is cut. */
    let last: number | undefined
    client.on('data', (chunk: Buffer) => {
      if (isCut) return
      for (const _ of readClient(chunk).filter(isStatementEnd)) {
        count++
        sent++
        if (cut?.statement !== count) continue
        if (cut.moment === 'after') last = sent
        else {
          // Statements that were sent together with this one do not reach PostgreSQL either.
          isCut = true
          cut.reached()
          return
        }
      }
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      finished += readServer(chunk).filter((type) => type === 'Z').length
      if (isCut) return
      if (last === undefined) client.write(chunk)
      else if (finished >= last) {
        isCut = true
        cut?.reached()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)

  return {
    url: url.href,
    /** Returns the number of statements since the last call of `cutAt` or `reset`. */
    getCount: () => count,
    /** Counts from zero again, and forwards everything. */
    reset: () => {
      count = 0
      cut = undefined
      isCut = false
    },
    /** Stops forwarding at a statement. Resolves when it is reached. */
    cutAt: (wanted: Cut) =>
      new Promise<void>((resolve) => {
        count = 0
        isCut = false
        cut = { ...wanted, reached: resolve }
      }),
    /** Closes the connections, as the operating system does when a process was killed. */
    closeConnections: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
