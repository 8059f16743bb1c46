import { describe, expect, it } from 'vitest'
import { createReleaseChanges, type ReleaseFiles } from '../../scripts/release-changes.ts'

const files: ReleaseFiles = {
  contract: 'openapi: 3.1.0\ninfo:\n  title: Tideline API\n  version: 2.0.0\n',
  changelog:
    '# Changelog\n\n## 2.0.0 (unreleased)\n\n### Other changes\n\n- A new field.\n\n## 1.0.0\n\nThe first contract.\n',
  manifests: {
    'sdk/package.json': '{\n  "name": "@tideline/sdk",\n  "version": "0.1.0",\n  "dependencies": {}\n}\n',
    'cli/package.json': '{\n  "name": "@tideline/cli",\n  "version": "0.1.0",\n  "dependencies": {}\n}\n',
  },
}
const release = (version: string, changed: Partial<ReleaseFiles> = {}) =>
  createReleaseChanges(version, '2026-11-27', '1.0.0', { ...files, ...changed })

describe('pnpm release', () => {
  it('sets the version of the contract, the SDK and the CLI, and nothing else', () => {
    const { contract, manifests } = release('2.0.0')
    expect(contract).toBe(files.contract)
    expect(release('2.1.0', { changelog: files.changelog.replace('2.0.0 (u', '2.1.0 (u') }).contract).toBe(
      files.contract.replace('2.0.0', '2.1.0'),
    )
    expect(manifests).toEqual({
      'sdk/package.json': files.manifests['sdk/package.json']?.replace('0.1.0', '2.0.0'),
      'cli/package.json': files.manifests['cli/package.json']?.replace('0.1.0', '2.0.0'),
    })
  })

  it('moves the unreleased changes to the new version and starts an empty section', () => {
    const expected =
      '# Changelog\n\n## Unreleased\n\n## 2.0.0 (2026-11-27)\n\n### Other changes\n\n- A new field.\n\n## 1.0.0\n\nThe first contract.\n'
    expect(release('2.0.0').changelog).toBe(expected)
  })

  it('releases changes that are listed without a version', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n- A $& fix.\n\n## 2.0.0 (2026-11-27)\n\n- A new field.\n'
    expect(createReleaseChanges('2.1.0', '2026-12-01', '2.0.0', { ...files, changelog }).changelog).toBe(
      '# Changelog\n\n## Unreleased\n\n## 2.1.0 (2026-12-01)\n\n- A $& fix.\n\n## 2.0.0 (2026-11-27)\n\n- A new field.\n',
    )
  })

  it('moves the changes to the end of the file if there is no earlier version', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n- The first.\n\n- The second.\n'
    expect(release('2.0.0', { changelog }).changelog.trim()).toMatch(
      /## 2\.0\.0 \(2026-11-27\)\n\n- The first\.\n\n- The second\.$/,
    )
  })

  it.each([
    ['', '"" is not a version such as 2.1.0.'],
    ['2.0', '"2.0" is not a version such as 2.1.0.'],
    ['v2.0.0', '"v2.0.0" is not a version such as 2.1.0.'],
    ['1.0.0', 'Version 1.0.0 must be later than 1.0.0, the last release.'],
    ['0.10.0', 'Version 0.10.0 must be later than 1.0.0, the last release.'],
    ['3.0.0', 'The changelog lists the unreleased changes as version 2.0.0, not 3.0.0.'],
  ])('rejects version "%s"', (version, message) => {
    expect(() => release(version)).toThrow(message)
  })

  it('compares versions by number', () => {
    const changelog = '## Unreleased\n\n- A fix.\n'
    const changes = createReleaseChanges('1.10.0', '2026-11-27', '1.9.0', { ...files, changelog })
    expect(changes.contract).toContain('  version: 1.10.0\n')
  })

  it('rejects a release without changes in the changelog', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n## 1.0.0\n\nThe first contract.\n'
    expect(() => release('2.0.0', { changelog })).toThrow('The changelog lists no unreleased changes.')
    expect(() => release('2.0.0', { changelog: '# Changelog\n' })).toThrow('The changelog lists no unreleased changes.')
  })

  it('rejects a file without a version', () => {
    expect(() => release('2.0.0', { contract: 'openapi: 3.1.0\n' })).toThrow('The contract has no version to replace.')
  })
})
