import type { NachaSettings } from '../../settings/nacha-settings.ts'

export interface NachaEntry {
  routingNo: string
  accountNo: string
  amountCents: number
  /** The agency number. */
  receiverId: string
  receiverName: string
}

const recordLength = 94
const blockingFactor = 10
const creditsOnly = '220'
const checkingCredit = '22'

/**
 * Converts text to uppercase printable ASCII with exactly the given width. Longer text is truncated, and shorter text
 * is padded.
 */
const text = (value: string, width: number) =>
  value
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .toUpperCase()
    .slice(0, width)
    .padEnd(width)

/** Pads a number with zeros. Throws if the number is too long: a truncated number would change the payment. */
function digits(value: number | bigint | string, width: number): string {
  const number = String(value)
  if (number.length > width) throw new Error(`A number of ${number.length} digits does not fit in a field of ${width}.`)
  return number.padStart(width, '0')
}

/** Returns the entry hash: the last ten digits of the sum of the first eight digits of all routing numbers. */
const entryHash = (entries: readonly NachaEntry[]) =>
  digits(entries.reduce((sum, { routingNo }) => sum + BigInt(routingNo.slice(0, 8)), 0n) % 10_000_000_000n, 10)

/** Builds an ACH file in NACHA format with one batch of credits and one entry per payout. */
export function buildNachaFile(
  settings: NachaSettings,
  entries: readonly NachaEntry[],
  { createdAt, effectiveDate, batchNo }: { createdAt: Date; effectiveDate: string; batchNo: number },
): string {
  const moment = createdAt.toISOString()
  const originatingBank = settings.immediateDestination.slice(0, 8)
  const totalCents = entries.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const counts = digits(entries.length, 6)
  const hash = entryHash(entries)
  const totals = digits(0, 12) + digits(totalCents, 12)
  const batchNumber = digits(batchNo % 10_000_000, 7)
  const fileHeader = [
    '101',
    ` ${digits(settings.immediateDestination, 9)}`,
    settings.immediateOrigin.slice(0, 10).padStart(10),
    moment.slice(2, 10).replaceAll('-', ''),
    moment.slice(11, 16).replace(':', ''),
    'A',
    digits(recordLength, 3),
    digits(blockingFactor, 2),
    '1',
    text(settings.immediateDestinationName, 23),
    text(settings.immediateOriginName, 23),
    text(`PAYOUT${String(batchNo).slice(-2).padStart(2, '0')}`, 8),
  ]
  const batchHeader = [
    `5${creditsOnly}`,
    text(settings.companyName, 16),
    text(`BATCH ${batchNo}`, 20),
    text(settings.companyId, 10),
    settings.secCode,
    text(settings.entryDescription, 10),
    text('', 6),
    effectiveDate.slice(2).replaceAll('-', ''),
    text('', 3),
    '1',
    originatingBank,
    batchNumber,
  ]
  const details = entries.map((entry, place) => [
    `6${checkingCredit}`,
    entry.routingNo,
    text(entry.accountNo, 17),
    digits(entry.amountCents, 10),
    text(entry.receiverId, 15),
    text(entry.receiverName, 22),
    '  0',
    originatingBank,
    digits(place + 1, 7),
  ])
  const batchControl = [
    `8${creditsOnly}`,
    counts,
    hash,
    totals,
    text(settings.companyId, 10),
    text('', 25),
    originatingBank,
    batchNumber,
  ]
  const blocks = Math.ceil((entries.length + 4) / blockingFactor)
  const fileControl = ['9', digits(1, 6), digits(blocks, 6), digits(entries.length, 8), hash, totals, text('', 39)]
  const records = [fileHeader, batchHeader, ...details, batchControl, fileControl].map((fields) => fields.join(''))
  const filler = settings.fillsBlocks ? blocks * blockingFactor - records.length : 0
  const lines = [...records, ...Array<string>(filler).fill('9'.repeat(recordLength))]
  const wrong = lines.find((line) => line.length !== recordLength)
  if (wrong !== undefined) throw new Error(`A record of type ${wrong[0]} has ${wrong.length} characters.`)
  const end = settings.lineEnding === 'CRLF' ? '\r\n' : '\n'
  return lines.map((line) => line + end).join('')
}
