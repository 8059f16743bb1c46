import type { AdminSetting } from '@tideline/sdk'
import { formatNumber } from '@tideline/web-kit/formats/format.ts'

type Kind = AdminSetting['kind']

/** Display names of settings whose key does not read well. */
const settingLabels: Record<string, string> = {
  applyCheckAgentNos: 'Agencies that can apply checks',
  'autoPay.charges': 'Auto-pay charges',
  'cancellation.reviewDelaySeconds': 'Cancellation review delay',
  'chat.enabled': 'Chat assistant',
  'chat.scriptUrl': 'Chat script URL',
  'checks.secondPersonAbove': 'Second approval of checks above',
  'digest.enabled': 'Daily summary email',
  'digest.hour': 'Hour of the daily summary',
  'features.bulkUpload': 'Bulk upload of policies',
  'features.jumpstart': 'Jumpstart earthquake policies',
  'features.nonRenewal': 'Earthquake non-renewal',
  internalEndorseAgencyNos: 'Agencies with Internal Endorse',
  'lockbox.courierAccountRef': 'Courier deposit account',
  'lockbox.courierBankName': 'Courier bank',
  'lockbox.layouts': 'Lockbox file layouts',
  mandatoryEndorseAgencyNos: 'Agencies with mandatory endorsements',
  'map.imageryUrl': 'Satellite tile URL',
  'map.tileUrl': 'Map tile URL',
  'payouts.nacha': 'ACH file of payouts',
  'payouts.secondPersonAbove': 'Second approval of payouts above',
  'refunds.reviewAbove': 'Review of refunds above',
  'reinstatement.offerDays': 'Days to accept a reinstatement offer',
  'mortgageeChanges.businessDays': 'Business days to decide a mortgagee change',
  'renewals.automatic': 'Automatic renewals',
  'retention.deliveryDays': 'Days to keep webhook deliveries',
  'retention.endedDays': 'Days to keep expired sessions and links',
  'retention.eventDays': 'Days to keep events',
  'secondFactor.agents': 'Agent two-factor authentication',
  'secondFactor.staff': 'Staff two-factor authentication',
  'writeOffs.upTo': 'Write-offs up to',
}

/** Display names of the areas whose key does not read well. */
const areaLabels: Record<string, string> = {
  autoPay: 'Auto-pay',
  digest: 'Daily summary',
  secondFactor: 'Two-factor authentication',
  writeOffs: 'Write-offs',
}

const splitWords = (word: string) => word.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()

const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Formats the area of a setting: `links.agentPortal` becomes "Links". Empty for a key without an area. */
export function formatSettingArea(key: string): string {
  const [area = '', name] = key.split('.')
  return name === undefined ? '' : (areaLabels[area] ?? capitalize(splitWords(area)))
}

/** Formats a setting's name within its area: `links.agentPortal` becomes "Agent portal". */
export function formatSettingName(key: string): string {
  const [area = '', ...rest] = key.split('.').map(splitWords)
  return settingLabels[key] ?? capitalize(rest.length > 0 ? rest.join(': ') : area)
}

/** Formats a setting key: `links.agentPortal` becomes "Links: agent portal". */
export const formatSettingKey = (key: string): string =>
  settingLabels[key] ?? capitalize(key.split('.').map(splitWords).join(': '))

/** Formats a value for display: text without quotes, lists with commas, numbers with separators, objects with labels. */
export function formatSettingValue(json: string): string {
  const value: unknown = JSON.parse(json)
  if (value === null || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : '–'
  if (typeof value === 'string') return value
  const lines = Object.entries(value as object).map(
    ([name, item]) =>
      `${capitalize(splitWords(name))}: ${typeof item === 'object' ? JSON.stringify(item) : String(item)}`,
  )
  return lines.length > 0 ? lines.join('; ') : '–'
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
