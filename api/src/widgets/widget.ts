import { imageSize } from 'image-size'
import { ApiError, createUnprocessableError } from '../http/api-error.ts'

/** Position of the logo. */
export type LogoAlignment = 'center' | 'right'

/** Maximum number of registrations per agency. The list contains all logos, so the number must be limited. */
export const maxRegistrationsPerAgency = 50

/** Limits for the logo. The agency's website loads it on every visit. */
const maxLogoBytes = 100_000
const maxLogoSide = 2000
/** Allowed logo types by content. SVG is not allowed because it can contain scripts and external URLs. */
const logoKinds: Readonly<Record<string, string>> = { png: 'png', jpg: 'jpeg', gif: 'gif', webp: 'webp' }

/**
 * Returns the 404 error for widget registrations that do not exist or belong to another agency. Used by all widget
 * operations.
 */
export const createRegistrationNotFoundError = (detail: object) =>
  new ApiError({ code: 'not_found', message: 'No Active Registration Found', detail })

/** Returns the logo alignment in the API field `Format`, which contains JSON (AGY-4). Defaults to center. */
export const parseLogoAlignment = (format: string | undefined): LogoAlignment =>
  format !== undefined && (JSON.parse(format) as { align?: unknown }).align === 'right' ? 'right' : 'center'

/** Converts a logo alignment to the JSON in the API field `Format`. */
export const formatLogoAlignment = (align: LogoAlignment): string => JSON.stringify({ align })

/**
 * Validates a logo. Returns null if there is none. Throws 422 if the content is not PNG, JPEG, GIF or WebP, does not
 * match the declared type, or is too large.
 */
export function validateLogo(dataUrl: string | null): string | null {
  if (!dataUrl) return null
  const [head = '', content = ''] = dataUrl.split(',', 2)
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > maxLogoBytes)
    throw createUnprocessableError('image_too_large', 'Logo: the image can have at most 100 kB.', 'Logo')
  const size = getSize(bytes)
  if (!size || head !== `data:image/${logoKinds[size.type]};base64`)
    throw createUnprocessableError('invalid_image', 'Logo: choose a PNG, JPEG, GIF or WebP image.', 'Logo')
  if (size.width > maxLogoSide || size.height > maxLogoSide)
    throw createUnprocessableError('image_too_large', 'Logo: the image can have at most 2,000 pixels per side.', 'Logo')
  return dataUrl
}

function getSize(bytes: Buffer) {
  try {
    const { type = '', width, height } = imageSize(bytes)
    return type in logoKinds && width > 0 && height > 0 ? { type, width, height } : undefined
  } catch {
    // The library throws if the file is not an image.
    return undefined
  }
}

/**
 * Validates the URL of the agency's website. Returns null if there is none. Throws 400 if a browser cannot open the URL
 * as a website.
 */
export function validateWebsite(text: string | null): string | null {
  if (!text) return null
  const url = URL.parse(text)
  if (
    !url ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username ||
    url.password ||
    !url.hostname.includes('.')
  )
    throw new ApiError({ code: 'invalid_value', message: 'Please enter a valid url', field: 'ReferralWebsite' })
  return text
}
