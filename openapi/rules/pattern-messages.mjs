/**
 * Adds a description with an example (`x-message`) to each pattern. Error messages use the description and never show
 * the pattern (API-7). Bundling fails if a pattern has no description.
 */
const oneLine = 'one line of text'
const digits = (count) => `${count} digits`

const patternDescriptions = {
  '^[^\\x00]*$': ['text without the character NUL'],
  '^[^\\x00]+$': ['text, not empty'],
  '^[^\\x00-\\x1f]*$': [oneLine],
  '^[^\\x00-\\x1f]+$': [`${oneLine}, not empty`],
  '^[^\\x00-\\x1f]*\\S[^\\x00-\\x1f]*$': [`${oneLine}, not blank`],
  '^[^\\x00-\\x1f]*[^\\s\\x00-\\x1f][^\\x00-\\x1f]*$': [`${oneLine}, not blank`],
  '^[^\\x00]*\\S[^\\x00]*$': ['text, not blank'],
  '^[^\\x00]*[^\\s\\x00][^\\x00]*$': ['text, not blank'],
  '^[A-Za-z0-9 ./#-]*[0-9][A-Za-z0-9 ./#-]*$': ['letters, digits and . / # -, with at least one digit', 'CASE-20418'],
  '^[^\\s\\x00-\\x1f]+$': ['a word without spaces'],
  '^\\S*$': ['no spaces'],
  '^whsec_[A-Za-z0-9+/]{43}=$': ['a secret of Standard Webhooks'],
  '^https?://\\S+$': ['an address that begins with https://', 'https://crm.example.com/hooks'],
  '^evt_[0-9a-f]{32}$': ['an event’s id', 'evt_5b0c9f1e6f0a4c599a550f6a2f3a1a01'],
  '^tideline_(test|live)_[a-z0-9]{12}$': ['the beginning of a key', 'tideline_test_demo00000001'],
  '^tideline_(test|live)_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$': ['a whole key'],
  '^[0-9A-Za-z -]+$': ['a code of digits and letters', '492039'],
  '^[A-Z2-7]+$': ['capitals and the digits 2 to 7'],
  '^otpauth://totp/': ['an address that begins with otpauth://totp/'],
  '^[a-z2-9]{4}(-[a-z2-9]{4}){3}$': ['four times four letters and digits', 'k4q7-m2xz-9tbn-w3hd'],
  '^\\d{2}$': [digits('two')],
  '^\\d{4}$': [digits('four')],
  '^\\d{5}$': [digits('five')],
  '^(\\d{5})?$': [`${digits('five')}, or empty`],
  '^\\d{6}$': [digits('six')],
  '^\\d{9}$': [digits('nine')],
  '^\\d{0,10}$': ['up to ten digits'],
  '^\\d{1,15}$': ['1 to 15 digits'],
  '^\\d{1,19}$': ['1 to 19 digits'],
  '^\\d{2}/\\d{4}$': ['a month and a year', '09/2028'],
  '^0*[1-9]\\d*$': ['digits only, 1 to 15 of them, not all zero', '1042'],
  '^\\d{3}-\\d{3}-\\d{4}$': ['a telephone number written ###-###-####', '813-555-0142'],
  '^(\\d{3}-\\d{3}-\\d{4})?$': ['a telephone number written ###-###-####, or empty', '813-555-0142'],
  '^(\\d{10,11})?$': ['ten or eleven digits of a telephone number, or empty', '8135550142'],
  '^\\d{4,10}$': ['an agency number of 4 to 10 digits', '100100'],
  '^(\\d{4,10})?$': ['an agency number of 4 to 10 digits, or empty', '100110'],
  '^(19|20|21)\\d{2}-': ['in the years 1900 to 2199', '2026-12-15'],
  '^[A-Z]{2}$': ['two capital letters', 'FL'],
  '^([A-Z]{2})?$': ['two capital letters, or empty', 'FL'],
  '^([A-Z]{2}|\\*)$': ['two capital letters, or * for anywhere', 'US'],
  '^[A-Z]{3}$': ['three capital letters', 'RFL'],
  '^[A-Z]$': ['one capital letter', 'A'],
  '^[A-Z]{3}3\\d{6,9}$': ['a policy number: three letters, a 3 and six digits', 'RFL3000101'],
  '^([A-Za-z0-9-]{10,20})?$': ['a policy number of 10 to 20 letters and digits, or empty', 'RFL3000101'],
  '^[A-Z]{1,4}\\d{4,12}$': ['a quote number: letters and then digits', 'Q3000101'],
  '^[A-Za-z0-9-]+$': ['letters, digits and hyphens', 'Q3000101'],
  '^CLM-\\d{4}-\\d{4,10}$': ['a claim number as the server gave it', 'CLM-2026-0001'],
  '^PAY-\\d{4,12}-\\d{1,6}$': ['the id of a payment', 'PAY-3000102-1'],
  '^RCP-\\d{4,12}-\\d{1,6}(-R\\d{1,4})?$': ['the number of a receipt', 'RCP-3000102-1'],
  '^[a-z]+\\.([A-Z]{2}|\\*)\\.\\d{4}-\\d{2}-\\d{2}$': ['brand, country and day, joined by dots', 'amex.US.2026-01-01'],
  '^\\d{4,10}\\.[1-8]\\.\\d{4}-\\d{2}-\\d{2}$': ['agency, product and day, joined by dots', '100100.1.2026-01-01'],
  '^[A-Za-z][A-Za-z0-9 .]*$': ['a letter, then letters, digits, dots and spaces', 'agencyNo'],
  '^\\{[^\\x00-\\x1f]*\\}$': ['a JSON object on one line', '{"status":"Bound"}'],
  '^[a-z0-9-]+$': ['small letters, digits and hyphens', 'payment-received'],
  '^[a-z0-9_]+$': ['small letters, digits and underscores', 'insufficient_funds'],
  '^[a-z0-9_.]+$': ['small letters, digits, underscores and dots', 'invalid_value'],
  '^[a-z_]+$': ['small letters and underscores', 'visa'],
  '^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)*$': ['words in camelCase, joined by dots', 'supportEmail'],
  '^[A-Za-z0-9_-]+$': ['letters, digits, underscores and hyphens'],
  '^[A-Za-z0-9_-]+[.][A-Za-z0-9_-]+[.][A-Za-z0-9_-]+$': ['a token as the server gave it'],
  '^[A-Za-z0-9+/=_.%-]+$': ['a token as the link carries it'],
  '^[A-Za-z0-9+/=_.-]+$': ['a token as the link carries it'],
  '^[\\d*-]*$': ['digits and hyphens, or the stars that were read', '12-3456789'],
  '^[\\d*]*$': ['digits, or the stars that were read', '000123456789'],
  '^[A-Za-z0-9._/-]+$': ['the link as the server gave it'],
  '^[A-Za-z0-9_.~/-]+$': ['the link as the server gave it'],
  '^[A-Za-z0-9][A-Za-z0-9._() -]*$': ["a file's name", 'eo-declarations-2026.pdf'],
  '^[A-Za-z0-9][A-Za-z0-9._-]*$': [
    "a file's name without spaces",
    'cancellation-notice-00000016-0001-4000-8001-000003000109.pdf',
  ],
  '^[^\\x00-\\x1f\\\\/]+$': ["a file's name without slashes", 'closing_disclosure.pdf'],
  '^\\.[a-z]+$': ["a file's extension", '.pdf'],
  '^[0-9a-f]{64}$': ['64 hexadecimal digits'],
  '^[0-9a-fA-F:.]+$': ['an IP address', '203.0.113.7'],
  '^[0-9]{4}-[0-9]{2}(-[0-9]+)?$': ['a year and a month', '2026-01'],
  '^(pm|card|ba|src)_[A-Za-z0-9_]+$': ["Stripe's id of a payment method", 'pm_1ExampleBank'],
  '^(seti|pi)_[A-Za-z0-9]+$': ["Stripe's id of an intent", 'pi_1Example'],
  '^(seti|pi)_[A-Za-z0-9]+_secret_[A-Za-z0-9]+$': ["Stripe's secret of an intent"],
  '^(btok|ba|pm)_[A-Za-z0-9_]+$': ["Stripe's token of a bank account", 'btok_1Example'],
  '^cus_[A-Za-z0-9]+$': ["Stripe's id of a customer", 'cus_1Example'],
  '^evt_[A-Za-z0-9_]+$': ["Stripe's id of an event", 'evt_1Example'],
  '^pk_[A-Za-z0-9_]+$': ["Stripe's publishable key", 'pk_test_example'],
  '^t=\\d+(,v\\d=[a-f0-9]+)+$': ["Stripe's signature"],
  '^\\{[^\\x00]*\\}$': ['a JSON object as text', '{"policyNo":"RFL3000101"}'],
  '^\\["[A-Za-z0-9_.]+","(ASC|DESC|asc|desc)"\\]$': ['a field and ASC or DESC as JSON', '["id","ASC"]'],
  '^\\[\\d+,\\s?\\d+\\]$': ['the first and the last row as JSON', '[0,24]'],
  '^\\{\\s?"align":\\s?"(center|right)"\\s?\\}$': ['JSON with align, center or right', '{"align":"center"}'],
  '^[\\x21-\\x7e]+$': ['letters, digits and signs without spaces', 'order-4711-payment'],
  '^https?://[^\\s]+$': ['a web address', 'https://example.com'],
  '^(https?://[^\\s]+)?$': ['a web address, or empty', 'https://example.com'],
  '^(https?://|/)[^\\s\\x00-\\x1f]*$': ['an address, absolute or from the root', '/agent/policy/RFL3000101'],
  '^(/|https?://)[^\\s]*$': ['an address, absolute or from the root', '/agent/policy/RFL3000101'],
  '^/api/v1/payments/receipts/[A-Za-z0-9/-]+$': ['the address of a receipt'],
  '^POLYGON ?\\(\\([-0-9., ()]+\\)\\)$': ['a polygon as well-known text'],
  '^(NB|RN|EB|EBM|EBO|EBR|Grouped|MA|RI|CN|[CP]\\d{2})$': ['a type of transaction', 'NB'],
  '^(NB|EB|EBM|EBR|EBO|Grouped|MA|RN|RI|CN|[CP]\\d{2})$': ['a type of transaction', 'EB'],
  '^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$': ['a PNG picture as a data URL'],
  '^[A-Za-z]+ (\\d+-\\d+|\\*)/\\d+$': ['the rows given and the total', 'policies 0-1/431'],
}
/** The start of patterns that are too long to be a key. */
const longPatternDescriptions = {
  "^([A-Za-z0-9_'+-]+\\.)*": ['an email address', 'marina.sample@example.com'],
  '^(0[1-9]|1[0235]|19|': ['a cancel reason: 01 to 41, or 99', '33'],
  '^((superuser|financeadmin|': ['roles, separated by commas', 'superuser,internal'],
  "^(|([A-Za-z0-9_'+-]+\\.)*": ['an email address, or empty', 'marina.sample@example.com'],
  '^(data:image/(png|': ['an image as a data URL, or empty'],
  '^attachment; filename=': ['the name of the file'],
  '^(attachment|inline); filename=': ['the name of the file'],
}

const getPatternMessage = (pattern) => {
  const longEntry = Object.entries(longPatternDescriptions).find(([beginning]) => pattern.startsWith(beginning))?.[1]
  const [rule, example] = Object.hasOwn(patternDescriptions, pattern) ? patternDescriptions[pattern] : (longEntry ?? [])
  return rule && `${rule}.${example ? ` For example ${example}.` : ''}`
}

const addMessages = () => ({
  Schema: {
    leave(schema) {
      if (typeof schema.pattern !== 'string') return
      const message = schema['x-message'] ?? getPatternMessage(schema.pattern)
      if (!message) throw new Error(`Describe the pattern ${schema.pattern} in rules/pattern-messages.mjs.`)
      schema['x-message'] = message
    },
  },
})

export default function patternMessages() {
  return { id: 'patterns', decorators: { oas3: { messages: addMessages } } }
}
