/** Opens another page of this deployment. Adds no entry to the browser history. */
export const redirectTo = (address: string) => window.location.replace(address)
