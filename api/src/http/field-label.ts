import { findFieldLabel } from '@tideline/sdk/words'

/**
 * Replaces the field name at the start of a message with the field's label (API-7). `checkNo: digits only.` becomes
 * "Check number: digits only.", and `checkNo: is missing.` becomes "Check number is missing.". Other names stay
 * unchanged.
 */
export function replaceFieldNameWithLabel(message: string, field: string | undefined): string {
  const label = field === undefined ? undefined : findFieldLabel(field)
  if (label === undefined || !message.startsWith(`${field}: `)) return message
  const rule = message.slice(`${field}: `.length)
  return /^(is|must|does) /.test(rule) ? `${label} ${rule}` : `${label}: ${rule}`
}
