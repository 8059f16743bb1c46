import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { isInTransactionScope } from './transaction-scope.ts'

const callers = new AsyncLocalStorage<string>()

/** Runs `work` on behalf of a caller. Each caller can use only a limited share of the connections. */
export const runAsCaller = <Result>(caller: string, work: () => Result): Result => callers.run(caller, work)

/** Thrown when no connection becomes free in time. */
export class NoFreeConnectionError extends Error {}

interface Share {
  taken: number
  waiting: (() => void)[]
}

type Callback = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

/**
 * A connection pool in which one caller can use at most half of the connections. Further queries of this caller wait.
 * Requests that are blocked by one row lock therefore cannot use up all connections. Jobs have no caller and therefore
 * no limit.
 */
export class FairPool extends pg.Pool {
  readonly perCaller: number
  readonly #waitMs: number
  readonly #shares = new Map<string, Share>()
  readonly #holders = new WeakMap<pg.PoolClient, string>()

  constructor(config: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super(config)
    this.perCaller = Math.ceil(config.max / 2)
    this.#waitMs = config.connectionTimeoutMillis
    this.on('release', (_, client) => this.#freeOf(client))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const client = this.#connect()
    if (!callback) return client
    client.then(
      (client) => callback(undefined, client, this.#releaseOnce(client)),
      (error: Error) => callback(error, undefined, () => undefined),
    )
    return undefined
  }

  /**
   * Returns a function that releases a connection and can be called again. If a connection breaks while the job worker
   * stops, graphile-worker releases it twice. The error of the second time would end the process.
   */
  #releaseOnce(client: pg.PoolClient): (destroy?: unknown) => void {
    let isReleased = false
    return (destroy) => {
      if (isReleased) return
      isReleased = true
      client.release(destroy as boolean)
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    const caller = callers.getStore()
    // A transaction that already has a connection never waits for its caller's other connections, because these could
    // be waiting for the transaction.
    if (caller === undefined || isInTransactionScope()) return super.connect()
    await this.#take(caller)
    try {
      const client = await super.connect()
      this.#holders.set(client, caller)
      return client
    } catch (error) {
      this.#free(caller)
      throw error
    }
  }

  async #take(caller: string): Promise<void> {
    const share = this.#shares.get(caller) ?? { taken: 0, waiting: [] }
    this.#shares.set(caller, share)
    if (share.taken < this.perCaller) {
      share.taken++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        share.waiting.splice(share.waiting.indexOf(turn), 1)
        reject(new NoFreeConnectionError('All database connections of this caller are in use.'))
      }, this.#waitMs)
      share.waiting.push(turn)
    })
  }

  #freeOf(client: pg.PoolClient): void {
    const caller = this.#holders.get(client)
    if (caller === undefined) return
    this.#holders.delete(client)
    this.#free(caller)
  }

  /** Releases a connection. The caller's next waiting query can then use it. */
  #free(caller: string): void {
    const share = this.#shares.get(caller)
    if (!share) return
    const next = share.waiting.shift()
    if (next) next()
    else if (share.taken > 1) share.taken--
    else this.#shares.delete(caller)
  }
}
