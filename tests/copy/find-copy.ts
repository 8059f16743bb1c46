import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { listSources } from '../architecture/list-sources.ts'

const root = join(import.meta.dirname, '../..')

/** String that users see. Interpolated values appear as `{…}`. */
export interface CopyString {
  /** Path of the source file, relative to the repository root. */
  file: string
  line: number
  text: string
}

/** Folders that contain product copy. Errors, emails, and documents are written in the API. */
const folders = ['portal-web/src', 'portal-web/kit', 'admin-web/src', 'api/src', 'cli/src', 'sdk/src']
const excluded = /\.test\.tsx?$|\.d\.ts$|(?:^|\/)(?:testing|generated|migrations|stories)\//

/** Matches attributes and properties whose values users see, even single words. */
const isLabel =
  /^(?:label|header|title|placeholder|alt|aria-label|ariaLabel|helperText|hint|help|message|reason|summary|description|heading|subject|emptyText|caption|tooltip)$/i

/** Matches functions and tags whose text is SQL, CSS, a pattern, or an error message for engineers. */
const notCopy =
  /^(?:sql|css|RegExp|Error|TypeError|querySelector|querySelectorAll|matchMedia|log|warn|debug|require|import)$/

const value = '{…}'

/**
 * Returns the text of a literal or template, with interpolated values as `{…}`. Returns undefined for any other
 * expression.
 */
function toText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => value + literal.text).join('')
  return undefined
}

const isSentence = (text: string) => /[A-Za-z]{2,}[’',]? [A-Za-z{$]/.test(text) && !/^[a-z-]+(?: [a-z-]+)*$/.test(text)

/**
 * Checks whether a literal is code and not copy: a key, module, type, class name, SQL, or an error message for
 * engineers.
 */
function isCode(node: ts.Node): boolean {
  const { parent } = node
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true
  if (
    ts.isElementAccessExpression(parent) ||
    (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText()))
  )
    return true
  if (ts.isTaggedTemplateExpression(parent)) return true
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    const name = parent.expression
    return notCopy.test(ts.isPropertyAccessExpression(name) ? name.name.text : name.getText())
  }
  if (ts.isJsxAttribute(parent))
    return /^(?:class|className|id|href|to|path|d|viewBox|style|sx|key|name|source|type)$/.test(parent.name.getText())
  return false
}

const getLabel = ({ parent }: ts.Node) =>
  ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)
    ? isLabel.test(parent.name.getText().replace(/^['"]|['"]$/g, ''))
    : false

/** Returns the strings in a source file that users see, in source order. */
export function findCopyIn(file: string, source: string): CopyString[] {
  const tree = ts.createSourceFile(
    file,
    source,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  const found: CopyString[] = []
  const add = (node: ts.Node, text: string) => {
    const plain = text.replace(/\s+/g, ' ').trim()
    if (/[A-Za-z]{2}/.test(plain.replaceAll(value, '')))
      found.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, text: plain })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const { children } = node
      if (children.some((child) => ts.isJsxText(child) && child.text.trim()))
        add(
          children.find((child) => ts.isJsxText(child) && child.text.trim()) ?? node,
          children
            .map((child) =>
              ts.isJsxText(child)
                ? child.text
                : ts.isJsxExpression(child) && child.expression
                  ? (toText(child.expression) ?? value)
                  : value,
            )
            .join(''),
        )
    }
    const text = toText(node)
    if (text !== undefined) {
      const isInElement = ts.isJsxExpression(node.parent) && !ts.isJsxAttribute(node.parent.parent)
      if (!isInElement && !isCode(node) && (getLabel(node) || isSentence(text))) add(node, text)
      if (isInElement && !ts.isJsxText(node)) {
        const siblings = (node.parent.parent as ts.JsxElement).children ?? []
        if (!siblings.some((child) => ts.isJsxText(child) && child.text.trim())) add(node, text)
      }
    }
    if (ts.isTaggedTemplateExpression(node) || (ts.isCallExpression(node) && node.expression.getText() === 'sql.raw'))
      return
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

/** Returns all strings that users see in both apps, the API, the SDK, and the CLI. */
export const findCopy = (): CopyString[] =>
  folders.flatMap((folder) =>
    listSources(join(root, folder))
      .filter((path) => /\.tsx?$/.test(path) && !excluded.test(`${folder}/${path}`))
      .flatMap((path) => findCopyIn(`${folder}/${path}`, readFileSync(join(root, folder, path), 'utf8'))),
  )
