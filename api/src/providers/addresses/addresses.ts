import type { Pool } from 'pg'
import type { Config } from '../../config/config.ts'
import { ownAddresses } from './own.ts'
import { serviceAddresses } from './service.ts'
import type { Addresses } from './suggestion.ts'

type AddressConfig = Pick<Config, 'ADDRESS_PROVIDER_KEY' | 'ADDRESS_PROVIDER_URL'>

/** An address service with a key, else our own addresses (decision 36). */
export const createAddresses = (config: AddressConfig, pool: Pool): Addresses =>
  config.ADDRESS_PROVIDER_KEY
    ? serviceAddresses({ key: config.ADDRESS_PROVIDER_KEY, url: config.ADDRESS_PROVIDER_URL }, ownAddresses(pool))
    : ownAddresses(pool)
