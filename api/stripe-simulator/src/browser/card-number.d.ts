/** Returns the brand of a card number. Shared by the page's script and the simulator's API. */
export function cardBrand(number: string): { brand: string }
/** Returns whether the check digit is correct. The digit reveals typing errors. */
export function passesLuhn(digits: string): boolean
