import { queryOptions, useQuery } from '@tanstack/react-query'
import type { PublicSettings } from '@tideline/sdk'
import { getPublicSettingsOptions } from '@tideline/sdk/query'
import { cardLimit } from '@tideline/sdk/words'
import { api } from '../session/api.ts'
import { queryClient } from '../session/query-client.ts'

/** Default settings, used until the settings have loaded or if loading fails. */
const defaultSettings: PublicSettings = {
  brand: 'Tideline',
  supportEmail: 'support@example.com',
  supportPhone: '800-555-0199',
  isProduction: true,
  banner: null,
  links: {
    agentPortal: '/login',
    quoting: '/',
    agencyDetails: '/api/v1/agencies/AgencyDetailsForPolicy/{agencyNo}',
  },
  features: { jumpstart: true, nonRenewal: true, bulkUpload: true },
  limits: {
    cardLimit,
    // The list is empty until the settings have loaded. The server still validates uploads.
    uploadKinds: [],
  },
  chat: { enabled: false, scriptUrl: null },
  map: { tileUrl: null, imageryUrl: null, attribution: '' },
}

const publicSettings = () =>
  queryOptions({
    ...getPublicSettingsOptions({ client: api.client }),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'own', audience: 'everybody' },
  })

/** Returns the public settings of this deployment, or defaults until they are loaded. */
export function useSettings(): PublicSettings {
  const { data } = useQuery(publicSettings())
  return data?.payload ?? defaultSettings
}

/**
 * Loads the public settings for routes that require them.
 *
 * @throws if they cannot be loaded
 */
export const loadSettings = async (): Promise<PublicSettings> =>
  (await queryClient.ensureQueryData(publicSettings())).payload
