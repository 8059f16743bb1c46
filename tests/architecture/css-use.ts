import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { listSources } from './list-sources.ts'

/** Source file or stylesheet of a package. Its path is relative to the package folder. */
export interface Sheet {
  path: string
  text: string
}

/** Returns the stylesheets and source files of a package, except tests. */
export const getSheets = (folder: string): Sheet[] =>
  listSources(folder)
    .filter((path) => /\.(css|tsx?)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

/** Returns the area of a file: its first folder. */
const getArea = (path: string) => path.slice(0, Math.max(path.indexOf('/'), 0))

const isCss = ({ path }: Sheet) => path.endsWith('.css')

/** Returns the class names in a stylesheet's selectors. */
export function getClasses(css: string): Set<string> {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)
  return new Set(
    [...selectors].flatMap(([, selector = '']) =>
      [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
    ),
  )
}

const splitWords = (text: string) => text.split(/\s+/).filter(Boolean)

/** Returns the complete class names in `className` attributes. Skips computed names such as `badge-${tone}`. */
function getClassNames({ path, text }: Sheet): string[] {
  const found: string[] = []
  const read = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(...splitWords(node.text))
    if (ts.isTemplateExpression(node)) {
      const holes = node.templateSpans.map(({ literal }) => literal.text).join('\0')
      found.push(...splitWords(`${node.head.text}\0${holes}`).filter((word) => !word.includes('\0')))
    }
    ts.forEachChild(node, read)
  }
  const visit = (node: ts.Node): void => {
    const isName = (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && node.name.getText() === 'className'
    if (isName && node.initializer) read(node.initializer)
    else ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX))
  return found
}

/** Returns the imports of stylesheets from a different area. */
export const findForeignStylesheets = (sheets: readonly Sheet[]) =>
  sheets
    .filter((sheet) => !isCss(sheet))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^import '([^']+\.css)'/gm)]
        .map(([, target = '']) => target)
        .filter((target) => !target.startsWith('.') || getArea(join(dirname(path), target)) !== getArea(path))
        .map((target) => `${path} imports ${target}`),
    )

/** Returns class names that are defined neither in the same area nor in the shared theme. */
export function findForeignClasses(sheets: readonly Sheet[], shared: ReadonlySet<string>): string[] {
  const own = new Map<string, Set<string>>()
  for (const { path, text } of sheets.filter(isCss)) {
    const known = own.get(getArea(path)) ?? new Set()
    for (const name of getClasses(text)) known.add(name)
    own.set(getArea(path), known)
  }
  return sheets
    .filter((sheet) => !isCss(sheet))
    .flatMap((sheet) =>
      getClassNames(sheet)
        .filter((name) => !shared.has(name) && !own.get(getArea(sheet.path))?.has(name))
        .map((name) => `${sheet.path} uses .${name}`),
    )
}

/** Returns class names in stylesheets that no source file of the same area uses. */
export const findUnusedClasses = (sheets: readonly Sheet[]) =>
  sheets.filter(isCss).flatMap(({ path, text }) => {
    const words = new Set(
      sheets
        .filter((sheet) => !isCss(sheet) && getArea(sheet.path) === getArea(path))
        // A computed name such as `badge-${tone}` counts as a use of every `badge-…` class.
        .flatMap((sheet) => sheet.text.match(/[a-z][\w-]*(?:\$\{)?/gi) ?? []),
    )
    const isSpokenOf = (name: string) => words.has(name) || words.has(`${name.slice(0, name.lastIndexOf('-'))}-$\{`)
    return [...getClasses(text)].filter((name) => !isSpokenOf(name)).map((name) => `${path} defines .${name}`)
  })
