/**
 * Part two of `pnpm bench`: measures the Lighthouse scores on a phone of the screens that policyholders wait for. Uses
 * the built apps and the demo book. Prints the results next to their targets; asserts nothing, because machines differ.
 * LIGHTHOUSE_RUNS sets the number of runs per screen (default 3), of which the median counts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect } from '@playwright/test'
import { openDatabase } from '@tideline/api/db/database.ts'
import lighthouse, { Audit } from 'lighthouse'
import { Book } from '../support/browser-fixtures.ts'
import setUpStack from '../support/browser-stack.ts'
import { browserLaunch, ensureBrowser } from '../support/ensure-browser.ts'
import { getFreePort } from '../support/free-port.ts'
import { getUrl, openLink } from '../support/user-actions.ts'
import { median } from './measure.ts'
import { record } from './measurements.ts'

const runs = Number(process.env.LIGHTHOUSE_RUNS ?? 3)
const say = (text: string) => process.stdout.write(`${text}\n`)

interface Measured {
  performance: number
  /** Performance score without the effect of other processes. */
  ownPerformance: number
  accessibility: number
  /** Time until the largest contentful paint, in milliseconds. */
  lcp: number
  cls: number
  /** Total blocking time in milliseconds, measured by the clock. Includes the effect of other processes. */
  blocked: number
  /** Total blocking time in milliseconds, measured by the page's own CPU time. */
  blockedByItself: number
  kB: number
}

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Start time in microseconds. The CPU time `tdur` is in microseconds, too. */
  ts: number
  tdur?: number
  args: { data?: { documentLoaderURL?: string } }
}

/** Factor by which Lighthouse slows down the CPU to simulate a phone. */
const cpuSlowdown = 4
/** Longest task in milliseconds that does not count as blocking. */
const longTaskMs = 50

/** Calculates the total blocking time after the first paint from the CPU time of main thread tasks. */
function getOwnBlockingTime(events: readonly TraceEvent[], url: string): number {
  const began = events.findLast(({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL === url)
  const painted = events.find(
    ({ name, pid, ts }) => name === 'firstContentfulPaint' && pid === began?.pid && ts > began.ts,
  )
  return events
    .filter(
      ({ name, pid, tid, ts }) =>
        name === 'RunTask' && pid === began?.pid && tid === began.tid && ts >= (painted?.ts ?? 0),
    )
    .map(({ tdur = 0 }) => Math.max(0, (cpuSlowdown * tdur) / 1000 - longTaskMs))
    .reduce((sum, one) => sum + one, 0)
}

/**
 * Returns the points that blocking time contributes to the performance score: up to 30 of 100, on the curve of
 * Lighthouse's mobile audit.
 */
const getScoreShare = (blocked: number) => 30 * Audit.computeLogNormalScore({ median: 600, p10: 200 }, blocked)

async function measure(url: string, port: number): Promise<Measured> {
  const outcome = await lighthouse(url, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: ['performance', 'accessibility'],
    // Keeps the policyholder logged in between runs.
    disableStorageReset: true,
  })
  if (!outcome) throw new Error(`Lighthouse says nothing of ${url}`)
  const { categories, audits } = outcome.lhr
  const { traceEvents } = outcome.artifacts.Trace as unknown as { traceEvents: TraceEvent[] }
  const performance = 100 * (categories.performance?.score ?? 0)
  const blocked = audits['total-blocking-time']?.numericValue ?? Number.NaN
  const ownBlocked = getOwnBlockingTime(traceEvents, outcome.lhr.finalDisplayedUrl)
  return {
    performance,
    ownPerformance: performance - getScoreShare(blocked) + getScoreShare(ownBlocked),
    accessibility: 100 * (categories.accessibility?.score ?? 0),
    lcp: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    blocked,
    blockedByItself: ownBlocked,
    kB: (audits['total-byte-weight']?.numericValue ?? Number.NaN) / 1000,
  }
}

ensureBrowser()
const launch = browserLaunch()
const stop = await setUpStack()
const profile = mkdtempSync(join(tmpdir(), 'tideline-lighthouse-'))
const port = await getFreePort()
const browser = await chromium.launchPersistentContext(profile, {
  ...launch,
  args: [...launch.args, `--remote-debugging-port=${port}`],
})
const database = openDatabase(process.env.TIDELINE_DATABASE_URL ?? '', { connections: 2 })
try {
  const book = new Book(database, 0)
  const insured = await book.aPolicy()
  const page = await browser.newPage()
  const cdp = await browser.newCDPSession(page)
  const report = async (name: string, path: string) => {
    const all: Measured[] = []
    for (let run = 0; run < runs; run++) {
      // Clears the cache, as on a first visit.
      await cdp.send('Network.clearBrowserCache')
      all.push(await measure(getUrl(path), port))
    }
    const of = (key: keyof Measured) => median(all.map((one) => one[key]))
    record(`Lighthouse performance, ${name}`, of('performance'), 'points')
    record(`Lighthouse LCP, ${name}`, of('lcp'), 'ms')
    say(
      `${name.padEnd(14)} performance ${of('performance').toFixed(0)}, ${of('ownPerformance').toFixed(0)} by itself (aim ≥ 95)  LCP ${(of('lcp') / 1000).toFixed(2)} s (≤ 2)  ` +
        `CLS ${of('cls').toFixed(3)} (≤ 0.02)  accessibility ${of('accessibility').toFixed(0)} (100)  ` +
        `blocked ${of('blocked').toFixed(0)} ms, ${of('blockedByItself').toFixed(0)} by itself  ${of('kB').toFixed(0)} kB in all`,
    )
  }
  await report('landing', '/splash')
  await report('link request', '/policyholder/generate')
  await report('log-in', '/login')
  await openLink(page, await book.createPolicyLink(insured.policyNo), insured)
  await expect(page.getByRole('link', { name: 'Continue to signing' })).toBeVisible()
  await report('welcome', '/policyholder/welcome')
  await report('wizard', '/policyholder/documents')
} finally {
  await database.close()
  await browser.close()
  rmSync(profile, { recursive: true, force: true })
  await stop()
}
