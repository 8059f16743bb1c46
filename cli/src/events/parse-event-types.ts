import { InvalidArgumentError } from 'commander'
import { eventTypes } from '../generated/event-types.ts'

/**
 * Parses event types separated by commas.
 *
 * @throws {InvalidArgumentError} if the contract has no such event type
 */
export function parseEventTypes(text: string): readonly string[] {
  const types = text.split(',').map((type) => type.trim())
  const unknown = types.find((type) => !(eventTypes as readonly string[]).includes(type))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`There is no event type "${unknown}". The event types are ${eventTypes.join(', ')}.`)
  return types
}
