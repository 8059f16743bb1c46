import type { Config } from '../../config/config.ts'
import { createAddressServiceProvider } from './address-service.ts'
import type { AddressProvider } from './suggestion.ts'

type AddressConfig = Pick<Config, 'ADDRESS_PROVIDER_KEY' | 'ADDRESS_PROVIDER_URL'>

/** Creates the address provider. Uses a service if a key is configured, otherwise only our own addresses. */
export const createAddressProvider = (config: AddressConfig): AddressProvider =>
  config.ADDRESS_PROVIDER_KEY
    ? createAddressServiceProvider({ key: config.ADDRESS_PROVIDER_KEY, url: config.ADDRESS_PROVIDER_URL })
    : { suggest: (query, ownAddresses) => ownAddresses(query) }
