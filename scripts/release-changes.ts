/** Contents of the files that a release changes. */
export interface ReleaseFiles {
  contract: string
  changelog: string
  manifests: Readonly<Record<string, string>>
}

const versionPattern = /^\d+\.\d+\.\d+$/
const unreleasedPattern = /^## (?:Unreleased|(?<version>\S+) \(unreleased\))\n(?<body>[\s\S]*?)(?=^## |(?![\s\S]))/m
const contractVersionPattern = /^ {2}version: (\S+)$/m

const isLater = (version: string, other: string) =>
  version.localeCompare(other, 'en', { numeric: true, sensitivity: 'base' }) > 0

/**
 * Replaces text in a file. Throws if the text is missing, so that a release does not silently leave a file unchanged.
 */
function replace(text: string, pattern: RegExp, replacement: string, file: string): string {
  if (!pattern.test(text)) throw new Error(`${file} has no version to replace.`)
  return text.replace(pattern, () => replacement)
}

/**
 * Sets the version of the contract, the SDK and the CLI, and moves the changelog's unreleased changes to the new
 * version. Returns the new contents of the files.
 *
 * @throws if the version is not later than the last release, or if no changes are listed
 */
export function createReleaseChanges(
  version: string,
  date: string,
  lastRelease: string,
  files: ReleaseFiles,
): ReleaseFiles {
  if (!versionPattern.test(version)) throw new Error(`"${version}" is not a version such as 2.1.0.`)
  if (!isLater(version, lastRelease))
    throw new Error(`Version ${version} must be later than ${lastRelease}, the last release.`)
  const unreleased = unreleasedPattern.exec(files.changelog)
  const body = unreleased?.groups?.body?.trim()
  if (!unreleased || !body) throw new Error('The changelog lists no unreleased changes.')
  const announced = unreleased.groups?.version
  if (announced && announced !== version)
    throw new Error(`The changelog lists the unreleased changes as version ${announced}, not ${version}.`)
  return {
    contract: replace(files.contract, contractVersionPattern, `  version: ${version}`, 'The contract'),
    changelog: files.changelog.replace(unreleased[0], () => `## Unreleased\n\n## ${version} (${date})\n\n${body}\n\n`),
    manifests: Object.fromEntries(
      Object.entries(files.manifests).map(([path, text]) => [
        path,
        replace(text, /^ {2}"version": "[^"]+"/m, `  "version": "${version}"`, path),
      ]),
    ),
  }
}
