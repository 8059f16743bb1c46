/** Opens another page of this deployment without an entry in the browser history. */
export const redirectTo = (address: string) => window.location.replace(address)
