import { spawn } from 'node:child_process'
import { chmod, chown, cp, mkdir, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import pg from 'pg'
import { getFreePort } from './free-port.ts'

/** Files of a data folder that a base backup does not contain. */
const excluded = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'pgsql_tmp', 'pg_stat_tmp'])

/** Connects to a server, runs `work` and closes the connection. */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns the data folder, the main process and the folder of the programs of a running server. */
export const inspectServer = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ data: string; pid: number }>(
      `select current_setting('data_directory') as data,
         split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`,
    )
    const { data = '', pid = 0 } = rows[0] ?? {}
    return { data, pid, programs: dirname(await readlink(`/proc/${pid}/exe`)) }
  })

/**
 * Makes a base backup of a running server with PostgreSQL's functions for this, because the embedded server comes
 * without pg_basebackup.
 */
export async function copyRunningServer(url: string, target: string): Promise<void> {
  const { data } = await inspectServer(url)
  const { uid, gid } = await stat(data)
  await withClient(url, async (client) => {
    await client.query("select pg_backup_start('copy', true)")
    await mkdir(dirname(target), { recursive: true })
    await cp(data, target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !excluded.has(basename(file)) && basename(dirname(file)) !== 'pg_wal',
    })
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '')
  })
  await runAs({ uid: 0, gid: 0 }, 'chown', ['-R', `${uid}:${gid}`, dirname(target)])
  await chmod(target, 0o700)
}

/** Writes settings of a copied server, and the signal file that makes it a standby or restores it. */
export async function configureServer(
  data: string,
  signal: 'standby.signal' | 'recovery.signal',
  settings: Record<string, string>,
): Promise<void> {
  const { uid, gid } = await stat(data)
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`)
  for (const [file, content] of [
    [signal, ''],
    ['postgresql.auto.conf', lines.join('')],
  ] as const) {
    await writeFile(join(data, file), content)
    await chown(join(data, file), uid, gid)
  }
}

/** Starts a copied server. Returns its URL for the same database, and a function that stops it. */
export async function startCopiedServer(data: string, programs: string, originalUrl: string) {
  const owner = await stat(data)
  const port = await getFreePort()
  const control = (...args: string[]) => runAs(owner, join(programs, 'pg_ctl'), [...args, `--pgdata=${data}`])
  await control(
    ...['start', '--wait', '--silent', '--timeout=120', `--log=${join(dirname(data), 'copy.log')}`],
    `--options=-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200 -c jit=off -c dynamic_shared_memory_type=mmap`,
  )
  const url = new URL(originalUrl)
  url.port = String(port)
  return {
    url: url.href,
    stop: async () => {
      await control('stop', '--wait', '--silent', '--mode=immediate')
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** Starts a streaming replica of a running server. Returns its URL for the same database, and a function that stops it. */
export async function startReplica(primaryUrl: string, data: string) {
  const { programs } = await inspectServer(primaryUrl)
  const { hostname, port, username, password } = new URL(primaryUrl)
  await copyRunningServer(primaryUrl, data)
  await configureServer(data, 'standby.signal', {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password} application_name=replica`,
  })
  return startCopiedServer(data, programs, primaryUrl)
}

const runAs = ({ uid, gid }: { uid: number; gid: number }, command: string, args: string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const user = process.getuid?.() === 0 ? { uid, gid } : {}
    const child = spawn(command, args, { ...user, cwd: tmpdir(), stdio: ['ignore', 'ignore', 'pipe'] })
    let problem = ''
    child.stderr.on('data', (chunk) => {
      problem += chunk
    })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command}: ${problem}`))))
  })
