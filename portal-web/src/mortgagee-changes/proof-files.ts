/** Maximum number of files of a request, and maximum size of a file in bytes (POL-19). */
const maxFiles = 3
const maxFileBytes = 15 * 1024 * 1024

const acceptedTypes = ['application/pdf', 'image/jpeg', 'image/png']
/** The file types that a file chooser offers. Phones convert photos in other formats to JPEG. */
export const acceptedProofTypes = acceptedTypes.join()

export interface SelectedFiles {
  files: File[]
  /** Why some of the files were not added. */
  problem: string | undefined
}

/** Adds selected files, up to the limit. The server checks them again. */
export function addProofFiles(known: readonly File[], selected: readonly File[], tooMany: string): SelectedFiles {
  const wrong = selected.find(({ type }) => !acceptedTypes.includes(type))
  if (wrong) return { files: [...known], problem: `${wrong.name} is not a PDF, JPEG or PNG file.` }
  const large = selected.find(({ size }) => size > maxFileBytes)
  if (large) return { files: [...known], problem: `${large.name} is larger than 15 MB.` }
  const files = [...known, ...selected]
  return { files: files.slice(0, maxFiles), problem: files.length > maxFiles ? tooMany : undefined }
}
