const CARD_BRANDS = [
  { brand: 'visa', pattern: /^4/, lengths: [16], cvc: 3 },
  { brand: 'mastercard', pattern: /^(5[1-5]|2[2-7])/, lengths: [16], cvc: 3 },
  { brand: 'amex', pattern: /^3[47]/, lengths: [15], cvc: 4, groups: [4, 6, 5] },
  { brand: 'discover', pattern: /^(6011|65|64[4-9])/, lengths: [16], cvc: 3 },
  { brand: 'diners', pattern: /^3(0|6|8|9)/, lengths: [14, 16], cvc: 3, groups: [4, 6, 4] },
  { brand: 'jcb', pattern: /^35/, lengths: [16], cvc: 3 },
  { brand: 'unionpay', pattern: /^62/, lengths: [16], cvc: 3 },
]
const UNKNOWN_BRAND = { brand: 'unknown', lengths: [16], cvc: 3 }

export const digitsOf = (text) => text.replaceAll(/\D/g, '')

export const cardBrand = (number) => CARD_BRANDS.find(({ pattern }) => pattern.test(digitsOf(number))) ?? UNKNOWN_BRAND

/** Groups the digits: `4242424242424242` → `4242 4242 4242 4242`. American Express numbers have groups of 4, 6 and 5. */
export function formatNumber(text) {
  const { groups = [4, 4, 4, 4], lengths } = cardBrand(text)
  let rest = digitsOf(text).slice(0, Math.max(...lengths))
  const parts = []
  for (const size of groups) {
    if (rest) parts.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return parts.join(' ')
}

/** Formats an expiration date: `1234` → `12 / 34`. A first digit above 1 must be a one-digit month. */
export function formatExpiry(text) {
  let digits = digitsOf(text)
  if (/^[2-9]/.test(digits)) digits = `0${digits}`
  const slashed = text.trim().endsWith('/') && digits.length === 1
  if (slashed) digits = `0${digits}`
  return digits.length < 2 || (digits.length === 2 && !slashed)
    ? digits
    : `${digits.slice(0, 2)} / ${digits.slice(2, 4)}`
}

export const passesLuhn = (digits) =>
  [...digits].reverse().reduce((sum, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

const problem = (code, message) => ({ type: 'validation_error', code, message })

/** Returns Stripe's error for a card number. Returns undefined if the number is valid. */
export function checkNumber(text) {
  const digits = digitsOf(text)
  if (!cardBrand(text).lengths.includes(digits.length)) {
    return problem('incomplete_number', 'Your card number is incomplete.')
  }
  return passesLuhn(digits) ? undefined : problem('invalid_number', 'Your card number is invalid.')
}

export function checkExpiry(text, now = new Date()) {
  const digits = digitsOf(text)
  if (digits.length < 4) return problem('incomplete_expiry', "Your card's expiration date is incomplete.")
  const month = Number(digits.slice(0, 2))
  const year = 2000 + Number(digits.slice(2))
  if (month < 1 || month > 12) return problem('invalid_expiry_month', "Your card's expiration date is invalid.")
  if (year > now.getFullYear() + 50) return problem('invalid_expiry_year', "Your card's expiration year is invalid.")
  if (year < now.getFullYear()) {
    return problem('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  }
  if (year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1) {
    return problem('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  }
  return undefined
}

export const checkCvc = (text, brand) =>
  digitsOf(text).length >= brand.cvc ? undefined : problem('incomplete_cvc', "Your card's security code is incomplete.")
