/** Fields of a CycloneDX SBOM that the license check reads. */
export interface Sbom {
  components: {
    group?: string
    name: string
    version: string
    licenses?: { expression?: string; license?: { id?: string; name?: string } }[]
  }[]
}

/** SPDX identifiers of permissive licenses, which require at most attribution. */
const allowedLicenses = new Set([
  ...['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['Unlicense', 'Zlib'],
])

interface LicenseException {
  /** License as stated in the SBOM. A different license requires a new decision. Null if the SBOM has none. */
  license: string | null
  reason: string
}

const font = 'Font. The license allows embedding in applications and documents.'

/** Packages whose license is accepted although it is not in `allowedLicenses`. */
const licenseExceptions: Record<string, LicenseException> = {
  '@expo-google-fonts/inter': { license: 'MIT AND OFL-1.1', reason: font },
  '@fontsource-variable/inter': { license: 'OFL-1.1', reason: font },
  '@fontsource/dancing-script': { license: 'OFL-1.1', reason: font },
  argparse: { license: 'Python-2.0', reason: 'Permissive license, similar to BSD.' },
  'caniuse-lite': { license: 'CC-BY-4.0', reason: 'Data that requires only attribution.' },
  'config-chain': { license: null, reason: 'Its LICENCE file is MIT; package.json uses an old format.' },
  'css-mediaquery': { license: 'BSD', reason: 'Its LICENSE file is BSD-3-Clause.' },
  'png-js': { license: null, reason: 'Its LICENSE file is MIT; package.json has no license.' },
  slick: { license: 'MIT (http://mootools.net/license.txt)', reason: 'MIT with a URL.' },
  zipcodes: { license: 'BSD', reason: 'Its LICENSE file is BSD-3-Clause.' },
}

/** Returns whether an SPDX expression can be satisfied with allowed licenses. Expressions with AND and OR are rejected. */
function isAllowed(expression: string): boolean {
  const isMixed = expression.includes(' AND ') && expression.includes(' OR ')
  const getParts = (separator: string) => expression.replace(/^\((.*)\)$/, '$1').split(separator)
  if (isMixed) return false
  if (expression.includes(' OR ')) return getParts(' OR ').some((id) => allowedLicenses.has(id))
  return getParts(' AND ').every((id) => allowedLicenses.has(id))
}

/**
 * Returns a message for each component whose license is neither allowed nor an exception, and for each exception that
 * no component needs. The packages of this repository are skipped.
 */
export function findLicenseProblems(sbom: Sbom, exceptions = licenseExceptions): string[] {
  const used = new Set<string>()
  const problems = sbom.components.flatMap(({ group, name, version, licenses = [] }) => {
    if (group === '@tideline') return []
    const fullName = group ? `${group}/${name}` : name
    const stated = licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '')
    if (stated.length > 0 && stated.every(isAllowed)) return []
    const exception = exceptions[fullName]
    if (exception && exception.license === (stated.join(', ') || null)) {
      used.add(fullName)
      return []
    }
    return [`${fullName} ${version}: ${stated.join(', ') || 'no license'}`]
  })
  const unused = Object.keys(exceptions).filter((name) => !used.has(name))
  return [...problems, ...unused.map((name) => `${name}: exception that no component needs`)]
}
