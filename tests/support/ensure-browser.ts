import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const known = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The system's Chromium, or nothing when Playwright's own is to be used. */
export const systemBrowser = (): string | undefined =>
  known.find((path): path is string => Boolean(path && existsSync(path)))

/** How every test starts Chromium: also as root, and without its own talk to the network. */
export function browserLaunch() {
  const executablePath = systemBrowser()
  return {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}

/** Makes sure that there is a browser: the system's, else Debian's package as root, else Playwright's own. */
export function ensureBrowser(): void {
  if (systemBrowser()) return
  const run = (command: string, args: string[]) =>
    spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0
  const isRoot = process.getuid?.() === 0
  if (isRoot && existsSync('/usr/bin/apt-get') && run('apt-get', ['update', '-qq']))
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'])
  if (systemBrowser()) return
  const cli = new URL('../node_modules/.bin/playwright', import.meta.url).pathname
  if (run(cli, ['install', 'chromium'])) return
  process.stderr.write(
    'The browser tests need Chromium: install the package `chromium`, or set CHROMIUM_PATH to one.\n',
  )
  process.exit(1)
}
