/** Opens another page of this deployment without adding an entry to the browser history. */
export const redirectTo = (address: string) => window.location.replace(address)
