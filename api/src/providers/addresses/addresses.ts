import type { Config } from '../../config/config.ts'
import { serviceAddresses } from './service.ts'
import type { Addresses } from './suggestion.ts'

type AddressConfig = Pick<Config, 'ADDRESS_PROVIDER_KEY' | 'ADDRESS_PROVIDER_URL'>

/** An address service if a key is configured, otherwise our own addresses. */
export const createAddresses = (config: AddressConfig): Addresses =>
  config.ADDRESS_PROVIDER_KEY
    ? serviceAddresses({ key: config.ADDRESS_PROVIDER_KEY, url: config.ADDRESS_PROVIDER_URL })
    : { suggest: (query, ownAddresses) => ownAddresses(query) }
