export interface AddressSuggestion {
  /** The whole address in one line. */
  text: string
  addr1: string
  addr2?: string
  city: string
  state: string
  zip: string
}

export interface AddressQuery {
  /** The text typed so far. */
  prefix: string
  /** Maximum number of suggestions: ten from a service, three from our own addresses. */
  suggestions?: number
  /** State whose addresses come first. */
  preferState?: string
  /** State to which the addresses are limited. */
  state?: string
}

type AddressSuggester = (query: AddressQuery) => Promise<AddressSuggestion[]>

export interface AddressProvider {
  /**
   * @param ownAddresses suggests addresses from our own data; used if no address service is configured or the service
   * fails
   */
  suggest: (query: AddressQuery, ownAddresses: AddressSuggester) => Promise<AddressSuggestion[]>
}

export const MAX_SUGGESTIONS = 10

type AddressParts = Partial<Record<'addr1' | 'addr2' | 'city' | 'state' | 'zip', string | null>>

/** Formats an address in one line: `1200 Bayshore Demo Blvd, Unit 4, Tampa, FL 33606`. Missing parts are omitted. */
export const formatAddressLine = ({ addr1, addr2, city, state, zip }: AddressParts) =>
  [addr1, addr2, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
