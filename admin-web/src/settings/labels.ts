import type { AdminSetting } from '@tideline/sdk'
import { formatNumber } from '@tideline/web-kit/formats/format.ts'

type Kind = AdminSetting['kind']

/** Display names of feature flags, by setting key. */
const flagLabels: Record<string, string> = {
  'autoPay.charges': 'Auto-pay charges',
  'chat.enabled': 'Chat assistant',
  'digest.enabled': 'Daily summary email',
  'features.bulkUpload': 'Bulk upload of policies',
  'features.jumpstart': 'Jumpstart earthquake policies',
  'features.nonRenewal': 'Earthquake non-renewal',
  'renewals.automatic': 'Automatic renewals',
  'secondFactor.agents': 'Agent two-factor authentication',
  'secondFactor.staff': 'Staff two-factor authentication',
}

const splitWords = (word: string) => word.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()

const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Formats the area of a setting: `links.agentPortal` becomes "Links". Empty for a key without an area. */
export const formatSettingArea = (key: string): string =>
  key.includes('.') ? capitalize(splitWords(key.split('.')[0] ?? '')) : ''

/** Formats a setting's name within its area: `links.agentPortal` becomes "Agent portal". */
export function formatSettingName(key: string): string {
  const [area = '', ...rest] = key.split('.').map(splitWords)
  return flagLabels[key] ?? capitalize(rest.length > 0 ? rest.join(': ') : area)
}

/** Formats a setting key: `links.agentPortal` becomes "Links: agent portal". */
export const formatSettingKey = (key: string): string =>
  flagLabels[key] ?? capitalize(key.split('.').map(splitWords).join(': '))

/** Formats a value for display: text without quotes, lists with commas, numbers with separators. */
export function formatSettingValue(json: string): string {
  const value: unknown = JSON.parse(json)
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Converts a value to form input. A list has one entry per line. */
export function toFormInput(json: string, kind: Kind): string | boolean {
  const value: unknown = JSON.parse(json)
  if (kind === 'flag') return value === true
  if (kind === 'list') return (value as string[]).join('\n')
  if (kind === 'json') return JSON.stringify(value, null, 2)
  return value === null ? '' : String(value)
}

/**
 * Converts form input to JSON text for the setting's type. Empty input becomes null if the default is null. Invalid
 * JSON is sent unchanged, so that the server's error message explains the rule.
 */
export function toSettingJson(
  input: string | boolean | null | undefined,
  { kind, defaultValue }: Pick<AdminSetting, 'kind' | 'defaultValue'>,
): string {
  const text = String(input ?? '').trim()
  if (kind === 'flag') return JSON.stringify(input === true)
  if (kind === 'json') return text
  if (kind === 'list') return JSON.stringify(text.split(/[\s,]+/).filter(Boolean))
  if (kind === 'number') return text === '' ? 'null' : JSON.stringify(Number(text.replaceAll(',', '')))
  return text === '' && defaultValue === 'null' ? 'null' : JSON.stringify(text)
}
