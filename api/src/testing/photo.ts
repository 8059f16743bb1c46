import { createExif, type PhotoPlace } from '../claims/exif.ts'

const segment = (marker: number, data: Uint8Array) => {
  const header = Buffer.from([0xff, marker, 0, 0])
  header.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([header, data])
}

interface Photo {
  width?: number
  height?: number
  /** EXIF data, without its header. */
  exif?: Uint8Array
  /** Segments before the frame, such as comments. */
  more?: [marker: number, data: Uint8Array][]
  /** Bytes after the end of the image. */
  after?: Uint8Array
  /** Compressed data. Different values create different photos. */
  data?: Uint8Array
}

/** Creates a file with the structure of a JPEG photo. Its compressed data is not a real image. */
export function createJpeg(photo: Photo = {}): Buffer {
  const { width = 640, height = 480, exif, more = [], after = Buffer.alloc(0), data = Buffer.from([1, 2, 3]) } = photo
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(exif ? [segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exif]))] : []),
    ...more.map(([marker, data]) => segment(marker, data)),
    segment(0xdb, Buffer.alloc(65, 1)),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    data,
    // A restart marker and a stuffed byte are part of the compressed data.
    Buffer.from([0xff, 0xd0, 4, 0xff, 0x00, 5, 0xff, 0xd9]),
    after,
  ])
}

/** The coordinates of a house in Tampa, in the format of EXIF. */
export const samplePlace: PhotoPlace = {
  latitudeReference: 'N',
  latitude: [
    [27, 1],
    [55, 1],
    [4800, 100],
  ],
  longitudeReference: 'W',
  longitude: [
    [82, 1],
    [28, 1],
    [4800, 100],
  ],
}
/** EXIF data of a photo that was taken sideways at `samplePlace`. */
export const sampleExif = createExif(6, samplePlace)
