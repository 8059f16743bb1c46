/**
 * Adds a description with an example (`x-message`) to each pattern. Error messages use the description and never show
 * the pattern (API-7). Bundling fails if a pattern has no description.
 */
const oneLine = 'one line of text'
const digits = (count) => `${count} digits`

const patternDescriptions = {
  '^[^\\x00]*$': ['text without NUL characters'],
  '^[^\\x00]+$': ['text, not empty'],
  '^[^\\x00-\\x1f]*$': [oneLine],
  '^[^\\x00-\\x1f]+$': [`${oneLine}, not empty`],
  '^[^\\x00-\\x1f]*\\S[^\\x00-\\x1f]*$': [`${oneLine}, not blank`],
  '^[^\\x00-\\x1f]*[^\\s\\x00-\\x1f][^\\x00-\\x1f]*$': [`${oneLine}, not blank`],
  '^[^\\x00]*\\S[^\\x00]*$': ['text, not blank'],
  '^[^\\x00]*[^\\s\\x00][^\\x00]*$': ['text, not blank'],
  '^[A-Za-z0-9 ./#-]*[0-9][A-Za-z0-9 ./#-]*$': [
    'letters, digits, spaces and . / # -, with at least one digit',
    'CASE-20418',
  ],
  '^[^\\s\\x00-\\x1f]+$': ['text without spaces'],
  '^\\S*$': ['no spaces'],
  '^[A-Za-z0-9,]*$': ['names of columns, separated by commas', 'firstName,lastName'],
  '^whsec_[A-Za-z0-9+/]{43}=$': ['a Standard Webhooks secret'],
  '^https?://\\S+$': ['a URL that starts with https://', 'https://crm.example.com/hooks'],
  '^evt_[0-9a-f]{32}$': ['an event ID', 'evt_5b0c9f1e6f0a4c599a550f6a2f3a1a01'],
  '^tideline_(test|live)_[a-z0-9]{12}$': ['the prefix of an API key', 'tideline_test_demo00000001'],
  '^tideline_(test|live)_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$': ['a complete API key'],
  '^[0-9A-Za-z -]+$': ['letters, digits, spaces and hyphens', '492039'],
  '^[A-Z2-7]+$': ['capital letters and the digits 2 to 7'],
  '^otpauth://totp/': ['a URL that starts with otpauth://totp/'],
  '^[a-z2-9]{4}(-[a-z2-9]{4}){3}$': [
    'four groups of four lowercase letters and digits, separated by hyphens',
    'k4q7-m2xz-9tbn-w3hd',
  ],
  '^\\d{2}$': [digits('two')],
  '^\\d{4}$': [digits('four')],
  '^\\d{5}$': [digits('five')],
  '^(\\d{5})?$': [`${digits('five')}, or empty`],
  '^\\d{6}$': [digits('six')],
  '^\\d{9}$': [digits('nine')],
  '^\\d{0,10}$': ['up to ten digits'],
  '^\\d{1,15}$': ['1 to 15 digits'],
  '^\\d{1,19}$': ['1 to 19 digits'],
  '^\\d{2}/\\d{4}$': ['a month and a year (MM/YYYY)', '09/2028'],
  '^0*[1-9]\\d*$': ['1 to 15 digits, not all zero', '1042'],
  '^\\d{3}-\\d{3}-\\d{4}$': ['a phone number in the format ###-###-####', '813-555-0142'],
  '^(\\d{3}-\\d{3}-\\d{4})?$': ['a phone number in the format ###-###-####, or empty', '813-555-0142'],
  '^(\\d{10,11})?$': ['a phone number of ten or eleven digits, or empty', '8135550142'],
  '^\\d{4,10}$': ['an agency number of 4 to 10 digits', '100100'],
  '^(\\d{4,10})?$': ['an agency number of 4 to 10 digits, or empty', '100110'],
  '^(19|20|21)\\d{2}-': ['a date between 1900 and 2199', '2026-12-15'],
  '^[A-Z]{2}$': ['two capital letters', 'FL'],
  '^([A-Z]{2})?$': ['two capital letters, or empty', 'FL'],
  '^([A-Z]{2}|\\*)$': ['two capital letters, or * for all', 'US'],
  '^[A-Z]{3}$': ['three capital letters', 'RFL'],
  '^[A-Z]$': ['one capital letter', 'A'],
  '^[A-Z]{3}3\\d{6,9}$': ['a policy number: three letters, a 3 and six to nine digits', 'RFL3000101'],
  '^([A-Za-z0-9-]{10,20})?$': ['a policy number of 10 to 20 letters and digits, or empty', 'RFL3000101'],
  '^[A-Z]{1,4}\\d{4,12}$': ['a quote number: one to four letters, then digits', 'Q3000101'],
  '^[A-Za-z0-9-]+$': ['letters, digits and hyphens', 'Q3000101'],
  '^CLM-\\d{4}-\\d{4,10}$': ['a claim number', 'CLM-2026-0001'],
  '^PAY-\\d{4,12}-\\d{1,6}$': ['a payment ID', 'PAY-3000102-1'],
  '^RCP-\\d{4,12}-\\d{1,6}(-R\\d{1,4})?$': ['a receipt number', 'RCP-3000102-1'],
  '^[a-z]+\\.([A-Z]{2}|\\*)\\.\\d{4}-\\d{2}-\\d{2}$': [
    'card brand, country and date, separated by periods',
    'amex.US.2026-01-01',
  ],
  '^\\d{4,10}\\.[1-8]\\.\\d{4}-\\d{2}-\\d{2}$': [
    'agency number, product and date, separated by periods',
    '100100.1.2026-01-01',
  ],
  '^[A-Za-z][A-Za-z0-9 .]*$': ['a letter, then letters, digits, periods and spaces', 'agencyNo'],
  '^\\{[^\\x00-\\x1f]*\\}$': ['a JSON object on one line', '{"status":"Bound"}'],
  '^[a-z0-9-]+$': ['lowercase letters, digits and hyphens', 'payment-received'],
  '^[a-z0-9_]+$': ['lowercase letters, digits and underscores', 'insufficient_funds'],
  '^[a-z0-9_.]+$': ['lowercase letters, digits, underscores and periods', 'invalid_value'],
  '^[a-z_]+$': ['lowercase letters and underscores', 'visa'],
  '^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)*$': ['camelCase names, separated by periods', 'supportEmail'],
  '^[A-Za-z0-9_-]+$': ['letters, digits, underscores and hyphens'],
  '^[A-Za-z0-9_-]+[.][A-Za-z0-9_-]+[.][A-Za-z0-9_-]+$': ['a token from the server'],
  '^[A-Za-z0-9+/=_.%-]+$': ['the token from the link'],
  '^[A-Za-z0-9+/=_.-]+$': ['the token from the link'],
  '^[\\d*-]*$': ['digits and hyphens, or the unchanged masked number', '12-3456789'],
  '^[\\d*]*$': ['digits, or the unchanged masked number', '000123456789'],
  '^[A-Za-z0-9._/-]+$': ['a link from the server'],
  '^[A-Za-z0-9_.~/-]+$': ['a link from the server'],
  '^[A-Za-z0-9][A-Za-z0-9._() -]*$': ['a file name', 'eo-declarations-2026.pdf'],
  '^[A-Za-z0-9][A-Za-z0-9._-]*$': [
    'a file name without spaces',
    'cancellation-notice-00000016-0001-4000-8001-000003000109.pdf',
  ],
  '^[^\\x00-\\x1f\\\\/]+$': ['a file name without slashes', 'closing_disclosure.pdf'],
  '^\\.[a-z]+$': ['a file extension', '.pdf'],
  '^[0-9a-f]{64}$': ['64 hexadecimal digits'],
  '^[0-9a-fA-F:.]+$': ['an IP address', '203.0.113.7'],
  '^[0-9]{4}-[0-9]{2}(-[0-9]+)?$': ['a year and a month', '2026-01'],
  '^(pm|card|ba|src)_[A-Za-z0-9_]+$': ['a Stripe payment method ID', 'pm_1ExampleBank'],
  '^(seti|pi)_[A-Za-z0-9]+$': ['a Stripe intent ID', 'pi_1Example'],
  '^(seti|pi)_[A-Za-z0-9]+_secret_[A-Za-z0-9]+$': ['a Stripe client secret'],
  '^(btok|ba|pm)_[A-Za-z0-9_]+$': ['a Stripe bank account token', 'btok_1Example'],
  '^cus_[A-Za-z0-9]+$': ['a Stripe customer ID', 'cus_1Example'],
  '^evt_[A-Za-z0-9_]+$': ['a Stripe event ID', 'evt_1Example'],
  '^pk_[A-Za-z0-9_]+$': ['a Stripe publishable key', 'pk_test_example'],
  '^t=\\d+(,v\\d=[a-f0-9]+)+$': ['a Stripe signature'],
  '^\\{[^\\x00]*\\}$': ['a JSON object as text', '{"policyNo":"RFL3000101"}'],
  '^\\["[A-Za-z0-9_.]+","(ASC|DESC|asc|desc)"\\]$': ['a JSON array with a field and ASC or DESC', '["id","ASC"]'],
  '^\\[\\d+,\\s?\\d+\\]$': ['a JSON array with the first and last row', '[0,24]'],
  '^\\{\\s?"align":\\s?"(center|right)"\\s?\\}$': [
    'a JSON object with align set to center or right',
    '{"align":"center"}',
  ],
  '^[\\x21-\\x7e]+$': ['letters, digits and symbols, without spaces', 'order-4711-payment'],
  '^https?://[^\\s]+$': ['a URL', 'https://example.com'],
  '^(https?://[^\\s]+)?$': ['a URL, or empty', 'https://example.com'],
  '^(https?://|/)[^\\s\\x00-\\x1f]*$': ['a URL or an absolute path', '/agent/policy/RFL3000101'],
  '^(/|https?://)[^\\s]*$': ['a URL or an absolute path', '/agent/policy/RFL3000101'],
  '^[/]api/v1/payments/receipts/[A-Za-z0-9/-]+$': ['the path of a receipt'],
  '^POLYGON ?\\(\\([-0-9., ()]+\\)\\)$': ['a polygon in well-known text (WKT)'],
  '^(NB|RN|EB|EBM|EBO|EBR|Grouped|MA|RI|CN|[CP]\\d{2})$': ['a transaction type', 'NB'],
  '^(NB|EB|EBM|EBR|EBO|Grouped|MA|RN|RI|CN|[CP]\\d{2})$': ['a transaction type', 'EB'],
  '^data:image/png;base64,[A-Za-z0-9+/]+={0,2}$': ['a PNG image as a data URL'],
  '^[A-Za-z]+ (\\d+-\\d+|\\*)/\\d+$': ['the range of returned rows and the total', 'policies 0-1/431'],
}
/** The start of patterns that are too long to be a key. */
const longPatternDescriptions = {
  "^([A-Za-z0-9_'+-]+\\.)*": ['an email address', 'marina.sample@example.com'],
  '^(0[1-9]|1[0235]|19|': ['a cancel reason: 01 to 41, or 99', '33'],
  '^((superuser|financeadmin|': ['roles, separated by commas', 'superuser,internal'],
  "^(|([A-Za-z0-9_'+-]+\\.)*": ['an email address, or empty', 'marina.sample@example.com'],
  '^(data:image/(png|': ['an image as a data URL, or empty'],
  '^attachment; filename=': ['the file name'],
  '^(attachment|inline); filename=': ['the file name'],
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
