export interface TestFile {
  /** From the root of the repository. */
  path: string
  text: string
}

export interface Selection {
  paths: string[]
  /** Matches the titles of the selected tests; absent when every test of these files is selected. */
  titles?: string
}

/**
 * Selects tests by words, ignoring letter case. Words for which `isPath` is true name files or folders; only tests in one of these
 * are selected. If the paths of some files contain all other words, these files are selected whole. Otherwise a test is selected if each word occurs in its path or in its title, which includes the titles of its `describe` blocks.
 * A file whose text lacks a word is left out, because no title in it can contain the word.
 */
export function selectTests(
  allFiles: readonly TestFile[],
  words: readonly string[],
  isPath: (word: string) => boolean = () => false,
): Selection {
  const folders = words.filter(isPath).map((word) => word.replace(/\/$/, ''))
  const isIn = (path: string) => folders.some((folder) => path === folder || path.startsWith(`${folder}/`))
  const files = folders.length > 0 ? allFiles.filter(({ path }) => isIn(path)) : allFiles
  const wanted = words.filter((word) => !isPath(word)).map((word) => word.toLowerCase())
  const byPath = files.filter(({ path }) => wanted.every((word) => path.toLowerCase().includes(word)))
  if (byPath.length > 0) return { paths: byPath.map(({ path }) => path) }

  const candidates = files.filter(({ path, text }) => {
    const content = `${path}\n${text}`.toLowerCase()
    return wanted.every((word) => content.includes(word))
  })
  const patterns = candidates.map(({ path }) =>
    wanted
      .filter((word) => !path.toLowerCase().includes(word))
      .map((word) => `(?=[^]*${escapePattern(word)})`)
      .join(''),
  )
  return {
    paths: candidates.map(({ path }) => path),
    titles: `(?i:^(?:${[...new Set(patterns)].join('|')}))`,
  }
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
