import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { sourcesIn } from './sources.ts'

/** A source or a style sheet of a package, by its path from the package's folder. */
export interface Sheet {
  path: string
  text: string
}

/** The styles and screens of a package; tests are left out. */
export const getSheets = (folder: string): Sheet[] =>
  sourcesIn(folder)
    .filter((path) => /\.(css|tsx?)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

/** The room of a file: its first folder. */
const getArea = (path: string) => path.slice(0, Math.max(path.indexOf('/'), 0))

const isCss = ({ path }: Sheet) => path.endsWith('.css')

/** The class names in a style sheet's selectors. */
export function getClasses(css: string): Set<string> {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)
  return new Set(
    [...selectors].flatMap(([, selector = '']) =>
      [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
    ),
  )
}

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

/** The names that a screen gives to `className`, whole ones only: of `badge-${tone}` nothing is known but its room's own css. */
export function getClassNames({ path, text }: Sheet): string[] {
  const found: string[] = []
  const read = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(...wordsOf(node.text))
    if (ts.isTemplateExpression(node)) {
      const holes = node.templateSpans.map(({ literal }) => literal.text).join('\0')
      found.push(...wordsOf(`${node.head.text}\0${holes}`).filter((word) => !word.includes('\0')))
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

/** Style sheets that a file imports from a room that is not its own. */
export const foreignCss = (sheets: readonly Sheet[]) =>
  sheets
    .filter((sheet) => !isCss(sheet))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^import '([^']+\.css)'/gm)]
        .map(([, target = '']) => target)
        .filter((target) => !target.startsWith('.') || getArea(join(dirname(path), target)) !== getArea(path))
        .map((target) => `${path} imports ${target}`),
    )

/**
 * Class names that a screen uses although neither its room's style sheets nor the shared words define them: those of
 * another room, and those of none.
 */
export function foreignClasses(sheets: readonly Sheet[], shared: ReadonlySet<string>): string[] {
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

/** Class names in style sheets whose room never speaks of them: rules for another room's screens, or for nobody's. */
export const idleClasses = (sheets: readonly Sheet[]) =>
  sheets.filter(isCss).flatMap(({ path, text }) => {
    const words = new Set(
      sheets
        .filter((sheet) => !isCss(sheet) && getArea(sheet.path) === getArea(path))
        // `badge-${tone}` speaks of every badge-….
        .flatMap((sheet) => sheet.text.match(/[a-z][\w-]*(?:\$\{)?/gi) ?? []),
    )
    const isSpokenOf = (name: string) => words.has(name) || words.has(`${name.slice(0, name.lastIndexOf('-'))}-$\{`)
    return [...getClasses(text)].filter((name) => !isSpokenOf(name)).map((name) => `${path} defines .${name}`)
  })
