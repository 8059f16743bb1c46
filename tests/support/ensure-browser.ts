import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Chromium's headless shell, which does not contain the code for windows. With it, tests need about a third less CPU
 * time than with the full browser.
 */
const headlessShell = '/usr/lib/chromium/chromium-headless-shell'

const known = [
  process.env.CHROMIUM_PATH,
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of the system's Chromium, or undefined if Playwright's own Chromium is used. */
const systemBrowser = (): string | undefined => known.find((path): path is string => Boolean(path && existsSync(path)))

/** Returns launch options for Chromium. They work for root and disable Chromium's own network traffic. */
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

const run = (command: string, args: string[]) =>
  spawnSync(command, args, {
    ...{ stdio: 'inherit', timeout: 180_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } },
  }).status === 0

const installPackage = (name: string) => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])

/**
 * Ensures that Chromium is installed. As root, installs Debian's package of the headless shell. Otherwise, uses another
 * browser of the system or, if there is none, installs Playwright's own browser.
 */
export function ensureBrowser(): void {
  if (process.env.CHROMIUM_PATH || existsSync(headlessShell)) return
  const isRoot = process.getuid?.() === 0
  if (
    isRoot &&
    existsSync('/usr/bin/apt-get') &&
    run('apt-get', ['update', '-qq', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=0'])
  ) {
    const isInstalled = installPackage('chromium-headless-shell')
    // Older releases of Debian have no package of the headless shell.
    if (!isInstalled && !systemBrowser()) installPackage('chromium')
  }
  if (systemBrowser()) return
  const cli = new URL('../node_modules/.bin/playwright', import.meta.url).pathname
  if (run(cli, ['install', 'chromium'])) return
  process.stderr.write(
    'The browser tests need Chromium: install the package `chromium`, or set CHROMIUM_PATH to one.\n',
  )
  process.exit(1)
}
