/** Pictures that are handed out. SVG is none of them: it is a document that may hold scripts. */
export type ImageType =
  | 'image/jpeg'
  | 'image/png'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'image/x-icon'

/** The type of a file by its first bytes, whatever its server calls it; null: nothing that is handed out. */
export function imageTypeOf(file: Buffer): ImageType | null {
  if (startsWith(file, 'ffd8ff')) return 'image/jpeg'
  if (startsWith(file, '89504e470d0a1a0a')) return 'image/png'
  if (isIconFile(file)) return 'image/x-icon'
  const text = file.toString('latin1', 0, 32)
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'image/webp'
  // ISO base media: a box "ftyp" that names avif first or among those it is compatible with.
  if (/^[^]{4}ftyp(avif|avis|mif1|msf1)/.test(text) && text.includes('avi')) return 'image/avif'
  return null
}

function startsWith(file: Buffer, hex: string): boolean {
  return file.toString('hex', 0, hex.length / 2) === hex
}

/** Of a file, and pixels of one side. Larger ones are no icons. */
const iconLimits = { pictures: 64, pngSide: 1_024, bitmapSide: 256 } as const
const entryBytes = 16
const headerBytes = 6

/**
 * Whether a file is an .ico file whose pictures all lie within it and are as small as icons are. libvips cannot read such files, and browsers do.
 */
function isIconFile(file: Buffer): boolean {
  if (file.length < headerBytes || file.readUInt32LE(0) !== 0x00_01_00_00) return false
  const count = file.readUInt16LE(4)
  if (count === 0 || count > iconLimits.pictures || file.length < headerBytes + count * entryBytes)
    return false
  return Array.from({ length: count }, (_, at) => headerBytes + at * entryBytes).every((entry) => {
    const [size, offset] = [file.readUInt32LE(entry + 8), file.readUInt32LE(entry + 12)]
    const picture = file.subarray(offset, offset + size)
    return picture.length === size && size >= 40 && isSmall(picture)
  })
}

function isSmall(picture: Buffer): boolean {
  const isPng = picture.toString('latin1', 1, 4) === 'PNG'
  if (isPng) return Math.max(picture.readUInt32BE(16), picture.readUInt32BE(20)) <= iconLimits.pngSide
  const [width, height] = [Math.abs(picture.readInt32LE(4)), Math.abs(picture.readInt32LE(8))]
  return width <= iconLimits.bitmapSide && height <= 2 * iconLimits.bitmapSide // its mask lies below the picture
}
