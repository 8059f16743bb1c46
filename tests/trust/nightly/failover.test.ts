import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@tideline/api/db/embedded-postgres.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  configureServer,
  copyRunningServer,
  inspectServer,
  startCopiedServer,
  startReplica,
  withClient,
} from '../../support/copied-server.ts'
import { connectTo } from './cutting-proxy.ts'
import {
  expectEachSavedOnce,
  expireLostKeys,
  insertPolicies,
  startDeployment,
  startWriting,
  withDatabase,
} from './writing-clients.ts'

// Rehearses the two disasters of docs/deploy.md: the primary fails and the replica is promoted, and data was deleted by
// mistake and is restored to an earlier point in time.

let folder = ''
const ends: (() => Promise<unknown> | unknown)[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tideline-failover-'))
  await chmod(folder, 0o755)
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
  await removeEmbeddedPostgres(join(folder, 'primary'))
  await rm(folder, { recursive: true, force: true })
})

/** Starts the address of the database, which can be pointed to another server, as a DNS name can. */
async function startDatabaseAddress(initialUrl: string) {
  let target = new URL(initialUrl)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connectTo(target, client, sockets)
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(initialUrl)
  url.port = String((server.address() as AddressInfo).port)
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return {
    url: url.href,
    pointTo: (newUrl: string) => {
      target = new URL(newUrl)
    },
  }
}

async function startPrimary(settings: Record<string, string> = {}) {
  const home = join(folder, 'primary')
  const primary = await startEmbeddedPostgres(home, { port: 0 })
  if (Object.keys(settings).length > 0) {
    await withClient(primary.url(), async (client) => {
      for (const [name, value] of Object.entries(settings))
        await client.query(`alter system set ${name} = ${client.escapeLiteral(value)}`)
    })
    await primary.stop()
    return startPrimary()
  }
  return primary
}

it('loses nothing that was acknowledged if the primary dies under load and the synchronous replica is promoted', async () => {
  const primary = await startPrimary({ wal_keep_size: '1GB' })
  const { pid } = await inspectServer(primary.url())
  const replica = await startReplica(primary.url(), join(folder, 'replica/data'))
  ends.push(replica.stop)
  await withClient(primary.url(), async (client) => {
    await client.query("alter system set synchronous_standby_names = '*'")
    await client.query('select pg_reload_conf()')
    await expect
      .poll(async () => (await client.query('select sync_state from pg_stat_replication')).rows)
      .toEqual([{ sync_state: 'sync' }])
  })
  const address = await startDatabaseAddress(primary.url())
  const deployment = await startDeployment({ TIDELINE_DATA: folder, DATABASE_URL: address.url })
  ends.push(deployment.stop)
  const clients = await startWriting(deployment.url, await insertPolicies(primary.url(), 600))
  await clients.waitForWrites(100)

  process.kill(pid, 'SIGKILL')
  await withClient(replica.url, (client) => client.query('select pg_promote()'))
  address.pointTo(replica.url)
  await clients.waitForWrites(20)
  await new Promise((resolve) => setTimeout(resolve, 3000))
  await withDatabase(replica.url, expireLostKeys)
  await clients.waitForWrites(80)
  await expectEachSavedOnce(replica.url, await clients.stop())
}, 600_000)

it('restores the book to the moment before data was deleted by mistake', async () => {
  const archive = join(folder, 'archive')
  await mkdir(archive)
  const primary = await startPrimary({
    archive_mode: 'on',
    archive_command: `cp %p ${archive}/%f`,
  })
  const { data, programs } = await inspectServer(primary.url())
  const { uid, gid } = await stat(data)
  await chown(archive, uid, gid)
  const deployment = await startDeployment({ TIDELINE_DATA: folder, DATABASE_URL: primary.url() })
  ends.push(deployment.stop)
  const policyNos = await insertPolicies(primary.url(), 300)
  const backup = join(folder, 'restored/data')
  await copyRunningServer(primary.url(), backup)

  const clients = await startWriting(deployment.url, policyNos)
  await clients.waitForWrites(40)
  const policies = await clients.stop()
  await withClient(primary.url(), async (client) => {
    await client.query("select pg_create_restore_point('before the mistake')")
    await client.query('delete from policy_notes')
    await client.query('select pg_switch_wal()')
    await expect
      .poll(async () => (await client.query('select last_archived_wal is not null as ok from pg_stat_archiver')).rows)
      .toEqual([{ ok: true }])
  })
  await deployment.stop()
  ends.pop()

  await configureServer(backup, 'recovery.signal', {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_name: 'before the mistake',
    recovery_target_action: 'promote',
  })
  const restored = await startCopiedServer(backup, programs, primary.url())
  ends.push(restored.stop)
  const worker = await startDeployment({ TIDELINE_DATA: folder, DATABASE_URL: restored.url })
  ends.push(worker.stop)
  await expectEachSavedOnce(restored.url, policies)
}, 600_000)
