import type { Config } from '../../config/config.ts'
import { createAddressServiceProvider } from './address-service.ts'
import type { AddressProvider } from './suggestion.ts'

type AddressConfig = Pick<Config, 'ADDRESS_PROVIDER_KEY' | 'ADDRESS_PROVIDER_URL'>

/** Creates an address service if a key is configured. Otherwise, only our own addresses are used. */
export const createAddressProvider = (config: AddressConfig): AddressProvider =>
  config.ADDRESS_PROVIDER_KEY
    ? createAddressServiceProvider({ key: config.ADDRESS_PROVIDER_KEY, url: config.ADDRESS_PROVIDER_URL })
    : { suggest: (query, ownAddresses) => ownAddresses(query) }
