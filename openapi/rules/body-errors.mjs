/**
 * Every call with a body can find it too large or of another kind: the door of the API tells both, before the operation
 * is asked. Written once, here, instead of in each file.
 */
const bodyErrors = () => ({
  Operation: {
    leave(operation) {
      if (!operation.requestBody) return
      // Both components stand in the bundle because uploadDocuments names them.
      operation.responses['413'] ??= { $ref: '#/components/responses/PayloadTooLarge' }
      operation.responses['415'] ??= { $ref: '#/components/responses/UnsupportedMediaType' }
    },
  },
})

export default function bodies() {
  return { id: 'bodies', decorators: { oas3: { errors: bodyErrors } } }
}
