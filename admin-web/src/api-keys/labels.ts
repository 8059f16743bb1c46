import type { AdminApiKey, ApiScope } from '@tideline/sdk'
import { zApiScope } from '@tideline/sdk/zod'
import { isoDay } from '@tideline/web-kit/formats/format.ts'

export const stateWords: Record<AdminApiKey['state'], string> = {
  active: 'Active',
  ended: 'Ended',
  revoked: 'Revoked',
}

/** `policies:read` as a person says it. */
export function scopeWord(scope: ApiScope): string {
  const [tag = '', way] = scope.split(':')
  const name = tag === 'admin' ? 'Back-office lists' : `${tag.charAt(0).toUpperCase()}${tag.slice(1)}`
  return `${name}: ${way === 'read' ? 'look' : 'change'}`
}

/** Everything that a key may be allowed, as a form offers it. */
export const scopeChoices = zApiScope.options.map((id) => ({ id, name: scopeWord(id) }))

/** A day as the last moment of a key that ends with it. */
export const endOfDay = (day: string) => `${day}T23:59:59Z`

/** A year from today, which most keys are made for. */
export const aYearAhead = () => isoDay(Date.now() + 365 * 86_400_000)
