import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hashPassword } from '@tideline/api/accounts/password.ts'
import { createPolicyDocuments } from '@tideline/api/documents/create-documents.ts'
import { appendEvent } from '@tideline/api/outbox/append-event.ts'
import { mountSites } from '@tideline/api/sites.ts'
import { createTestApi } from '@tideline/api/testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import { createSamplePng } from '@tideline/api/testing/png.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFreePort } from '../support/free-port.ts'
import { serveApp } from '../support/serve-app.ts'
import { selectCases } from '../support/thorough.ts'
import { getCommand, getCompilerErrors, readSamples, root, run, type Sample, sdk } from './samples.ts'

const folder = 'docs/guides'
const guides = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))
/** Guide whose code blocks depend on each other. `tests/packages/first-integration.test.ts` runs them in order. */
const orderedGuide = 'first-integration.md'
const samples = guides
  .filter((guide) => guide !== orderedGuide)
  .flatMap((guide) => readSamples(`${folder}/${guide}`).map((sample) => ({ guide, ...sample })))

/** Expected output of each sample on a real server. Samples marked `below` have their own test. */
const prints: Record<string, RegExp | 'below'> = {
  'quick-start.md Call the API with fetch': /"policyNo":"RFL3000101"/,
  'quick-start.md Call the API with the SDK': /^Amount due for RFL3000101: 1125\n$/,
  'quick-start.md Call the API with curl': /"policyNo":"RFL3000101"/,
  'quick-start.md Call the API from the command line': /"policyNo": "RFL3000101"/,
  'authentication.md Log in as a user': /agent@example\.com\n$/,
  'authentication.md Create an API key': /tideline_test_\w+( reads [A-Z]{3}3\d{6}|_\S+)\n$/,
  'sign-and-pay.md Sign': 'below',
  'sign-and-pay.md Request the policyholder’s signature':
    /^The signing link will be emailed\.\n$|"message"|^(null|\{\})?\s*$/,
  'sign-and-pay.md Set up a bank account': /^seti_\w+_secret_\w+\n$/,
  'sign-and-pay.md Charge a payment method': 'below',
  'test-data.md Create a payment method without a browser': 'below',
  // In tests/verify/reset-sandbox.test.ts.
  'test-data.md Reset a sandbox': 'below',
  'webhooks.md Add an endpoint': /[\da-f-]{36} whsec_\S+\n$/,
  'webhooks.md Receive and verify events': 'below',
  'errors.md Errors': /^401 .*"type":"http:\/\/[^"]+\/problems\/unauthorized"/,
  'errors.md Handle errors with the SDK': /^Policy not found: http:\/\/.+\/problems\/not_found\n$/,
  'errors.md Stay within the rate limit': /^\d+ of \d+ requests remain for \d+ seconds\.\n$|ratelimit-remaining: \d+/i,
  'errors.md Show an error with curl or the command line': /"not_found"/,
  'concurrent-edits.md Edit without overwriting other changes': /^Saved\.\n412 version_mismatch\n$/,
  'concurrent-edits.md Use curl or the command line': /"?Phone"?: ?"813-555-0100"/,
  'idempotency.md Use curl or the command line': /The insured called\./,
  'sync.md Read events with curl or the command line': /"after": ?"\w+"/,
  'idempotency.md Idempotency': /^One note was added\.\nkey_reused\n$/,
  'sync.md Read all pages of a list': /^Policies: [1-9]\n$/,
  'sync.md Keep a copy in sync': /^Changed policies:.* RFL3000101/,
  'bulk.md Process many policies with the command line': /EQR3000104/,
  'versions.md Versions and deprecation': /^\d+\.\d+\.\d+\n$/,
}
/** Forms of guides that do not need all three. */
const guideForms: Record<string, readonly string[]> = {
  // Bulk commands exist only in the CLI. Their input and journal are files.
  'bulk.md': ['cli'],
  // The CLI does not send card or account numbers.
  'test-data.md': ['ts', 'curl'],
}
const getName = ({ guide, title }: { guide: string; title: string }) => `${guide} ${title.replaceAll("'", '’')}`

const { app, config, db, tokenFor, providers } = await createTestApi({ PUBLIC_URL: 'http://localhost:4600' })
mountSites(app, providers, config, { portal: '/nowhere', backOffice: '/nowhere', packages: '/nowhere' })
const server = await serveApp(app)
let env: Record<string, string>
let staff = ''

beforeAll(async () => {
  const password_hash = await hashPassword('Tideline-Demo-1')
  const { agency_id } = await insertAgency(db)
  const agent = await insertAccount(db, { agency_id, email: 'agent@example.com', password_hash })
  const roles = ['internal', 'superuser'] as never
  const superuser = await insertAccount(db, { email: 'superuser@example.com', roles, password_hash })
  const policy = await insertPolicy(db, { columns: { agency_id, policy_no: 'RFL3000101', quote_number: 'Q3000101' } })
  const unsigned = await Promise.all(
    ['RFL3000111', 'RFL3000112'].map((policy_no) => insertPolicy(db, { columns: { agency_id, policy_no } })),
  )
  for (const policy_no of ['EQR3000104', 'EQR3000105'])
    await insertPolicy(db, { product: 4, columns: { agency_id, policy_no } })
  await db.transaction().execute(async (trx) => {
    await createPolicyDocuments(trx, { now: new Date(), authorName: 'Alex Agent' }, [
      policy.policy_id,
      ...unsigned.map(({ policy_id }) => policy_id),
    ])
    await appendEvent(trx, 'policy.imported', { policyId: policy.policy_id }, {}, new Date())
  })
  staff = await tokenFor({ accountId: superuser.account_id })
  env = {
    TIDELINE_URL: server.url,
    TIDELINE_TOKEN: await tokenFor({ accountId: agent.account_id }),
    SIGNATURE: createSamplePng(30),
  }
})
afterAll(() => server.stop())

const getSamples = (name: string): Sample[] => {
  const found = samples.filter((sample) => getName(sample) === name)
  if (found.length === 0) throw new Error(`There is no sample ${name}.`)
  return found
}
const getSample = (name: string): Sample => getSamples(name)[0] as Sample
/** Returns the program that a sample is written for. */
const getForm = ({ language, code }: Sample) =>
  language === 'sh' ? (/\btideline /.test(code) ? 'cli' : 'curl') : language

describe('guides', () => {
  it('contain exactly the tested samples', () => {
    const run = samples.filter(({ language }) => language !== 'json')
    expect([...new Set(run.map(getName))].toSorted()).toEqual(Object.keys(prints).toSorted())
  })

  it('link only to existing files', () => {
    const links = guides.flatMap((guide) =>
      [...readFileSync(join(root, folder, guide), 'utf8').matchAll(/\]\((?!https?:|\/)([^)#]+)/g)].map(
        ([, link = '']) => ({ guide, link }),
      ),
    )
    expect(links.length).toBeGreaterThan(5)
    const isThere = ({ guide, link }: { guide: string; link: string }) =>
      existsSync(join(dirname(join(root, folder, guide)), link))
    expect(links.filter((link) => !isThere(link))).toEqual([])
  })

  const shown = samples.filter((sample) => prints[getName(sample)] instanceof RegExp && sample.language !== 'json')
  it.each(
    selectCases(
      shown.map((sample, index) => [`${getName(sample)}, sample ${index + 1}`, sample] as const),
      4,
    ),
  )('have a sample “%s” that runs unchanged with the expected output', async (_, sample) => {
    const token = sample.guide === 'bulk.md' ? { TIDELINE_TOKEN: staff } : {}
    expect(await run(sample, { ...env, ...token })).toMatch(prints[getName(sample)] as RegExp)
  })

  it('have samples for TypeScript, curl and the command line', () => {
    const forms = Map.groupBy(samples, ({ guide }) => guide)
    const missing = [...forms].flatMap(([guide, own]) => {
      const needed = guideForms[guide] ?? ['cli', 'curl', 'ts']
      return needed.filter((form) => !own.some((sample) => getForm(sample) === form)).map((form) => `${guide}: ${form}`)
    })
    expect(missing).toEqual([])
  })

  it('have samples in each form that sign for the agent', async () => {
    const [program, curl, cli] = getSamples('sign-and-pay.md Sign')
    if (!program || !curl || !cli) throw new Error('A sample is missing.')
    expect(await run(program, env)).toMatch(/^Documents signed for the agent: [1-9]\n$/)
    for (const [sample, POLICY] of [
      [curl, 'RFL3000111'],
      [cli, 'RFL3000112'],
    ] as const) {
      await run(sample, { ...env, POLICY })
      const signatures = await db
        .selectFrom('policy_doc_signatures as s')
        .innerJoin('policy_docs as d', 'd.policy_doc_id', 's.policy_doc_id')
        .innerJoin('policies as p', 'p.policy_id', 'd.policy_id')
        .select('s.signed_at')
        .where('p.policy_no', '=', POLICY)
        .where('s.party', '=', 1)
        .execute()
      expect(
        signatures.map(({ signed_at }) => signed_at),
        POLICY,
      ).not.toContain(null)
      expect(signatures.length).toBeGreaterThan(0)
    }
  })

  it('have samples that set up a bank account without a browser and charge it once', async () => {
    const [setUpProgram, setUpWithCurl] = getSamples('sign-and-pay.md Set up a bank account')
    const [createProgram, createWithCurl] = getSamples('test-data.md Create a payment method without a browser')
    if (!setUpProgram || !setUpWithCurl || !createProgram || !createWithCurl) throw new Error('A sample is missing.')
    const curlSetup = (await run(setUpWithCurl, env)).trim()
    expect(await run(createWithCurl, { ...env, SETUP: curlSetup })).toMatch(/^pm_\w+\n$/)
    const SETUP = (await run(setUpProgram, env)).trim()
    const PAYMENT_METHOD = (await run(createProgram, { ...env, SETUP })).trim()
    const printed: string[] = []
    for (const sample of getSamples('sign-and-pay.md Charge a payment method'))
      printed.push(await run(sample, { ...env, PAYMENT_METHOD }))
    expect(printed[0]).toMatch(/^PAY-\d+-\d+ [Pp]rocessing\n$/)
    expect(printed).toEqual([printed[0], printed[0], printed[0]])
  })

  it('have a webhook sample that rejects a forged webhook and processes each event once', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const port = await getFreePort()
    const [file, args] = getCommand(getSample('webhooks.md Receive and verify events'))
    const child = spawn(file, args, {
      cwd: sdk,
      env: { ...process.env, NODE_OPTIONS: '', WEBHOOK_SECRET: secret, PORT: String(port) },
    })
    let message = ''
    child.stdout.on('data', (chunk: Buffer) => {
      message += chunk.toString()
    })
    const data = { policyNo: 'RFL3000101', paymentId: 'PAY-3000101-1', amount: 1125 }
    const body = JSON.stringify({ id: 'evt_1', type: 'payment.paid', occurredAt: '2026-11-20T15:04:05Z', data })
    const now = new Date()
    const send = (signature: string) =>
      fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        body,
        headers: {
          ...{ 'webhook-id': 'evt_1', 'webhook-signature': signature },
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        },
      }).then(({ status }) => status)
    const ours = new Webhook(secret).sign('evt_1', now, body)
    try {
      // Retries until the webhook receiver is listening.
      await expect.poll(() => send(ours).catch(() => 0), { timeout: 20_000 }).toBe(204)
      expect([await send(ours), await send(`v1,${Buffer.alloc(32).toString('base64')}`)]).toEqual([204, 401])
      await expect.poll(() => message, { timeout: 5_000 }).toBe('Payment received for RFL3000101: 1125\n')
    } finally {
      child.kill()
    }
  })

  it('show an error exactly as the server sends it', async () => {
    const [shownError] = samples.filter(({ guide, language }) => guide === 'errors.md' && language === 'json')
    const response = await (await fetch(`${env.TIDELINE_URL}/api/v1/policies/RFL3000101`)).json()
    const shape = JSON.parse(shownError?.code ?? '')
    expect({ ...(response as object), requestId: shape.requestId }).toEqual(shape)
  })

  it('compile with the strict TypeScript settings of the SDK', () => {
    expect(getCompilerErrors(samples.filter(({ language }) => language === 'ts'))).toEqual([])
  })
})
