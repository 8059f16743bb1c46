export const elevationCertificateType = 4

/** Values of an elevation certificate, in feet. `invalidReason` explains why they cannot be used. */
export interface CertificateReading {
  /** False if reading the file exceeded the time or memory limit. */
  isReadable: boolean
  invalidReason: string | null
  scannedAddress: string | null
  /** Item C1: construction drawings, building under construction or finished construction. */
  elevationBasedOn: string | null
  /** Item C2.a: top of the bottom floor. */
  c2a: number | null
  /** Item C2.e: lowest elevation of machinery and equipment. */
  c2e: number | null
  datum: string | null
}

export const createInvalidReading = (invalidReason: string): CertificateReading => ({
  isReadable: true,
  invalidReason,
  scannedAddress: null,
  elevationBasedOn: null,
  c2a: null,
  c2e: null,
  datum: null,
})

/** Result for a file that is too large or complex to read. */
export const unreadableReading: CertificateReading = {
  ...createInvalidReading('The file is too large or complex to read automatically. Please review it manually.'),
  isReadable: false,
}

const metersToFeet = 3.28084
const bases = ['Construction Drawings', 'Building Under Construction', 'Finished Construction']
const datums = ['NGVD 1929', 'NAVD 1988']

const firstMatch = (lines: readonly string[], pattern: RegExp) => {
  for (const line of lines) {
    const found = pattern.exec(line)
    if (found) return found
  }
  return undefined
}

/**
 * Returns the elevation of an item such as C2.a: the last number on the item's line. If the line contains meters,
 * converts the number to feet.
 */
function getElevation(lines: readonly string[], item: string): number | null {
  const line = firstMatch(lines, new RegExp(`^\\s*(?:C2\\.?)?\\s*${item}[.)]\\s*(.*)$`, 'i'))?.[1]
  const number = line?.match(/-?\d+(?:\.\d+)?(?!.*\d)/)?.[0]
  if (!line || number === undefined) return null
  const feet = /\bmeters?\b/i.test(line) && !/\bfeet\b/i.test(line) ? Number(number) * metersToFeet : Number(number)
  return Math.round(feet * 100) / 100
}

/** Returns the checked option: the option after a check mark, or the only option on the line. */
const getCheckedOption = (lines: readonly string[], item: RegExp, choices: readonly string[]): string | null => {
  const line = firstMatch(lines, item)?.[0] ?? ''
  const ticked = choices.find((choice) => new RegExp(`(?:[☒☑✓✔]|\\[x\\]|\\bX)\\s*${choice}`, 'i').test(line))
  const named = choices.filter((choice) => line.toLowerCase().includes(choice.toLowerCase()))
  return ticked ?? (named.length === 1 ? (named[0] ?? null) : null)
}

function getAddress(lines: readonly string[]): string | null {
  const street = firstMatch(lines, /^A2\.?\s*(?:Building )?Street Address[^:]*:\s*(.+)$/i)?.[1]
  const place = firstMatch(lines, /^City:\s*(.+?)\s*State:\s*([A-Z]{2})\s*ZIP(?: Code)?:\s*(\d{5})/i)
  if (!street) return null
  return place ? `${street.trim()}, ${place[1]}, ${place[2]?.toUpperCase()} ${place[3]}` : street.trim()
}

/**
 * Extracts the values of an elevation certificate from its lines of text (DOC-4). Elevations without a
 * vertical datum are returned but marked invalid.
 */
export function parseElevationCertificate(lines: readonly string[]): CertificateReading {
  const text = lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean)
  if (text.length === 0) return createInvalidReading('The file has no readable text. It may be a scan.')
  const reading = {
    scannedAddress: getAddress(text),
    elevationBasedOn: getCheckedOption(text, /based on:.*$/i, bases),
    c2a: getElevation(text, 'a'),
    c2e: getElevation(text, 'e'),
    datum: getCheckedOption(text, /datum.*:.*$/i, datums),
  }
  return { ...reading, isReadable: true, invalidReason: whyInvalid(reading) }
}

function whyInvalid({
  c2a,
  c2e,
  datum,
  elevationBasedOn,
}: Omit<CertificateReading, 'invalidReason' | 'isReadable'>): string | null {
  if (c2a === null) return 'The elevation C2.a was not found.'
  if (c2e === null) return 'The elevation C2.e was not found.'
  if (datum === null) return 'The elevation datum was not found.'
  if (elevationBasedOn === null) return 'The basis of the elevations (C1) was not found.'
  return null
}
