import ts from 'typescript'

/** A test title with the titles of the `describe` blocks around it, the outermost first. */
export interface TestTitle {
  describes: string[]
  title: string
}

/** Returns the name of the called test function, such as `it`, `test` or `describe`, without modifiers such as `each`. */
function getTestFunction(call: ts.CallExpression): string | undefined {
  let expression: ts.Expression = call.expression
  const modifiers: string[] = []
  while (!ts.isIdentifier(expression)) {
    if (ts.isPropertyAccessExpression(expression)) modifiers.push(expression.name.text)
    if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression)) expression = expression.expression
    else if (ts.isTaggedTemplateExpression(expression)) expression = expression.tag
    else return undefined
  }
  if (modifiers.includes('step')) return undefined
  return modifiers.includes('describe') ? 'describe' : expression.text
}

const getText = (node: ts.Expression | undefined, file: ts.SourceFile): string | undefined =>
  node && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) ? node.getText(file).slice(1, -1) : undefined

/** Returns the titles of the tests in a source file. Skips titles that are not literals. */
export function findTestTitles(source: string): TestTitle[] {
  const found: TestTitle[] = []
  const file = ts.createSourceFile('file.tsx', source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX)
  const visit = (node: ts.Node, describes: string[]): void => {
    const called = ts.isCallExpression(node) ? getTestFunction(node) : undefined
    const title = ts.isCallExpression(node) ? getText(node.arguments[0], file) : undefined
    const isDescribe = called === 'describe' && title !== undefined
    if (title !== undefined && (called === 'it' || called === 'test')) found.push({ describes, title })
    ts.forEachChild(node, (child) => visit(child, isDescribe ? [...describes, title] : describes))
  }
  visit(file, [])
  return found
}

/** Verbs of titles whose `describe` is plural, such as "email templates". Verbs that end in "s" need no list. */
const pluralVerbs = new Set(
  `accept allow apply are assign become belong call can cannot cause center charge compile contain continue convert cover
  create default define deny depend describe determine disable do end equal escape exclude exist fail find fit forbid format
  give have hide include install join keep leave lift limit link list mark match may must offer only neither never print
  produce rank record reject release render renew repeat replace reprint require restrict retrieve return run send share show
  specify start state still tag take throw truncate use`.split(/\s+/),
)

/** Returns what is wrong with a title: it must begin with a verb in the present tense, and be a statement of at least four words. */
export function findTitleProblem({ describes, title }: TestTitle): string | undefined {
  const words = title.replace(/\s[[(][A-Z][^\])]*[\])]/g, '').split(/\s+/)
  const first = (words[0] ?? '').replace(/,$/, '')
  if (!/[%$]/.test(first) && !/^[a-z-]*[a-rt-z]s$/.test(first) && !pluralVerbs.has(first))
    return `"${title}" must begin with a verb in the present tense`
  const printed = [...describes.flatMap((text) => text.split(/\s+/)), ...words]
  return printed.length < 4 && !title.includes('%') ? `"${title}" must have at least four words` : undefined
}
