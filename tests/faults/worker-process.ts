import { flushCompileCache } from 'node:module'
import { createPool } from '@tideline/api/db/database.ts'
import { createLogger } from '@tideline/api/http/log.ts'
import { startWorker } from '@tideline/api/jobs/worker.ts'

// A killed process does not save what it compiled, so the next process would have to compile it again.
flushCompileCache()

/** Worker whose jobs either write a row or kill the process. A job that runs out of memory would also kill it. */
const pool = createPool(process.env.DATABASE_URL ?? '')
await startWorker({
  pool,
  log: createLogger('silent'),
  crontab: '',
  handlers: {
    'refresh-page-marks': async (payload) => {
      const { kills, name } = payload as unknown as { kills: boolean; name: string }
      await pool.query('insert into started (name) values ($1)', [name])
      if (kills) process.kill(process.pid, 'SIGKILL')
      // Keeps other jobs running while one job kills the process.
      await new Promise((resolve) => setTimeout(resolve, 50))
      await pool.query('insert into finished (name) values ($1)', [name])
    },
  },
})
process.send?.('started')
