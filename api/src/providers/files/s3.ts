import { createReadStream } from 'node:fs'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Config } from '../../config/config.ts'
import { createCircuitBreaker } from '../circuit-breaker.ts'
import {
  assertValidStorageKey,
  FileNotFoundError,
  type FileStorage,
  getStorageKey,
  readStreamBytes,
  verifyContent,
} from './stored-file.ts'

type S3Config = Pick<Config, 'S3_ACCESS_KEY_ID' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_SECRET_ACCESS_KEY'> & {
  S3_BUCKET: string
}

/** Time in milliseconds in which the bucket must accept a connection, respond, and send or receive the next bytes. */
const timeouts = { connectionTimeout: 3_000, requestTimeout: 15_000, socketTimeout: 15_000 }

/** Returns whether S3 failed or did not respond, as opposed to a rejected request. */
const isOutage = (error: unknown) => {
  const status = (error as Partial<S3ServiceException>).$metadata?.httpStatusCode
  return status === undefined || status >= 500
}

/**
 * Stores files in an S3 bucket. With a custom endpoint, the bucket is part of the path because MinIO and others require
 * it. Functions throw `ServiceUnavailableError` if S3 does not respond.
 * @param limits timeouts in milliseconds
 */
export function createS3Storage(config: S3Config, limits: Partial<typeof timeouts> = {}): FileStorage {
  const Bucket = config.S3_BUCKET
  const callS3 = createCircuitBreaker({ service: 'File storage', isOutage })
  const client = new S3Client({
    region: config.S3_REGION,
    requestHandler: { ...timeouts, ...limits, throwOnRequestTimeout: true },
    ...(config.S3_ENDPOINT && { endpoint: config.S3_ENDPOINT, forcePathStyle: true }),
    ...(config.S3_ACCESS_KEY_ID &&
      config.S3_SECRET_ACCESS_KEY && {
        credentials: { accessKeyId: config.S3_ACCESS_KEY_ID, secretAccessKey: config.S3_SECRET_ACCESS_KEY },
      }),
  })
  const get = async (key: string) => {
    try {
      const command = new GetObjectCommand({ Bucket, Key: assertValidStorageKey(key) })
      const { Body } = await callS3(() => client.send(command))
      if (!Body) throw new FileNotFoundError(`There is no file ${key}.`)
      return verifyContent(key, Body.transformToWebStream())
    } catch (error) {
      if (error instanceof NoSuchKey) throw new FileNotFoundError(`There is no file ${key}.`, { cause: error })
      throw error
    }
  }
  return {
    put: async (content, contentType) => {
      const named = getStorageKey(content)
      const command = new PutObjectCommand({
        Bucket,
        Key: named.key,
        Body: content instanceof Uint8Array ? content : createReadStream(content.path),
        ContentLength: named.size,
        ContentType: contentType,
        // S3 rejects the upload if bytes were damaged on the way.
        ChecksumSHA256: Buffer.from(named.sha256, 'hex').toString('base64'),
      })
      await callS3(async () => {
        const { ETag } = await client.send(command)
        if (!ETag) throw new Error('The response has no ETag, so it does not come from S3.')
      })
      return named
    },
    get,
    bytes: async (key) => readStreamBytes(await get(key)),
    delete: async (key) => {
      const command = new DeleteObjectCommand({ Bucket, Key: assertValidStorageKey(key) })
      await callS3(() => client.send(command))
    },
    close: async () => client.destroy(),
  }
}
