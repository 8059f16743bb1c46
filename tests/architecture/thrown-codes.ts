import { join } from 'node:path'
import ts from 'typescript'

/**
 * Finds the error codes that each operation's handler can throw. Follows all functions that the handler references in
 * the API's source code. Counts codes that are the `code` of an object or the first argument of
 * `createUnprocessableError`, `createConflictError` or `createGoneError`.
 */
const root = join(import.meta.dirname, '../../api')
const throwingFunctions = new Set(['createUnprocessableError', 'createConflictError', 'createGoneError'])
/** Functions that throw an error if the rules of a policy action are not met. */
const guards = new Set(['changePolicy', 'checkPolicyAction'])

export interface Thrown {
  code: string
  /** File and line of the error code. */
  at: string
}

function createProgram() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
  return ts.createProgram(
    fileNames.filter((file) => !/\.test\.ts$/.test(file)),
    options,
  )
}

/** Returns the error codes of each operation. `known` lists all codes; other strings are ignored. */
export function findThrownCodes(known: ReadonlySet<string>): Map<string, Thrown[]> {
  const program = createProgram()
  const checker = program.getTypeChecker()
  const isOurs = (node: ts.Node) => {
    const { fileName } = node.getSourceFile()
    return fileName.startsWith(join(root, 'src')) && !/src\/(generated|testing|demo-book)\//.test(fileName)
  }
  /** Returns an expression without `satisfies` and `as`. */
  const withoutSatisfies = (node: ts.Node): ts.Node =>
    ts.isSatisfiesExpression(node) || ts.isAsExpression(node) ? withoutSatisfies(node.expression) : node
  function declarationOf(name: ts.Identifier): ts.Node | undefined {
    let symbol = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name)
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol)
    const declaration = symbol?.valueDeclaration
    if (!declaration || !isOurs(declaration)) return undefined
    const isTopLevel = ts.isSourceFile(declaration.parent) || ts.isVariableStatement(declaration.parent.parent)
    if (ts.isFunctionDeclaration(declaration) || ts.isClassDeclaration(declaration)) return declaration
    return ts.isVariableDeclaration(declaration) && isTopLevel ? declaration.initializer : undefined
  }
  /**
   * Rules of each policy action. A function that changes a policy specifies one action, so only the rules of that
   * action count.
   */
  const actions = new Map<string, ts.Node>()
  const table = program.getSourceFile(join(root, 'src/policy/can/policy-actions.ts'))
  const findTable = (node: ts.Node): ts.ObjectLiteralExpression | undefined => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === 'policyActions' && node.initializer)
      return objectIn(node.initializer)
    return ts.forEachChild(node, findTable)
  }
  const objectIn = (node: ts.Node): ts.ObjectLiteralExpression | undefined =>
    ts.isObjectLiteralExpression(node) ? node : ts.forEachChild(node, objectIn)
  const actionTable = table && findTable(table)
  for (const property of actionTable?.properties ?? [])
    if (property.name) actions.set(property.name.getText(), property)
  if (actions.size === 0) throw new Error('The rules of policy actions were not found.')

  interface Facts {
    codes: Thrown[]
    references: ts.Node[]
  }
  const facts = new Map<ts.Node, Facts>()
  function factsOf(start: ts.Node): Facts {
    const before = facts.get(start)
    if (before) return before
    const found: Facts = { codes: [], references: [] }
    facts.set(start, found)
    const add = (literal: ts.Node) => {
      if (ts.isConditionalExpression(literal)) return [literal.whenTrue, literal.whenFalse].forEach(add)
      if (!ts.isStringLiteralLike(literal) || !known.has(literal.text)) return
      const file = literal.getSourceFile()
      const { line } = file.getLineAndCharacterOfPosition(literal.getStart())
      found.codes.push({ code: literal.text, at: `${file.fileName.slice(root.length + 1)}:${line + 1}` })
    }
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node)) return
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && throwingFunctions.has(node.expression.text))
        if (node.arguments[0]) add(node.arguments[0])
      if (ts.isPropertyAssignment(node) && node.name.getText() === 'code') add(node.initializer)
      // If `rules` is an object literal, `rules.cancel` refers only to the `cancel` property.
      if (ts.isPropertyAccessExpression(node)) {
        const declaration = ts.isIdentifier(node.expression) ? declarationOf(node.expression) : undefined
        const object = declaration && withoutSatisfies(declaration)
        const property =
          object && ts.isObjectLiteralExpression(object)
            ? object.properties.find(({ name }) => name?.getText() === node.name.text)
            : undefined
        if (property) found.references.push(property)
        else visit(node.expression)
        return
      }
      if (ts.isPropertyAssignment(node)) {
        visit(node.initializer)
        return
      }
      if (ts.isIdentifier(node)) {
        const declaration = declarationOf(node)
        if (declaration && declaration !== start && objectIn(declaration) !== actionTable)
          found.references.push(declaration)
      }
      if (
        ts.isStringLiteral(node) &&
        ts.isCallExpression(node.parent) &&
        guards.has(node.parent.expression.getText())
      ) {
        const rules = actions.get(node.text)
        if (rules) found.references.push(rules)
      }
      ts.forEachChild(node, visit)
    }
    visit(start)
    return found
  }
  function reach(start: ts.Node): Thrown[] {
    const seen = new Set<ts.Node>([start])
    const codes = new Map<string, Thrown>()
    for (const node of seen) {
      const { codes: own, references } = factsOf(node)
      for (const thrown of own) if (!codes.has(thrown.code)) codes.set(thrown.code, thrown)
      for (const next of references) seen.add(next)
    }
    return [...codes.values()]
  }
  const thrown = new Map<string, Thrown[]>()
  for (const file of program.getSourceFiles()) {
    if (!isOurs(file) || !/(routes|\.route)\.ts$/.test(file.fileName)) continue
    ts.forEachChild(file, (statement) => {
      if (!ts.isVariableStatement(statement)) return
      for (const { name, initializer } of statement.declarationList.declarations) {
        const value = initializer && ts.isSatisfiesExpression(initializer) ? initializer.expression : initializer
        if (!value || !ts.isIdentifier(name)) continue
        if (/\.route\.ts$/.test(file.fileName)) {
          if (file.fileName.endsWith(`/${name.text}.route.ts`)) thrown.set(name.text, reach(value))
        } else if (ts.isObjectLiteralExpression(value) && /Handlers$/.test(name.text))
          for (const property of value.properties)
            if (property.name) thrown.set(property.name.getText(), reach(property))
      }
    })
  }
  return thrown
}
