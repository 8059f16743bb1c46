import { createHash } from 'node:crypto'
import { createConflictError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'

/**
 * Maximum number of attempts to render a transaction's files. A new attempt is needed if another request changes the
 * data.
 */
const maxRounds = 5

/** Thrown by `requireAll` to roll back the transaction so that the files can be rendered outside it. */
class RenderingNeeded extends Error {}

/**
 * Files that were rendered outside a transaction, for use inside it. The key of a file is the data from which it was
 * rendered.
 */
export class RenderedFiles {
  readonly #isInline: boolean
  readonly #rendered = new Map<string, unknown>()
  #needed = new Map<string, () => Promise<unknown>>()

  /** @param isInline true to render immediately, for callers whose transaction cannot be rolled back and repeated */
  constructor(isInline = false) {
    this.#isInline = isInline
  }

  /** Returns the result of `render` for `input`. Returns undefined if the file must be rendered first. */
  async get<Result>(input: unknown, render: () => Promise<Result>): Promise<Result | undefined> {
    if (this.#isInline) return render()
    const key = createHash('sha256').update(JSON.stringify(input)).digest('hex')
    if (this.#rendered.has(key)) return this.#rendered.get(key) as Result
    this.#needed.set(key, render)
    return undefined
  }

  /**
   * Throws if a requested file is not rendered yet. Call it after all files were requested, before the transaction
   * ends.
   */
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
 * Runs an action that needs rendered files. The first run only collects the files to render and is rolled back. The
 * files are then rendered without holding locks, and the action runs again. This repeats if the data changed in the
 * meantime.
 * @throws {ApiError} 409 if the data keeps changing
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
  throw createConflictError('in_progress', 'The documents are being changed by someone else. Please try again.')
}
