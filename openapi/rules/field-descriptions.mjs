/**
 * Schemas that describe a format but no meaning, such as a line of text, dollars or a timestamp. A field with such a
 * schema must have its own description, with unit, when it is set and what null means.
 */

const genericSchemas = new Set([
  'Count',
  'Day',
  'DayOrMoment',
  'Flag',
  'Id',
  'JsonText',
  'Line',
  'LongText',
  'Message',
  'Moment',
  'Money',
  'PositiveMoney',
  'Rate',
  'Text',
  'WholeNumber',
  'Word',
])

/** Returns the reference of a field's schema, even when the field is nullable. */
const getReference = (schema) =>
  schema.$ref ?? (schema.oneOf ?? schema.anyOf ?? []).map(({ $ref }) => $ref).find((reference) => reference)

const isSelfDescribing = (schema) => {
  if (schema.description) return true
  const reference = getReference(schema)
  if (reference) return !genericSchemas.has(reference.split('/').at(-1))
  return Boolean(schema.enum ?? schema.items ?? schema.properties)
}

/**
 * Returns a problem for each field without a description.
 *
 * @param components from the bundle with unresolved references
 */
export const checkFieldDescriptions = ({ components }) =>
  Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, schema]) => !isSelfDescribing(schema))
      .map(([field]) => ({
        message: `${name}.${field} has no description. Add what the name does not express.`,
        path: ['components', 'schemas', name, 'properties', field],
      })),
  )
