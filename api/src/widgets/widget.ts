import { imageSize } from 'image-size'
import { ApiError, rejected } from '../http/api-error.ts'

/** Where the logo stands. */
export type Align = 'center' | 'right'

/** So many registrations an agency may have; each brings its logo into one list. */
export const registrationsAtMost = 50

/** What a page of another house loads at every visit. */
const logoBytesAtMost = 100_000
const logoSideAtMost = 2000
/** By content. SVG is none of them: it can carry scripts and addresses of others. */
const logoKinds: Readonly<Record<string, string>> = { png: 'png', jpg: 'jpeg', gif: 'gif', webp: 'webp' }

/** 404 of every widget call: what is not there and what is not the caller's; the screens take it for an empty list. */
export const noRegistration = (detail: object) =>
  new ApiError({ code: 'not_found', message: 'No Active Registration Found', detail })

/** The alignment that a Format names: a JSON text, centred unless it says otherwise (AGY-4). */
export const getAlign = (format: string | undefined): Align =>
  format !== undefined && (JSON.parse(format) as { align?: unknown }).align === 'right' ? 'right' : 'center'

/** An alignment as the JSON text that the calls carry. */
export const getFormat = (align: Align): string => JSON.stringify({ align })

/**
 * The logo as it is kept; null for none. Throws 422 for what is no PNG, JPEG, GIF or WebP by its content, for one that
 * says it is another kind, and for one that is too large.
 */
export function checkedLogo(dataUrl: string | null): string | null {
  if (!dataUrl) return null
  const [head = '', content = ''] = dataUrl.split(',', 2)
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > logoBytesAtMost)
    throw rejected('image_too_large', 'Logo: the image can have at most 100 kB.', 'Logo')
  const size = getSize(bytes)
  if (!size || head !== `data:image/${logoKinds[size.type]};base64`)
    throw rejected('invalid_image', 'Logo: choose a PNG, JPEG, GIF or WebP image.', 'Logo')
  if (size.width > logoSideAtMost || size.height > logoSideAtMost)
    throw rejected('image_too_large', 'Logo: the image can have at most 2,000 pixels per side.', 'Logo')
  return dataUrl
}

function getSize(bytes: Buffer) {
  try {
    const { type = '', width, height } = imageSize(bytes)
    return type in logoKinds && width > 0 && height > 0 ? { type, width, height } : undefined
  } catch {
    // The library's way to say that it is no picture.
    return undefined
  }
}

/** The agency's site as it is kept; null for none. Throws 400 for what no browser would open as a site. */
export function checkedWebsite(text: string | null): string | null {
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
