import { createHash } from 'node:crypto'
import { conflict } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'

/** Attempts to render what a transaction needs while others keep changing it. */
const maxRounds = 5

/** Thrown by `requireAll` to roll the transaction back, so that what it needs is rendered without it. */
class RenderingNeeded extends Error {}

/** Files that a transaction needs, rendered outside of it and found again by everything that went into them. */
export class RenderedFiles {
  readonly #isInline: boolean
  readonly #rendered = new Map<string, unknown>()
  #needed = new Map<string, () => Promise<unknown>>()

  /** @param isInline renders at once, for a caller whose own transaction cannot be rolled back and repeated */
  constructor(isInline = false) {
    this.#isInline = isInline
  }

  /** What `render` makes of `input`, or undefined if that has to be rendered first. */
  async get<Result>(input: unknown, render: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#isInline) return render()
    const key = createHash('sha256').update(JSON.stringify(input)).digest('hex')
    if (this.#rendered.has(key)) return this.#rendered.get(key) as Result
    this.#needed.set(key, render)
    return undefined
  }

  /** Call it once all files were asked for, and before the transaction ends. */
  requireAll(): void {
    if (this.#needed.size > 0) throw new RenderingNeeded()
  }

  async renderNeeded(): Promise<void> {
    const needed = this.#needed
    this.#needed = new Map()
    for (const [key, render] of needed) this.#rendered.set(key, await render())
  }
}

/**
 * Runs an action that needs rendered files in its transaction. The transaction runs once to learn what the files say and is rolled
 * back; the files are rendered and stored without any lock; then it runs again with them. If somebody changed what they say meanwhile,
 * that is repeated. A process that dies on the way leaves nothing but stored bytes that no row names.
 * @throws Refusal 409 when it kept changing
 */
export async function withRenderedFiles<Result>(
  { db }: Pick<Ctx, 'db'>,
  action: (files: RenderedFiles) => Promise<Result>,
): Promise<Result> {
  const files = new RenderedFiles(db.isTransaction)
  for (let round = 0; round < maxRounds; round++) {
    try {
      return await action(files)
    } catch (thrown) {
      if (!(thrown instanceof RenderingNeeded)) throw thrown
      await files.renderNeeded()
    }
  }
  throw conflict('in_progress', 'The documents are being changed by someone else. Please try again.')
}
