/**
 * Forms (a line of text, dollars, a moment) say how a value looks and not what it is. A field of such a form says it itself: whose it is, its
 * unit, when it is set, what null means.
 */

const forms = new Set([
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

/** The schema that a field refers to, be it null at times. */
const namedBy = (schema) =>
  schema.$ref ?? (schema.oneOf ?? schema.anyOf ?? []).map(({ $ref }) => $ref).find((reference) => reference)

const saysItself = (schema) => {
  if (schema.description) return true
  const reference = namedBy(schema)
  if (reference) return !forms.has(reference.split('/').at(-1))
  return Boolean(schema.enum ?? schema.items ?? schema.properties)
}

/** Looks at the bundle as it is written, with its references. */
export const undescribedFields = ({ components }) =>
  Object.entries(components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, schema]) => !saysItself(schema))
      .map(([field]) => ({
        message: `${name}.${field} has no description: say what its name does not.`,
        path: ['components', 'schemas', name, 'properties', field],
      })),
  )
