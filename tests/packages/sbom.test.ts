import { describe, expect, it } from 'vitest'
import { findLicenseProblems, type Sbom } from '../../scripts/sbom-licenses.ts'

type Component = Sbom['components'][number]
const createComponent = (name: string, ...licenses: NonNullable<Component['licenses']>): Component => ({
  name,
  version: '1.0.0',
  ...(licenses.length > 0 && { licenses }),
})
const findProblems = (...components: Component[]) => findLicenseProblems({ components }, {})

describe('license check of the SBOM', () => {
  it('accepts permissive licenses, also in an SPDX expression', () => {
    expect(
      findProblems(
        createComponent('one', { license: { id: 'MIT' } }),
        createComponent('two', { expression: '(MPL-2.0 OR Apache-2.0)' }),
        createComponent('three', { expression: 'MIT AND ISC AND BSD-3-Clause' }),
      ),
    ).toEqual([])
  })

  it('rejects copyleft licenses, unknown licenses and packages without a license', () => {
    expect(
      findProblems(
        createComponent('one', { license: { id: 'AGPL-3.0-only' } }),
        createComponent('two', { license: { name: 'see LICENSE' } }),
        createComponent('three'),
        createComponent('four', { expression: 'MIT AND GPL-2.0-only' }),
        createComponent('five', { license: { id: 'MIT' } }, { license: { id: 'SSPL-1.0' } }),
        createComponent('six', { expression: '(MIT OR ISC) AND GPL-2.0-only' }),
      ),
    ).toEqual([
      'one 1.0.0: AGPL-3.0-only',
      'two 1.0.0: see LICENSE',
      'three 1.0.0: no license',
      'four 1.0.0: MIT AND GPL-2.0-only',
      'five 1.0.0: MIT, SSPL-1.0',
      'six 1.0.0: (MIT OR ISC) AND GPL-2.0-only',
    ])
  })

  it('accepts an exception only for the recorded license, and rejects exceptions that are not needed', () => {
    const exceptions = { font: { license: 'OFL-1.1', reason: 'Font.' } }
    const check = (id: string) =>
      findLicenseProblems({ components: [createComponent('font', { license: { id } })] }, exceptions)
    expect(check('OFL-1.1')).toEqual([])
    expect(check('GPL-3.0-only')).toEqual(['font 1.0.0: GPL-3.0-only', 'font: exception that no component needs'])
    expect(check('MIT')).toEqual(['font: exception that no component needs'])
  })

  it('skips the packages of this repository', () => {
    expect(findProblems({ ...createComponent('api'), group: '@tideline' })).toEqual([])
  })
})
