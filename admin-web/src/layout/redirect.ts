/** Opens another page of this deployment. The browser's Back button does not return to the current page. */
export const redirectTo = (address: string) => window.location.replace(address)
