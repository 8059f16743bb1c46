import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import type { Ctx } from './context.ts'
import { runInTransaction } from './run-in-transaction.ts'

const sources = dirname(import.meta.dirname)

const isDatabase = (text: string) => /^(Transaction|Kysely)<DB>/.test(text) || /^(trx|db)\b/.test(text)
const isContext = (text: string) => /\b\w*Ctx\b/.test(text) || /^(ctx|outer|inner)\b/.test(text)

/** Returns the functions that take both a context and a database, because these could be two different databases. */
function takersOfBoth(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isFunctionLike(node)) {
      const given = node.parameters.map(({ name, type }) => type?.getText() ?? name.getText())
      if (given.some(isDatabase) && given.some(isContext)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart())
        found.push(`${relative(sources, file)}:${line + 1}`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

describe('transaction context parameter', () => {
  it('is never combined with a separate database parameter in a function', () => {
    const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.startsWith('generated'))
      .map((file) => join(sources, file))
    expect(files.length).toBeGreaterThan(300)
    expect(files.flatMap(takersOfBoth)).toEqual([])
  })

  it("uses the caller's transaction when one is open", async () => {
    const db = { isTransaction: true } as unknown as Ctx['db']
    expect(await runInTransaction({ db, now: 1 }, async (ctx) => ctx)).toEqual({ db, now: 1 })
  })
})
