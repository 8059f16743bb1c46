import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const root = dirname(dirname(import.meta.dirname))
const sdk = join(root, 'sdk')

/**
 * Generated declarations that the report contains, as examples of all others. They show changes of the generator. The
 * contract's own changes are compared with the last release (docs/versioning.md).
 */
const generatedExamples = {
  './operations': ['Options', 'getConfirmation', 'processPayment', 'searchPolicies'],
  './query': ['getConfirmationQueryKey', 'processPaymentMutation'],
  './types': ['GetConfirmationData', 'GetConfirmationResponse'],
  './zod': ['zLoginRequest'],
} as const

/**
 * Returns the declarations that the compiler emits for the SDK, by the path of their source without comments. Uses the
 * root's TypeScript 7, which is several times faster. Does not check types, because `pnpm typecheck` does.
 */
function emitDeclarations(): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'tideline-declarations-'))
  try {
    const options = ['--emitDeclarationOnly', '--removeComments', '--noCheck', '--outDir', folder]
    execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', join(sdk, 'tsconfig.build.json'), ...options])
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.d.ts'))
    return new Map(paths.map((path) => [path.replace(/\.d\.ts$/, '.ts'), readFileSync(join(folder, path), 'utf8')]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the modules from which a module exports declarations, and the module itself if it declares any. */
function findExportedModules(path: string, declarations: ReadonlyMap<string, string>): string[] {
  const file = ts.createSourceFile(path, declarations.get(path) ?? '', ts.ScriptTarget.Latest)
  const sources = file.statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) && statement.moduleSpecifier && ts.isStringLiteral(statement.moduleSpecifier)
      ? [join(dirname(path), statement.moduleSpecifier.text)]
      : [],
  )
  return [path, ...sources.filter((source) => !source.startsWith('generated/'))]
}

/** Returns the statements of a generated module that declare the given names. */
function pickStatements(text: string, names: readonly string[]): string {
  const file = ts.createSourceFile('generated.d.ts', text, ts.ScriptTarget.Latest, true)
  const isPicked = (name: ts.Node | undefined) => name !== undefined && names.includes(name.getText(file))
  const found = file.statements.filter((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.some(({ name }) => isPicked(name))
      : isPicked((statement as ts.TypeAliasDeclaration).name),
  )
  return found.map((statement) => `${statement.getText(file)}\n`).join('')
}

/** Returns the public API of the SDK as Markdown: the declarations of each entry point of its package. */
export function createApiReport(): string {
  const declarations = emitDeclarations()
  const { exports } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>
  }
  const sections = Object.entries(exports).flatMap(([entry, target]) => {
    if (typeof target === 'string') return []
    const path = target.types.replace('./dist/', '').replace('.d.ts', '.ts')
    const names = generatedExamples[entry as keyof typeof generatedExamples]
    const content = names
      ? `${pickStatements(declarations.get(path) ?? '', names)}// All other declarations are also generated from the contract.\n`
      : findExportedModules(path, declarations)
          .map((module) => `// ${module}\n${declarations.get(module)}`)
          .join('\n')
    return [`## @tideline/sdk${entry.slice(1)}\n\n\`\`\`ts\n${content}\`\`\`\n`]
  })
  return `# Public API of the SDK

Changes of this file are changes for integrators: list them in the [changelog](../docs/changelog.md). \`UPDATE_EXAMPLES=yes pnpm test api-report\` updates this file.

${sections.join('\n')}`
}
