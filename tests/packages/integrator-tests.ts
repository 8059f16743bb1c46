import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashPassword } from '@tideline/api/accounts/password.ts'
import { seedBenchmarkBook } from '@tideline/api/demo-book/benchmark-book.ts'
import { createPolicyDocuments } from '@tideline/api/documents/create-documents.ts'
import { insertAccount, insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { createSamplePng } from '@tideline/api/testing/png.ts'
import { expect, test } from 'vitest'
import { createApiProcess, pollUntil } from '../faults/api-process.ts'
import { getCommand, readSamples, run } from '../samples/samples.ts'
import { getFreePort } from '../support/free-port.ts'
import { findNodePrograms, type Installation } from '../support/installation.ts'

const password = 'Tideline-Demo-1'
/** How many policies the killed bulk run cancels. */
const wanted = 1_000
/**
 * Policy that the integrator signs and pays. The policy number in the guides cannot be used because it already exists
 * in the bulk book.
 */
const policyNo = 'RFL3900101'

/** Returns a sample from a guide with the policy number replaced. */
function getSample(guide: string, title: string) {
  const sample = readSamples(`docs/guides/${guide}.md`).find((one) => one.title === title)
  if (!sample) throw new Error(`${guide} has no sample "${title}".`)
  return { ...sample, code: sample.code.replaceAll('RFL3000101', policyNo) }
}

/**
 * Defines the tests of an integrator who has only the installed packages and the guides. They run against a local
 * sandbox.
 */
export async function defineIntegratorTests(installation: Installation): Promise<() => void> {
  const { home, command } = installation
  const database = await createTestDatabase()
  const { db, pool } = database
  const sandbox = { TIDELINE_SANDBOX: 'yes', STRIPE_SETTLE_SECONDS: String(4 * 86_400) }
  // Raises the rate limit. With the default, cancelling and finalizing a thousand policies would take more than a
  // minute.
  const api = await createApiProcess(database, { ...sandbox, RATE_LIMIT_PER_MINUTE: '12000' })
  const kept = { url: '', agentKey: '', staffKey: '', reader: { home, command } }

  // The samples are TypeScript, which only the version that runs the tests can run. The CLI runs on the oldest one.
  const oldestNode = findNodePrograms().at(-1)?.[1] ?? process.execPath

  /** Runs the packed CLI in a separate process. */
  const start = (args: string[], env: Record<string, string> = {}) => {
    const child = spawn(oldestNode, [command, ...args], {
      cwd: home,
      env: {
        ...{ PATH: process.env.PATH ?? '', XDG_CONFIG_HOME: join(home, 'config'), TIDELINE_URL: kept.url },
        ...env,
      },
    })
    const message = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => {
      message.out += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      message.err += chunk.toString()
    })
    return { child, said: message, ended: once(child, 'close').then(([code]) => ({ code, ...message })) }
  }
  const tideline = (...args: string[]) => start(args).ended
  /** Runs a command that must succeed, and returns its parsed output. */
  const runCommand = async (...args: string[]) => {
    const { code, out, err } = await tideline(...args)
    expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
    return JSON.parse(out)
  }
  const program = (key: string) => ({ TIDELINE_URL: kept.url, TIDELINE_TOKEN: key, SIGNATURE: createSamplePng(30) })
  const rowsOf = async (query: string) => (await pool.query(query)).rows

  async function seedSandbox() {
    await seedBenchmarkBook(database, 1_344, () => undefined)
    // The number does not conflict with the agencies of the bulk book, whose numbers start at 500001.
    const agency = await insertAgency(db, { agency_no: '100100' })
    const password_hash = await hashPassword(password)
    const agent = await insertAccount(db, { agency_id: agency.agency_id, email: 'agent@example.com', password_hash })
    const roles = ['internal', 'superuser'] as never
    const staff = await insertAccount(db, { email: 'superuser@example.com', roles, password_hash })
    await insertAccount(db, { email: 'internal@example.com', roles: ['internal'], password_hash })
    const policy = await insertPolicy(db, { columns: { agency_id: agency.agency_id, policy_no: policyNo } })
    await db
      .transaction()
      .execute((trx) => createPolicyDocuments(trx, { now: new Date(), authorName: 'Alex Agent' }, [policy.policy_id]))
    return { agent, staff }
  }

  return () => {
    test('runs the first sample of the quick start against the mock', async () => {
      const port = await getFreePort()
      const mock = start(['mock', '--port', String(port)])
      try {
        await expect.poll(() => mock.said.out, { timeout: 120_000 }).toContain('Prism is listening')
        const env = { TIDELINE_URL: `http://127.0.0.1:${port}` }
        const response = await run(getSample('quick-start', 'Call the API with the SDK'), env, kept.reader)
        expect(response).toMatch(/^Amount due for RFL3\d{6}: [\d.]+\n$/)
      } finally {
        mock.child.kill('SIGINT')
      }
      expect(await mock.ended).toMatchObject({ code: 0 })
    })

    test('runs the first quick-start sample against the sandbox, and creates API keys with the CLI', async () => {
      const { agent, staff } = await seedSandbox()
      kept.url = await api.start()
      const response = await run(getSample('quick-start', 'Call the API with the SDK'), program(''), kept.reader)
      expect(response).toBe(`Amount due for ${policyNo}: 1125\n`)

      const login = start(['login', '--email', 'superuser@example.com', '--password-stdin'])
      login.child.stdin.end(password)
      expect(await login.ended).toMatchObject({ code: 0 })
      const expiresAt = new Date(Date.now() + 90 * 86_400_000).toISOString()
      const keyOf = async (account: string, scopes: string) => {
        const name = ['--name', 'Integrator', '--account-id', account]
        return (await runCommand('admin', 'create-api-key', ...name, '--scopes', scopes, '--expires-at', expiresAt))
          .secret
      }
      const agentScopes = 'policies:read,documents:read,documents:write,payments:write,events:read,links:write'
      kept.agentKey = await keyOf(agent.account_id, agentScopes)
      kept.staffKey = await keyOf(staff.account_id, 'lifecycle:write,sandbox:write')
    })

    test('signs and pays a policy, and receives a verified webhook through listen when the payment settles', async () => {
      const port = await getFreePort()
      const hook = `http://127.0.0.1:${port}/hooks`
      const listener = start(['listen', '--forward-to', hook, '--events', 'payment.paid'], {
        TIDELINE_TOKEN: kept.agentKey,
      })
      await expect.poll(() => listener.said.err, { timeout: 20_000 }).toContain('Waiting for events')
      const WEBHOOK_SECRET = /^Webhook secret: (\S+)$/m.exec(listener.said.err)?.[1] ?? ''
      const [file, args] = getCommand(getSample('webhooks', 'Receive and verify events'), kept.reader)
      const receiver = spawn(file, args, {
        cwd: home,
        env: { ...process.env, NODE_OPTIONS: '', WEBHOOK_SECRET, PORT: String(port) },
      })
      let output = ''
      receiver.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
      try {
        const env = program(kept.agentKey)
        const runStep = (title: string, more = {}) =>
          run(getSample('sign-and-pay', title), { ...env, ...more }, kept.reader)
        expect(await runStep('Sign')).toMatch(/^Documents signed for the agent: [1-9]\n$/)
        expect(await runStep("Request the policyholder's signature")).toBe('The signing link will be emailed.\n')
        const SETUP = (await runStep('Set up a bank account')).trim()
        const setUp = getSample('test-data', 'Create a payment method without a browser')
        const PAYMENT_METHOD = (await run(setUp, { ...env, SETUP }, kept.reader)).trim()
        expect(await runStep('Charge a payment method', { PAYMENT_METHOD })).toMatch(/^PAY-\S+ [Pp]rocessing\n$/)
        expect(output).toBe('')
        // Advances the sandbox clock past the four days that a bank payment takes.
        const advanced = await start(['clock', 'advance', '5d'], { TIDELINE_TOKEN: kept.staffKey }).ended
        expect(advanced).toMatchObject({ code: 0 })
        await expect.poll(() => output, { timeout: 20_000 }).toBe(`Payment received for ${policyNo}: 1125\n`)
        await expect.poll(() => listener.said.out, { timeout: 20_000 }).toMatch(/ payment\.paid .* 204 {2}\d+ ms\n$/)
      } finally {
        listener.child.kill('SIGINT')
        receiver.kill()
      }
      expect(await listener.ended).toMatchObject({ code: 0 })
    })

    test('keeps a copy of policies in sync with a cursor', async () => {
      const response = await run(getSample('sync', 'Keep a copy in sync'), program(kept.agentKey), kept.reader)
      expect(response).toContain(policyNo)
    })

    test(`cancels each of ${wanted} policies once in a run that is killed and resumed, with a balanced ledger`, {
      timeout: 600_000,
    }, async () => {
      // Excludes earthquake policies, which are non-renewed instead of cancelled.
      const chosen = await rowsOf(
        `select policy_id, policy_no from policies where email like 'bulk.%' and policy_no not similar to '(EQ|BE)%'
         order by policy_no limit ${wanted}`,
      )
      const list = join(home, 'twice-insured.csv')
      await writeFile(list, `policyNo\n${chosen.map((row) => `${row.policy_no}\n`).join('')}`)
      const staff = { TIDELINE_TOKEN: kept.staffKey }
      const journal = join(home, 'cancel.jsonl')
      const first = start(
        ['policies', 'cancel', '--file', list, '--reason-code', '04', '--note', 'Insured twice.', '--yes'].concat(
          ...['--concurrency', '8', '--journal', journal],
        ),
        staff,
      )
      await pollUntil(async () => first.said.err.split(': done').length > wanted / 2)
      first.child.kill('SIGKILL')
      expect((await first.ended).code).toBeNull()
      const isBegun = 'select count(*)::int from policies where pending_cancel_at is not null'
      const [{ count }] = await rowsOf(isBegun)
      expect(count).toBeGreaterThanOrEqual(wanted / 2)
      expect(count).toBeLessThan(wanted)

      const resume = ['policies', 'cancel', '--resume', journal, '--yes', '--output', 'csv']
      // Rows that the server is still processing fail in the first resumed run and succeed in the second.
      let resumed = await start(resume, staff).ended
      if (resumed.code === 1) resumed = await start(resume, staff).ended
      expect(resumed).toMatchObject({ code: 0, err: expect.stringContaining(`${wanted} of ${wanted} done.`) })
      expect(resumed.out.split('\n').filter((line) => line.includes(',done,'))).toHaveLength(wanted)

      // Finalizes the cancellations as a different user than the requester, because they return premium for elapsed
      // days (CAN-15).
      const finalize = ['policies', 'finalize', '--file', list, '--yes', '--concurrency', '8']
      const login = await fetch(`${kept.url}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: 'internal@example.com', password }),
      })
      const { payload } = (await login.json()) as { payload: { token: string } }
      const finalized = await start(finalize, { TIDELINE_TOKEN: payload.token }).ended
      expect(finalized).toMatchObject({ code: 0, err: expect.stringContaining(`${wanted} of ${wanted} done.`) })

      const times = `select p.policy_no, count(*) filter (where t.transaction_type = 'P04')::int as requested,
          count(*) filter (where t.transaction_type = 'C04')::int as cancelled, b.due_cents::int as due
        from policies p join policy_transactions t using (policy_id) join policy_balances b using (policy_id)
        where p.cancelled_at is not null group by p.policy_id, b.due_cents order by p.policy_no`
      expect(await rowsOf(times)).toEqual(
        chosen.map(({ policy_no }) => ({ policy_no, requested: 1, cancelled: 1, due: 0 })),
      )
      const wrong = {
        entries: 'select entry_id from postings group by entry_id having sum(amount_cents) <> 0',
        balances: `select policy_id from policy_balances b where due_cents <> (select coalesce(sum(amount_cents), 0) from postings p
          where p.policy_id = b.policy_id and account_code = 'receivable')`,
        auditEntries: `select policy_id from audit_log where action = 'policy.cancel' group by policy_id having count(*) > 1`,
      }
      for (const query of Object.values(wrong)) expect(await rowsOf(query)).toEqual([])
    })
  }
}
