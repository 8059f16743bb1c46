import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@tideline/api/db/embedded-postgres.ts'
import { afterAll, expect, it } from 'vitest'
import {
  expectEachSavedOnce,
  expireLostKeys,
  insertPolicies,
  startDeployment,
  startWriting,
  withDatabase,
} from './writing-clients.ts'

// Kills the PostgreSQL server of a running deployment, or one of its connections, again and again while clients write.
// No acknowledged payment or note may be lost, and none may exist twice.

// Without its main process, the server is down until the deployment has started it again. Without the process of one
// connection, it closes all other connections and restarts by itself.
const mainProcess = "select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid"
const jobConnection = "select pid from pg_stat_activity where application_name = 'tideline worker'"

const kills = 100

const folder = await mkdtemp(join(tmpdir(), 'tideline-kills-'))
await chmod(folder, 0o755)
const deployment = await startDeployment({ TIDELINE_DATA: folder })

afterAll(async () => {
  await deployment.stop()
  await rm(folder, { recursive: true, force: true })
})

it('loses and duplicates nothing if PostgreSQL is killed 100 times under load', async () => {
  // The server that the deployment has started.
  const server = await startEmbeddedPostgres(join(folder, 'postgres'))
  const clients = await startWriting(deployment.url, await insertPolicies(server.url(), 3000))
  for (let kill = 0; kill < kills; kill++) {
    await clients.waitForWrites(4)
    await withDatabase(server.url(), async (database) => {
      const statement = kill % 2 === 0 ? mainProcess : jobConnection
      let pid: number | undefined
      const findProcess = async () => {
        await expireLostKeys(database)
        pid = (await database.pool.query<{ pid: number }>(statement)).rows[0]?.pid
        return pid
      }
      // After the last kill, the server accepts connections and the job worker connects again within seconds.
      await expect.poll(findProcess, { timeout: 30_000 }).toBeDefined()
      process.kill(pid as unknown as number, 'SIGKILL')
    })
  }
  const policies = await clients.stop()
  expect(policies).toBeGreaterThan(kills)
  await expectEachSavedOnce(server.url(), policies)
}, 1_800_000)
