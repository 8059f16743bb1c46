import { TidelineError } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { addPhotos, isTemporaryFailure, isUploadable, maxPhotoBytes, type QueuedPhoto } from './photo-queue.ts'

let count = 0
const key = () => `key-${count++}`
const photo = (type = 'image/jpeg', size = 10) => {
  const file = new File([], 'image.jpg', { type })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
const photos = (number: number) => Array.from({ length: number }, () => photo())

describe('addPhotos (CLM-4)', () => {
  it('adds photos with the same name, because phones give all photos the same name', () => {
    const { queue, leftOut } = addPhotos([], photos(2), 0, key)
    expect(queue.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    expect(new Set(queue.map((one) => one.key)).size).toBe(2)
    expect(leftOut).toBe(0)
  })

  it('leaves out photos above the limit of 20, including uploaded ones', () => {
    const first = addPhotos([], photos(15), 3, key)
    expect(first.leftOut).toBe(0)
    const second = addPhotos(first.queue, photos(4), 3, key)
    expect([second.queue.length, second.leftOut]).toEqual([17, 2])
    expect(addPhotos([], photos(1), 20, key)).toEqual({ queue: [], leftOut: 1 })
  })

  it.each([
    ['a HEIC photo', photo('image/heic'), 'Only JPEG and PNG photos can be uploaded.'],
    ['a photo above 15 MB', photo('image/png', maxPhotoBytes + 1), 'A photo can have at most 15 MB.'],
  ])('rejects %s, which does not count toward the limit', (_, file, problem) => {
    const { queue } = addPhotos([], [file], 19, key)
    expect(queue).toMatchObject([{ state: 'rejected', problem }])
    expect(addPhotos(queue, photos(1), 19, key).leftOut).toBe(0)
  })

  it('accepts a photo of exactly 15 MB', () => {
    expect(addPhotos([], [photo('image/png', maxPhotoBytes)], 0, key).queue).toMatchObject([{ state: 'waiting' }])
  })
})

describe('isTemporaryFailure', () => {
  const failed = (statusCode: number) =>
    new TidelineError({ statusCode, message: 'No.', errors: [], requestId: 'req_1' })

  it('is true for a lost connection and a busy server, and false for a rejected photo', () => {
    expect(isTemporaryFailure(new TypeError('Failed to fetch'))).toBe(true)
    expect([503, 429, 401].map((status) => isTemporaryFailure(failed(status)))).toEqual([true, true, true])
    expect([409, 415, 422].map((status) => isTemporaryFailure(failed(status)))).toEqual([false, false, false])
  })
})

describe('isUploadable', () => {
  it('is true for waiting and failed photos only', () => {
    const states: QueuedPhoto['state'][] = ['waiting', 'failed', 'uploading', 'rejected']
    expect(states.filter((state) => isUploadable({ key: '', file: photo(), state }))).toEqual(['waiting', 'failed'])
  })
})
