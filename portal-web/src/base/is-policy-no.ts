/** Checks the format of a policy number (POL-1) without loading the contract's schemas. */
export const isPolicyNo = (text: string): boolean => /^[A-Z]{3}3\d{6,9}$/.test(text)
