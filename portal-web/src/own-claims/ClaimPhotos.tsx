import { useQueryClient } from '@tanstack/react-query'
import type { OwnClaim } from '@tideline/sdk'
import { uploadClaimPhoto } from '@tideline/sdk/operations'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { formatCount } from '@tideline/web-kit/formats/format.ts'
import { invalidateOperations } from '@tideline/web-kit/screen/action-options.ts'
import { useOnReconnect } from '@tideline/web-kit/screen/useIsOnline.ts'
import { createUploadClient } from '@tideline/web-kit/session/upload-client.ts'
import { Alert } from '@tideline/web-kit/ui/Alert.tsx'
import { Button } from '@tideline/web-kit/ui/Button.tsx'
import { Card } from '@tideline/web-kit/ui/Card.tsx'
import { Checkbox } from '@tideline/web-kit/ui/Checkbox.tsx'
import { DateText } from '@tideline/web-kit/ui/DateText.tsx'
import { showToast } from '@tideline/web-kit/ui/toast-queue.ts'
import { useEffect, useRef, useState } from 'react'
import {
  acceptedPhotoTypes,
  addPhotos,
  isTemporaryFailure,
  isUploadable,
  maxPhotos,
  type QueuedPhoto,
} from './photo-queue.ts'
import { claimText } from './text.ts'
import './own-claims.css'

/** A preview of a selected photo. */
function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return <img className="photo-preview" alt="" src={url} />
}

interface QueuedPhotoRowProps {
  photo: QueuedPhoto
  /** Position in the queue, starting with 1. */
  number: number
  onRemove: () => void
}

function QueuedPhotoRow({ photo: { file, state, problem }, number, onRemove }: QueuedPhotoRowProps) {
  return (
    <li>
      <Preview file={file} />
      <div>
        <p>{file.name}</p>
        {state === 'uploading' && <p className="muted small">Uploading…</p>}
        {problem && <Alert tone="error">{problem}</Alert>}
      </div>
      {state !== 'uploading' && (
        <Button variant="quiet" aria-label={`Remove photo ${number}, ${file.name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </li>
  )
}

/** Progress of an upload. Photos are counted one by one, and their bytes while they are sent. */
interface PhotoProgress {
  done: number
  total: number
  sentBytes: number
  totalBytes: number
}

const sumSizes = (photos: readonly QueuedPhoto[]) => photos.reduce((sum, { file }) => sum + file.size, 0)

/** Uploads the queued photos one after the other. A photo keeps its key, so that a retry does not add it twice. */
function usePhotoUpload(claim: OwnClaim) {
  const queryClient = useQueryClient()
  const [queue, setQueue] = useState<QueuedPhoto[]>([])
  /** Undefined if nothing is being uploaded. */
  const [progress, setProgress] = useState<PhotoProgress>()
  const isRunning = useRef(false)
  const change = (key: string, part: Partial<QueuedPhoto>) =>
    setQueue((before) => before.map((photo) => (photo.key === key ? { ...photo, ...part } : photo)))

  const upload = async (keepsLocation: boolean) => {
    const photos = queue.filter(isUploadable)
    if (isRunning.current || photos.length === 0) return
    isRunning.current = true
    const totalBytes = sumSizes(photos)
    let uploaded = 0
    for (const [done, { key, file }] of photos.entries()) {
      const earlierBytes = sumSizes(photos.slice(0, done))
      // The sent bytes include the other fields of the form, so they are scaled to the size of the photo.
      let isSending = true
      const showProgress = (share: number) =>
        isSending &&
        setProgress({ done, total: photos.length, sentBytes: earlierBytes + share * file.size, totalBytes })
      showProgress(0)
      setQueue((before) => before.map((photo) => (photo.key === key ? { key, file, state: 'uploading' } : photo)))
      try {
        await createUploadClient(({ sent, total }) => showProgress(sent / total)).call(uploadClaimPhoto, {
          path: { claimID: claim.id },
          body: { photo: file, location: keepsLocation ? 'keep' : 'remove' },
          headers: { 'Idempotency-Key': key },
        })
        uploaded++
        setQueue((before) => before.filter((photo) => photo.key !== key))
      } catch (error) {
        const state = isTemporaryFailure(error) ? 'failed' : 'rejected'
        change(key, { state, problem: getErrorMessage(error) })
      }
      // Without this, a late report would show progress after the last photo.
      isSending = false
    }
    isRunning.current = false
    setProgress(undefined)
    if (uploaded > 0) {
      showToast({ tone: 'success', title: `${formatCount(uploaded, 'photo')} uploaded.` })
      await invalidateOperations(queryClient, ['listOwnClaims'])
    }
  }
  return { queue, setQueue, progress, upload }
}

function AddPhotos({ claim }: { claim: OwnClaim }) {
  const { queue, setQueue, progress, upload } = usePhotoUpload(claim)
  const isBusy = progress !== undefined
  const [keepsLocation, setKeepsLocation] = useState(false)
  const [leftOut, setLeftOut] = useState(0)
  const camera = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const hasFailed = queue.some(({ state }) => state === 'failed')
  useOnReconnect(hasFailed && !isBusy ? () => void upload(keepsLocation) : undefined)
  const isFull = claim.photos.length + queue.filter(({ state }) => state !== 'rejected').length >= maxPhotos
  const fullReason = isFull ? `${maxPhotos} photos at most.` : undefined
  const inputs = [
    { ref: camera, label: 'Photo from the camera', own: { capture: 'environment' as const } },
    { ref: chooser, label: 'Photos to upload', own: { multiple: true } },
  ]
  return (
    <div className="stack">
      <p className="muted">{claimText.photosIntro}</p>
      <div className="row">
        <Button variant="secondary" disabledReason={fullReason} onClick={() => camera.current?.click()}>
          Take a photo
        </Button>
        <Button variant="secondary" disabledReason={fullReason} onClick={() => chooser.current?.click()}>
          Choose photos
        </Button>
        {inputs.map(({ ref, label, own }) => (
          <input
            key={label}
            ref={ref}
            hidden
            type="file"
            accept={acceptedPhotoTypes}
            aria-label={label}
            {...own}
            onChange={({ target }) => {
              const next = addPhotos(queue, [...(target.files ?? [])], claim.photos.length)
              setQueue(next.queue)
              setLeftOut(next.leftOut)
              // Lets the user select the same photo again.
              target.value = ''
            }}
          />
        ))}
      </div>
      {leftOut > 0 && <Alert tone="warning">{claimText.leftOut}</Alert>}
      {queue.length > 0 && (
        <>
          <ul className="photo-queue" aria-label="Selected photos">
            {queue.map((photo, index) => (
              <QueuedPhotoRow
                key={photo.key}
                photo={photo}
                number={index + 1}
                onRemove={() => setQueue((before) => before.filter(({ key }) => key !== photo.key))}
              />
            ))}
          </ul>
          <Checkbox
            label={claimText.locationLabel}
            help={`${claimText.locationHelp} ${claimText.privacy}`}
            checked={keepsLocation}
            disabled={isBusy}
            onChange={({ target }) => setKeepsLocation(target.checked)}
          />
          {progress && (
            <progress
              className="photo-progress"
              aria-label="Upload progress"
              max={progress.totalBytes}
              value={progress.sentBytes}
            />
          )}
          <div className="row">
            <Button
              busy={isBusy}
              {...(progress && { busyLabel: `Uploading ${progress.done + 1} of ${progress.total}…` })}
              disabledReason={queue.some(isUploadable) || isBusy ? undefined : 'Add another photo first.'}
              onClick={() => void upload(keepsLocation)}
            >
              {hasFailed ? 'Retry upload' : 'Upload photos'}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}

/** The photos of a claim that the policyholder reported. Open claims accept more photos (CLM-4). */
export function ClaimPhotos({ claim }: { claim: OwnClaim }) {
  return (
    <Card title={claimText.photosTitle}>
      {claim.photos.length === 0 ? (
        <p className="muted">{claimText.noPhotos}</p>
      ) : (
        <ul className="photo-list">
          {claim.photos.map(({ id, fileName, hasLocation, createdAt }) => (
            <li key={id}>
              {fileName}, <DateText value={createdAt} />
              <span className="muted small">{hasLocation ? ' With location' : ' Location removed'}</span>
            </li>
          ))}
        </ul>
      )}
      {claim.canAddPhotos ? <AddPhotos claim={claim} /> : <p className="muted">{claimText.closed}</p>}
    </Card>
  )
}
