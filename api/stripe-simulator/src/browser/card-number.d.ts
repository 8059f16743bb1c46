/** What the page's script and the simulator's API both know of card numbers. */
export function cardBrand(number: string): { brand: string }
/** The check digit, which catches a mistyped number. */
export function passesLuhn(digits: string): boolean
