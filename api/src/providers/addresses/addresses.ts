import type { Config } from '../../config/config.ts'
import { serviceAddresses } from './service.ts'
import type { Addresses } from './suggestion.ts'

type AddressConfig = Pick<Config, 'ADDRESS_PROVIDER_KEY' | 'ADDRESS_PROVIDER_URL'>

/** Creates an address service if a key is configured. Otherwise, only our own addresses are used. */
export const createAddresses = (config: AddressConfig): Addresses =>
  config.ADDRESS_PROVIDER_KEY
    ? serviceAddresses({ key: config.ADDRESS_PROVIDER_KEY, url: config.ADDRESS_PROVIDER_URL })
    : { suggest: (query, ownAddresses) => ownAddresses(query) }
