export interface TestFile {
  /** Relative to the root of the repository. */
  path: string
  text: string
}

export interface Selection {
  paths: string[]
  /** Pattern of the titles of the selected tests. Undefined if all tests of the files are selected. */
  titles?: string
}

/**
 * Selects tests by words, ignoring letter case. A word for which `isPath` returns true is a file or folder and limits
 * the selection to its tests. If some file paths contain all other words, all tests of these files are selected.
 * Otherwise, a test is selected if its path and title, including the titles of its `describe` blocks, together contain
 * each word.
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

  // Skips a file whose text does not contain a word, because none of its titles can contain the word.
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
