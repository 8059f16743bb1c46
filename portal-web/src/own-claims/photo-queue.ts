import { TidelineError } from '@tideline/sdk'

/** Maximum number of photos of a claim, and maximum size of a photo in bytes (CLM-4). */
export const maxPhotos = 20
export const maxPhotoBytes = 15 * 1024 * 1024

/** A photo that the policyholder selected. */
export interface QueuedPhoto {
  /** Also the idempotency key of the upload, so that a retry does not add the photo twice. */
  key: string
  file: File
  state: 'waiting' | 'uploading' | 'failed' | 'rejected'
  /** Why the upload failed or the photo cannot be uploaded. */
  problem?: string
}

const acceptedTypes = ['image/jpeg', 'image/png']
/** The file types that a file chooser offers. Phones convert photos in other formats, such as HEIC, to one of these. */
export const acceptedPhotoTypes = acceptedTypes.join()

function findProblem({ type, size }: File): string | undefined {
  if (!acceptedTypes.includes(type)) return 'Only JPEG and PNG photos can be uploaded.'
  return size > maxPhotoBytes ? 'A photo can have at most 15 MB.' : undefined
}

/**
 * Adds selected files to the queue, up to the limit of the claim. Returns the number of files that were left out.
 * @param uploaded the number of photos that the claim already has
 */
export function addPhotos(
  queue: readonly QueuedPhoto[],
  files: readonly File[],
  uploaded: number,
  createKey: () => string = () => crypto.randomUUID(),
): { queue: QueuedPhoto[]; leftOut: number } {
  const room = Math.max(0, maxPhotos - uploaded - queue.filter(({ state }) => state !== 'rejected').length)
  const added = files.slice(0, room).map((file): QueuedPhoto => {
    const problem = findProblem(file)
    return { key: createKey(), file, ...(problem ? { state: 'rejected', problem } : { state: 'waiting' }) }
  })
  return { queue: [...queue, ...added], leftOut: files.length - added.length }
}

/** Returns whether a failed upload can succeed later. The server's decision about a photo does not change. */
export const isTemporaryFailure = (error: unknown): boolean =>
  !(error instanceof TidelineError) || error.status >= 500 || error.status === 429 || error.status === 401

/** Photos that can be uploaded now. */
export const isUploadable = ({ state }: QueuedPhoto) => state === 'waiting' || state === 'failed'
