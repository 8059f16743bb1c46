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
  /** What was typed so far. */
  prefix: string
  /** At most ten; our own are three. */
  suggestions?: number
  /** Addresses of this state come first. */
  preferState?: string
  /** Only addresses of this state. */
  state?: string
}

export type SuggestAddresses = (query: AddressQuery) => Promise<AddressSuggestion[]>

export interface Addresses {
  /** @param ownAddresses suggests from our own data, for deployments without an address service and for when it fails */
  suggest: (query: AddressQuery, ownAddresses: SuggestAddresses) => Promise<AddressSuggestion[]>
}

export const MOST_SUGGESTIONS = 10

/** `1200 Bayshore Demo Blvd, Unit 4, Tampa, FL 33606`. */
export const inOneLine = ({ addr1, addr2, city, state, zip }: Omit<AddressSuggestion, 'text'>) =>
  [addr1, addr2, city, `${state} ${zip}`].filter(Boolean).join(', ')
