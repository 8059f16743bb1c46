import { fieldLabel } from '@tideline/sdk/words'

/**
 * Replaces the wire name at the beginning of a message by the field's label (API-7): `checkNo: digits only.` is "Check number: digits only.",
 * `checkNo: is missing.` is "Check number is missing.". Names without a label stay as they were sent.
 */
export function nameByLabel(message: string, field: string | undefined): string {
  const label = field === undefined ? undefined : fieldLabel(field)
  if (label === undefined || !message.startsWith(`${field}: `)) return message
  const rule = message.slice(`${field}: `.length)
  return /^(is|must|does) /.test(rule) ? `${label} ${rule}` : `${label}: ${rule}`
}
