/** Returns the payload of an API response. Use it as the `select` option of generated queries. */
export const getPayload = <Payload>({ payload }: { payload: Payload }): Payload => payload
