const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats integer cents as `$1,317.75`. */
export const formatDollars = (cents: number) => dollars.format(cents / 100)

const wholeDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** Formats limits and deductibles in whole dollars, as on the screens: `$250,000`. */
export const formatLimit = (cents: number) => (cents % 100 === 0 ? wholeDollars : dollars).format(cents / 100)
