import type { AdminApiKey, ApiScope } from '@tideline/sdk'
import { zApiScope } from '@tideline/sdk/zod'
import { toIsoDate } from '@tideline/web-kit/formats/format.ts'

export const stateLabels: Record<AdminApiKey['state'], string> = {
  active: 'Active',
  ended: 'Expired',
  revoked: 'Revoked',
}

/** Formats a scope such as `policies:read` for display. */
export function formatScope(scope: ApiScope): string {
  const [tag = '', access = ''] = scope.split(':')
  const name = tag === 'admin' ? 'Back office lists' : `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`
  return `${name.replaceAll('-', ' ')}: ${access}`
}

/** All scopes of an API key, as options for a form. */
export const scopeChoices = zApiScope.options.map((id) => ({ id, name: formatScope(id) }))

/** Returns the end of a date (UTC) as the time when a key expires. */
export const getEndOfDate = (day: string) => `${day}T23:59:59Z`

/** Returns the date one year from today, the default expiration date of a key. */
export const getDateInOneYear = () => toIsoDate(Date.now() + 365 * 86_400_000)
