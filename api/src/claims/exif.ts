/**
 * Coordinates in the format of EXIF: degrees, minutes and seconds as fractions, with the reference `N` or `S`, and `E`
 * or `W`.
 */
export interface PhotoPlace {
  latitudeReference: 'N' | 'S'
  latitude: Fraction[]
  longitudeReference: 'E' | 'W'
  longitude: Fraction[]
}
type Fraction = [numerator: number, denominator: number]

interface KnownExif {
  /** Orientation of the image, 1 to 8. 1 is upright. */
  orientation: number
  place?: PhotoPlace
}

const tags = {
  orientation: 0x0112,
  gps: 0x8825,
  gpsVersion: 0,
  latitudeReference: 1,
  latitude: 2,
  longitudeReference: 3,
  longitude: 4,
}
const types = { byte: 1, ascii: 2, short: 3, long: 4, rational: 5 }
const entryBytes = 12
const headerBytes = 8

/** Reads the numbers of EXIF data in its byte order. Throws a RangeError outside of the data. */
function createReader(exif: Uint8Array) {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength)
  const order = view.getUint16(0)
  if (order !== 0x4949 && order !== 0x4d4d) throw new RangeError('unknown byte order')
  const isLittle = order === 0x4949
  return {
    short: (at: number) => view.getUint16(at, isLittle),
    long: (at: number) => view.getUint32(at, isLittle),
    byte: (at: number) => view.getUint8(at),
  }
}
type Reader = ReturnType<typeof createReader>

/** Returns the positions of the entries of a directory by tag. */
function readDirectory(read: Reader, at: number): Map<number, number> {
  const count = read.short(at)
  return new Map(
    Array.from({ length: count }, (_, index) => at + 2 + index * entryBytes).map((entry) => [read.short(entry), entry]),
  )
}

/** Returns the three fractions of a coordinate, or undefined if they are not a coordinate of at most `limit` degrees. */
function readCoordinate(read: Reader, entry: number | undefined, limit: number): Fraction[] | undefined {
  if (entry === undefined || read.short(entry + 2) !== types.rational || read.long(entry + 4) !== 3) return undefined
  const at = read.long(entry + 8)
  const fractions = [0, 1, 2].map((index): Fraction => [read.long(at + index * 8), read.long(at + index * 8 + 4)])
  const [degrees = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = fractions.map(
    ([top, bottom]) => top / bottom,
  )
  return degrees + minutes / 60 + seconds / 3600 <= limit ? fractions : undefined
}

function readPlace(read: Reader, at: number): PhotoPlace | undefined {
  const entries = readDirectory(read, at)
  const readReference = (tag: number) => {
    const entry = entries.get(tag)
    return entry === undefined ? '' : String.fromCharCode(read.byte(entry + 8))
  }
  const [latitudeReference, longitudeReference] = [
    readReference(tags.latitudeReference),
    readReference(tags.longitudeReference),
  ]
  const latitude = readCoordinate(read, entries.get(tags.latitude), 90)
  const longitude = readCoordinate(read, entries.get(tags.longitude), 180)
  if (!latitude || !longitude) return undefined
  if (latitudeReference !== 'N' && latitudeReference !== 'S') return undefined
  if (longitudeReference !== 'E' && longitudeReference !== 'W') return undefined
  return { latitudeReference, latitude, longitudeReference, longitude }
}

/**
 * Returns the orientation and the place of EXIF data. Damaged data counts as upright and without a place, because
 * cameras and editors do not always write valid data.
 */
export function readExif(exif: Uint8Array): KnownExif {
  try {
    const read = createReader(exif)
    const entries = readDirectory(read, read.long(4))
    const orientationEntry = entries.get(tags.orientation)
    const orientation = orientationEntry === undefined ? 1 : read.short(orientationEntry + 8)
    const known: KnownExif = { orientation: orientation >= 1 && orientation <= 8 ? orientation : 1 }
    const gpsEntry = entries.get(tags.gps)
    try {
      const place = gpsEntry === undefined ? undefined : readPlace(read, read.long(gpsEntry + 8))
      return place ? { ...known, place } : known
    } catch {
      return known
    }
  } catch {
    return { orientation: 1 }
  }
}

/** Creates EXIF data with only an orientation and, if given, a place. */
export function createExif(orientation: number, place: PhotoPlace | undefined): Uint8Array {
  const mainEntries = place ? 2 : 1
  const gpsAt = headerBytes + 2 + mainEntries * entryBytes + 4
  const gpsEntries = 5
  const fractionsAt = gpsAt + 2 + gpsEntries * entryBytes + 4
  const exif = Buffer.alloc(place ? fractionsAt + 6 * 8 : gpsAt)
  let at = 0
  const short = (value: number) => {
    at = exif.writeUInt16BE(value, at)
  }
  const long = (value: number) => {
    at = exif.writeUInt32BE(value, at)
  }
  /** Writes an entry. A value that is shorter than four bytes starts at the left. */
  const entry = (tag: number, type: number, count: number, value: number) => {
    short(tag)
    short(type)
    long(count)
    long(value)
  }
  const left = (character: string) => character.charCodeAt(0) * 0x1000000
  short(0x4d4d)
  short(42)
  long(headerBytes)
  short(mainEntries)
  entry(tags.orientation, types.short, 1, orientation * 0x10000)
  if (place) entry(tags.gps, types.long, 1, gpsAt)
  long(0)
  if (!place) return exif
  short(gpsEntries)
  entry(tags.gpsVersion, types.byte, 4, 0x02030000)
  entry(tags.latitudeReference, types.ascii, 2, left(place.latitudeReference))
  entry(tags.latitude, types.rational, 3, fractionsAt)
  entry(tags.longitudeReference, types.ascii, 2, left(place.longitudeReference))
  entry(tags.longitude, types.rational, 3, fractionsAt + 24)
  long(0)
  for (const [top, bottom] of [...place.latitude, ...place.longitude]) {
    long(top)
    long(bottom)
  }
  return exif
}
