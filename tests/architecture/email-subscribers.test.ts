import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { listSources } from './list-sources.ts'

const root = join(import.meta.dirname, '../../api/src')
const files = listSources(root).filter(
  (file) => file.endsWith('.ts') && !/\.test\.ts$|^(testing|demo-book)\//.test(file),
)

/** Functions that queue an email without publishing an event, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  sendSigningCode: 'sends a one-time code to one person',
  sendPolicyLink: 'sends a log-in link that a user requested',
  sendPasswordResetEmail: 'sends a log-in link that a user requested',
  inviteAccount: 'sends an invitation to a new user',
  sendRegistrationLink: 'sends an invitation to a new agency',
  setPassword: 'warns the owner of the account',
  notifyTwoFactorChanged: 'warns the owner of the account',
  changeLockedEmail: 'warns the previous email addresses',
  requestOwnEmailChange: 'sends a one-time code to one person',
  changeEmail: 'warns the previous email address',
  changeOwnPhone: 'confirms to the policyholder that their phone number has changed (POL-17)',
  signWithFiles: 'requests approval of a registration, which is published as an event',
  notifyReviewDecided: 'the refund that follows is published when it is sent',
  countFailure: 'warns the owner of a webhook endpoint that receives no events',
  sendPaymentProcessingEmail: 'the payment was published when it was recorded, before the bank was called (ADR 8)',
  sendAuthorizationReleasedEmail: 'no payment was made',
  sendPaymentTransferredEmail: 'warns the policyholder whose payment staff transferred',
  sendLatePaymentEmail: 'the payment was published before its refund was decided, and the refund when it is sent',
  enqueueImportEmail: 'a cancelled import does not finish',
  notifyRenewalOnHold: 'the daily check of a renewal, which changes nothing in the policy (REN-5)',
  notifyAmountsDue: 'a step of the delinquency plan, which the daily job takes on its date (DEL-1)',
  notifyLenderHasNotPaid: 'a step of the delinquency plan, which the daily job takes on its date (DEL-15)',
  notifyAutoPayOff: 'confirms to the policyholder that their authorization has ended (AUT-3)',
  notifyDebit: 'announces a charge, which is published when it is made (AUT-8)',
  notifyExpiringCard: 'warns the owner of the card (AUT-9)',
  requestOtherPartySignature: 'is called by subscribers, and by the job that the subscriber of signed documents queued',
  sendDigest: 'sends a daily summary of pending items, which is not an event (ADR 42)',
  sendStatementEmail: 'runs as the job that the subscriber of a closed statement queued',
  sendPayoutEmail: 'runs as the job that the subscriber of a paid statement queued',
}

interface Declared {
  file: string
  name: string
  /** Names of all functions that the declaration calls or passes to other functions. */
  uses: Set<string>
  calls: { name: string; words: string[] }[]
}

/** Returns the top-level declarations of a file and the names that each declaration uses. */
function declaredIn(file: string): Declared[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  return source.statements.flatMap((statement) => {
    if (ts.isImportDeclaration(statement)) return []
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name.getText())
      : ts.isFunctionDeclaration(statement)
        ? [statement.name?.text ?? '']
        : []
    const uses = new Set<string>()
    const calls: Declared['calls'] = []
    const visit = (node: ts.Node) => {
      if (ts.isIdentifier(node)) uses.add(node.text)
      if (ts.isCallExpression(node) && ts.isIdentifier(node.expression))
        calls.push({
          name: node.expression.text,
          words: node.arguments.filter(ts.isStringLiteral).map(({ text }) => text),
        })
      ts.forEachChild(node, visit)
    }
    visit(statement)
    return names.map((name) => ({ file, name, uses, calls }))
  })
}

const declared = files.flatMap(declaredIn)
const isEventsFile = ({ file }: Declared) => file.endsWith('/events.ts')
const listed = new Set(declared.filter(isEventsFile).flatMap(({ uses }) => [...uses]))
const does = (one: Declared, what: string) => one.calls.some(({ name }) => name === what)
const emailQueuers = declared.filter(
  (one) => one.name !== 'enqueueEmail' && (does(one, 'enqueueEmail') || does(one, 'enqueueEmails')),
)
/**
 * Checks whether a declaration uses another one by name. Both must be in the same file, or the first file must import
 * the other.
 */
const refersTo = (user: Declared, { file, name }: Declared) =>
  user.uses.has(name) &&
  (user.file === file ||
    [...readFileSync(join(root, user.file), 'utf8').matchAll(/from '(\.[^']+)'/g)].some(
      ([, path]) => join(dirname(user.file), path ?? '') === file,
    ))

describe('functions that queue an email', () => {
  it('are event subscribers, except for the listed functions', () => {
    const found = emailQueuers
      .filter(({ name }) => !(name in exceptions))
      .flatMap((mailer) =>
        declared
          .filter((user) => user !== mailer && refersTo(user, mailer) && !isEventsFile(user) && !listed.has(user.name))
          .map((user) => `${user.file}: ${user.name} calls ${mailer.name}`),
      )
    expect(found).toEqual([])
    expect(emailQueuers.filter(({ name }) => !(name in exceptions || listed.has(name)))).toEqual([])
  })

  it('do not publish events', () => {
    const announces = (one: Declared) => does(one, 'appendEvent') || does(one, 'publishEvent')
    const mailing = declared.filter(
      (one) => emailQueuers.includes(one) || emailQueuers.some((mailer) => refersTo(one, mailer)),
    )
    expect(
      mailing.filter((one) => !isEventsFile(one) && announces(one)).map(({ file, name }) => `${file}: ${name}`),
    ).toEqual([])
  })

  it('call enqueueEmail or enqueueEmails, except for the test email of the template editor', () => {
    const past = declared.filter(({ calls }) =>
      calls.some(({ name, words }) => /^enqueueJobs?$/.test(name) && words.includes('send-mail')),
    )
    expect(past.map(({ file }) => file)).toEqual([
      'notifications/enqueue-email.ts',
      'notifications/templates/edit-template.ts',
    ])
  })

  it('have no outdated entries in the list of exceptions', () => {
    expect(Object.keys(exceptions).filter((name) => !emailQueuers.some((one) => one.name === name))).toEqual([])
  })
})

describe('publishing an event with subscribers', () => {
  it('always notifies the subscribers', () => {
    const types = new Set(
      files
        .filter((file) => file.endsWith('/events.ts'))
        .flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/ {2}type: '([a-z_.]+)'/g)])
        .map(([, type]) => type ?? ''),
    )
    expect(types.size).toBeGreaterThan(10)
    const past = declared.flatMap(({ file, calls }) =>
      calls
        .filter(({ name, words }) => name === 'appendEvent' && words.some((word) => types.has(word)))
        .map(({ words }) => `${file}: ${words.join()}`),
    )
    expect(past).toEqual([])
  })
})
