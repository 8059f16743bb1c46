interface CardMark {
  name: string
  text: string
  color: string
}

const marks = new Map<string, CardMark>([
  ['visa', { name: 'Visa', text: 'VISA', color: '#1434cb' }],
  ['mastercard', { name: 'Mastercard', text: 'MC', color: '#b3261e' }],
  ['jcb', { name: 'JCB', text: 'JCB', color: '#186a3b' }],
  ['discover', { name: 'Discover', text: 'DISC', color: '#8a4b00' }],
  ['amex', { name: 'American Express', text: 'AMEX', color: '#0b5c8a' }],
  ['diners', { name: 'Diners Club', text: 'DC', color: '#34495e' }],
  ['bank', { name: 'Bank', text: 'BANK', color: '#14212e' }],
])
const anyCard: CardMark = { name: 'Card', text: 'CARD', color: '#51606f' }

/** Returns the logo of a card brand, ignoring case. Unknown brands get a generic card. */
export const getCardMark = (brand: string): CardMark => marks.get(brand.toLowerCase()) ?? anyCard

/** Returns the display name of a card brand, for example "Visa" for "visa". */
export const getCardBrandName = (brand: string) => getCardMark(brand).name
